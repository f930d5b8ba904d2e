import PathMatching

/// A pattern in Android's format, which is compared with decoded text.
///
/// Android compiles `*` and `?` to a glob that never goes back: a `*` takes everything up to the first place of the character that
/// follows it, or all the rest if nothing follows. A `?` behind a `*` would count as a plain point, so it is put before it, which
/// means the same.
struct AndroidPattern {
    /// The pattern's text.
    private(set) var text = ""

    /// How it differs from the pattern that it was made from.
    private(set) var notes: [String] = []

    private enum Token: Equatable {
        case text(Unicode.Scalar)
        /// One character, of a class if that is known.
        case one(ByteSet?)
        /// Any number of characters, of a class if that is known.
        case any(ByteSet?)
    }

    /// Writes a spelling, whose text is percent-encoded; `takesSlashes` is whether a `*` may also stand for slashes.
    init(_ pieces: [GlobPiece], takesSlashes: Bool) {
        let tokens = ordered(tokens(of: pieces))
        for (index, token) in tokens.enumerated() {
            switch token {
            case .text(let scalar): text.unicodeScalars.append(scalar)
            case .one(let bytes):
                text += "?"
                if bytes != nil { note("digits and letters cannot be distinguished from others") }
            case .any(let bytes):
                text += "*"
                if let end = Self.end(of: tokens[(index + 1)...], bytes, takesSlashes) {
                    note(
                        "'*' ends at the first '\(end)' on Android, so links with one more stay in the browser"
                    )
                }
            }
        }
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    // MARK: Tokens

    private mutating func tokens(of pieces: [GlobPiece]) -> [Token] {
        var tokens: [Token] = []
        var run = String.UnicodeScalarView()
        for piece in pieces {
            switch piece {
            case .scalar("*"):
                tokens += text(of: run)
                run = String.UnicodeScalarView()
                if case .one(let bytes)? = tokens.last {
                    tokens.append(.any(bytes))
                } else {
                    tokens.append(.any(nil))
                }
            case .scalar("?"), .variable, .unclosed:
                tokens += text(of: run)
                run = String.UnicodeScalarView()
                var bytes: ByteSet?
                if case .variable(let name) = piece { bytes = PredefinedVariables.classes[name] }
                tokens.append(.one(bytes))
            case .scalar(let scalar): run.append(scalar)
            }
        }
        return tokens + text(of: run)
    }

    /// The decoded characters of a percent-encoded text.
    private mutating func text(of encoded: String.UnicodeScalarView) -> [Token] {
        let encoded = String(encoded)
        let decoded = withBytes(of: encoded, CanonicalPath.decode) ?? encoded
        if decoded.utf8.count(where: { $0 == UInt8(ascii: "/") })
            > encoded.utf8.count(where: { $0 == UInt8(ascii: "/") })
        {
            note("a slash counts as one although it is encoded")
        }
        return decoded.unicodeScalars.map { scalar in
            guard scalar == "*" || scalar == "?" else { return .text(scalar) }
            note("any character matches '\(scalar)'")
            return .one(nil)
        }
    }

    /// The tokens with each run of wildcards in the order that Android needs: at most one `*`, at the end.
    private func ordered(_ tokens: [Token]) -> [Token] {
        var result: [Token] = []
        var star: Token?
        for token in tokens {
            switch token {
            case .any(let bytes):
                star = star == nil || star == .any(bytes) ? .any(bytes) : .any(nil)
            case .one(let bytes):
                if let last = star, last != .any(bytes) { star = .any(nil) }
                result.append(token)
            case .text:
                if let last = star { result.append(last) }
                star = nil
                result.append(token)
            }
        }
        return result + [star].compactMap(\.self)
    }

    // MARK: Matching

    /// The character at which a `*` before the rest ends although some links need it to go on; nil if there are no such links.
    private static func end(
        of rest: ArraySlice<Token>,
        _ bytes: ByteSet?,
        _ takesSlashes: Bool
    ) -> Unicode.Scalar? {
        guard case .text(let next)? = rest.first else { return nil }
        let isTaken =
            bytes.map { next.isASCII && $0.contains(UInt8(next.value)) }
            ?? (takesSlashes || next != "/")
        // The first place is as good as any other if only one character is asked for, and everything may follow.
        let block = rest.dropFirst().prefix { if case .any = $0 { false } else { true } }
        let isFree =
            block.endIndex < rest.endIndex
            && block.allSatisfy { if case .one = $0 { true } else { false } }
        return isTaken && !isFree ? next : nil
    }
}

extension GlobPiece {
    /// The spellings of a pattern without variables for words, one for each word; other variables without a meaning are one character.
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
            switch piece {
            case .unclosed: choices = [[.scalar("$")]]
            case .scalar: break
            case .variable(let name):
                if let words = variables[name] {
                    let fits = spellings.count * words.count <= limit
                    isWhole = isWhole && fits
                    choices =
                        fits
                        ? words.map { $0.unicodeScalars.map(GlobPiece.scalar) }
                        : [[.scalar("?"), .scalar("*")]]
                } else if PredefinedVariables.classes[name] == nil {
                    choices = [[.scalar("?")]]
                }
            }
            spellings = spellings.flatMap { spelling in choices.map { spelling + $0 } }
        }
        return (spellings, isWhole)
    }
}
