import PathMatching

/// A pattern in Android's format, which is compared with decoded text.
///
/// Android compiles `*` and `?` to a glob that never goes back: a `*` takes everything up to the first place of the character that
/// follows it, or all the rest if nothing follows. A `?` behind a `*` would count as a plain point, so it is put before it, which
/// means the same.
struct AndroidPattern {
    let text: String

    /// Whether it also matches texts that the pattern does not match from which it was made.
    let isWider: Bool

    /// Whether a `*` may end too early; slashes do not count, as few captures have any.
    ///
    /// In `/?*-?*`, the first hyphen is as good as any other, as everything may follow.
    var mayEndEarly: Bool { text.contains(/\*[^*?\/](?!\?*\*)/) }

    /// Writes a pattern of Apple's format without variables for lists.
    init(_ source: String, isWider: Bool = false) {
        let single = source.replacing(/\$\([^$()]*\)/, with: "?")
        // No pattern can ask for a wildcard itself, or tell an encoded slash from another.
        let plain = single.replacing(/%2A|%3F/, with: "?")
        self.isWider = isWider || plain != source || plain.contains("%2F")
        let ordered = plain.replacing(/[*?]*\*[*?]*/) { wildcards in
            wildcards.output.filter { $0 == "?" } + "*"
        }
        text = withBytes(of: ordered, CanonicalPath.decode) ?? ordered
    }

    /// The patterns that together match what a pattern of Apple's format matches: one for each word of a variable.
    ///
    /// Where there would be more than `limit`, a wildcard takes the place of the words.
    static func all(
        for source: String,
        _ variables: [String: [String]],
        limit: Int = 32
    ) -> [AndroidPattern] {
        var (texts, isWider) = ([""], false)
        for piece in GlobPiece.pieces(of: source) {
            var choices: [String]
            switch piece {
            case .scalar(let scalar): choices = [String(scalar)]
            case .unclosed: choices = ["?"]
            case .variable(let name):
                choices = variables[name] ?? ["$(\(name))"]
                if texts.count * choices.count > limit { (choices, isWider) = (["?*"], true) }
            }
            texts = texts.flatMap { text in choices.map { text + $0 } }
        }
        return texts.map { AndroidPattern($0, isWider: isWider) }
    }
}
