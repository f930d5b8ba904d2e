/// Tries patterns in turn, most specific first, over the path's bytes: as fast as a plain loop can be.
///
/// It finds the pattern but no captures, so it allocates only where a segment is neither plain text nor a plain capture.
struct LinearScan {
    private enum Segment {
        case literal([UInt8])
        case capture
        case other([LinearMatcher.Piece])
    }

    private let routes: [(index: Int, segments: [Segment])]

    init(_ patterns: [String]) {
        routes = LinearMatcher(patterns).order.map { index in
            let segments = LinearMatcher.split(patterns[index]).map { segment -> Segment in
                let pieces = LinearMatcher.pieces(of: segment)
                return switch (pieces.count, pieces.first) {
                case (1, .literal): .literal(Array(segment.utf8))
                case (1, .capture(constraint: nil)): .capture
                default: .other(pieces)
                }
            }
            return (index, segments)
        }
    }

    /// The index of the first pattern that matches the whole of `path`, which must begin but not end with a slash.
    func match(_ path: String) -> Int? {
        // SAFETY: The bytes are lent for the call, and each index is compared with their count before it is read.
        unsafe path.utf8.withContiguousStorageIfAvailable { bytes in
            for route in routes where unsafe Self.matches(bytes, route.segments, path) {
                return route.index
            }
            return nil
        } ?? nil
    }

    private static func matches(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ segments: [Segment],
        _ path: String
    ) -> Bool {
        let slash = UInt8(ascii: "/")
        var start = 0
        for segment in segments {
            guard start < bytes.count else { return false }
            start += 1
            let first = start
            switch segment {
            case .literal(let text):
                guard text.count <= bytes.count - start else { return false }
                for byte in text {
                    guard unsafe bytes[start] == byte else { return false }
                    start += 1
                }
                guard unsafe start == bytes.count || bytes[start] == slash else { return false }
            case .capture, .other:
                while start < bytes.count, unsafe bytes[start] != slash { start += 1 }
                guard start > first else { return false }
            }
            if case .other(let pieces) = segment {
                let text = unsafe Substring(decoding: bytes[first..<start], as: UTF8.self)
                guard LinearMatcher.captures(of: text, by: pieces[...]) != nil else { return false }
            }
        }
        return start == bytes.count || bytes.count == 1
    }
}
