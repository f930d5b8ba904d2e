package import PathMatching

/// What a path pattern requires, in pieces: sample links, checks and association files are made from it.
package struct PathShape: Sendable {
    /// The pieces of each segment; no segments for the root.
    package let segments: [[PatternPiece]]

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        segments = pattern.segments.map(pattern.pieces)
    }
}

extension [PatternPiece] {
    /// The catch-all that the segment is, if it is one.
    package var catchAll: PatternCapture? {
        first?.capture.flatMap { $0.kind == .catchAll ? $0 : nil }
    }
}

extension PatternPiece {
    /// Whether the text, or a text of the capture, can be this one.
    func allows(_ text: [UInt8]) -> Bool {
        switch self {
        case .text(let own): own == text
        case .capture(let capture) where capture.constraint == .words: capture.words.contains(text)
        case .capture(let capture): withBytes(of: text, capture.constraint.allows)
        }
    }
}
