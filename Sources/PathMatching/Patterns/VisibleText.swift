extension Unicode.Scalar {
    /// Whether the character is not seen, or is a blank other than the space.
    package var isInvisible: Bool {
        // Looking up properties takes most of the time of a message.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .format, .control, .lineSeparator, .paragraphSeparator: true
        case .spaceSeparator: self != " "
        // The blank pattern of Braille.
        default: properties.isDefaultIgnorableCodePoint || self == "\u{2800}"
        }
    }

    /// The character as an escape: `\u{200B}`.
    fileprivate var escape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

extension String {
    /// The text with escapes such as `\u{200B}` for characters that are not seen, and for spaces at its ends and at the ends of its
    /// quotations.
    ///
    /// All messages show text from outside in this form, so that two texts that look alike can be told apart. Characters that join
    /// the parts of an emoji stay.
    package var showingInvisible: String {
        // Most text has no other characters than ASCII and spaces between its words.
        let hasInvisibles = utf8.contains { !(0x20...0x7E).contains($0) }
        let scalars = Array(unicodeScalars)
        var ends = scalars.endsOfQuotations[...]
        guard hasInvisibles || !ends.isEmpty else { return self }
        var shown = ""
        for (index, scalar) in scalars.enumerated() {
            while ends.first.map({ $0.upperBound <= index }) ?? false { ends.removeFirst() }
            let isAtEnd = ends.first?.contains(index) ?? false
            if isAtEnd || scalar.isInvisible && !scalars.joinsEmoji(at: index) {
                shown += scalar.escape
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

extension [Unicode.Scalar] {
    /// Whether a character that joins or varies others stands between the parts of an emoji.
    package func joinsEmoji(at index: Int) -> Bool {
        let joiner: Unicode.Scalar = "\u{200D}"
        let variations: Set<Unicode.Scalar> = ["\u{FE0E}", "\u{FE0F}"]
        guard index > 0 else { return false }
        let last = self[index - 1]
        // Digits are parts of emoji too, but a text with digits has no emoji in mind.
        let isAfterEmoji = last.properties.isEmoji && !last.isASCII
        if variations.contains(self[index]) { return isAfterEmoji }
        return self[index] == joiner && (isAfterEmoji || variations.contains(last))
            && index + 1 < count && self[index + 1].properties.isEmoji
            && !self[index + 1].isASCII
    }

    /// The spaces at the ends of the text, and inside of quotation marks beside them, in order.
    fileprivate var endsOfQuotations: [Range<Int>] {
        var ends = [0..<(firstIndex { $0 != " " } ?? count)]
        var opening: Int?
        for (index, scalar) in enumerated() where scalar == "'" {
            if let start = opening {
                // An apostrophe has a letter after it.
                let isClosing = index + 1 == count || !self[index + 1].properties.isAlphabetic
                guard isClosing else { continue }
                let inside = self[(start + 1)..<index]
                ends.append((start + 1)..<(inside.firstIndex { $0 != " " } ?? index))
                ends.append(((inside.lastIndex { $0 != " " } ?? index - 1) + 1)..<index)
                opening = nil
            } else if index == 0 || !self[index - 1].properties.isAlphabetic {
                opening = index
            }
        }
        ends.append(((lastIndex { $0 != " " } ?? count - 1) + 1)..<count)
        return ends.filter { !$0.isEmpty }
    }
}
