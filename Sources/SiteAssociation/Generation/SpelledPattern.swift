/// A pattern for formats without variables: one text for each word, or a wildcard where there are too many.
struct SpelledPattern {
    private(set) var texts = [""]

    /// How the texts differ from the pattern on Android.
    private(set) var notes: [String] = []

    /// Spells a pattern out.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - variables: The words of each variable; any other variable stands for one character.
    ///   - limit: How many texts there may be.
    ///   - starsTakeSlashes: Whether a `*` before a slash may also stand for slashes.
    init(
        _ pattern: String,
        _ variables: [String: [String]],
        limit: Int = 32,
        starsTakeSlashes: Bool = false
    ) {
        var isBehindStar = false
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .unclosed: texts = texts.map { $0 + "$" }
            case .scalar(let scalar):
                if isBehindStar, scalar != "/" || starsTakeSlashes {
                    notes.append(
                        "'*' ends at the first '\(scalar)' on Android, so links with one more stay in the browser"
                    )
                }
                isBehindStar = scalar == "*"
                texts = texts.map { $0 + String(scalar) }
            case .variable(let name):
                isBehindStar = false
                guard let words = variables[name] else {
                    notes.append("digits and letters cannot be distinguished from others")
                    texts = texts.map { $0 + "?" }
                    continue
                }
                let isShort = texts.count * words.count <= limit
                if !isShort { notes.append("words of a list are not checked") }
                texts = texts.flatMap { text in (isShort ? words : ["?*"]).map { text + $0 } }
            }
        }
    }
}
