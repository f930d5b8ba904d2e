package import PathMatching

extension String {
    /// The text with its ASCII letters in lower case.
    ///
    /// `lowercased()` also turns a Kelvin sign into `k`, so it would confuse one host or scheme with another.
    package var asciiLowercased: String {
        String(decoding: utf8.map(ByteSet.lowercased), as: UTF8.self)
    }

    /// The text with an escape for each byte that is not in `plain`.
    package func percentEncoded(keeping plain: ByteSet) -> String {
        // Most names and many values have nothing to encode.
        if withBytes(of: self, { $0.contains(only: plain) }) { return self }
        var bytes: [UInt8] = []
        withBytes(of: self) { PercentEncoding.append($0, keeping: plain, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ByteView {
    /// The range of the text without the ASCII white space around it.
    package var trimmed: Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool {
            switch byte {
            // Space, tab, line feed, form feed, carriage return.
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
            default: false
            }
        }
        var (start, end) = (0, count)
        while start < end, isBlank(self[start]) { start += 1 }
        while start < end, isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}

extension String {
    /// The text without ASCII white space around it.
    package var withoutBlanksAround: String {
        withBytes(of: self) { bytes in
            let inner = bytes.trimmed
            return inner.count == bytes.count ? self : String(bytes[inner])
        }
    }
}
