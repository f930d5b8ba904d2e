import PathMatching

/// The text between quotation marks, safe for a terminal and shortened to the length that a message allows.
func quoted(_ text: String) -> String { "'\(shortened(text, to: 200))'" }

/// The text, safe for a terminal; of a longer one only the first characters.
func shortened(_ text: String, to limit: Int) -> String {
    let scalars = printable(text).unicodeScalars
    return scalars.count > limit ? "\(String(scalars.prefix(limit)))…" : String(scalars)
}

/// Words as part of a sentence: `'a', 'b' and 'c'`.
func list(_ words: [String]) -> String { words.map { "'\($0)'" }.listed() }

/// How many of some kinds there are of each, by its name; 0 of those that do not occur.
func tally<Kind: CaseIterable & RawRepresentable<String>>(_ kinds: [Kind]) -> [String: Int] {
    let none = Kind.allCases.map { ($0.rawValue, 0) }
    return Dictionary(none + kinds.map { ($0.rawValue, 1) }, uniquingKeysWith: +)
}

/// The text with escapes for characters that control a terminal or are not seen.
func printable(_ text: String) -> String { text.showingInvisible }

/// The text with some scalars replaced.
///
/// It works on scalars, not characters, so that a combining mark after `<` cannot hide it.
func replacing(in text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if let replacement = replacement(scalar) {
            result += replacement
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}
