package import PathMatching

/// A segment of a pattern as plain data, for who matches paths without a trie.
package enum SegmentOutline: Hashable, Sendable {
    /// Canonical text that must be the same.
    case literal(String)
    /// Captures with literal text among them or constraints.
    case mixed(MixedSegment)
    /// One whole segment, whatever it is.
    case plain
    /// One or more whole segments; none, too, if it is optional.
    case catchAll(isOptional: Bool)
}

extension PathPattern {
    /// The segments as plain data.
    ///
    /// - Parameter ignoresCase: Whether literal text and words are matched in either ASCII case; they then come in lower
    ///   case.
    /// - Returns: The segments in order; none for the root.
    package func outline(ignoresCase: Bool) -> [SegmentOutline] {
        withBytes(of: description) { text in
            segments.map { segment in
                switch segment.kind {
                case .literal:
                    let bytes = text[segment.text]
                    return .literal(
                        String(
                            decoding: ignoresCase ? bytes.map(ByteSet.lowercased) : Array(bytes),
                            as: UTF8.self
                        )
                    )
                case .mixed:
                    return .mixed(MixedSegment(text[segment.text], ignoresCase: ignoresCase))
                case .plain: return .plain
                case .catchAll: return .catchAll(isOptional: segment.isOptional)
                }
            }
        }
    }
}
