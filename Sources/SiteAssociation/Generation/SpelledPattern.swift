import PathMatching

/// A pattern for formats without variables: one spelling for each word, or a wildcard where there are too many.
struct SpelledPattern {
    /// A piece of a spelling.
    enum Piece {
        /// A character; `*` and `?` are wildcards.
        case scalar(Unicode.Scalar)

        /// One character of a predefined class.
        case one(of: ByteSet)
    }

    /// Whether words were replaced by a wildcard.
    private(set) var lacksWords = false

    private(set) var spellings: [[Piece]] = [[]]

    /// Spells a pattern out.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - variables: The words of each variable; any other variable stands for one character.
    ///   - limit: How many spellings there may be.
    init(_ pattern: String, _ variables: [String: [String]], limit: Int = 32) {
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .unclosed: append([.scalar("$")])
            case .scalar(let scalar): append([.scalar(scalar)])
            case .variable(let name):
                guard let words = variables[name] else {
                    let bytes = PredefinedVariables.classes[name]
                    append([bytes.map { .one(of: $0) } ?? .scalar("?")])
                    continue
                }
                guard spellings.count * words.count <= limit else {
                    lacksWords = true
                    append([.scalar("?"), .scalar("*")])
                    continue
                }
                spellings = spellings.flatMap { spelling in
                    words.map { spelling + $0.unicodeScalars.map(Piece.scalar) }
                }
            }
        }
    }

    private mutating func append(_ pieces: [Piece]) {
        spellings = spellings.map { $0 + pieces }
    }
}
