import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Checks a rule's patterns without looking at other rules.
    mutating func checkRule(_ rule: RuleMatcher) {
        let hasFlaw = rule.rule.path.map { checkPath($0, rule.rule) } ?? false
        for pattern in rule.patterns {
            if !hasFlaw, !checkCopied(pattern, rule.rule), !checkForeign(pattern, rule.rule),
                rule.rule.isPercentEncoded, let flaw = Self.impossibility(of: pattern)
            {
                let isOnly = rule.rule.isLegacy || flaw.isToRemove
                let message =
                    "\(flaw.sentence)\(isOnly ? "" : ", or set \"percentEncoded\" to false")."
                add(.neverMatches, pattern.part, of: rule.rule, message, meant: flaw.meant)
            }
            checkEscapes(pattern, rule.rule)
            checkVariables(in: pattern, rule.rule)
        }
        checkQueryStars(rule)
    }

    // MARK: Paths

    /// Looks for patterns that are read in another way than they look, and returns whether one was reported.
    private mutating func checkPath(_ pattern: String, _ rule: AssociationRule) -> Bool {
        let text = short(rule.isLegacy ? rule.node.string ?? pattern : pattern)
        var meant = ""
        var further: [Correction.Edit] = []
        let message: String
        if pattern.isEmpty {
            message =
                "The path is empty, which systems read as '/'; write '/', or the path that is meant."
        } else if pattern.contains("://") {
            let path = pattern.split(separator: "://", maxSplits: 1).last?.drop { $0 != "/" } ?? ""
            meant = String(path.prefix { !"?#".contains($0) })
            message =
                "'\(text)' is a whole URL, but it is compared only with the path; write what follows the host\(path.isEmpty ? ", or '/' for the home page" : "")."
        } else if let path = pathAfterHost(of: pattern) {
            meant = path
            let not = rule.isLegacy && rule.isExclusion ? "NOT " : ""
            message =
                "'\(text)' begins with the host, but it is compared only with the path; write '\(not)\(short(path))'."
        } else if let paths = paths(in: pattern, rule) {
            meant = paths[0]
            let list = JSONPath(rule.node.path.steps.dropLast())
            further = paths.dropFirst().map(JSONValue.string).map { path in
                let component = rule.node.value.changed(by: [(JSONPath.root.key("/"), path)])
                return (list.index(.max), rule.isLegacy ? path : component)
            }
            message =
                "'\(text)' has several paths; write a \(rule.isLegacy ? "string" : "component") for each."
        } else if rule.isPercentEncoded, pattern.contains("#") {
            // A decoded path may have one.
            meant = String(pattern.prefix { $0 != "#" })
            message =
                "'\(text)' has a '#', but a path cannot have one; write the fragment's pattern as \"#\" of a component."
        } else if pattern.contains("?"), pattern.contains(/\?[\w.~\[\]-]+=/) {
            meant = String(pattern.prefix { $0 != "?" })
            message =
                "'\(text)' contains a query, but it is compared only with the path, where '?' matches any character; write the query's pattern as \"?\" of a component."
        } else if rule.isLegacy, pattern.first.map({ "nNeE !".contains($0) }) == true,
            pattern.contains(/^\s*(?i:not[: \t\/*]|![\/*]|(exclude|except):?[ \t]+[\/*])/)
                || rule.isExclusion && pattern.hasPrefix(" ")
        {
            let not = /^\s*((not|exclude|except|!):?\s*)?/.ignoresCase()
            meant = pattern.replacing(not, maxReplacements: 1) { $0.1 == nil ? "" : "NOT " }
            message =
                "'\(text)' excludes nothing; an exclusion begins with 'NOT' in capitals and one space."
        } else if rule.isLegacy, pattern.contains(/^\s*(?i:not|!)\s*$/),
            // A leading slash is optional.
            !generatedPaths.contains("/\(pattern)")
        {
            let list = rule.node.path.steps.dropLast()
            let next = entries.flatMap(\.model.rules).drop { $0.node != rule.node }.dropFirst()
                .first { $0.node.path.steps.dropLast() == list }
            meant = next.flatMap(\.path).map { "NOT \($0)" } ?? ""
            // The next string goes.
            further = next.map { self.edits(.path, of: $0, "$(") } ?? []
            let way = meant.isEmpty ? "NOT /buy/*" : short(meant)
            message =
                "'\(text)' excludes nothing, as an exclusion is one string; write '\(way)'."
        } else if !rule.isLegacy, pattern.hasPrefix("NOT ") || pattern.hasPrefix("!/") {
            meant = String(pattern.dropFirst(pattern.hasPrefix("!") ? 1 : 4))
            message =
                "'\(text)' excludes nothing in a component; write the path alone, and \"exclude\": true beside it."
        } else {
            return false
        }
        // What follows from an empty path depends on the path that is meant.
        let severity: Severity? = pattern.isEmpty ? .warning : nil
        let edits = edits(.path, of: rule, meant.isEmpty ? "$(" : meant) + further
        add(.misreadPath, severity, at: rule.place(of: .path), message, edits: edits)
        return true
    }

    /// What follows a host of the links at the beginning of a pattern, where slashes do not count; nil if it has no host.
    private mutating func pathAfterHost(of pattern: String) -> String? {
        let text = pattern.drop { $0 == "/" }
        let host = text.prefix { $0 != "/" }
        guard host.contains("."), host.endIndex < text.endIndex,
            hosts.contains(String(host).asciiLowercased),
            // The paths of a rule may begin with a host.
            !generatedPaths.contains(where: { $0.hasPrefix(pattern[...host.endIndex]) })
        else { return nil }
        return String(text[host.endIndex...])
    }

    /// The paths of a pattern that has several, such as '/a, /b'; nil if it is one path.
    private mutating func paths(in pattern: String, _ rule: AssociationRule) -> [String]? {
        guard rule.isPercentEncoded, "/*".contains(pattern.first ?? " "),
            pattern.contains(where: { $0 == "," || $0.isWhitespace }),
            // The paths of a rule may have a comma at the end of a segment.
            !pattern.contains(",/") || !generatedPaths.contains(where: { $0.contains(",/") })
        else { return nil }
        var (paths, not) = ([String](), "")
        for part in pattern.split(whereSeparator: { ",;".contains($0) || $0.isWhitespace }) {
            if part == "NOT" {
                not = "NOT "
            } else if part.hasPrefix("/") || paths.isEmpty {
                paths.append(not + part)
                not = ""
            } else {
                return nil
            }
        }
        return paths.count > 1 ? paths : nil
    }

    /// What gives a rule another pattern; nothing for a pattern from the defaults.
    func edits(
        _ part: AssociationMismatch.Part,
        of rule: AssociationRule,
        _ text: String?
    ) -> [Correction.Edit] {
        guard let text, let node = rule.node(of: part) else { return [] }
        return [(node.path, .string(rule.isLegacy && rule.isExclusion ? "NOT \(text)" : text))]
    }

    /// Adds a finding about a pattern, with the one that is meant if that is known.
    mutating func add(
        _ code: Code,
        _ part: AssociationMismatch.Part,
        of rule: AssociationRule,
        _ message: String,
        meant: String?
    ) {
        add(code, at: rule.place(of: part), message, edits: edits(part, of: rule, meant))
    }

    /// Looks for captures and regular expressions of other routers, and returns whether one was reported.
    private mutating func checkForeign(_ pattern: Pattern, _ rule: AssociationRule) -> Bool {
        let text = withoutForeignForms(pattern.text, rule)
        guard text != pattern.text else { return false }
        let meant = pattern.requiringItem(text)
        let message =
            "'\(short(pattern.text))' is written for another router, but only '*', '?' and '$(name)' have a meaning here; write '\(short(meant))'."
        add(.misreadPath, pattern.part, of: rule, message, meant: meant)
        return true
    }

    /// A pattern with `*` in place of what other routers capture, or with the variable of that name if there is one.
    private func withoutForeignForms(_ pattern: String, _ rule: AssociationRule) -> String {
        let inner = pattern.replacing(/^\/\^(.*?)\$?\/[gimsuy]*$|^\^(.*?)\$?$/) {
            $0.1 ?? $0.2 ?? ""
        }
        .replacing(/\$([A-Za-z]\w*)/) { isDefined(String($0.1)) ? "$(\($0.1))" : "\($0.0)" }
        // Variables look like an expression.
        let hidden = inner.replacing(/\$\([^()]*\)/) { String(repeating: "x", count: $0.0.count) }
        var (text, end) = ("", inner.startIndex)
        // Compiling an expression takes long.
        let mayHaveForms = hidden.utf8.contains(where: "<[({\\^$:.".utf8.contains)
        let forms = mayHaveForms ? ForeignForm.forms(in: hidden) : []
        let foreign = forms.filter { form in
            let written = inner[form.range]
            return !written.hasPrefix("*") && !["\\/", "\\.", "\\-"].contains(written)
        }
        for form in foreign where foreign.contains(where: { $0.kind != .own }) {
            text += inner[end..<form.range.lowerBound]
            let variable = form.name.flatMap { isDefined($0) ? "$(\($0))" : nil }
            text += variable ?? (text.hasSuffix("*") ? "" : "*")
            end = form.range.upperBound
        }
        text += inner[end...]
        guard rule.isPercentEncoded else { return text }
        // Backslashes escape characters, or separate segments.
        text = text.replacing(/\\(?=[\/.\-])/, with: "").replacing(/^\\|\\(?=\*)/, with: "/")
        return text.contains("\\") ? pattern : text
    }

    // MARK: Queries

    /// Looks for what is copied from a link, as in `"?": "?q=*"` and `"?": {"q=": "?*"}`, and returns whether it was reported.
    private mutating func checkCopied(_ pattern: Pattern, _ rule: AssociationRule) -> Bool {
        if let name = pattern.part.itemName { return checkName(name, pattern, rule) }
        guard pattern.part == .query, pattern.text.hasPrefix("?"),
            pattern.text.contains(/^\?[\w.~\[\]-]+=/)
        else { return false }
        let meant = String(pattern.text.dropFirst())
        let message =
            "'\(short(pattern.text))' begins with a '?', which is no part of a query and matches any character here; write '\(short(meant))'."
        add(.misreadPath, .query, of: rule, message, meant: meant)
        return true
    }

    /// Looks for a name that no query item has, and returns whether it was reported.
    private mutating func checkName(
        _ name: String,
        _ pattern: Pattern,
        _ rule: AssociationRule
    ) -> Bool {
        guard !Self.isName(name, of: rule) else { return false }
        let (place, node) = (rule.place(of: pattern.part), rule.node(of: pattern.part))
        let obstacle = "'\(short(name))' is no query item's name in a link"
        if name.drop(while: { "?#".contains($0) }).contains(/^[^=&]*([*?]|\$\()/) {
            let message =
                "\(obstacle), as only values can have wildcards and variables; write a component for each name."
            // Without the item, an exclusion would take other links.
            let edit: Correction.Edit? =
                rule.isExclusion
                ? (rule.node.path.key("/"), .string("$(")) : node.map { ($0.path, nil) }
            add(
                .neverMatches,
                at: place,
                message,
                edits: node == nil ? [] : [edit].compactMap(\.self)
            )
            return true
        }
        let items = name.split(separator: "&").compactMap { item -> (name: String, text: String)? in
            let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
            var name = (parts.first ?? "").withoutBlanksAround
            name = String(name.drop { "?#".contains($0) || $0.isWhitespace })
            name.unicodeScalars.removeAll(where: \.isInvisible)
            if rule.isPercentEncoded { name = name.percentEncoded(keeping: Self.nameBytes) }
            let text = parts.count > 1 ? parts[1] : pattern.text
            return name.isEmpty ? nil : (name, pattern.requiringItem(text))
        }
        let way = items.map { "\"\($0.name)\": \"\($0.text)\"" }.joined(separator: ", ")
        let message = "\(obstacle); write \(items.isEmpty ? "the name" : short(way))."
        var edits: [Correction.Edit] = []
        if let node, !items.isEmpty {
            let query = rule.node.path.key("?")
            edits = [(node.path, nil)] + items.map { (query.key($0.name), .string($0.text)) }
        }
        add(.neverMatches, at: place, message, edits: edits)
        return true
    }

    private static func isName(_ name: String, of rule: AssociationRule) -> Bool {
        // A decoded name can have any character, but these are left over from a link.
        !name.hasPrefix("?") && !name.hasSuffix("=") && !name.contains("*") && !name.contains("$(")
            && (!rule.isPercentEncoded || name.utf8.allSatisfy(nameBytes.contains))
    }

    /// The bytes that the name of a query item can have in a link.
    private static let nameBytes = AssociationLink.plain.subtracting(ByteSet("&=?"))

    // MARK: Patterns that no link has

    /// Why no link has what a pattern asks for, with the way out, and the pattern that is meant; nil if links can have it.
    static func impossibility(
        of pattern: Pattern
    ) -> (sentence: String, isToRemove: Bool, meant: String)? {
        guard let character = impossibleCharacter(of: pattern) else { return nil }
        let text = pattern.text
        let cleaned =
            character == " "
            ? text.withoutBlanksAround
            : String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isInvisible }))
        // A capture may have two braces.
        let capture = /\{[^{}]*\}/
        let withoutCaptures = pattern.requiringItem(
            text.replacing(capture, with: "*").replacing(capture, with: "*")
        )
        let encoded = text.percentEncoded(keeping: AssociationLink.plain)
        let wildcard = withoutCaptures == "?*" ? "?*" : "*"
        let (name, way, meant): (String, String, String) =
            switch character {
            // A space within a pattern is to be encoded.
            case " " where cleaned == text: ("a space", "write '%20'", encoded)
            case " ": ("a space at its start or end", "remove it", cleaned)
            case _ where character.isInvisible:
                ("the character '\(character)'", "remove it", cleaned)
            case "#": ("a '#'", "write what follows it", text.filter { $0 != "#" })
            case "{": ("a '{'", "write '\(wildcard)' for a capture, or '%7B'", withoutCaptures)
            default: ("the character '\(character)'", "write it percent-encoded", encoded)
            }
        let sentence = "'\(short(text))' matches nothing, as no link has \(name) there; \(way)"
        return (sentence, way == "remove it", meant)
    }

    /// The first character of a pattern that its part of a link cannot contain.
    private static func impossibleCharacter(of pattern: Pattern) -> Unicode.Scalar? {
        for piece in GlobPiece.pieces(of: pattern.text) {
            switch piece {
            case .variable: continue  // Its name is not compared with anything.
            case .unclosed: return nil
            case .scalar(let scalar):
                let isPlain = UInt8(exactly: scalar.value).map(AssociationLink.plain.contains)
                if isPlain != true || (pattern.isItem && scalar == "&") { return scalar }
            }
        }
        return nil
    }

    private mutating func checkEscapes(_ pattern: Pattern, _ rule: AssociationRule) {
        guard pattern.text.contains("%") else { return }
        let escapes = pattern.text.matches(of: /%[0-9A-Fa-f]{2}/).map { String($0.output) }
        let escape =
            rule.isPercentEncoded && rule.isCaseSensitive
            ? escapes.first { $0 != $0.uppercased() } : rule.isPercentEncoded ? nil : escapes.first
        guard let escape else { return }
        // An escaped wildcard has no other form.
        let isWildcard = escapes.contains {
            ["%24", "%28", "%2A", "%3F"].contains($0.uppercased())
        }
        let meant =
            rule.isPercentEncoded
            ? pattern.text.replacing(/%[0-9A-Fa-f]{2}/) { $0.output.uppercased() }
            : isWildcard ? nil : withBytes(of: pattern.text) { try? PercentEncoding.decode($0) }
        let flaw =
            rule.isPercentEncoded
            ? " in lower case, but links usually have upper case; write '\(escape.uppercased())'"
            : ", and with \"percentEncoded\": false links are decoded before they are compared; write the character itself"
        let message = "'\(short(pattern.text))' has the escape '\(escape)'\(flaw)."
        add(.encodedPattern, pattern.part, of: rule, message, meant: meant)
    }

    // MARK: What a rule matches besides what it means

    /// Reports the pattern `*` for a query item, which asks nothing.
    private mutating func checkQueryStars(_ rule: RuleMatcher) {
        guard rule.items.contains(where: \.isUniversal) else { return }
        let witness = link(LinkSample(omitsEmptyItems: true), for: rule)
        for item in rule.items where item.isUniversal {
            guard let name = item.part.itemName, Self.isName(name, of: rule.rule) else { continue }
            let message =
                "'*' also matches links without '\(short(name))', as a missing query item is read as empty; write '?*' to require it."
            let (place, edits) = (
                rule.rule.place(of: item.part), edits(item.part, of: rule.rule, "?*")
            )
            add(.starMatchesAbsent, at: place, message, witness: witness, edits: edits)
        }
    }
}
