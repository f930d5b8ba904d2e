/// One segment of a pattern.
package struct PatternSegment: Sendable, Equatable {
    /// The kinds, in the order in which they are tried.
    package enum Kind: Sendable {
        /// Text that must be the same.
        case literal
        /// Captures with constraints or with literal text around them; see ``MixedSegment``.
        case mixed
        /// One whole segment of any text.
        case plain
        /// One or more whole segments; zero or more if it is optional.
        case catchAll
    }

    package let kind: Kind

    /// Whether it is a catch-all that may be empty.
    package let isOptional: Bool

    /// The segment's range in the pattern's canonical text.
    package let text: Range<Int>
}

/// A part of a pattern's segment.
package enum PatternPiece: Equatable, Sendable {
    /// Canonical text.
    case text([UInt8])
    case capture(PatternCapture)

    /// The capture, if it is one.
    package var capture: PatternCapture? {
        if case .capture(let capture) = self { capture } else { nil }
    }

    /// The pieces of a segment's canonical text, which has captures.
    static func pieces(of text: ByteView) -> [PatternPiece] {
        var pieces: [PatternPiece] = []
        var start = 0
        while start < text.count {
            let open = text.firstOffset(of: UInt8(ascii: "{"), from: start) ?? text.count
            if open > start { pieces.append(.text(Array(text[start..<open]))) }
            guard let close = text.firstOffset(of: UInt8(ascii: "}"), from: open) else { break }
            pieces.append(.capture(PatternCapture(canonical: text[(open + 1)..<close])))
            start = close + 1
        }
        return pieces
    }

    /// How many bytes a segment's literal texts and words spell in all their combinations, or more than the limit.
    ///
    /// Lists with only text between them are combined; another capture separates what is before it from what is after it.
    static func spelledLength(of pieces: [PatternPiece]) -> Int {
        var total = 0
        // The texts since the last other capture.
        var (count, length) = (1, 0)
        for piece in pieces where total + length <= PathPattern.spelledLimit {
            switch piece {
            case .text(let text): length += text.count * count
            case .capture(let capture) where capture.constraint == .words:
                let wordLength = capture.words.reduce(0) { $0 + $1.count }
                length = length * capture.words.count + wordLength * count
                count *= capture.words.count
            case .capture:
                total += length
                (count, length) = (1, 0)
            }
        }
        return total + length
    }
}

/// A capture of a pattern.
package struct PatternCapture: Equatable, Sendable {
    /// The name without a star.
    package let name: String
    package let isCatchAll: Bool
    /// Whether it is a catch-all that may be empty.
    package let isOptional: Bool
    package let constraint: PathConstraint
    /// The canonical words of a list, as they are ordered in the pattern; empty for other constraints.
    package let words: [[UInt8]]

    /// The constraint with its colon, as it is written in patterns; empty without a constraint.
    package var constraintText: String {
        guard constraint != .any else { return "" }
        let list = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
        return ":" + (constraint.name ?? list)
    }
}

extension PatternCapture {
    /// Reads what stands between the braces in canonical text.
    fileprivate init(canonical text: ByteView) {
        isCatchAll = text[0] == UInt8(ascii: "*")
        isOptional = isCatchAll && text[text.count - 1] == UInt8(ascii: "?")
        let colon = text.firstOffset(of: UInt8(ascii: ":"))
        let end = colon ?? (isOptional ? text.count - 1 : text.count)
        name = String(text[(isCatchAll ? 1 : 0)..<end])
        let form = colon.map { text[($0 + 1)..<text.count] }
        if let form, form.firstOffset(of: UInt8(ascii: "|")) != nil {
            constraint = .words
            words = form.split(separator: UInt8(ascii: "|")).map { Array($0) }
        } else {
            constraint = form.flatMap { PathConstraint(name: String($0)) } ?? .any
            words = []
        }
    }
}
