import PathMatching

/// A pattern in Android's format, which is compared with decoded text.
///
/// Android compiles `*` and `?` to a glob that never goes back: a `*` takes everything up to the first place of the character that
/// follows it, or all the rest if nothing follows. A `?` behind a `*` would count as a plain point, so it is put before it, which
/// means the same.
struct AndroidPattern {
    /// The pattern's text.
    private(set) var text = ""

    /// Whether it also matches texts that the pattern does not match from which it was made.
    private(set) var isWider = false

    /// Characters at whose first place a `*` ends although some texts need it to go on.
    ///
    /// Slashes do not count, as few captures have any.
    var ends: [Unicode.Scalar] {
        let scalars = text.unicodeScalars
        return scalars.indices.compactMap { index in
            let rest = scalars[index...].dropFirst()
            guard scalars[index] == "*", let next = rest.first, next != "/" else { return nil }
            // The first place is as good as any other if only one character is asked for, and everything may follow.
            let block = rest.dropFirst().prefix { $0 != "*" }
            let isFree = block.endIndex < rest.endIndex && block.allSatisfy { $0 == "?" }
            return isFree ? nil : next
        }
    }

    /// Writes a spelling, whose text is percent-encoded.
    init(_ pieces: [GlobPiece]) {
        var hasStar = false
        var run = String.UnicodeScalarView()
        for piece in pieces {
            switch piece {
            case .scalar("*"):
                append(&run, &hasStar)
                hasStar = true
            case .scalar("?"), .variable, .unclosed:
                append(&run, &hasStar)
                text += "?"
                if case .variable = piece { isWider = true }
            case .scalar(let scalar): run.append(scalar)
            }
        }
        append(&run, &hasStar)
        if hasStar { text += "*" }
    }

    /// Adds percent-encoded text, after the star before it.
    private mutating func append(_ run: inout String.UnicodeScalarView, _ hasStar: inout Bool) {
        let encoded = String(run)
        let decoded = withBytes(of: encoded, CanonicalPath.decode) ?? encoded
        run = String.UnicodeScalarView()
        guard !decoded.isEmpty else { return }
        if hasStar { text += "*" }
        hasStar = false
        // No pattern can tell an encoded slash from another, or ask for a wildcard itself.
        let wildcards = decoded.replacing("*", with: "?")
        isWider =
            isWider || wildcards.contains("?")
            || decoded.utf8.count(where: { $0 == UInt8(ascii: "/") })
                > encoded.utf8.count(where: { $0 == UInt8(ascii: "/") })
        text += wildcards
    }
}

extension GlobPiece {
    /// The spellings of a pattern with words in place of the variables for them, one for each word.
    ///
    /// Where there would be more than `limit`, a wildcard takes the place of the words; `isWhole` is then false.
    static func spellings(
        of pattern: String,
        _ variables: [String: [String]],
        limit: Int
    ) -> (spellings: [[GlobPiece]], isWhole: Bool) {
        var spellings: [[GlobPiece]] = [[]]
        var isWhole = true
        for piece in pieces(of: pattern) {
            var choices = [[piece]]
            if case .variable(let name) = piece, let words = variables[name] {
                let fits = spellings.count * words.count <= limit
                isWhole = isWhole && fits
                choices =
                    fits
                    ? words.map { $0.unicodeScalars.map(GlobPiece.scalar) }
                    : [[.scalar("?"), .scalar("*")]]
            }
            spellings = spellings.flatMap { spelling in choices.map { spelling + $0 } }
        }
        return (spellings, isWhole)
    }
}
