import PathMatching

/// The captures that a rule's internal side may name, and where the text of each is found.
struct CaptureScope {
    let path: PathPattern
    let pattern: ExternalPattern

    /// The captures of the path, which are not kept in a pattern.
    private let pathNames: [String]

    /// The captures of the source's hosts.
    private let hosts: [String]

    /// The captures of all of the source's prefixes; those that the path lacks are absent.
    private let prefixes: Set<String>

    /// Gathers the captures of a rule under one of its prefixes.
    ///
    /// - Parameters:
    ///   - path: The pattern of the whole path.
    ///   - pattern: The external side.
    ///   - hosts: The captures of the source's hosts; the place of each is its number.
    ///   - prefixes: The captures of all of the source's prefixes.
    init(
        _ path: PathPattern,
        _ pattern: ExternalPattern,
        hosts: [String],
        prefixes: Set<String>
    ) {
        self.path = path
        pathNames = path.captureNames
        self.pattern = pattern
        self.hosts = hosts
        self.prefixes = prefixes
    }

    /// Throws if two captures have the same name.
    func check() throws(RuleFlaw) {
        // The captures of each of them have distinct names.
        guard !hosts.isEmpty || !pattern.itemCaptures.isEmpty else { return }
        if let name = pathNames.first(where: hosts.contains) {
            throw RuleFlaw(.duplicateCapture(name))
        }
        for name in pattern.itemCaptures where hosts.contains(name) || pathNames.contains(name) {
            throw RuleFlaw(.duplicateCapture(name))
        }
    }

    /// Where a capture's text is found; nil if there is no such capture.
    subscript(name: String) -> CaptureSlot? {
        if let number = pathNames.firstIndex(of: name) {
            return pattern.takesWholeRest && number == pathNames.count - 1
                ? .rest(number) : .path(number)
        }
        if let number = hosts.firstIndex(of: name) { return .host(number) }
        if let number = pattern.itemCaptures.firstIndex(of: name) { return .item(number) }
        return prefixes.contains(name) ? .absent : nil
    }

    /// The names of the catch-alls whose segments can be added.
    var catchAlls: [String] {
        pattern.takesWholeRest ? path.catchAllNames.dropLast() : path.catchAllNames
    }

    /// The names of all captures, without repeats.
    var names: [String] {
        let names = hosts + pathNames + pattern.itemCaptures
        return names + prefixes.subtracting(names)
    }
}
