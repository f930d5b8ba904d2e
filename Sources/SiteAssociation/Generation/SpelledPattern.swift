/// A pattern for formats without variables: one spelling for each word, or a wildcard where there are too many.
struct SpelledPattern {
    /// Whether words were replaced by a wildcard.
    private(set) var lacksWords = false

    /// The spellings in pieces, without variables for words.
    private(set) var spellings: [[GlobPiece]] = [[]]

    /// Spells a pattern out; a variable without words stands for one character.
    init(_ pattern: String, _ variables: [String: [String]], limit: Int = 32) {
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .unclosed: append([.scalar("$")])
            case .scalar: append([piece])
            case .variable(let name):
                guard let words = variables[name] else {
                    append([PredefinedVariables.classes[name] == nil ? .scalar("?") : piece])
                    continue
                }
                guard spellings.count * words.count <= limit else {
                    lacksWords = true
                    append([.scalar("?"), .scalar("*")])
                    continue
                }
                spellings = spellings.flatMap { spelling in
                    words.map { spelling + $0.unicodeScalars.map(GlobPiece.scalar) }
                }
            }
        }
    }

    private mutating func append(_ pieces: [GlobPiece]) {
        spellings = spellings.map { $0 + pieces }
    }
}
