import PathMatching

extension RewriteIndex {
    /// The source of a link, and the capture of its host.
    struct Located {
        /// The source's number.
        let source: Int
        var capture: HostCapture?
    }

    /// Finds the source of a link.
    ///
    /// - Throws: An error if its scheme, host or port is malformed, or if no source has them.
    func locate(_ origin: ExternalOrigin, _ bytes: ByteView) throws(RewriteError) -> Located {
        switch origin {
        case .web(let isSecure, let authority):
            guard isSecure, let number = hosts.exact.source(of: bytes[authority]) else {
                return try locateHost(bytes, authority, isSecure: isSecure)
            }
            return Located(source: number)
        case .custom(let scheme):
            guard let number = schemes.source(of: bytes[scheme]) else {
                throw RewriteError(.unknownScheme(bytes.text(scheme)), in: .scheme, at: 0)
            }
            return Located(source: number)
        }
    }

    /// Whether a domain names the host of a web link or has a pattern for it; a domain for any host does not count.
    func namesHost(of link: String) -> Bool {
        withBytes(of: link) { text in
            let bytes = text[text.trimmed]
            guard let origin = try? ExternalOrigin(bytes), case .web(_, let authority) = origin,
                !authority.isEmpty, let host = try? Self.splitPort(bytes, authority).host
            else { return false }
            return hosts.namedSource(of: bytes[host], port: 0) != nil
        }
    }

    /// Finds the source of a host that its exact text did not find, or of an `http` link, or throws what is wrong with it.
    private func locateHost(
        _ bytes: ByteView,
        _ authority: Range<Int>,
        isSecure: Bool
    ) throws(RewriteError) -> Located {
        guard !hosts.isEmpty else {
            throw RewriteError(.unknownScheme(isSecure ? "https" : "http"), in: .scheme, at: 0)
        }
        let start = authority.lowerBound
        // Checked first, because user information can make the rest misleading.
        if let at = bytes[authority].firstOffset(of: UInt8(ascii: "@")) {
            throw RewriteError(.userInfo, in: .host, at: start + at)
        }
        guard !authority.isEmpty else { throw RewriteError(.missingHost, in: .host, at: start) }
        let (host, digits) = try Self.splitPort(bytes, authority)
        let flaw = HostFlaw.flaw(inName: bytes[host])
        // An address may be configured exactly as it is written.
        let isAddress = flaw?.flaw == .address
        if let (flaw, offset) = flaw, !isAddress {
            if flaw == .character { throw .inHost(bytes[start + offset], at: start + offset) }
            let arriving = flaw == .nonASCII ? String(bytes[host]).internationalizedHost : nil
            throw RewriteError(
                .malformedHost(flaw),
                in: .host,
                at: start + offset,
                remedy: arriving.map { "write it as links arrive with it, '\($0)'" }
            )
        }
        let usualPort: UInt16 = isSecure ? 443 : 80
        var port = usualPort
        if let digits {
            guard let number = HostPattern.port(String(bytes[digits])) else {
                throw RewriteError(.malformedPort, in: .port, at: digits.lowerBound)
            }
            port = number
        }
        let name = bytes[host]
        // Without `allowsHTTP`, port 80 is one that a host names.
        let ports = port == usualPort ? (isSecure ? [0] : [0, port]) : [port]
        let found = ports.lazy.compactMap {
            self.hosts.match(name, port: $0, isAddress: isAddress)
        }.first
        guard let located = found else {
            let text = bytes.text(host)
            if hosts.knows(name, isAddress: isAddress) {
                // With a default port, a host is written without it; another one cannot be added if its source folds it away.
                let allowsHTTP =
                    hosts.source(of: name, port: port).map { sources[$0].allowsHTTP } ?? false
                let isFolded = port == 443 || port == 80 && allowsHTTP
                let missing = port == usualPort ? text : "\(text):\(port)"
                throw RewriteError(
                    .unknownPort(Int(port)),
                    in: .port,
                    at: digits?.lowerBound ?? host.upperBound,
                    remedy: isFolded && port != usualPort
                        ? "remove the port"
                        : "add '\(missing)' to a Domain if such links are expected"
                )
            }
            guard isAddress else {
                let isBelow = hosts.namedSource(of: name, port: 0) != nil
                throw RewriteError(
                    .unknownHost(text),
                    in: .host,
                    at: start,
                    remedy: isBelow
                        ? "no pattern takes a label that begins with 'xn--', so add '\(text)' itself to a Domain if its links are expected"
                        : nil
                )
            }
            throw RewriteError(
                .malformedHost(.address),
                in: .host,
                at: start,
                remedy: HostAddress.spelling(of: text).map { spelling in
                    spelling == text
                        ? "add '\(text)' to a Domain if such links are expected"
                        : "write it as browsers do, '\(spelling)'"
                }
            )
        }
        guard isSecure || sources[located.source].allowsHTTP else {
            throw RewriteError(.insecureScheme, in: .scheme, at: 0)
        }
        return located
    }

