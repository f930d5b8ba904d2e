import PathMatching

/// Where an external link says that it comes from, as offsets into its bytes.
///
/// The grammar of origins and of ``ExternalLinkParts`` is a strict part of what browsers read: it refuses whatever a
/// browser would repair, or read in another way than the bytes say. Nothing is decoded and nothing copied.
enum ExternalOrigin {
    /// `https` or `http`, with what stands between the slashes and the path.
    case web(isSecure: Bool, authority: Range<Int>)
    /// Another scheme, before a colon.
    case custom(scheme: Range<Int>)

    /// Whether nothing follows the host, which may go on where a link was cut.
    func reachesEnd(of bytes: ByteView) -> Bool {
        guard case .web(_, let authority) = self else { return false }
        return authority.upperBound == bytes.count
    }
}

extension ExternalOrigin {
    /// `https://` and `http://`, as little-endian words.
    private static let https: UInt64 = 0x2F2F_3A73_7074_7468
    private static let http: UInt64 = 0x002F_2F3A_7074_7468
    /// What makes the letters of both lower case; no other byte becomes a letter by it.
    private static let caseOfHTTPS: UInt64 = 0x20_2020_2020
    private static let caseOfHTTP: UInt64 = 0x2020_2020

    /// Reads the beginning of a link, without white space around it.
    init(_ bytes: ByteView) throws(RewriteError) {
        let word = bytes.word(at: 0)
        if word | Self.caseOfHTTPS == Self.https {
            let end = bytes.firstOffset(ofAny: 0x2F, 0x3F, 0x23, from: 8)
            self = .web(isSecure: true, authority: 8..<end)
        } else if (word | Self.caseOfHTTP) & 0x00FF_FFFF_FFFF_FFFF == Self.http {
            let end = bytes.firstOffset(ofAny: 0x2F, 0x3F, 0x23, from: 7)
            self = .web(isSecure: false, authority: 7..<end)
        } else {
            let colon = try Self.endOfScheme(bytes)
            try Self.refuseWebScheme(bytes, colon)
            self = .custom(scheme: 0..<colon)
        }
    }

    /// The place of the colon after the scheme (RFC 3986 §3.1).
    private static func endOfScheme(_ bytes: ByteView) throws(RewriteError) -> Int {
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: ":"), offset > 0 { return offset }
            let set = offset == 0 ? ByteSet.letters : ByteSet.scheme
            guard set.contains(byte) else { break }
            offset += 1
        }
        throw RewriteError(.missingScheme, in: .scheme, at: offset)
    }

    /// Refuses `https:` and `http:` without two slashes, which browsers repair.
    private static func refuseWebScheme(_ bytes: ByteView, _ colon: Int) throws(RewriteError) {
        let scheme = bytes[0..<colon].word(at: 0)
        let isWeb =
            colon == 5 && scheme | caseOfHTTPS == https & 0xFF_FFFF_FFFF
            || colon == 4 && scheme | caseOfHTTP == http & 0xFFFF_FFFF
        guard isWeb else { return }
        for offset in (colon + 1)..<min(colon + 3, bytes.count)
        where bytes[offset] == UInt8(ascii: "\\") {
            throw RewriteError(.backslash, in: .host, at: offset)
        }
        throw RewriteError(.missingHost, in: .host, at: colon + 1)
    }
}

/// What follows a link's origin, as offsets into its bytes.
///
/// A part may be empty, and is nil if the mark before it is not there.
struct ExternalLinkParts {
    /// The whole link.
    let bytes: ByteView

    /// The path with its leading slash, or without one, or empty.
    var path: Range<Int>

    /// The part of the link that the path stands in.
    var pathPart = RewriteError.Part.path

    /// What stands between the question mark and the fragment.
    let query: Range<Int>?

    /// The query in a fragment, if its source reads one there; it goes before the link's own.
    var fragmentQuery: Range<Int>?

    /// What stands after the number sign, unless it is the path or a query.
    var fragment: Range<Int>?

    /// Cuts the rest of a link.
    ///
    /// - Throws: What makes it unreadable: the place of a host in a custom scheme's link that holds more than a
    ///   segment, or a byte that no link has in its query or fragment. The path is not looked at.
    init(_ bytes: ByteView, after origin: ExternalOrigin) throws(RewriteError) {
        self.bytes = bytes
        let start: Int
        switch origin {
        case .web(_, let authority): start = authority.upperBound
        case .custom(let scheme):
            start = try Self.startOfCustomPath(bytes, from: scheme.upperBound + 1)
        }
        var end = bytes.firstOffset(ofAny: 0x3F, 0x23, 0x23, from: start)
        path = start..<end
        if end < bytes.count, bytes[end] == UInt8(ascii: "?") {
            let queryStart = end + 1
            end = try Self.endOfQuery(bytes, from: queryStart)
            query = queryStart..<end
        } else {
            query = nil
        }
        if end < bytes.count {
            fragment = (end + 1)..<bytes.count
            try Self.checkFragment(bytes, from: end + 1)
        } else {
            fragment = nil
        }
    }

