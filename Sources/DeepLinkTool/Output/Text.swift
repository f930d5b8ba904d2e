/// Text between quotation marks, fit for a terminal and not longer than a message should be.
func quoted(_ text: String) -> String {
    let limit = 200
    let scalars = printable(text).unicodeScalars
    guard scalars.count > limit else { return "'\(printable(text))'" }
    return "'\(String(scalars.prefix(limit)))…'"
}

/// Words in a sentence: `'a', 'b' and 'c'`.
func list(_ words: [String]) -> String {
    let quoted = words.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " and \(last)"
}

/// A number of things: `1 link`, `2 links`.
func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
}

/// The text with escapes in place of what could move the cursor, change colours or turn the direction of writing.
///
/// A link can have any characters, and some of them are commands to a terminal.
func printable(_ text: String) -> String {
    // Most text is ASCII, where only the control characters are commands.
    guard text.utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return text }
    guard text.unicodeScalars.contains(where: \.isCommand) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.isCommand {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension Unicode.Scalar {
    /// Whether a terminal obeys the character instead of showing it.
    fileprivate var isCommand: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
