import PathMatching

extension RewriteIndex {
    /// Finds the source of a host that its exact text did not find, or of an `http` link, or throws what is wrong with it.
    func locateHost(
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
        let (host, digits) = bytes.splitPort(authority)
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
            let text = bytes.text(host)
            let isUsual = port == usualPort
            let remedy =
                "add '\(text)\(isUsual ? "" : ":\(port)")' to a Domain if such links are expected"
            if hosts.knows(name, isAddress: isAddress) {
                let portless = isUsual ? nil : hosts.match(name, port: 0, isAddress: isAddress)
                // A port cannot be added if the host's source takes it for the usual one.
                let isFolded =
                    portless.map { port == 443 || port == 80 && sources[$0.source].allowsHTTP }
                    ?? false
                let ways =
                    (portless == nil ? [] : ["remove the port"]) + (isFolded ? [] : [remedy])
                throw RewriteError(
                    .unknownPort(Int(port)),
                    in: .port,
                    at: digits?.lowerBound ?? authority.upperBound,
                    remedy: ways.joined(separator: ", or ")
                )
            }
            guard isAddress else {
                let isPassedOver =
                    hosts.anyHost != nil || hosts.namedSource(of: name, port: 0) != nil
                throw RewriteError(
                    .unknownHost(text),
                    in: .host,
                    at: start,
                    remedy: isPassedOver
                        ? "no pattern takes labels that begin with 'xn--', and a Domain for any host takes no host of one label, so add '\(text)' itself to a Domain if its links are expected"
                        : nil
                )
            }
            throw RewriteError(
                .malformedHost(.address),
                in: .host,
                at: start,
                remedy: HostAddress.spelling(of: text).map { spelling in
                    spelling == text
                        ? remedy : "write it as browsers do, '\(spelling)'"
                }
            )
        }
        guard isSecure || sources[located.source].allowsHTTP else {
            throw RewriteError(.insecureScheme, in: .scheme, at: 0)
        }
        return located
    }
}

extension ByteView {
    /// The host of an authority, and the text after its colon if it has one; colons inside the brackets of an address are skipped.
    func splitPort(_ authority: Range<Int>) -> (host: Range<Int>, digits: Range<Int>?) {
        let text = self[authority]
        let start = text.firstOffset(of: UInt8(ascii: "@")).map { $0 + 1 } ?? 0
        let isAddress = start < text.count && text[start] == UInt8(ascii: "[")
        let mark = UInt8(ascii: isAddress ? "]" : ":")
        let end = text.firstOffset(of: mark, from: start) ?? text.count
        let colon = end + (isAddress ? 1 : 0)
        guard colon < text.count, text[colon] == UInt8(ascii: ":") else { return (authority, nil) }
        let port = authority.lowerBound + colon
        return (authority.lowerBound..<port, (port + 1)..<authority.upperBound)
    }

    /// The ASCII text at `range` in lower case, truncated after 64 characters.
    func text(_ range: Range<Int>) -> String {
        let bytes = self[range].prefix(64).map(ByteSet.lowercased)
        return String(decoding: bytes, as: UTF8.self) + (range.count > 64 ? "…" : "")
    }
}
