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

    /// Reads the configured spelling of a host; with `allowsHTTP`, port 80 is a default port too.
    package init(_ text: String, allowsHTTP: Bool) throws(RuleFlaw) {
        do throws(ErrorText) {
            let written = Array(text.utf8)
            var rest = written[...]
            guard !rest.contains(UInt8(ascii: "/")) else {
                throw Self.address(text, allowsHTTP: allowsHTTP)
            }
            if let spelling = HostAddress.spelling(of: "[\(text)]") {
                throw ErrorText("is an address without brackets", "write '\(spelling)'")
            }
            (prefix, constraint) = try Self.takePrefix(from: &rest)
            port = try Self.takePort(from: &rest, allowsHTTP: allowsHTTP)
            name = String(decoding: rest.map(ByteSet.lowercased), as: UTF8.self)
            if isAddress { return }
            if let (flaw, _) = withBytes(of: name, { HostFlaw.flaw(inName: $0) }) {
                let before = String(decoding: written[..<rest.startIndex], as: UTF8.self)
                let after = String(decoding: written[rest.endIndex...], as: UTF8.self)
                throw Self.misspelling(flaw, of: name, between: before, after)
            }
        } catch {
            throw RuleFlaw("malformed-host", error.after("the host '\(text)' "))
        }
    }

    /// The obstacle and the way out for the address of a web page.
    private static func address(_ text: String, allowsHTTP: Bool) -> ErrorText {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let host = String(text[start...].prefix { $0 != "/" })
        let isHost = (try? HostPattern(host, allowsHTTP: allowsHTTP)) != nil
        return ErrorText(
            "has a scheme or a path",
            isHost ? "write '\(host)', and a path in the rules" : "write only the host"
        )
    }

    /// The obstacle, as the end of a sentence that begins with the host, and the way out for the flaw of a name, which stands
    /// behind the host's prefix and before its port.
    private static func misspelling(
        _ flaw: HostFlaw,
        of name: String,
        between prefix: String,
        _ port: String
    ) -> ErrorText {
        let labels = "write labels of letters, digits and '-' with single dots between them"
        let remedy =
            switch flaw {
            case .nonASCII: name.nonASCIIRemedy(behind: prefix, before: port)
            case .address:
                HostAddress.spelling(of: name).map { "write '\($0)\(port)', as browsers do" }
                    ?? "write an address such as '127.0.0.1' or '[::1]', or a name"
            case .tooLong, .longLabel: "no host is as long, so shorten it"
            case .empty, .emptyLabel, .trailingDot, .percentSign, .character: labels
            }
        return ErrorText(flaw.predicate, remedy)
    }

    private static let misplacedCapture = ErrorText(
        "has a capture that is not its whole first label, the only one that can be captured",
        "write '{shop}.example.com', or '*.example.com' for any labels"
    )

    /// The most bytes that a capture may have, braces included.
    private static let captureLimit = 1 << 15

    private static let colon = UInt8(ascii: ":")

    private static func takePrefix(
        from rest: inout ArraySlice<UInt8>
    ) throws(ErrorText) -> (prefix: Prefix, constraint: String) {
        if rest.prefix(while: { $0 != Self.colon }).elementsEqual("*".utf8) {
            throw ErrorText(
                "matches any host",
                "write '*.example.com' for those below one, or a Domain with 'anyHostAs'"
            )
        }
        if rest.suffix(2).elementsEqual(":*".utf8) {
            throw ErrorText(
                "has a '*' as its port",
                "list a host for each port, such as 'example.com:8080'"
            )
        }
        guard rest.first == UInt8(ascii: "{") else {
            let isWildcard = rest.starts(with: "*.".utf8)
            if isWildcard { rest = rest.dropFirst(2) }
            guard !rest.contains(UInt8(ascii: "*")) else {
                throw ErrorText(
                    "has a '*' that is not its whole first label",
                    "write '*.example.com'"
                )
            }
            guard !rest.contains(UInt8(ascii: "{")) else { throw misplacedCapture }
            return (isWildcard ? .wildcard : .none, "")
        }
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { throw misplacedCapture }
        let capture = rest[...close]
        rest = rest[(close + 1)...]
        if rest.isEmpty {
            throw ErrorText(
                "is a capture without a name behind it",
                "write '\(String(decoding: capture, as: UTF8.self)).example.com', or a Domain with 'anyHostAs' for any host"
            )
        }
        guard rest.first == UInt8(ascii: "."), !rest.contains(UInt8(ascii: "{")) else {
            throw misplacedCapture
        }
        rest = rest.dropFirst()
        guard let pattern = try? PathPattern("/" + String(decoding: capture, as: UTF8.self)),
            let segment = pattern.segments.first, segment.kind != .catchAll,
            pattern.segments.count == 1, let parsed = pattern.captures.first
        else {
            throw ErrorText(
                "has a malformed capture",
                "write one such as '{shop}' or '{language:en|de}'"
            )
        }
        // With the name's labels it has to fit into a path pattern; see `HostIndex`.
        guard capture.count <= captureLimit else {
            throw ErrorText(
                "has a capture of more than \(captureLimit) bytes",
                "write a shorter name or fewer words"
            )
        }
        for word in parsed.words { try checkLabel(String(decoding: word, as: UTF8.self)) }
        // Words match exactly, and hosts are compared in lower case.
        let constraint = parsed.constraintText.asciiLowercased
        guard (try? PathPattern("/{\(parsed.name)\(constraint)}")) != nil else {
            throw ErrorText(
                "has a word twice in its capture, in upper and lower case, which hosts do not distinguish",
                "remove one, or write a single word without braces"
            )
        }
        return (.capture(parsed.name), constraint)
    }

    /// Checks that a word in a capture's list can be a label.
    private static func checkLabel(_ word: String) throws(ErrorText) {
        let isLabel = withBytes(of: word) { $0.contains(only: .hostLabel) }
        // Browsers validate an `xn--` label and may show another one, so it matches only where it is written out as a host.
        let isEncoded = word.lowercased().hasPrefix("xn--")
        guard isLabel, word.utf8.count <= 63, !isEncoded else {
            let text = withBytes(of: word, CanonicalPath.decode) ?? word
            throw ErrorText(
                "has the word '\(text)' in its capture, which may have at most 63 letters, digits, '-' and '_', and no 'xn--' at its start",
                "correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'"
            )
        }
    }

    /// Takes a port from the end; colons inside the brackets of an address are skipped.
    private static func takePort(
        from rest: inout ArraySlice<UInt8>,
        allowsHTTP: Bool
    ) throws(ErrorText) -> UInt16? {
        guard let mark = rest.lastIndex(of: colon),
            !rest[mark...].contains(UInt8(ascii: "]"))
        else { return nil }
        let digits = String(decoding: rest[(mark + 1)...], as: UTF8.self)
        rest = rest[..<mark]
        guard let port = Self.port(digits) else {
            throw ErrorText(
                "has a ':' without a number from 1 to 65535 behind it",
                "write only the host, and a port if it is not the usual one"
            )
        }
        return port == 443 || (allowsHTTP && port == 80) ? nil : port
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
    package var isAddress: Bool {
        prefix == .none && HostAddress.spelling(of: name) == name
    }

    /// Whether the text is four numbers from 0 to 255 without leading zeros.
    package static func isPlainIPv4(_ text: String) -> Bool {
        !text.hasPrefix("[") && HostAddress.spelling(of: text) == text
    }
}
