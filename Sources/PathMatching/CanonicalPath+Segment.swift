extension CanonicalPath {
    /// Appends the canonical spelling of one segment.
    ///
    /// - Parameters:
    ///   - segment: The segment's text, percent-encoded or not or in part. A slash in it is data and becomes `%2F`.
    ///   - result: What to append to; left as it was when the segment has no canonical spelling.
    /// - Throws: What stands in the way first, with its offset in `segment`.
    package static func appendCanonicalSegment(
        _ segment: ByteView,
        to result: inout [UInt8]
    ) throws(PathTextError) {
        let start = result.count
        do throws(PathTextError) {
            if try !appendASCII(segment, to: &result) {
                result.removeSubrange(start...)
                try appendComposed(segment, to: &result)
            }
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

    /// Appends data, which no escapes are read in, as the canonical spelling of a segment or a part of one.
    ///
    /// A percent sign becomes `%25` and a slash `%2F`, so that data never adds a segment. Whether the whole is a
    /// dot segment, holds a control character or joins a mark to what was appended before is not looked at here:
    /// check the finished path with `isCanonical(_:)`.
    ///
    /// - Parameters:
    ///   - data: The text as UTF-8. Bytes that are not UTF-8 are encoded as they are.
    ///   - result: What to append to.
    package static func appendEncoding(_ data: ByteView, to result: inout [UInt8]) {
        let start = result.count
        for index in 0..<data.count {
            if data[index] >= 0x80 {
                result.removeSubrange(start...)
                appendComposedEncoding(data, to: &result)
                return
            }
            appendEncoded(data[index], to: &result)
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
    /// Appends a segment that decodes to ASCII.
    ///
    /// - Returns: False, with a part of it appended, as soon as it turns out not to be ASCII.
    private static func appendASCII(
        _ segment: ByteView,
        to result: inout [UInt8]
    ) throws(PathTextError) -> Bool {
        var offset = 0
        while offset < segment.count {
            var byte = segment[offset]
            var length = 1
            if byte == percent {
                guard offset + 2 < segment.count, let high = hexValue(segment[offset + 1]),
                    let low = hexValue(segment[offset + 2])
                else { throw PathTextError(reason: .malformedEscape, offset: offset) }
                byte = high << 4 | low
                length = 3
            }
            guard byte < 0x80 else { return false }
            guard !isControl(UInt32(byte)) else {
                throw PathTextError(reason: .controlCharacter, offset: offset)
            }
            appendEncoded(byte, to: &result)
            offset += length
        }
        return true
    }

    private static func appendComposed(
        _ segment: ByteView,
        to result: inout [UInt8]
    ) throws(PathTextError) {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(segment.count)
        var cursor = ScalarCursor(segment)
        reading: while true {
            let offset = cursor.offset
            switch cursor.next() {
            case .scalar(let scalar):
                guard !isControl(scalar) else {
                    throw PathTextError(reason: .controlCharacter, offset: offset)
                }
                scalars.append(scalar)
            case .malformedEscape: throw PathTextError(reason: .malformedEscape, offset: offset)
            case .invalidUTF8: throw PathTextError(reason: .invalidUTF8, offset: offset)
            case .end: break reading
            }
        }
        appendComposed(&scalars, to: &result)
    }

    private static func appendComposedEncoding(_ data: ByteView, to result: inout [UInt8]) {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(data.count)
        var cursor = ScalarCursor(data, readsEscapes: false)
        while cursor.offset < data.count {
            if case .scalar(let scalar) = cursor.next() {
                scalars.append(scalar)
            } else {
                appendComposed(&scalars, to: &result)
                appendEncoded(data[cursor.offset], to: &result)
                cursor.skipByte()
            }
        }
        appendComposed(&scalars, to: &result)
    }

    /// Appends the composition of `scalars` and empties them.
    private static func appendComposed(_ scalars: inout [UInt32], to result: inout [UInt8]) {
        CanonicalComposition.compose(&scalars)
        for scalar in scalars {
            PercentEncoding.forEachUTF8Byte(of: scalar) { appendEncoded($0, to: &result) }
        }
        scalars.removeAll(keepingCapacity: true)
    }

    /// Appends a byte that stands for itself, or its escape.
    private static func appendEncoded(_ byte: UInt8, to result: inout [UInt8]) {
        PercentEncoding.append(byte, keeping: .segment, to: &result)
    }
}
