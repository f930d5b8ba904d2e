/// The set of paths that a pattern matches, however it is written: patterns with equal identities match the same paths.
struct PathIdentity: Hashable {
    private enum Part: Hashable {
        /// A segment with literal text or a constraint.
        case segment([MixedSegment.Piece])
        /// The given number of segments with any text; with a catch-all among them, at least that number.
        case any(Int, isOpen: Bool)
    }

    private var parts: [Part] = []

    init(_ pattern: PathPattern, ignoresCase: Bool) {
        for segment in pattern.segments {
            switch segment.kind {
            case .literal, .mixed:
                let mixed = MixedSegment(segment, of: pattern, ignoresCase: ignoresCase)
                parts.append(.segment(mixed.pieces(ignoresCase: ignoresCase)))
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
    static func hasOtherSpellings(_ pattern: PathPattern) -> Bool {
        if pattern.marks.contains(where: { $0.kind == .word }) { return true }
        return zip(pattern.segments, pattern.segments.dropFirst()).contains { first, second in
            first.kind == .catchAll && (second.kind == .catchAll || second.kind == .plain)
                || first.kind == .plain && second.isOptional
        }
    }

    /// A pattern that matches the same paths and has no other spellings; `nil` if there is none.
    var plainest: PathPattern? {
        var text: [UInt8] = []
        var captureCount = 0
        /// A capture's text with a name of its own.
        func capture(_ star: String, _ rest: String) -> String.UTF8View {
            captureCount += 1
            return "{\(star)c\(captureCount)\(rest)}".utf8
        }
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
                        text += capture("", constraint.name.map { ":\($0)" } ?? "")
                    }
                }
            case .any(let count, let isOpen):
                for _ in 0..<max(0, isOpen ? count - 1 : count) {
                    text.append(UInt8(ascii: "/"))
                    text += capture("", "")
                }
                if isOpen {
                    text.append(UInt8(ascii: "/"))
                    text += capture("*", count == 0 ? "?" : "")
                }
            }
        }
        return try? PathPattern(text.isEmpty ? "/" : String(decoding: text, as: UTF8.self))
    }
}

extension PathPattern {
    /// Whether both patterns match exactly the same paths, whatever their captures are called.
    package func matchesSamePaths(as other: PathPattern, ignoresCase: Bool = false) -> Bool {
        PathIdentity(self, ignoresCase: ignoresCase)
            == PathIdentity(other, ignoresCase: ignoresCase)
    }
}
