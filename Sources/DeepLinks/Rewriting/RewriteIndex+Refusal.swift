import PathMatching

extension RewriteIndex {
    /// An error as it leaves the rewriter: with its place in the whole text, not only in the link without white space around it, its
    /// source and the number of wrappers.
    @inline(never)
    func refusal(
        _ error: RewriteError,
        of text: ByteView,
        _ range: Range<Int>,
        _ source: Int?,
        _ wrappers: Int
    ) -> RewriteError {
        var error = error
        error.wrappers = wrappers
        let link = text[range]
        if error.reason == .missingScheme, wrappers == 0, link.starts(with: "/".utf8),
            !link.starts(with: "//".utf8)
        {
            error.ownRemedy = RewriteError.internalLink
        }
        if text.count > limits.bytes {
            // Only the source is read, from the part within the limit.
            let start = text[0..<limits.bytes]
            error.source = nameOfSource(ofRefused: start[start.trimmed], isCut: true)
        } else {
            error.offset += range.lowerBound
            error.source = source.map { sources[$0].name } ?? nameOfSource(ofRefused: text[range])
        }
        return error
    }

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
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
        var port: UInt16?
        let decoded = withBytes(of: Array(host ?? authority)) { text in
            let (host, digits) = text.splitPort(0..<text.count)
            port = digits.flatMap { HostPattern.port(String(text[$0])) }
            return try? PercentEncoding.decode(text[host])
        }
        guard var name = decoded else { return nil }
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        let usualPort: UInt16 = isSecure ? 443 : 80
        return withBytes(of: name) { name in
            hosts.source(of: name, port: port == nil || port == usualPort ? 0 : port ?? 0)
        }.map { sources[$0].name }
    }
}
