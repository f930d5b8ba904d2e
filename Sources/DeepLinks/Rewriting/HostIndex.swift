package import PathMatching

/// The configured hosts, found by the bytes of a link's host.
///
/// Host patterns are stored as path patterns whose segments are the port and the labels from right to left:
/// `{shop}.example.com` is `/0/com/example/{shop}`, as 0 is the default port. So the precedence is that of paths: a label that
/// is written out, a capture with a constraint, a capture without one, a wildcard.
package struct HostIndex: Sendable {
    private(set) var exact = NameTable()
    /// The source for each pattern, and the name of its capture; the labels of a wildcard have no name.
    package private(set) var patterns = PathTrie<(source: Int, capture: String?)>()
    /// The source for hosts that no other source names, and the name of its capture.
    private(set) var anyHost: (source: Int, name: String)?
    /// The ports of all hosts; 0 is the default port.
    private var ports: Set<UInt16> = []

    var isEmpty: Bool { ports.isEmpty }

    /// Adds a host.
    ///
    /// - Returns: The source that has it already, or nil if it was added.
    mutating func insert(_ host: HostPattern, source: Int) -> Int? {
        let port = host.port ?? 0
        ports.insert(port)
        guard let path = host.path else {
            return exact.insert(Array(host.name.utf8), port: port, source: source)
        }
        let capture: String? = if case .capture(let name) = host.prefix { name } else { nil }
        return patterns.insertIfAbsent((source, capture), at: path)?.source
    }

    /// Adds the source for hosts that no other source names.
    ///
    /// - Returns: The source that is there already, or nil if it was added.
    mutating func insertAnyHost(as name: String, source: Int) -> Int? {
        if let anyHost { return anyHost.source }
        ports.insert(0)
        anyHost = (source, name)
        return nil
    }

    /// The source of a host that has no ``HostFlaw`` or looks like an address; port 0 is the default port.
    ///
    /// An address is found only if exactly this text is configured, because text that looks like an address can contain anything.
    func match(_ host: ByteView, port: UInt16, isAddress: Bool) -> RewriteIndex.Located? {
        if let found = named(host, port: port, isAddress: isAddress) { return found }
        // A host that a source names on another port belongs to that source.
        guard port == 0, let anyHost, !isAddress,
            !ports.contains(where: { named(host, port: $0, isAddress: false) != nil })
        else { return nil }
        let text = String(decoding: host.map(ByteSet.lowercased), as: UTF8.self)
        // A single label is `localhost` or a machine of the local network, no more a stranger's server than an address is.
        guard text.contains("."), !Self.hasInternationalizedLabel(text) else { return nil }
        let capture = HostCapture(name: anyHost.name, text: text)
        return RewriteIndex.Located(source: anyHost.source, capture: capture)
    }

    /// Whether a host is found on any port.
    func knows(_ host: ByteView, isAddress: Bool) -> Bool {
        ports.contains { match(host, port: $0, isAddress: isAddress) != nil }
    }

    /// The source of a host on a port or, if no source names it there, on the lowest port where one does; nil if there is none.
    func source(of host: ByteView, port: UInt16) -> Int? {
        namedSource(of: host, port: port)
            ?? match(host, port: 0, isAddress: HostFlaw.flaw(inName: host) != nil)?.source
    }

    /// The same, without the source for any host.
    func namedSource(of host: ByteView, port: UInt16) -> Int? {
        let flaw = HostFlaw.flaw(inName: host)?.flaw
        guard flaw == nil || flaw == .address else { return nil }
        for port in [port] + ports.inOrder(by: <) {
            if let source = exact.source(of: host, port: port) { return source }
            // Association files have no rule about `xn--` labels, so here a pattern takes them, too.
            let path = Self.path(of: Array(host), port: port)
            if let found = patterns.match(path) { return found.value.source }
        }
        return nil
    }

    /// The match of a host that a source names, exactly or by a pattern.
    private func named(_ host: ByteView, port: UInt16, isAddress: Bool) -> RewriteIndex.Located? {
        if let source = exact.source(of: host, port: port) {
            return RewriteIndex.Located(source: source)
        }
        guard !isAddress, patterns.count > 0,
            let match = patterns.match(Self.path(of: Array(host), port: port)),
            let text = match[capture: 0],
            // A browser validates such a label, and may reject the host or show another one. A label that is configured was checked before.
            !Self.hasInternationalizedLabel(text)
        else { return nil }
        return RewriteIndex.Located(
            source: match.value.source,
            capture: match.value.capture.map { HostCapture(name: $0, text: text) }
        )
    }

    /// A host as a path: its port, then its labels in lower case from right to left.
    static func path(of host: [UInt8], port: UInt16) -> String {
        let labels = host.map(ByteSet.lowercased).split(separator: UInt8(ascii: "."))
        let texts = labels.reversed().map { String(decoding: $0, as: UTF8.self) }
        return "/\(port)/" + texts.joined(separator: "/")
    }

    /// Whether any of the lower-case labels, separated by dots or slashes, begins with `xn--`.
    private static func hasInternationalizedLabel(_ labels: String) -> Bool {
        labels.split { $0 == "." || $0 == "/" }.contains { $0.hasPrefix("xn--") }
    }
}

/// The part of a host that is captured.
///
/// It is an object, because few hosts have one, and then a reference is all that is passed on.
final class HostCapture: Sendable {
    let name: String
    /// Its text in lower case.
    let text: String

    init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
