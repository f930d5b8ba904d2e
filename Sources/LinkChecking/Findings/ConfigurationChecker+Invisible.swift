import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds characters that nobody sees, and blanks at the ends, which a text usually has because it was copied.
    mutating func checkInvisible(_ text: String, at place: JSONPath) {
        let scalars = Array(text.unicodeScalars)
        guard
            let index = scalars.indices.first(where: { index in
                let isBlank = scalars[index] == " " || scalars[index] == "\t"
                return isBlank
                    ? index == 0 || index == scalars.count - 1
                    : scalars[index].isInvisible && !scalars.joinsEmoji(at: index)
            })
        else { return }
        let scalar = scalars[index]
        let encoded = String(scalar).percentEncoded(keeping: ByteSet())
        let kind = scalar == " " || scalar == "\t" ? "a blank at its end" : "an invisible character"
        // No path has a control character, in no spelling.
        let isControl = scalar.isASCII && scalar != " "
        let remedy = isControl ? "remove it" : "remove it, or write '\(encoded)' if links have it"
        add(
            .invisibleCharacter,
            at: place,
            "'\(text.showingInvisible)' has \(kind), \(scalar.codePoint); \(remedy)."
        )
    }
}

extension Unicode.Scalar {
    /// The name of the character's code point, such as `U+200B`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}
