import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how the patterns, templates and names of items of a source are written.
    mutating func checkTexts(in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            checkText(prefix, at: path(source).key("prefixes").index(number))
        }
        checkItemNames(in: source)
        for (number, rule) in sources[source].rules.enumerated() {
            let place = (source: source, number: number)
            checkText(rule.pattern, of: place, at: externalPath(source, number))
            guard let template = rule.template else { continue }
            let key = path(source, rule: number).key("to")
            checkText(template, of: place, isTemplate: true, at: key)
        }
    }

    /// Checks the names of items that a source strips or keeps: an asterisk has a meaning only at the end of a stripped one, and parts of a
    /// query have none.
    private mutating func checkItemNames(in source: Int) {
        let (key, items, wayOut): (String, [Parameter], String) =
            switch sources[source].options.query {
            case .strip(let items): ("strip", items, "write one name, or its beginning and '*'")
            case .keepOnly(let items): ("keepOnly", items, "write one whole name")
            case .keep, .drop: ("", [], "")
            }
        for (number, name) in items.map(\.rawValue).enumerated() {
            let rest = key == "strip" && name.hasSuffix("*") ? name.dropLast() : name[...]
            guard let mark = rest.first(where: { "?&=*".contains($0) }) else { continue }
            let message =
                "'\(name)' has a '\(mark)', and here stands the name of an item; \(wayOut), or allow 'foreign-capture' if an item is named so."
            add(.foreignCapture, at: path(source).key("query").key(key).index(number), message)
        }
    }

    /// What is to be said about characters that nobody sees, and blanks at the ends, which a text usually has because it was copied; and
    /// the other way out.
    static func invisible(in text: String) -> (message: String, other: String)? {
        let scalars = Array(text.unicodeScalars)
        guard
            let index = scalars.indices.first(where: { index in
                let isBlank = scalars[index] == " " || scalars[index] == "\t"
                return isBlank
                    ? index == 0 || index == scalars.count - 1
                    : scalars[index].isInvisible && !scalars.joinsEmoji(at: index)
            })
        else { return nil }
        let scalar = scalars[index]
        let encoded = String(scalar).percentEncoded(keeping: ByteSet())
        let kind = scalar == " " || scalar == "\t" ? "a blank at its end" : "an invisible character"
        // No path has a control character, in no spelling.
        let isControl = scalar.isASCII && scalar != " "
        let before = scalars[..<index]
        let lastBrace = before.last { "{}".unicodeScalars.contains($0) }
        let isText = !isControl && before.contains("/") && lastBrace != "{"
        let more = isText ? ", or write '\(encoded)' if links have it" : ""
        return ("'\(text.showingInvisible)' has \(kind); remove it", more)
    }

    /// Finds a catch-all whose slashes a template encodes.
    mutating func checkCatchAll(of rule: CheckedRule, in source: Int) {
        guard let template = rule.template, let pieces = rule.pieces, rule.paths[0].endsInCatchAll,
            !rule.external.takesWholeRest,
            let name = rule.pathCaptures.last,
            pieces.segments.joined().contains(where: { !$0.addsSegments && $0.capture == name })
        else { return }
        let message =
            "'\(template)' puts the catch-all '\(name)' into one segment, so that its 'x/y' becomes 'x%2Fy'; write '{*\(name)}' alone between two slashes for its segments."
        let effects = failingExamples(of: rule, in: source, .joinedSegments) { made, expected in
            made.string.replacing("%2F", with: "/") == expected.string
        }
        let place = path(source, rule: rule.number).key("to")
        add(.joinedSegments, at: place, message, replacing: effects)
    }
}
