/// What a path must look like: literal text and named captures, segment by segment.
///
/// ```
/// /events                      literal
/// /events/{eventId}            capture: one whole segment, never empty
/// /events/{eventId:int}        with a constraint
/// /items/{title}-{id:int}      literal text and captures inside one segment
/// /{lang:en|es|fr}/events      one of a list
/// /docs/{*rest}                catch-all: one or more segments, only at the end
/// /a{{b}}                      doubled braces are literal braces
/// ```
///
/// The constraints are `int` (ASCII digits), `uuid` (8-4-4-4-12 hexadecimal digits in either case), `hex`, `alpha`,
/// `alnum`, `slug` (letters, digits, `-`, `_`, `.`, `~`) and lists of two or more words. There are no regular
/// expressions: matching takes time proportional to the path, whatever the pattern. A captured value stays text:
/// `007` is `007`.
///
/// Literal text is brought to the canonical form that paths have, so `/café` and `/caf%C3%A9` are one pattern, a
/// trailing slash and doubled slashes do not count, and `%2F` is never a slash.
public struct PathPattern: Sendable {
    /// The canonical text, which parses to the same pattern; without a trailing slash unless it is the root.
    ///
    /// Literal braces are percent-encoded here, so every `{` opens a capture, and all of it is ASCII.
    public let description: String

    /// The segments in order; empty for the root.
    package let segments: PatternSegments

    /// The compiled segments that are neither literal, nor one whole plain capture, nor a catch-all; see
    /// ``SegmentProgram``.
    package let programs: [UInt8]

    /// Parses a pattern.
    ///
    /// - Parameter pattern: The text, beginning with a slash.
    /// - Throws: ``PathPatternError``, which names the place and the way out.
    public init(_ pattern: String) throws(PathPatternError) {
        if let plain = withBytes(of: pattern, { PlainPatternReader.read($0) }) {
            // The text of nearly every pattern is canonical as it stands, and then shared.
            var text = pattern
            text.makeContiguousUTF8()
            description = text
            (segments, programs) = plain
            return
        }
        var parser = PathPatternParser(pattern)
        try parser.parse()
        description = String(decoding: parser.text, as: UTF8.self)
        segments = parser.segments
        programs = parser.programs
    }

    /// Creates a pattern from the canonical text of one.
    init(canonical text: ArraySlice<UInt8>) {
        do throws(PathPatternError) {
            self = try PathPattern(String(decoding: text, as: UTF8.self))
        } catch {
            preconditionFailure("The text of a pattern is no pattern: \(error)")
        }
    }

    /// The names of the captures from left to right, a catch-all's without its star.
    public var captureNames: [String] {
        var names: [String] = []
        let count = captureCount
        guard count > 0 else { return names }
        names.reserveCapacity(count)
        forEachCaptureName { names.append(String($0)) }
        return names
    }

    /// The bytes of the canonical text.
    package var text: [UInt8] { Array(description.utf8) }

    /// How many captures there are.
    package var captureCount: Int { segments.captureCount }

    /// Whether the last segment is a catch-all.
    package var endsInCatchAll: Bool { segments.last?.kind == .catchAll }

    /// Calls `body` with the names of the captures from left to right, which must not leave it.
    package func forEachCaptureName(_ body: (ByteView) -> Void) {
        withBytes(of: description) { text in
            for segment in segments {
                let range = segment.text
                switch segment.kind {
                case .literal: break
                case .plain: body(text[(range.lowerBound + 1)..<(range.upperBound - 1)])
                case .catchAll: body(text[(range.lowerBound + 2)..<(range.upperBound - 1)])
                case .program: Self.forEachCaptureName(inCanonical: text[range], body)
                }
            }
        }
    }

    /// Calls `body` with the names of the captures in a pattern's canonical text, from left to right.
    static func forEachCaptureName(inCanonical text: ByteView, _ body: (ByteView) -> Void) {
        var offset = 0
        // In canonical text every brace belongs to a capture.
        while let open = text.firstOffset(of: UInt8(ascii: "{"), from: offset) {
            let start = open + (text[open + 1] == UInt8(ascii: "*") ? 2 : 1)
            offset = text.endOfUnreserved(from: start)
            body(text[start..<offset])
        }
    }
}

extension PathPattern: Hashable {
    /// Whether both have the same canonical text, names of captures included.
    public static func == (left: Self, right: Self) -> Bool {
        left.description == right.description
    }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}

extension PathPattern: CustomStringConvertible {}
