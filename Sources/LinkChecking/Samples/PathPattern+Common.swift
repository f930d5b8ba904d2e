import DeepLinks
package import PathMatching

extension PathPattern {
    /// Patterns of paths that may fit both this pattern and another one: of two segments in one place, the narrower counts.
    ///
    /// A catch-all stands for as many segments as the other pattern needs; a few lengths are enough as examples. If two segments
    /// both mix text and captures, the other pattern's counts, so not every such path fits this one.
    ///
    /// - Parameter other: The other pattern.
    /// - Returns: The patterns, the shortest first; none if no path fits both.
    package func common(with other: PathPattern) -> [PathPattern] {
        let counts = [segments.count, other.segments.count]
        let range = max(0, (counts.min() ?? 0) - 1)...(counts.max() ?? 0) + 1
        return range.compactMap { count in
            guard let own = pieces(inSegments: count), let others = other.pieces(inSegments: count)
            else { return nil }
            var text = ""
            var captures = 0
            for (segment, another) in zip(own, others) {
                guard let narrower = Self.narrower(segment, another) else { return nil }
                text += "/"
                for piece in narrower {
                    switch piece {
                    case .literal(let literal): text += String(decoding: literal, as: UTF8.self)
                    case .capture(_, let constraint, _):
                        // Both patterns may use the same name.
                        captures += 1
                        text += "{c\(captures)\(constraint)}"
                    }
                }
            }
            return try? PathPattern(text.isEmpty ? "/" : text)
        }
    }

    /// The pieces of `count` segments, with the first catch-all standing for those that are missing; nil if the number does not fit.
    private func pieces(inSegments count: Int) -> [[PatternPiece]]? {
        var missing = count - segments.count { !$0.isOptional }
        var pieces: [[PatternPiece]] = []
        for segment in segments {
            guard segment.kind == .catchAll else {
                pieces.append(PatternPiece.pieces(of: text[segment.text]))
                continue
            }
            let plain = PatternPiece.capture("c", constraint: "", mayBeEmpty: false)
            let own = (segment.isOptional ? 0 : 1) + max(0, missing)
            pieces += Array(repeating: [plain], count: own)
            missing = 0
        }
        return pieces.count == count ? pieces : nil
    }

    /// The narrower one of two segments; nil if no text fits both.
    private static func narrower(
        _ own: [PatternPiece],
        _ other: [PatternPiece]
    ) -> [PatternPiece]? {
        switch (literal(own), literal(other)) {
        case (let own?, let other?) where own != other: nil
        case (_?, _): own
        case (nil, _): isPlain(other) ? own : other
        }
    }

    /// The text of a segment without captures, in lower case.
    private static func literal(_ pieces: [PatternPiece]) -> [UInt8]? {
        guard case .literal(let text)? = pieces.first, pieces.count == 1 else { return nil }
        return text.map(ByteSet.lowercased)
    }

    /// Whether any text fits a segment.
    private static func isPlain(_ pieces: [PatternPiece]) -> Bool {
        pieces.allSatisfy { piece in
            switch piece {
            case .literal(let text): text.isEmpty
            case .capture(_, let constraint, _): constraint.isEmpty
            }
        } && pieces.count { if case .capture = $0 { true } else { false } } == 1
    }
}
