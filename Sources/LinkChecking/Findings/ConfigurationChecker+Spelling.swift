import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how the patterns, templates and stripped names of a source are written.
    mutating func checkTexts(in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            checkText(prefix, as: .prefix, at: path(source).key("prefixes").index(number))
        }
        if case .strip(let names) = sources[source].options.query {
            for (number, name) in names.enumerated() where name.rawValue.dropLast().contains("*") {
                add(
                    .foreignCapture,
                    at: path(source).key("query").key("strip").index(number),
                    "A '*' before the end of '\(name.rawValue)' is plain text; write it at the end, as in 'utm_*', or allow 'foreign-capture' if an item is named so."
                )
            }
        }
        for (number, rule) in sources[source].rules.enumerated() {
            // Identifiers of some services begin with a dollar sign, and then an example shows it.
            let hasExample = rule.notes.examples.values.contains { $0 != nil }
            checkText(
                rule.pattern,
                as: .rule,
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

    /// Checks how a pattern or template is written.
    ///
    /// - Parameters:
    ///   - text: The pattern or template.
    ///   - kind: What it is.
    ///   - mayHaveDollars: Whether a dollar sign before a capture is taken as text that is meant.
    ///   - place: Its place.
    mutating func checkText(
        _ text: String,
        as kind: ForeignText.Kind,
        mayHaveDollars: Bool = false,
        at place: JSONPath
    ) {
        checkInvisible(text, at: place)
        guard let pieces = BracedText.pieces(text.utf8) else { return }
        for case .capture(let capture) in pieces { checkCapture(capture, in: text, at: place) }
        let foreign = ForeignText(text, as: kind)
        guard !foreign.isAnchored, foreign.optionCount == 0, !foreign.hasOptionalMark,
            !foreign.endsInOptionalSlash
        else { return addWhole(foreign, in: text, as: kind, at: place) }
        let changes = foreign.changes
        let isClear = changes.isEmpty || foreign.isClear
        for (literal, meant, escaped) in changes where !(mayHaveDollars && literal.contains("${")) {
            let wayOut =
                isClear
                ? "write '\(meant)' to capture it, or '\(escaped)' for the text"
                : "write the path with captures such as '{name}', or '\(escaped)' for the text"
            let obstacle = literal.contains("${") ? "has a '$' that is" : "is"
            let message = "'\(literal)' in '\(text)' \(obstacle) plain text; \(wayOut)."
            // The braces of a regular expression would be a capture with a malformed name, and a slash alone does not help it.
            let replacesFlaw = literal.contains("{") || !text.hasPrefix("/")
            add(message, replacingFlaw: replacesFlaw, at: place)
        }
    }

    /// Adds a finding about another router's syntax, in place of an error about what this package reads in it.
    private mutating func add(_ message: String, replacingFlaw: Bool, at place: JSONPath) {
        let flaw = findings.firstIndex {
            $0.path == place && $0.severity == .error && $0.code.rawValue.hasPrefix("malformed-")
        }
        guard replacingFlaw, let flaw else { return add(.foreignCapture, at: place, message) }
        findings[flaw] = LinkFinding(findings[flaw].code, .error, at: place, message)
    }

    /// Tells how to write a regular expression, or a path with optional parts, in place of an error that sees a query in it.
    private mutating func addWhole(
        _ foreign: ForeignText,
        in text: String,
        as kind: ForeignText.Kind,
        at place: JSONPath
    ) {
        let shorter = foreign.shorter.reduce(into: [String]()) { texts, text in
            if text != foreign.meant, !texts.contains(text) { texts.append(text) }
        }
        let end =
            switch kind {
            case .template: ", which leaves out a capture that is absent"
            case _ where foreign.endsInOptionalSlash && shorter.isEmpty:
                ", which takes links with a slash at the end and without"
            case _ where shorter.isEmpty: ""
            case .rule: Self.others("a rule for", "rules for", shorter)
            case .prefix: Self.others("the prefix", "the prefixes", shorter)
            case .registeredPath: Self.others("the path", "the paths", shorter)
            }
        let obstacle =
            foreign.isAnchored
            ? "is a regular expression" : "has an optional part, as other routers write it"
        let wayOut =
            foreign.isClear
            ? "write '\(foreign.meant)'\(end)"
            : "write each path that is meant, with captures such as '{name}'"
        let message = "'\(text)' \(obstacle); \(wayOut)."
        add(message, replacingFlaw: true, at: place)
    }

    /// The end of the advice to write other texts, too.
    private static func others(_ one: String, _ many: String, _ texts: [String]) -> String {
        let list = texts.map { "'\($0)'" }.joined(separator: " and ")
        return texts.count == 1
            ? ", and \(one) \(list) too if it is meant"
            : ", and \(many) \(list) too if they are meant"
    }

    /// Finds captures that mean something else in another router, and words of a list that no link has.
    private mutating func checkCapture(_ capture: String, in text: String, at place: JSONPath) {
        if capture.contains("..."),
            let rest = capture.wholeMatch(of: /\.\.\.([A-Za-z0-9._~-]+)|([A-Za-z0-9._~-]+)\.\.\./)
        {
            return add(
                .foreignCapture,
                at: place,
                "'{\(capture)}' in '\(text)' captures one segment; write '{*\(rest.1 ?? rest.2 ?? "")}' for the rest of the path."
            )
        }
        let isAlone = (text + "/").contains("/{\(capture)}/")
        if let meant = ForeignText.meant(by: capture, isAlone: isAlone) {
            let wayOut =
                meant.isEmpty
                ? "write '\(text.replacing("{\(capture)}", with: ""))'" : "write '\(meant)'"
            let message =
                "'{\(capture)}' in '\(text)' is a capture of another router; \(wayOut)."
            return add(message, replacingFlaw: true, at: place)
        }
        guard capture.contains("|"), let colon = capture.firstIndex(of: ":") else { return }
        let name = capture[..<colon]
        let words = capture[colon...].dropFirst()
            .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let trimmed = words.map { word in
            let start = word.drop { $0 == " " }
            return String(start.dropLast(start.reversed().prefix { $0 == " " }.count))
        }
        guard trimmed == words else {
            let encoded = words.map { $0.replacing(" ", with: "%20") }
            return add(
                .invisibleCharacter,
                at: place,
                "'{\(capture)}' in '\(text)' has a word with a blank at its end; write '{\(name):\(trimmed.joined(separator: "|"))}', or '{\(name):\(encoded.joined(separator: "|"))}' if links have it."
            )
        }
        if let first = words.first, let last = words.last, first.hasPrefix("("), last.hasSuffix(")")
        {
            let list = capture[colon...].dropFirst(2).dropLast()
            return add(
                .foreignCapture,
                at: place,
                "'{\(capture)}' in '\(text)' has the words '\(first)' and '\(last)'; write '{\(name):\(list)}', or '{\(name):%28\(list))}' for the text."
            )
        }
        guard let word = words.first(where: ForeignText.isExpression) else { return }
        let plain = words.map { word in
            ForeignText.isExpression(word)
                ? word.percentEncoded(keeping: .alphanumerics) : word
        }
        add(
            .foreignCapture,
            at: place,
            "'{\(capture)}' in '\(text)' has the word '\(word)', which is compared as text; write '{\(name)}' for any text, or '{\(name):\(plain.joined(separator: "|"))}' for this one."
        )
    }

    /// Finds a catch-all whose slashes a template encodes.
    mutating func checkCatchAll(of rule: CheckedRule, in source: Int) {
        guard let template = rule.template, let pieces = rule.pieces, rule.paths[0].endsInCatchAll,
            !rule.external.takesWholeRest,
            let name = rule.pathCaptures.last,
            let segment = pieces.segments.first(where: { segment in
                segment.contains { !$0.addsSegments && $0.capture == name }
            })
        else { return }
        let wayOut =
            segment.count == 1
            ? "write '{*\(name)}' for its segments"
            : "write '{*\(name)}' alone between two slashes for its segments"
        add(
            .joinedSegments,
            at: path(source, rule: rule.number).key("to"),
            "'\(template)' puts the catch-all '\(name)' into one segment, so that its 'x/y' becomes 'x%2Fy'; \(wayOut)."
        )
    }
}
