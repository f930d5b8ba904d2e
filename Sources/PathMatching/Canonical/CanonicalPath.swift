/// Why a path has no canonical form, and where.
package struct PathTextError: Error, Hashable {
    /// The reasons why a path has no canonical form.
    package enum Reason: String, Sendable {
        /// A segment is `.` or `..`, plain or percent-encoded.
        case dotSegment = "dot-segment"
        /// A control character (U+0000–U+001F, U+007F–U+009F), plain or percent-encoded.
        case controlCharacter = "control-character"
        /// A percent sign without two hexadecimal digits after it.
        case malformedEscape = "malformed-escape"
        /// Bytes that are not UTF-8, plain or percent-encoded.
        case invalidUTF8 = "invalid-utf8"
        /// The path does not begin with a slash.
        case notAbsolute = "not-absolute"

        /// The end of a sentence that begins with what has the text, and the way out.
        package func text(at offset: Int) -> (obstacle: String, remedy: String) {
            switch self {
            case .dotSegment:
                ("has a dot segment at byte \(offset)", "write it without '.' and '..'")
            case .controlCharacter: ("has a control character at byte \(offset)", "remove it")
            case .malformedEscape:
                (
                    "has a '%' without two hexadecimal digits at byte \(offset)",
                    "write '%25' for a percent sign"
                )
            case .invalidUTF8:
                (
                    "has bytes that are not UTF-8 at byte \(offset)",
                    "percent-encode the UTF-8 bytes of the text"
                )
            case .notAbsolute: ("does not begin with a slash", "write one before it")
            }
        }
    }

    /// The reason.
    package let reason: Reason

    /// Where the problem begins, as an offset in the bytes that were given.
    package let offset: Int

    /// Creates an error.
    package init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The same error for a text that begins `offset` bytes earlier.
    package func moved(by offset: Int) -> PathTextError {
        PathTextError(reason: reason, offset: self.offset + offset)
    }
}

/// The one spelling of a path that is stored, compared and matched.
///
/// A canonical path begins with `/` and does not end with one, unless it is the root. It has no empty segments and no dot
/// segments. The members of ``ByteSet/segment`` stand for themselves; all other bytes are `%XX` in upper case, so `%2F`
/// is data and never a separator. It decodes to UTF-8 without control characters. Nothing is normalized: composed and
/// decomposed accents are different bytes and different paths, as they are for browsers and servers. The canonical form
/// of a canonical path is the path itself.
package enum CanonicalPath {
    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")
    static let percent = UInt8(ascii: "%")

    /// Whether `path` is spelled canonically.
    ///
    /// - Complexity: O(*n*); a path of more than 16 bytes, all of them common ones, is read sixteen bytes at a time.
    package static func isCanonical(_ path: ByteView) -> Bool {
        path.count > 0 && path[0] == slash
            && (path.isPlainPath(from: 0) || isSpelledCanonically(path))
    }

    /// The canonical spelling of `path`, as bytes.
    ///
    /// - Parameter path: A path's text, which may be percent-encoded in full, in part or not at all.
    /// - Returns: The canonical bytes, all of them ASCII.
    /// - Throws: The first error from the left.
    package static func canonical(_ path: ByteView) throws(PathTextError) -> [UInt8] {
        guard path.count > 0, path[0] == slash else {
            throw PathTextError(reason: .notAbsolute, offset: 0)
        }
        var result: [UInt8] = []
        result.reserveCapacity(path.count + path.count / 4)
        try path.forEachSegment(in: 1..<path.count) { (segment) throws(PathTextError) in
            result.append(slash)
            let start = result.count
            do throws(PathTextError) {
                try appendSpelling(of: path[segment], to: &result)
            } catch {
                throw error.moved(by: segment.lowerBound)
            }
            guard !isDotSegment(result[start...]) else {
                throw PathTextError(reason: .dotSegment, offset: segment.lowerBound)
            }
        }
        if result.isEmpty {
            result.append(slash)
        }
        return result
    }

    /// Appends text with canonical escapes, without checking for a dot segment; a slash is data and becomes `%2F`.
    static func appendSpelling(of text: ByteView, to result: inout [UInt8]) throws(PathTextError) {
        var cursor = ScalarCursor(text)
        var offset = 0
        while let scalar = try cursor.next() {
            guard !isControl(scalar) else {
                throw PathTextError(reason: .controlCharacter, offset: offset)
            }
            for byte in scalar.utf8 {
                PercentEncoding.append(byte, keeping: .segment, to: &result)
            }
            offset = cursor.offset
        }
    }

    /// Whether a canonical segment is `.` or `..`.
    static func isDotSegment(_ segment: ArraySlice<UInt8>) -> Bool {
        (1...2).contains(segment.count) && segment.allSatisfy { $0 == dot }
    }

    /// Decodes percent-encoded text once.
    ///
    /// - Parameter encoded: The text. `+` stands for itself.
    /// - Returns: The decoded text, or nil when an escape is malformed or the bytes are not UTF-8.
    package static func decode(_ encoded: ByteView) -> String? {
        try? PercentEncoding.decode(encoded)
    }
}

extension CanonicalPath {
    /// Whether a path that begins with a slash is canonical, byte by byte.
    @inline(never)
    private static func isSpelledCanonically(_ path: ByteView) -> Bool {
        var offset = 1
        while offset < path.count {
            guard path[offset] != slash else { return false }
            if path[offset] == dot, isDotSegment(path, at: offset) { return false }
            offset = path.firstOffset(outside: .segment, from: offset)
            while offset < path.count, path[offset] == percent {
                guard let end = endOfEscapes(of: path, from: offset) else { return false }
                offset = path.firstOffset(outside: .segment, from: end)
            }
            guard offset < path.count else { return true }
            guard path[offset] == slash else { return false }
            offset &+= 1
        }
        // The path ends with a slash, so it is canonical only if it is the root.
        return path.count == 1
    }

    /// Where the escaped character at `offset` ends, or nil if it is not canonical.
    private static func endOfEscapes(of path: ByteView, from offset: Int) -> Int? {
        var cursor = ScalarCursor(path, at: offset)
        guard let scalar = try? cursor.next(), !isControl(scalar),
            !scalar.isASCII || !ByteSet.segment.contains(UInt8(ascii: scalar))
        else { return nil }
        for index in offset..<cursor.offset {
            // Plain bytes from 0x80 and lower-case hexadecimal digits are not canonical.
            guard ByteSet.canonicalEscape.contains(path[index]) else { return nil }
        }
        return cursor.offset
    }

    /// Whether the segment that begins at `offset` with a dot is `.` or `..`.
    private static func isDotSegment(_ path: ByteView, at offset: Int) -> Bool {
        var end = offset + 1
        if end < path.count, path[end] == dot {
            end += 1
        }
        return end == path.count || path[end] == slash
    }

    /// Whether a scalar is one of Unicode's control characters (general category Cc).
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
