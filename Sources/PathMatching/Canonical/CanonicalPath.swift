/// Why a path has no canonical form, and where.
package struct PathTextError: Error, Hashable {
    /// The reasons why a path has no canonical form.
    package enum Reason: Hashable, Sendable {
        /// A segment is `.` or `..`, plain or percent-encoded.
        case dotSegment
        /// A control character (U+0000–U+001F, U+007F–U+009F), plain or percent-encoded.
        case controlCharacter
        /// A percent sign without two hexadecimal digits after it.
        case malformedEscape
        /// Bytes that are not UTF-8, plain or percent-encoded.
        case invalidUTF8
        /// The path does not begin with a slash.
        case notAbsolute
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
            do throws(PathTextError) {
                try appendCanonicalSegment(path[segment], to: &result)
            } catch {
                throw error.moved(by: segment.lowerBound)
            }
        }
        if result.isEmpty {
            result.append(slash)
        }
        return result
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