    /// The host, and the text after its colon if it has one.
    private static func splitPort(
        _ bytes: ByteView,
        _ authority: Range<Int>
    ) throws(RewriteError) -> (host: Range<Int>, digits: Range<Int>?) {
        let start = authority.lowerBound
        let view = bytes[authority]
        guard view[0] == UInt8(ascii: "[") else {
            guard let colon = view.firstOffset(of: UInt8(ascii: ":")) else {
                return (authority, nil)
            }
            let digits = (start + colon + 1)..<authority.upperBound
            // A byte that no host or port may have is reported before a malformed port.
            for offset in digits where !ByteSet.digits.contains(bytes[offset]) {
                let byte = bytes[offset]
                if ByteSet.unreadable.contains(byte) || byte >= 0x80 || byte == UInt8(ascii: "%") {
                    throw .inHost(byte, at: offset)
                }
            }
            return (start..<(start + colon), digits)
        }
        let close = view.firstOffset(of: UInt8(ascii: "]")) ?? view.count
        let end = start + min(close + 1, view.count)
        if end == authority.upperBound { return (authority, nil) }
        guard bytes[end] == UInt8(ascii: ":") else {
            throw RewriteError(.malformedHost(.address), in: .host, at: start)
        }
        return (start..<end, (end + 1)..<authority.upperBound)
    }
}

// MARK: - Refused links

extension RewriteIndex {
    /// The name of the source that a refused link leads to, as far as its scheme and host can be read; nil if there is none.
    ///
    /// A browser that is given the link may open it in the app again, so the host is read as generously as a browser does:
    /// without user information, port and escapes, and with any number of slashes or backslashes before it.
    ///
    /// - Parameters:
    ///   - bytes: The link, without white space around it.
    ///   - isCut: Whether more text followed, so that a host at the end may be longer.
    /// - Returns: The first host or scheme of the source, or nil.
    func nameOfSource(ofRefused bytes: ByteView, isCut: Bool = false) -> String? {
        let colon = bytes.firstOffset(outside: .scheme)
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let scheme = bytes[0..<colon]
        let isSecure = withBytes(of: "https", scheme.isEqual(ignoringCase:))
        guard isSecure || withBytes(of: "http", scheme.isEqual(ignoringCase:)) else {
            return schemes.source(of: scheme).map { sources[$0].name }
        }
        let (slash, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))
        // Browsers remove these, wherever they are.
        let rest = bytes[(colon + 1)..<bytes.count].filter { ![0x09, 0x0A, 0x0D].contains($0) }
            .drop { $0 == slash || $0 == backslash }
        let authority = rest.prefix { !ByteSet.authorityEnd.contains($0) && $0 != backslash }
        guard !isCut || authority.endIndex < rest.endIndex else { return nil }
        var host = authority[
            (authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex)...
        ]
        var port: UInt16?
        // Colons inside the brackets of an address are skipped.
        let close = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        if let colon = host[close...].firstIndex(of: UInt8(ascii: ":")) {
            port = HostPattern.port(String(decoding: host[(colon + 1)...], as: UTF8.self))
            host = host[..<colon]
        }
        guard var name = withBytes(of: Array(host), { try? PercentEncoding.decode($0) }) else {
            return nil
        }
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        let usualPort: UInt16 = isSecure ? 443 : 80
        return withBytes(of: name) { name in
            hosts.source(of: name, port: port == nil || port == usualPort ? 0 : port ?? 0)
        }.map { sources[$0].name }
    }
}

extension ByteView {
    /// The ASCII text at `range` in lower case, truncated after 64 characters.
    fileprivate func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        for offset in range.prefix(64) {
            bytes.append(ByteSet.lowercased(self[offset]))
        }
        return String(decoding: bytes, as: UTF8.self) + (range.count > 64 ? "…" : "")
    }
}
