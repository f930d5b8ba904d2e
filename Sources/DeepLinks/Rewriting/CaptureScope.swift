import PathMatching

/// The captures that a rule's internal side may name, and where the text of each is found.
struct CaptureScope {
    /// Those of the source's hosts, of the path and of the items, then those of other prefixes, which are absent.
    let captures: [(name: String, slot: CaptureSlot)]

    /// The names of the catch-alls whose segments can be added.
    let catchAlls: [String]

    /// Gathers the captures of a rule under one of its prefixes.
    ///
    /// - Parameters:
    ///   - path: The pattern of the whole path.
    ///   - pattern: The external side.
    ///   - hosts: The captures of the source's hosts; the place of each is its number.
    ///   - prefixes: The captures of all of the source's prefixes.
    /// - Throws: That two captures have the same name.
    init(
        _ path: PathPattern,
        _ pattern: ExternalPattern,
        hosts: [String],
        prefixes: Set<String>
    ) throws(RuleFlaw) {
        var captures = hosts.enumerated().map { (name: $1, slot: CaptureSlot.host($0)) }
        let names = path.captureNames
        captures += names.enumerated().map { number, name in
            let isRest = pattern.takesWholeRest && number == names.count - 1
            return (name, isRest ? .rest(number) : .path(number))
        }
        captures += pattern.itemCaptures.enumerated().map { ($1, .item($0)) }
        for (number, capture) in captures.enumerated()
        where captures[..<number].contains(where: { $0.name == capture.name }) {
            throw RuleFlaw(.duplicateCapture(capture.name))
        }
        captures += prefixes.subtracting(captures.map(\.name)).map { ($0, .absent) }
        self.captures = captures
        catchAlls = pattern.takesWholeRest ? path.catchAllNames.dropLast() : path.catchAllNames
    }

    /// Where a capture's text is found; nil if there is no such capture.
    subscript(name: String) -> CaptureSlot? { captures.first { $0.name == name }?.slot }
}
