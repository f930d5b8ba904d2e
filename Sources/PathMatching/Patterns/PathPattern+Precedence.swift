/// What decides whether a segment is tried before another one in the same place.
private struct SegmentPrecedence: Comparable {
    let way: PatternWay
    let mixed: MixedSegment?

    init(
        _ segment: PatternSegment,
        of pattern: PathPattern,
        isLast: Bool,
        ignoresCase: Bool
    ) {
        way =
            switch segment.kind {
            case .literal: .literal
            case .mixed: .mixed
            case .plain: .plain
            case .catchAll where segment.isOptional: isLast ? .optionalRest : .optional
            case .catchAll: isLast ? .rest : .catchAll
            }
        mixed =
            way == .mixed ? MixedSegment(segment, of: pattern, ignoresCase: ignoresCase) : nil
    }

    /// Whether the left one is tried first; literals are equal, as a path fits only one of them.
    static func < (left: Self, right: Self) -> Bool {
        if let left = left.mixed, let right = right.mixed { return left < right }
        return left.way < right.way
    }
}

extension PathPattern {
    /// The precedence of each segment.
    private func precedence(ignoresCase: Bool) -> [SegmentPrecedence] {
        segments.enumerated().map { number, segment in
            SegmentPrecedence(
                segment,
                of: self,
                isLast: number == segments.count - 1,
                ignoresCase: ignoresCase
            )
        }
    }

    /// Whether this pattern captures the same parts of paths as another one that matches the same paths.
    package func captures(as other: PathPattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { own, others in
                own.kind == others.kind && own.isOptional == others.isOptional
                    && (own.kind != .mixed
                        || MixedSegment(own, of: self, ignoresCase: true)
                            == MixedSegment(others, of: other, ignoresCase: true))
            }
    }

    /// Whether a trie would try this pattern before another one that matches the same paths: segment by segment from the left,
    /// whatever the captures are called.
    package func precedes(_ other: PathPattern, ignoresCase: Bool) -> Bool {
        precedence(ignoresCase: ignoresCase)
            .lexicographicallyPrecedes(other.precedence(ignoresCase: ignoresCase))
    }
}
