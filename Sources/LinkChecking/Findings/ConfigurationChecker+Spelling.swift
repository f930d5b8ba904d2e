import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how the patterns, templates and names of items of a source are written.
    mutating func checkTexts(in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            checkText(prefix, as: .prefix, at: path(source).key("prefixes").index(number))
        }
        checkItemNames(in: source)
        for (number, rule) in sources[source].rules.enumerated() {
            let place = (source: source, number: number)
            checkText(rule.pattern, as: .rule, of: place, at: externalPath(source, number))
            guard let template = rule.template else { continue }
            let key = path(source, rule: number).key("to")
            checkText(template, as: .template, of: place, at: key)
        }
    }

    /// Checks the names of items that a source strips or keeps: an asterisk has a meaning only at the end of a stripped one, and parts of a
    /// query have none.
    private mutating func checkItemNames(in source: Int) {
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
            let names = name.split { "?&".contains($0) }.map { $0.prefix { $0 != "=" } }
                .filter { !$0.isEmpty }
            var message: String?
            if name.hasPrefix("?") || name.contains("&") || name.contains("=") {
                let list = names.map { "'\($0)'" }.listed()
                let way =
                    switch names.count {
                    case 0: "remove it"
                    case 1: "write \(list)"
                    default: "write \(list) as elements of their own"
                    }
                message =
                    "'\(name)' is a part of a query, and here stands the name of one item; \(way)"
            } else if (key == "strip" ? name.dropLast() : name[...]).contains("*") {
                message = "The '*' in '\(name)' is plain text here; \(wayOut)"
            }
            guard let message else { continue }
            add(
                .foreignCapture,
                at: path(source).key("query").key(key).index(number),
                "\(message), or allow 'foreign-capture' if an item is named so."
            )
        }
    }

    /// Checks how a pattern or template is written.
    ///
    /// - Parameters:
    ///   - text: The pattern or template.
    ///   - kind: What it is.
    ///   - rule: The numbers of its source and its rule, if it is one of a rule.
    ///   - place: Its place.
    mutating func checkText(
        _ text: String,
        as kind: ForeignText.Kind,
        of rule: (source: Int, number: Int)? = nil,
        at place: JSONPath
    ) {
        // An error about what this package reads in the text.
        var flaw = findings.firstIndex { finding in
            finding.path == place && finding.severity == .error
                && ["malformed-", "optional-"].contains(where: finding.code.rawValue.hasPrefix)
        }
        let invisible = Self.invisible(in: text)
        var foreign = ForeignText(text, as: kind)
        let isSuspect =
            invisible != nil || foreign.isAnchored || foreign.hasOption
            || foreign.pieces.contains { $0.isForeign || $0.isBehindEntity }
        guard isSuspect else { return }
        let examples = rule.map { self.examples(of: $0, with: foreign, as: kind) }
        let failing = examples?.failing ?? []
        // A registered path is an error if templates lead to what is meant by it.
        let needed = findings.indices.last {
            rule == nil && findings[$0].path == place && findings[$0].code == .unregisteredPath
        }
        flaw = flaw ?? failing.first ?? needed
        defer {
            if let first = failing.first, findings[first].path == place {
                for index in failing.dropFirst().reversed() { findings.remove(at: index) }
            }
        }
        if let (message, other) = invisible {
            let plain = failing.isEmpty && needed == nil ? other : ""
            add(.invisibleCharacter, "\(message)\(plain).", at: place, replacing: &flaw)
        }
        // An error about a capture that the text has once its author follows the finding.
        let unknown = kind == .rule ? rule.flatMap { unknownCapture(of: $0, in: foreign) } : nil
        flaw = flaw ?? unknown?.index
        let only = kind == .template ? rule.flatMap(onlyCapture) : nil
        if let name = unknown?.name ?? only {
            foreign = ForeignText(text, as: kind, naming: name)
        }
        // An example, or the other side of a rule, says that it is no text.
        let isCapture = unknown != nil || !failing.isEmpty || needed != nil
        if foreign.pieces.contains(where: \.isBehindEntity) {
            let plain = failing.isEmpty ? ", or '&amp%3B' for the text" : ""
            let message = "'&amp;' in '\(text)' is written for HTML; write '&'\(plain)."
            if failing.isEmpty {
                add(.foreignCapture, at: place, message)
            } else {
                add(.foreignCapture, message, at: place, replacing: &flaw)
            }
        }
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
        // Identifiers of some services begin with a dollar sign, and then an example shows it.
        where piece.isForeign && !(examples?.showText == true && piece.text.contains("${")) {
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
            let plain = isCapture ? "" : ", or '\(piece.escaped)' for the text"
            let message = "'\(piece.text)' in '\(text)' \(obstacle); \(wayOut)\(plain)."
            // A slash alone does not help it.
            if isFlaw || isCapture || !text.hasPrefix("/") {
                add(.foreignCapture, message, at: place, replacing: &flaw)
            } else {
                add(.foreignCapture, at: place, message)
            }
        }
    }

    /// Whether an example shows that a rule's pattern or template is meant as text, and otherwise the errors about the examples that fail
    /// because of this text.
    private func examples(
        of place: (source: Int, number: Int),
        with foreign: ForeignText,
        as kind: ForeignText.Kind
    ) -> (showText: Bool, failing: [Int]) {
        let rule = sources[place.source].rules[place.number]
        let allowed = sources[place.source].options.allow + rule.notes.allow
        let codes = [LinkFinding.Code.foreignCapture, .invisibleCharacter].map(\.rawValue)
        // An item that may be absent is read in no example then, and the rule takes them all the same.
        let hasEntity = foreign.pieces.contains(where: \.isBehindEntity)
        var failing: [Int] = []
        guard !codes.contains(where: allowed.contains) else { return (false, []) }
        for (example, link) in rule.notes.examples where link != nil || rule.template == nil {
            let key = path(place.source, rule: place.number).key("examples").key(example)
            let flaw = findings.firstIndex { $0.path == key && $0.code == .failingExample }
            let url = sources[place.source].wholeLink(example)
            let isTaken = url.map { rewriter.explain($0).steps }?.contains {
                $0.label == "rule" && $0.rule?.sourceIndex == place.source
                    && $0.rule?.ruleIndex == place.number
            }
            let isRead = isTaken == true && (kind == .rule && !hasEntity || flaw == nil)
            let isProof = !hasEntity || example.contains("&amp;")
            guard !isRead || !isProof else { return (true, []) }
            // An example that has the piece fails for another reason; a mark at an end begins the query of a link.
            let read = kind == .rule ? example : link ?? ""
            let showsText = foreign.pieces.contains {
                $0.isForeign && !$0.text.hasSuffix("?") && read.contains($0.text)
            }
            if let flaw, !showsText, kind == .rule || isTaken == true { failing.append(flaw) }
        }
        return (false, failing.sorted())
    }

    /// The name of the capture of a rule's pattern that has only one.
    private func onlyCapture(of place: (source: Int, number: Int)) -> String? {
        let names = Self.captures(in: sources[place.source].rules[place.number].pattern)
        return names.count == 1 ? names[0] : nil
    }

    /// The names of the captures of a pattern, which may have a flaw.
    static func captures(in pattern: String) -> [String] {
        pattern.matches(of: /\{\*?([\w.~\-]+)/).map { String($0.1) }
    }

    /// The error that a rule uses what other routers would capture in its pattern, and the name that is missing if only one is and the
    /// pattern has one capture without a name.
    private func unknownCapture(
        of place: (source: Int, number: Int),
        in foreign: ForeignText
    ) -> (index: Int, name: String?)? {
        let rule = sources[place.source].rules[place.number]
        let key = path(place.source, rule: place.number)
        let index = findings.firstIndex {
            ["unknown-capture", "no-target"].contains($0.code.rawValue)
                && $0.path.steps.dropLast() == key.steps
        }
        guard let index else { return nil }
        let known = sources[place.source].captures
        let used = rule.template.map { (try? TemplateText($0))?.captures ?? [] } ?? ["target"]
        let names = Set(used).subtracting(known).filter { name in
            !["{\(name)", "{*\(name)"].contains(where: rule.pattern.contains)
        }
        // A capture that nothing uses may be the one that is meant.
        let hasSpare = Self.captures(in: rule.pattern).contains {
            !used.contains($0) && !$0.hasPrefix("_")
        }
        if names.count == 1, foreign.unnamedCount == 1, !hasSpare { return (index, names.first) }
        let isUsed = foreign.pieces.contains { piece in
            guard piece.isForeign else { return false }
            let found = (piece.meant ?? piece.text).matches(of: /[{<\[:*]([\w.~\-]+)/)
            return found.contains { names.contains(String($0.1)) || rule.template == nil }
        }
        return isUsed ? (index, nil) : nil
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
