/// Patterns tried one after the other, most specific first, over the path's bytes: as quick as a plain loop can be.
///
/// It finds the pattern and keeps no captures, so it allocates only where a segment mixes captures and text.
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

    /// The index of the first pattern that matches all of `path`, which has a slash at its beginning and none at its end.
    func match(_ path: String) -> Int? {
        let bytes = path.utf8
        return routes.first { route in
            var start = bytes.startIndex
            for segment in route.segments {
                guard start < bytes.endIndex else { return false }
                start = bytes.index(after: start)
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
                switch segment {
                case .literal(let text):
                    guard bytes[start..<end].elementsEqual(text) else { return false }
                case .capture:
                    guard start < end else { return false }
                case .other(let pieces):
                    guard LinearMatcher.captures(of: path[start..<end], by: pieces[...]) != nil
                    else { return false }
                }
                start = end
            }
            return start == bytes.endIndex || path == "/"
        }?.index
    }
}
