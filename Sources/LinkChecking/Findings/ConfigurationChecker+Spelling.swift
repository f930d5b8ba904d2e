import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how the patterns, templates and names of items of a source are written.
    mutating func checkTexts(in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            checkText(prefix, as: .prefix, at: path(source).key("prefixes").index(number))
        }
        checkAsterisks(in: source)
        for (number, rule) in sources[source].rules.enumerated() {
            // Identifiers of some services begin with a dollar sign, and then an example shows it.
            let hasExample = rule.notes.examples.values.contains { $0 != nil }
            checkText(
                rule.pattern,
                as: .rule,
                usedBy: rule.template ?? "",
                mayHaveDollars: hasExample,
                at: externalPath(source, number)
            )
            guard let template = rule.template else { continue }
            checkText(
                template,
                as: .template,
                mayHaveDollars: hasExample,
                at: path(source, rule: number).key("to")
            )
        }
    }

    /// Checks the names of items that a source strips or keeps: an asterisk has a meaning only at the end of a stripped one.
    private mutating func checkAsterisks(in source: Int) {
        let (key, items, wayOut): (String, [Parameter], String)
        switch sources[source].options.query {
        case .strip(let stripped):
            (key, items, wayOut) = ("strip", stripped, "write it at the end, as in 'utm_*'")
        case .keepOnly(let kept):
            (key, items, wayOut) = ("keepOnly", kept, "write the whole name of each item")
        case .keep, .drop: return
        }
        for (number, item) in items.enumerated() {
            let name = item.rawValue
            guard (key == "strip" ? name.dropLast() : name[...]).contains("*") else { continue }
            add(
                .foreignCapture,
                at: path(source).key("query").key(key).index(number),
                "The '*' in '\(name)' is plain text here; \(wayOut), or allow 'foreign-capture' if an item is named so."
            )
        }
    }

    /// Checks how a pattern or template is written.
    ///
    /// - Parameters:
    ///   - text: The pattern or template.
    ///   - kind: What it is.
    ///   - template: The template of a pattern's rule.
    ///   - mayHaveDollars: Whether a dollar sign before a capture is taken as text that is meant.
    ///   - place: Its place.
    mutating func checkText(
        _ text: String,
        as kind: ForeignText.Kind,
        usedBy template: String = "",
        mayHaveDollars: Bool = false,
        at place: JSONPath
    ) {
        // An error about what this package reads in the text.
        var flaw = findings.firstIndex { finding in
            finding.path == place && finding.severity == .error
                && ["malformed-", "optional-"].contains(where: finding.code.rawValue.hasPrefix)
        }
        if let message = Self.invisible(in: text) {
            add(.invisibleCharacter, message, at: place, replacing: &flaw)
        }
        let foreign = ForeignText(text, as: kind)
        // An error about a capture that the text has once its author follows the finding.
        let unknown = kind == .rule ? unknownCapture(of: place, in: foreign, usedBy: template) : nil
        flaw = flaw ?? unknown
        let general = "write each path that is meant, with captures such as '{name}'"
        lazy var texts = foreign.texts
        guard !foreign.isAnchored, !foreign.hasOption else {
            let obstacle =
                foreign.isAnchored
                ? "is a regular expression" : "has an optional part, as other routers write it"
            let more = texts.dropFirst().map { ", and '\($0)' too if it is meant" }
            let wayOut = texts.first.map { "write '\($0)'\(more.joined())" } ?? general
            let message = "'\(text)' \(obstacle); \(wayOut)."
            return add(.foreignCapture, message, at: place, replacing: &flaw)
        }
        for piece in foreign.pieces
        where piece.isForeign && !(mayHaveDollars && piece.text.contains("${")) {
            // Braces of an expression would be a capture, and the mark at an end a query.
            let isFlaw = piece.text.contains("{") || piece.text.hasSuffix("?")
            var obstacle = isFlaw ? "is written for another router" : "is plain text"
            let isClear = !texts.isEmpty && piece.meant != nil
            var wayOut = isClear ? "write '\(piece.meant ?? "")' to capture it" : general
            let word = piece.text.dropLast()
            if piece.text.hasSuffix("?"), text.hasSuffix(piece.text),
                word.utf8.allSatisfy(ByteSet.unreserved.contains)
            {
                (obstacle, wayOut) = ("has a '?' at its end", "write '\(word)'")
            }
            let plain = unknown == nil ? ", or '\(piece.escaped)' for the text" : ""
            let message = "'\(piece.text)' in '\(text)' \(obstacle); \(wayOut)\(plain)."
            // A slash alone does not help it.
            if isFlaw || unknown != nil || !text.hasPrefix("/") {
                add(.foreignCapture, message, at: place, replacing: &flaw)
            } else {
                add(.foreignCapture, at: place, message)
            }
        }
    }

    /// The error that a rule's template uses what other routers would capture in its pattern.
    private func unknownCapture(
        of place: JSONPath,
        in foreign: ForeignText,
        usedBy template: String
    ) -> Int? {
        let meant = foreign.pieces.filter(\.isForeign).compactMap(\.meant).joined()
        let isUsed = meant.matches(of: /\{\*?([\w.~\-]+)/).contains {
            template.contains("{\($0.1)}") || template.contains("{*\($0.1)}")
        }
        guard isUsed else { return nil }
        return findings.firstIndex {
            $0.code.rawValue == "unknown-capture"
                && $0.path.steps.dropLast() == place.steps.dropLast()
        }
    }

    /// What is to be said about characters that nobody sees, and blanks at the ends, which a text usually has because it was copied.
    private static func invisible(in text: String) -> String? {
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
        return "'\(text.showingInvisible)' has \(kind); remove it\(more)."
    }

    /// Adds a finding in place of an error, if there is one.
    private mutating func add(
        _ code: LinkFinding.Code,
        _ message: String,
        at place: JSONPath,
        replacing flaw: inout Int?
    ) {
        guard let index = flaw else { return add(code, at: place, message) }
        findings[index] = LinkFinding(findings[index].code, .error, at: place, message)
        flaw = nil
    }

    /// Finds a catch-all whose slashes a template encodes.
    mutating func checkCatchAll(of rule: CheckedRule, in source: Int) {
        guard let template = rule.template, let pieces = rule.pieces, rule.paths[0].endsInCatchAll,
            !rule.external.takesWholeRest,
            let name = rule.pathCaptures.last,
            pieces.segments.joined().contains(where: { !$0.addsSegments && $0.capture == name })
        else { return }
        add(
            .joinedSegments,
            at: path(source, rule: rule.number).key("to"),
            "'\(template)' puts the catch-all '\(name)' into one segment, so that its 'x/y' becomes 'x%2Fy'; write '{*\(name)}' alone between two slashes for its segments."
        )
    }
}
