/// A segment of a pattern as plain data, for who matches paths without a trie.
package enum SegmentOutline: Hashable, Sendable {
    /// Canonical text that must be the same.
    case literal(String)
    /// Captures with literal text among them or constraints.
    case program(SegmentProgramOutline)
    /// One whole segment, whatever it is.
    case plain
    /// All the rest of the path.
    case catchAll
}

/// A compiled segment as plain data.
///
/// The order is that in which segments are tried in the same place of a path; no two different ones are equal in it.
package struct SegmentProgramOutline: Hashable, Comparable, Sendable {
    /// A capture between two literal texts.
    package enum Capture: Hashable, Sendable {
        /// The name of its constraint, or `any`.
        case constraint(String)
        /// The canonical words that it may be, sorted.
        case words([String])
    }

    private let bytes: [UInt8]

    fileprivate init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The literal texts, one more than captures: the segment begins and ends with one, which may be empty.
    package var literals: [String] { parts.literals }

    /// The captures, from left to right.
    package var captures: [Capture] { parts.captures }

    private var parts: (literals: [String], captures: [Capture]) {
        withBytes(of: bytes) { bytes in
            let program = SegmentProgram(bytes: bytes)
            var literals: [String] = []
            var captures: [Capture] = []
            var cursor = 1
            for index in 0...program.captureCount {
                let literal = program.literal(at: cursor)
                literals.append(String(bytes[literal.range]))
                cursor = literal.end
                guard index < program.captureCount else { break }
                let constraint = program.constraint(at: cursor)
                if constraint == .words {
                    var words: [String] = []
                    _ = program.firstWord(ofListAt: cursor) { word in
                        words.append(String(word))
                        return false
                    }
                    captures.append(.words(words))
                } else {
                    captures.append(.constraint("\(constraint)"))
                }
                cursor = program.end(ofCaptureAt: cursor)
            }
            return (literals, captures)
        }
    }

    /// Whether the left one is tried first.
    package static func < (left: Self, right: Self) -> Bool {
        withBytes(of: left.bytes) { left in
            withBytes(of: right.bytes) { right in
                SegmentProgram(bytes: left).precedes(SegmentProgram(bytes: right))
            }
        }
    }
}

extension PathPattern {
    /// The segments as plain data.
    ///
    /// - Parameter ignoresCase: Whether literal text and words are matched in either ASCII case; they then come in lower
    ///   case.
    /// - Returns: The segments in order; none for the root.
    package func outline(ignoresCase: Bool) -> [SegmentOutline] {
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
            case .program:
                let program = Array(programs[segment.program])
                return .program(
                    SegmentProgramOutline(
                        ignoresCase
                            ? withBytes(of: program) { SegmentProgram(bytes: $0).lowercased() }
                            : program
                    )
                )
            case .plain: return .plain
            case .catchAll: return .catchAll
            }
        }
    }
}

extension PathTrie {
    /// The patterns by the numbers that `entry(canonical:)` gives: in the order of insertion, if none was removed.
    package var patternsByEntry: [PathPattern] {
        values.indices.map { box.index.pattern(of: $0) }
    }
}
