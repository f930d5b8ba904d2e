extension CanonicalPath {
    /// Appends the canonical spelling of one segment.
    ///
    /// - Parameters:
    ///   - segment: The segment's text, percent-encoded in full, in part or not at all. A slash in it is data and becomes `%2F`.
    ///   - result: The bytes to append to; unchanged if the segment has no canonical spelling.
    /// - Throws: The first error from the left, with its offset in `segment`.
    package static func appendCanonicalSegment(
        _ segment: ByteView,
        to result: inout [UInt8]
    ) throws(PathTextError) {
        let start = result.count
        do throws(PathTextError) {
            try appendSpelling(of: segment, to: &result)
            let length = result.count - start
            guard !(1...2).contains(length) || result[start...].contains(where: { $0 != dot })
            else {
                throw PathTextError(reason: .dotSegment, offset: 0)
            }
        } catch {
            result.removeSubrange(start...)
            throw error
        }
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
    /// Appends a segment with canonical escapes, without checking for a dot segment.
    static func appendSpelling(
        of segment: ByteView,
        to result: inout [UInt8]
    ) throws(PathTextError) {
        var cursor = ScalarCursor(segment)
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
}
