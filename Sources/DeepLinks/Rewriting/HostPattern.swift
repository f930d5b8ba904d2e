import PathMatching

/// A configured host, such as `mydomain.io`, `*.example.com`, `{shop}.example.com` or `{language:en|de}.example.com`, with or
/// without a port.
package struct HostPattern: Hashable, Sendable {
    /// The part before the name.
    package enum Prefix: Hashable, Sendable {
        /// Nothing: the name is the host.
        case none
        /// One label, captured under this name.
        case capture(String)
        /// One or more labels.
        case wildcard
    }

    package let prefix: Prefix

    /// The capture's constraint in lower case, with its colon; empty if there is none.
    package let constraint: String

    /// The host in lower case, without the prefix, the dot after it, and the port.
    package let name: String

    /// The port, if it is not the default one.
    package let port: UInt16?

    /// The pattern of the hosts as paths, see ``HostIndex``; nil if the name is the host.
    let path: PathPattern?

    /// Reads the configured spelling of a host; with `allowsHTTP`, port 80 is a default port too.
    package init(_ text: String, allowsHTTP: Bool) throws(RuleFlaw) {
        do throws(ErrorText) {
            let written = Array(text.utf8)[...]
            guard !written.contains(UInt8(ascii: "/")) else {
                throw ErrorText(
                    "has a scheme or a path",
                    "write only the host, and a path in the rules"
                )
            }
            if let spelling = HostAddress.spelling(of: "[\(text)]") {
                throw ErrorText("is an address without brackets", "write '\(spelling)'")
            }
            let labels = BracedText.split(written, at: ".", maxSplits: 1)
            let isWildcard = labels[0].elementsEqual("*".utf8)
            let isPattern = labels.count == 2 && (isWildcard || BracedText.isCapture(labels[0]))
            let rest = isPattern ? labels[1] : written
            let labelsAndPort = rest.dropLast(rest.suffix(2).elementsEqual(":*".utf8) ? 1 : 0)
            guard !labelsAndPort.contains(where: { "*{}".utf8.contains($0) }) else {
                throw Self.misplaced
            }
            let (host, port) = try Self.splitPort(Array(rest), allowsHTTP: allowsHTTP)
            name = String(decoding: host.map(ByteSet.lowercased), as: UTF8.self)
            self.port = port
            if !isPattern, HostAddress.spelling(of: name) == name {
                (prefix, constraint, path) = (.none, "", nil)
                return
            }
            if let (flaw, _) = withBytes(of: name, { HostFlaw.flaw(inName: $0) }) {
                let spelling = HostAddress.spelling(of: name)
                let remedy = spelling.map { "write the address as browsers do, '\($0)'" }
                throw ErrorText(flaw.rawValue, remedy ?? flaw.remedy)
            }
            guard isPattern else {
                (prefix, constraint, path) = (.none, "", nil)
                return
            }
            let first = isWildcard ? "{*labels}" : try Self.lowercased(capture: labels[0])
            let start = HostIndex.path(of: Array(name.utf8), port: port ?? 0)
            let pattern: PathPattern
            do { pattern = try PathPattern("\(start)/\(first)") } catch {
                // Some ways out are only for paths, such as a catch-all.
                let isOfPath = first.hasSuffix(":path}") || first.contains("?")
                throw isOfPath ? Self.malformedCapture : error.reason.text
            }
            let capture = pattern.captures[0]
            guard isWildcard || !capture.isCatchAll else { throw Self.misplaced }
            prefix = isWildcard ? .wildcard : .capture(capture.name)
            constraint = capture.constraintText
            path = pattern
        } catch {
            throw RuleFlaw("malformed-host", error.after("the host '\(text)' "))
        }
    }

    private static let malformedCapture = ErrorText(
        "has a malformed capture",
        "write one such as '{shop}' or '{language:en|de}'"
    )

    private static let misplaced = ErrorText(
        "has a '*' or a capture that is not its whole first label, with a name behind it",
        "write '*.example.com' or '{shop}.example.com', or a Domain with 'anyHostAs' for any host"
    )

    /// A capture with its words in lower case, as hosts are compared.
    private static func lowercased(capture: ArraySlice<UInt8>) throws(ErrorText) -> String {
        guard capture.contains(UInt8(ascii: "|")) else {
            return String(decoding: capture, as: UTF8.self)
        }
        let (name, rest) = (capture.prefix { $0 != colon }, capture.drop { $0 != colon })
        let constraint = String(decoding: rest.map(ByteSet.lowercased), as: UTF8.self)
        let words = constraint.dropFirst().dropLast().split(separator: "|")
        // Browsers validate an `xn--` label and may show another one, so it matches only where it is written out as a host.
        guard words.joined().utf8.allSatisfy(ByteSet.hostLabel.contains),
            !words.contains(where: { $0.hasPrefix("xn--") })
        else {
            throw ErrorText(
                "has a word in its capture that is not a label, or begins with 'xn--'",
                "use letters, digits, '-' and '_', and list a host with other letters by itself, as it stands in links"
            )
        }
        return String(decoding: name, as: UTF8.self) + constraint
    }

    private static let colon = UInt8(ascii: ":")

    /// Splits a port off the end.
    private static func splitPort(
        _ text: [UInt8],
        allowsHTTP: Bool
    ) throws(ErrorText) -> (host: ArraySlice<UInt8>, port: UInt16?) {
        let (host, digits) = withBytes(of: text) { $0.splitPort(0..<$0.count) }
        guard let digits else { return (text[host], nil) }
        guard let port = port(String(decoding: text[digits], as: UTF8.self)) else {
            throw ErrorText(
                "has a ':' without a number from 1 to 65535 behind it",
                "write only the host, and a port if it is not the usual one"
            )
        }
        return (text[host], port == 443 || (allowsHTTP && port == 80) ? nil : port)
    }

    /// The port with the given digits; nil unless it is a number from 1 to 65535 without leading zeros.
    static func port(_ digits: String) -> UInt16? {
        UInt16(digits).flatMap { $0 > 0 && "\($0)" == digits ? $0 : nil }
    }
}

extension String {
    /// Whether the text is a pattern for several hosts: `*.example.com` or `{shop}.example.com`.
    var isHostPattern: Bool { utf8.contains { $0 == 0x2A || $0 == 0x7B } }
}

// MARK: - Addresses

extension HostPattern {
    /// Whether the host is an address, spelled as browsers write it.
    package var isAddress: Bool { prefix == .none && HostAddress.spelling(of: name) == name }

    /// Whether the text is four numbers from 0 to 255 without leading zeros.
    package static func isPlainIPv4(_ text: String) -> Bool {
        !text.hasPrefix("[") && HostAddress.spelling(of: text) == text
    }
}
