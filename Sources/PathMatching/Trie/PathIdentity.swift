/// The set of paths that a pattern matches, however it is written: patterns with equal identities match the same paths.
struct PathIdentity: Hashable {
    private enum Part: Hashable {
        /// A segment with literal text or a constraint.
        case segment([MixedSegment.Piece])
        /// The given number of segments with any text; with a catch-all among them, at least that number.
        case any(Int, isOpen: Bool)
    }

    private var parts: [Part] = []

    /// The identity of the pattern with a canonical text.
    init(_ text: ByteView, ignoresCase: Bool) {
        PatternSegment.forEach(in: text) { segment in
            switch segment.kind {
            case .literal, .mixed:
                parts.append(
                    .segment(
                        MixedSegment(text[segment.text], ignoresCase: ignoresCase)
                            .pieces(ignoresCase: ignoresCase)
                    )
                )
            case .plain: addAny(1, isOpen: false)
            case .catchAll: addAny(segment.isOptional ? 0 : 1, isOpen: true)
            }
        }
    }

    private mutating func addAny(_ count: Int, isOpen: Bool) {
        if case .any(let before, let wasOpen)? = parts.last {
            parts[parts.count - 1] = .any(before + count, isOpen: wasOpen || isOpen)
        } else {
            parts.append(.any(count, isOpen: isOpen))
        }
    }

    /// Whether a pattern written differently may match the same paths, a conflict that its steps in the trie do not show: true
    /// if the pattern has a list of words, or a catch-all next to other segments of any text.
    static func hasOtherSpellings(_ text: ByteView) -> Bool {
        if text.firstOffset(of: UInt8(ascii: "|")) != nil { return true }
        guard text.firstOffset(of: UInt8(ascii: "*")) != nil else { return false }
        var isFound = false
        var last: PatternSegment?
        PatternSegment.forEach(in: text) { segment in
            let isAny = segment.kind == .plain || segment.kind == .catchAll
            if isAny, let last, last.kind == .catchAll || last.kind == .plain && segment.isOptional
            {
                isFound = true
            }
            last = isAny ? segment : nil
        }
        return isFound
    }

    /// The text of a pattern that matches the same paths and has no other spellings; `nil` if there is none.
    var plainestText: [UInt8]? {
        var text: [UInt8] = []
        for part in parts {
            switch part {
            case .segment(let pieces):
                text.append(UInt8(ascii: "/"))
                for piece in pieces {
                    switch piece {
                    case .texts(let texts):
                        // Words that match exactly are not plain text where its case is ignored.
                        guard texts.count == 1, texts[0].allSatisfy({ $0 < 0x80 }) else {
                            return nil
                        }
                        text += texts[0]
                    case .capture(let constraint):
                        text += "{c\(constraint.name.map { ":\($0)" } ?? "")}".utf8
                    }
                }
            case .any(let count, let isOpen):
                for _ in 0..<max(0, isOpen ? count - 1 : count) { text += "/{c}".utf8 }
                if isOpen { text += (count == 0 ? "/{*c?}" : "/{*c}").utf8 }
            }
        }
        return text.isEmpty ? [UInt8(ascii: "/")] : text
    }
}
