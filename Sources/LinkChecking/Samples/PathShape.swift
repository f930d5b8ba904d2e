package import PathMatching

/// What a path pattern wants, in pieces: what sample links, checks and association files are made of.
package struct PathShape: Sendable {
    /// A part of a segment.
    package enum Piece: Sendable {
        /// Canonical text.
        case text([UInt8])
        /// Text of the form that a constraint asks for: of a list, one of some words in canonical spelling.
        case capture(PathConstraint, words: [[UInt8]], name: String)
        /// One or more segments, or none if it is optional.
        case rest(name: String, isOptional: Bool)
    }

    /// The segments; none for the root.
    package let segments: [[Piece]]

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        let text = pattern.text
        segments = pattern.segments.map { segment in
            var pieces: [Piece] = []
            var rest = text[segment.text]
            while let open = rest.firstIndex(of: UInt8(ascii: "{")),
                let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
            {
                if open > rest.startIndex { pieces.append(.text(Array(rest[..<open]))) }
                pieces.append(Self.capture(rest[(open + 1)..<close], of: segment))
                rest = rest[(close + 1)...]
            }
            if !rest.isEmpty { pieces.append(.text(Array(rest))) }
            return pieces
        }
    }

    private static func capture(_ inside: ArraySlice<UInt8>, of segment: PatternSegment) -> Piece {
        let parts = inside.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        let name = String(decoding: parts[0].filter { !"*?".utf8.contains($0) }, as: UTF8.self)
        guard segment.kind != .catchAll else {
            return .rest(name: name, isOptional: segment.isOptional)
        }
        guard parts.count > 1 else { return .capture(.any, words: [], name: name) }
        if let constraint = PathConstraint(name: String(decoding: parts[1], as: UTF8.self)) {
            return .capture(constraint, words: [], name: name)
        }
        let words = parts[1].split(separator: UInt8(ascii: "|")).map(Array.init)
        return .capture(.words, words: words, name: name)
    }
}
