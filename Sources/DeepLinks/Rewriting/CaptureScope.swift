import PathMatching

/// The captures that a rule's internal side may name, and where the text of each is found.
struct CaptureScope {
    let path: PathPattern
    let pattern: ExternalPattern

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
        self.pattern = pattern
        self.hosts = hosts
        self.prefixes = prefixes
    }

    /// Throws if two captures have the same name.
    func check() throws(RuleFlaw) {
        // The captures of each of them have distinct names.
        guard !hosts.isEmpty || !pattern.itemCaptures.isEmpty else { return }
        let names = path.captureNames
        if let name = names.first(where: hosts.contains) { throw RuleFlaw(.duplicateCapture(name)) }
        for name in pattern.itemCaptures where hosts.contains(name) || names.contains(name) {
            throw RuleFlaw(.duplicateCapture(name))
        }
    }

    /// Where a capture's text is found; nil if there is no such capture.
    subscript(name: String) -> CaptureSlot? {
        let names = path.captureNames
        if let number = names.firstIndex(of: name) {
            return pattern.takesWholeRest && number == names.count - 1
                ? .rest(number) : .path(number)
        }
        if let number = hosts.firstIndex(of: name) { return .host(number) }
        if let number = pattern.itemCaptures.firstIndex(of: name) { return .item(number) }
        return prefixes.contains(name) ? .absent : nil
    }

    /// The name of the catch-all, if the path ends in one whose segments can be added.
    var catchAll: String? {
        path.endsInCatchAll && !pattern.takesWholeRest ? path.captureNames.last : nil
    }

    /// The names of all captures, without repeats.
    var names: [String] {
        let names = hosts + path.captureNames + pattern.itemCaptures
        return names + prefixes.subtracting(names)
    }
}
