import PathMatching

extension RewriteIndex {
    /// The source of a link, and the capture of its host.
    struct Located {
        /// The source's number.
        let source: Int
        /// The name of the host's capture, and its text in lower case.
        var capture: (name: String, text: String)?
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
            throw RewriteError(.malformedHost(flaw), in: .host, at: start + offset)
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
            guard !hosts.knows(name, isAddress: isAddress) else {
                let at = digits?.lowerBound ?? host.upperBound
                throw RewriteError(.unknownPort(Int(port)), in: .port, at: at)
            }
            throw RewriteError(
                isAddress ? .malformedHost(.address) : .unknownHost(bytes.text(host)),
                in: .host,
                at: start
            )
        }
        let source = sources[located.source]
        guard isSecure || source.allowsHTTP else {
            throw RewriteError(.insecureScheme, in: .scheme, at: 0, source: source.name)
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