    /// Where the path of a custom scheme begins: at the slash before its first segment, if there is one.
    ///
    /// `s://a/b`, `s:///a/b`, `s:/a/b` and `s:a/b` all have the path `/a/b`.
    private static func startOfCustomPath(
        _ bytes: ByteView,
        from start: Int
    ) throws(RewriteError) -> Int {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "/"),
            bytes[start + 1] == UInt8(ascii: "/")
        else { return start }
        let authority = (start + 2)..<bytes.firstOffset(ofAny: 0x2F, 0x3F, 0x23, from: start + 2)
        try checkCustomAuthority(bytes, authority)
        // With nothing in the host's place the path has a slash of its own.
        let hasOwnSlash =
            authority.isEmpty && authority.upperBound < bytes.count
            && bytes[authority.upperBound] == UInt8(ascii: "/")
        return hasOwnSlash ? start + 2 : start + 1
    }

    /// Refuses what could be read as something else than a first segment: user information, a port, an escape, an
    /// address.
    private static func checkCustomAuthority(
        _ bytes: ByteView,
        _ authority: Range<Int>
    ) throws(RewriteError) {
        if let at = bytes[authority].firstOffset(of: UInt8(ascii: "@")) {
            throw RewriteError(.userInfo, in: .host, at: authority.lowerBound + at)
        }
        for offset in authority {
            let byte = bytes[offset]
            guard !ByteSet.customAuthority.contains(byte) else { continue }
            switch byte {
            case UInt8(ascii: ":"): throw RewriteError(.unexpectedPort, in: .port, at: offset)
            case UInt8(ascii: "["):
                throw RewriteError(.malformedHost(.address, isCustom: true), in: .host, at: offset)
            default: throw .inHost(byte, at: offset, isCustom: true)
            }
        }
    }

    /// The place of the number sign after the query, or the link's end.
    private static func endOfQuery(_ bytes: ByteView, from start: Int) throws(RewriteError) -> Int {
        let end = bytes.endOfReadable(from: start)
        guard end == bytes.count || bytes[end] == UInt8(ascii: "#") else {
            throw .unreadable(bytes[end], in: .query, at: end)
        }
        return end
    }

    private static func checkFragment(_ bytes: ByteView, from start: Int) throws(RewriteError) {
        for offset in start..<bytes.count where ByteSet.blank.contains(bytes[offset]) {
            throw .unreadable(bytes[offset], in: .fragment, at: offset)
        }
    }
}

extension RewriteError {
    /// The error for a byte that no host has.
    static func inHost(_ byte: UInt8, at offset: Int, isCustom: Bool = false) -> RewriteError {
        let flaw: HostFlaw
        switch byte {
        case UInt8(ascii: "%"): flaw = .percentSign
        case 0x80...: flaw = .nonASCII
        case _ where ByteSet.unreadable.contains(byte):
            return unreadable(byte, in: .host, at: offset)
        default: flaw = .character
        }
        return RewriteError(.malformedHost(flaw, isCustom: isCustom), in: .host, at: offset)
    }

    /// The error for a byte that no link has before its fragment.
    static func unreadable(_ byte: UInt8, in part: Part, at offset: Int) -> RewriteError {
        switch byte {
        case UInt8(ascii: " "): RewriteError(.space, in: part, at: offset)
        case UInt8(ascii: "\\"): RewriteError(.backslash, in: part, at: offset)
        default: RewriteError(.controlCharacter, in: part, at: offset)
        }
    }
}

extension ByteSet {
    /// The bytes of a scheme after its first letter.
    static let scheme = alphanumerics.union(ByteSet("+-."))

    /// The bytes of a registered name without escapes (RFC 3986 §3.2.2).
    static let customAuthority = unreserved.union(subDelimiters)

    /// The ASCII bytes that no link has before its fragment: control characters, space and backslash.
    static let unreadable = blank.union(ByteSet("\\"))
}

extension ByteView {
    /// The offset of the first of three bytes, which must not be 0, from `start` on, or the end.
    @inline(__always)
    func firstOffset(ofAny first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int) -> Int {
        firstMark(from: start) { word in
            Self.marks(word, first) | Self.marks(word, second) | Self.marks(word, third)
        }
    }

    /// The offset of the first number sign, backslash, space or control character from `start` on, or the end.
    @inline(__always)
    fileprivate func endOfReadable(from start: Int) -> Int {
        let end = firstMark(from: start) { Self.unreadable(in: $0, orUpTo: 0x23) }
        // Two more bytes are marked at first, since it takes longer to tell them apart, and few links have them.
        guard end < count, self[end] == 0x21 || self[end] == 0x22 else { return end }
        return firstMark(from: end &+ 1) { word in
            Self.unreadable(in: word, orUpTo: 0x20) | Self.marks(word, 0x23)
        }
    }

    /// The high bits of the bytes that are a backslash, U+007F, or at most `last`.
    @inline(__always)
    private static func unreadable(in word: UInt64, orUpTo last: UInt8) -> UInt64 {
        // Sums of seven bits do not carry from byte to byte.
        let low = word & repeating(0x7F)
        let afterLast = low &+ repeating(0x7F - last)
        let notBackslash = (low ^ repeating(0x5C)) &+ repeating(0x7F)
        let isDelete = low &+ repeating(1)
        return (~(afterLast & notBackslash) | isDelete) & ~word & repeating(0x80)
    }

    /// The offset of the first byte from `start` on whose high bit is set in what `marks` makes of its word, or the end.
    ///
    /// - Parameters:
    ///   - start: Where to begin.
    ///   - marks: Takes eight bytes, or fewer with zeros behind them, whose marks do not matter; the lowest mark is right.
    /// - Returns: Its offset in this view.
    @inline(__always)
    private func firstMark(from start: Int, _ marks: (UInt64) -> UInt64) -> Int {
        var offset = start
        while offset <= count &- 8 {
            let found = marks(wholeWord(at: offset))
            if found != 0 { return offset &+ found.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        guard offset < count else { return count }
        // With no mark at all, this is eight bytes on.
        return Swift.min(offset &+ marks(word(at: offset)).trailingZeroBitCount &>> 3, count)
    }

    /// `byte` eight times.
    @inline(__always)
    private static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// The high bits of the bytes that are `byte`, and perhaps of some behind them: the lowest is right.
    @inline(__always)
    private static func marks(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ repeating(byte)
        return (difference &- repeating(1)) & ~difference & repeating(0x80)
    }
}
