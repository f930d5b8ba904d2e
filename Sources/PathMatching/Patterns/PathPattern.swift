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

    /// The segments in order; empty for the root.
    package let segments: [PatternSegment]

    /// The number of captures.
    package let captureCount: Int

    /// The names of the captures from left to right; a catch-all's name has no star.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text, from which the names are read.
    public var captureNames: [String] { withBytes(of: description, Self.captureNames) }

    /// Parses a pattern.
    ///
    /// - Parameter pattern: The text, beginning with a slash.
    /// - Throws: ``PathPatternError``, which says where the problem is and how to fix it.
    public init(_ pattern: String) throws(PathPatternError) {
        self = try PathPatternParser.pattern(of: pattern)
    }

    /// Creates a pattern of what the parser found.
    init(canonical text: String, _ segments: [PatternSegment], _ captureCount: Int) {
        description = text
        self.segments = segments
        self.captureCount = captureCount
    }

    /// Creates a pattern of its canonical text, which is how a trie stores it.
    init(canonical text: ByteView) {
        do throws(PathPatternError) {
            try self.init(String(text))
        } catch {
            preconditionFailure("A pattern's own text is not a pattern: \(error)")
        }
    }

    /// Whether both patterns have the same canonical text.
    public static func == (left: PathPattern, right: PathPattern) -> Bool {
        left.description == right.description
    }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}

// MARK: - Pieces

extension PathPattern {
    /// The bytes of the canonical text.
    package var text: [UInt8] { Array(description.utf8) }

    /// The captures from left to right.
    package var captures: [PatternCapture] {
        segments.flatMap { $0.kind == .literal ? [] : pieces(of: $0).compactMap(\.capture) }
    }

    /// The most bytes that the segments with captures may spell: their literal texts and words in all combinations.
    ///
    /// Patterns are compared by what they spell, so this bounds the work for a pattern.
    package static let spelledLimit = 65_536

    /// How many bytes the segments with captures spell.
    package var spelledLength: Int {
        segments.reduce(0) {
            $0 + ($1.kind == .mixed ? PatternPiece.spelledLength(of: pieces(of: $1)) : 0)
        }
    }

    /// Whether the last segment is a catch-all.
    package var endsInCatchAll: Bool { segments.last?.kind == .catchAll }

    /// A segment's literal texts and captures, from left to right; texts are not empty.
    package func pieces(of segment: PatternSegment) -> [PatternPiece] {
        withBytes(of: description) { text in
            segment.kind == .literal
                ? [.text(Array(text[segment.text]))]
                : PatternPiece.pieces(of: text[segment.text])
        }
    }

    /// The names of the captures in canonical text.
    static func captureNames(inCanonical text: ByteView) -> [String] {
        var names: [String] = []
        names.reserveCapacity(text.occurrences(of: UInt8(ascii: "{")))
        _ = number(ofCaptureIn: text) { name in
            names.append(String(name))
            return false
        }
        return names
    }

    /// The number of a capture with a name in canonical text, counted from the left.
    static func number(ofCapture name: ByteView, inCanonical text: ByteView) -> Int? {
        number(ofCaptureIn: text) { name.elementsEqual($0) }
    }

    /// The number of the first capture whose name fits.
    private static func number(ofCaptureIn text: ByteView, where fits: (ByteView) -> Bool) -> Int? {
        var (number, offset) = (0, 0)
        while let open = text.firstOffset(of: UInt8(ascii: "{"), from: offset) {
            let start = open + (text[open + 1] == UInt8(ascii: "*") ? 2 : 1)
            offset = text.firstOffset(outside: .unreserved, from: start)
            if fits(text[start..<offset]) { return number }
            number += 1
        }
        return nil
    }
}
