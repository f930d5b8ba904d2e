/// The set of paths that a pattern matches, however it is written: patterns with equal identities match the same paths.
struct PathIdentity: Hashable {
    /// What the segments match, each behind a slash, as ``MixedSegment/identity(ignoresCase:)`` writes it; of neighbours with any text
    /// only the number counts, and a catch-all among them is '/{' behind them.
    private var text: [UInt8] = []

    init(_ pattern: PathPattern, ignoresCase: Bool) {
        var isOpen = false
        func close() {
            if isOpen { text += [CanonicalPath.slash, UInt8(ascii: "{")] }
            isOpen = false
        }
        for segment in pattern.segments {
            switch segment.kind {
            case .literal:
                close()
                text.append(CanonicalPath.slash)
                withBytes(of: pattern.description) { text.append($0[segment.text]) }
            case .mixed:
                close()
                let mixed = MixedSegment(segment, of: pattern, ignoresCase: ignoresCase)
                text += [CanonicalPath.slash] + mixed.identity(ignoresCase: ignoresCase)
            case .plain, .catchAll:
                if !segment.isOptional {
                    text += [CanonicalPath.slash, PathConstraint.any.rawValue]
                }
                if segment.kind == .catchAll { isOpen = true }
            }
        }
        close()
        if ignoresCase { text = text.map(ByteSet.lowercased) }
    }

    /// Whether a pattern written differently may match the same paths, a conflict that its steps in the trie do not show: true
    /// if the pattern has a list of words or a catch-all, which then all patterns for these paths have.
    static func hasOtherSpellings(_ pattern: PathPattern) -> Bool {
        // Only lists have a bar: in other text it is escaped.
        pattern.segments.contains { $0.kind == .catchAll }
            || pattern.segments.contains { $0.kind == .mixed }
                && withBytes(of: pattern.description) {
                    $0.firstOffset(of: UInt8(ascii: "|")) != nil
                }
    }
}

extension PathPattern {
    /// Whether both patterns match exactly the same paths, whatever their captures are called.
    package func matchesSamePaths(as other: PathPattern, ignoresCase: Bool = false) -> Bool {
        PathIdentity(self, ignoresCase: ignoresCase)
            == PathIdentity(other, ignoresCase: ignoresCase)
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
        for (number, (own, others)) in zip(segments, other.segments).enumerated() {
            let ownWay = PatternWay(own, isLast: number == segments.count - 1)
            let otherWay = PatternWay(others, isLast: number == other.segments.count - 1)
            if ownWay != otherWay { return ownWay < otherWay }
            guard ownWay == .mixed else { continue }
            let ownSegment = MixedSegment(own, of: self, ignoresCase: ignoresCase)
            let otherSegment = MixedSegment(others, of: other, ignoresCase: ignoresCase)
            if ownSegment != otherSegment { return ownSegment < otherSegment }
        }
        return segments.count < other.segments.count
    }
}

extension PatternWay {
    fileprivate init(_ segment: PatternSegment, isLast: Bool) {
        self =
            switch segment.kind {
            case .literal: .literal
            case .mixed: .mixed
            case .plain: .plain
            case .catchAll where segment.isOptional: isLast ? .optionalRest : .optional
            case .catchAll: isLast ? .rest : .catchAll
            }
    }
}
