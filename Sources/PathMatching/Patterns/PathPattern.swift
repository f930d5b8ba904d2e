/// What a path must look like: literal text and named captures, segment by segment.
///
/// ```
/// /events                      literal
/// /events/{eventId}            capture: one whole segment, never empty
/// /events/{eventId:int}        with a constraint
/// /items/{title}-{id:int}      literal text and captures inside one segment
/// /{lang:en|es|fr}/events      one of a list
/// /docs/{*rest}                catch-all: one or more segments
/// /{*group}/-/issues/{id:int}  anywhere, also several of them
/// /blog/{*rest?}               one that may be empty: then the capture is absent
/// /a{{b}}                      doubled braces are literal braces
/// ```
///
/// A constraint is a list of two or more words or a name such as `int`, `uuid` or `slug`; the article "Path patterns and
/// precedence" in the documentation of `DeepLinks` has a table of them. There are no regular expressions: matching takes
/// time proportional to the path, whatever the pattern. A captured value stays text: `007` is `007`.
///
/// Literal text is brought to the canonical form that paths have, so `/café` and `/caf%C3%A9` are the same pattern,
/// trailing and doubled slashes are ignored, and `%2F` is never a slash.
///
/// Two patterns are equal if they have the same canonical text, names of captures included.
public struct PathPattern: Hashable, Sendable, CustomStringConvertible {
    /// The canonical text, which parses to the same pattern; it has no trailing slash unless it is the root.
    ///
    /// The text is ASCII and has at most 65 535 bytes. Literal braces are percent-encoded, so every `{` opens a capture.
    public let description: String

    /// Parses a pattern.
    ///
    /// - Parameter pattern: The text, beginning with a slash.
    /// - Throws: ``PathPatternError``, which says where the problem is and how to fix it.
    public init(_ pattern: String) throws(PathPatternError) {
        description = try PathPatternParser.canonicalText(of: pattern)
    }

    /// Creates a pattern from a pattern's canonical text.
    init(canonical text: ByteView) {
        description = String(text)
    }

    /// The names of the captures from left to right; a catch-all's name has no star.
    public var captureNames: [String] {
        var names: [String] = []
        withBytes(of: description) { text in
            Self.forEachCaptureName(inCanonical: text) { names.append(String($0)) }
        }
        return names
    }

    /// The bytes of the canonical text.
    package var text: [UInt8] { Array(description.utf8) }

    /// The segments in order; empty for the root.
    package var segments: [PatternSegment] {
        withBytes(of: description) { text in
            var segments: [PatternSegment] = []
            PatternSegment.forEach(in: text) { segments.append($0) }
            return segments
        }
    }

    /// The names of the catch-alls from left to right.
    package var catchAllNames: [String] {
        withBytes(of: description) { text in
            segments.filter { $0.kind == .catchAll }.map { segment in
                let start = segment.text.lowerBound + 2
                return String(text[start..<text.firstOffset(outside: .unreserved, from: start)])
            }
        }
    }

    /// Whether the last segment is a catch-all.
    package var endsInCatchAll: Bool { segments.last?.kind == .catchAll }

    /// Calls `body` with the names of the captures in a pattern's canonical text, from left to right.
    static func forEachCaptureName(inCanonical text: ByteView, _ body: (ByteView) -> Void) {
        var offset = 0
        while let open = text.firstOffset(of: UInt8(ascii: "{"), from: offset) {
            let start = open + (text[open + 1] == UInt8(ascii: "*") ? 2 : 1)
            offset = text.firstOffset(outside: .unreserved, from: start)
            body(text[start..<offset])
        }
    }
}

/// One segment of a pattern.
package struct PatternSegment: Sendable, Equatable {
    /// The kinds in the order in which they are tried.
    package enum Kind: Sendable, Comparable {
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

    /// Reads the segment at `range` in a pattern's canonical text.
    init(_ range: Range<Int>, of text: ByteView) {
        self.text = range
        let segment = text[range]
        if segment[0] == UInt8(ascii: "{"), segment[1] == UInt8(ascii: "*") {
            kind = .catchAll
        } else if segment.firstOffset(of: UInt8(ascii: "{")) == nil {
            kind = .literal
        } else {
            // A plain capture is a name in braces.
            let isPlain =
                segment[0] == UInt8(ascii: "{")
                && segment.firstOffset(outside: .unreserved, from: 1) == segment.count - 1
            kind = isPlain ? .plain : .mixed
        }
        isOptional = kind == .catchAll && segment[segment.count - 2] == UInt8(ascii: "?")
    }

    /// Calls `body` with the segments of a pattern's canonical text in order.
    static func forEach(in text: ByteView, _ body: (PatternSegment) -> Void) {
        text.forEachSegment(in: 1..<text.count) { body(PatternSegment($0, of: text)) }
    }
}
