import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Checks a rule's patterns without looking at other rules.
    mutating func checkRule(_ rule: RuleMatcher) {
        let isMisread = rule.rule.path.map { checkPath($0, rule.rule) } ?? false
        for pattern in rule.patterns {
            if !isMisread, !checkQuery(pattern, rule.rule), !checkForeign(pattern, rule.rule),
                rule.rule.isPercentEncoded, let flaw = Self.impossibility(of: pattern)
            {
                let isOnly = rule.rule.isLegacy || flaw.hasSuffix("remove it")
                let way = isOnly ? "" : ", or set \"percentEncoded\" to false"
                add(.neverMatches, at: rule.rule.place(of: pattern.part), "\(flaw)\(way).")
            }
            checkEscapes(pattern, rule.rule)
        }
        checkQueryStars(rule)
    }

    // MARK: Paths

    /// Looks for a path that is read in another way than it looks, and returns whether one was reported.
    private mutating func checkPath(_ pattern: String, _ rule: AssociationRule) -> Bool {
        guard let flaw = flaw(ofPath: pattern, rule) else { return false }
        let text = short(rule.isLegacy ? rule.node.string ?? pattern : pattern)
        let message = "\(pattern.isEmpty ? "The path" : "'\(text)'") \(flaw)."
        add(.misreadPath, pattern.isEmpty ? .warning : nil, at: rule.place(of: .path), message)
        return true
    }

    /// Why a path is read in another way than it looks, with the way out.
    private func flaw(ofPath pattern: String, _ rule: AssociationRule) -> String? {
        if pattern.isEmpty {
            return "is empty, which systems read as '/'; write '/', or the path that is meant"
        }
        if pattern.contains("://") {
            return
                "is a whole URL, but it is compared only with the path; write what follows the host"
        }
        let segments = pattern.split(separator: "/", maxSplits: 1)
        if segments.count == 2, hosts?.contains(String(segments[0]).asciiLowercased) ?? false {
            return
                "begins with the host, but it is compared only with the path; write what follows the host"
        }
        // A decoded path may have one.
        if rule.isPercentEncoded, pattern.contains("#") {
            return
                "has a '#', but a path cannot have one; write the fragment's pattern as \"#\" of a component"
        }
        if pattern.contains("?"), pattern.contains(/\?[\w.~\[\]-]+=/) {
            return
                "contains a query, but it is compared only with the path, where '?' matches any character; write the query's pattern as \"?\" of a component"
        }
        // Compiling an expression takes long, so most patterns are not searched by one.
        let first = pattern.utf8.first { $0 > 0x20 } ?? 0
        if rule.isLegacy, "Nn! ".utf8.contains(first) || rule.isExclusion,
            pattern.contains(/^\s*(?i:not[: \t\/*]|!)/)
                || pattern == "NOT" || rule.isExclusion && pattern.hasPrefix(" ")
        {
            return
                "excludes nothing; an exclusion is one string that begins with 'NOT' in capitals and one space"
        }
        if !rule.isLegacy, pattern.hasPrefix("NOT ") || pattern.hasPrefix("!/") {
            return
                "excludes nothing in a component; write the path alone, and \"exclude\": true beside it"
        }
        if rule.isPercentEncoded, pattern.utf8.contains(where: { $0 <= 0x20 || $0 == 0x2C }),
            pattern.contains(/^[\/*].*(,\s*\/|\s\/[^*])/)
        {
            return
                "has several paths; write a \(rule.isLegacy ? "string" : "component") for each"
        }
        return nil
    }

    /// Looks for captures and regular expressions of other routers, and returns whether one was reported.
    private mutating func checkForeign(_ pattern: Pattern, _ rule: AssociationRule) -> Bool {
        // Compiling an expression takes long, and most patterns have no such part.
        let bytes = "/\(pattern.text)".utf8
        let mayBeForeign = zip(bytes, bytes.dropFirst()).contains { byte, next in
            "<[({\\^$".utf8.contains(next) || byte == UInt8(ascii: ".") && "*+".utf8.contains(next)
                || next == UInt8(ascii: ":") && !ByteSet.alphanumerics.contains(byte)
        }
        guard mayBeForeign else { return false }
        let inner = pattern.text.replacing(/^\/\^(.*?)\$?\/[gimsuy]*$|^\^(.*?)\$?$/) {
            $0.1 ?? $0.2 ?? ""
        }
        .replacing(/\$([A-Za-z]\w*)|\$\{([A-Za-z]\w*)\}/) {
            let name = String($0.1 ?? $0.2 ?? "")
            return knownNames.contains(name) ? "$(\(name))" : String($0.0)
        }
        // Variables look like an expression.
        let hidden = inner.replacing(/\$\([^()]*\)/) {
            String(repeating: "x", count: $0.0.utf8.count)
        }
        let forms = ForeignForm.forms(in: hidden).filter { form in
            let written = inner[form.range]
            return !written.hasPrefix("*") && !["\\/", "\\.", "\\-"].contains(written)
        }
        guard inner != pattern.text || forms.contains(where: { !$0.isOwn }) else {
            return false
        }
        var (text, end) = ("", inner.startIndex)
        for form in forms {
            text += inner[end..<form.range.lowerBound]
            if !text.hasSuffix("*") { text += "*" }
            end = form.range.upperBound
        }
        let meant = pattern.requiringItem(text + inner[end...])
        let list =
            pattern.text.contains("|")
            ? ", or '$(name)' for a list of texts in 'applinks.substitutionVariables'" : ""
        let message =
            "'\(short(pattern.text))' is written for another router, but only '*', '?' and '$(name)' have a meaning here; write '\(short(meant))'\(list)."
        add(.misreadPath, at: rule.place(of: pattern.part), message)
        return true
    }

    // MARK: Queries

    /// Looks for what is copied from a link, as in `"?": "?q=*"` and `"?": {"q=": "?*"}`, and returns whether it was reported.
    private mutating func checkQuery(_ pattern: Pattern, _ rule: AssociationRule) -> Bool {
        let place = rule.place(of: pattern.part)
        if let name = pattern.part.itemName, !Self.isName(name, of: rule) {
            let message =
                "'\(short(name))' is no query item's name in a link; write the name alone, percent-encoded and without wildcards, and a component for each name."
            add(.neverMatches, at: place, message)
            return true
        }
        guard pattern.part == .query, pattern.text.contains(/^\?[\w.~\[\]-]+=/) else {
            return false
        }
        let message =
            "'\(short(pattern.text))' begins with a '?', which is no part of a query and matches any character here; write what follows it."
        add(.misreadPath, at: place, message)
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

    /// Why no link has what a pattern asks for, with the way out; nil if links can have it.
    static func impossibility(of pattern: Pattern) -> String? {
        guard let character = impossibleCharacter(of: pattern) else { return nil }
        let wildcard = pattern.requiringItem("*")
        let (name, way) =
            switch character {
            case " " where pattern.text.hasPrefix(" ") || pattern.text.hasSuffix(" "):
                ("a space", "remove it")
            case " ": ("a space", "remove it, or write '%20'")
            case _ where character.isInvisible: ("the character '\(character)'", "remove it")
            case "{": ("a '{'", "write '\(wildcard)' for a capture, or '%7B'")
            case "\\": ("a '\\'", "remove it, as nothing is escaped")
            case "#": ("a '#'", "write what follows it")
            default: ("the character '\(character)'", "write it percent-encoded")
            }
        return "'\(short(pattern.text))' matches nothing, as no link has \(name) there; \(way)"
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
        guard pattern.text.contains("%"), !rule.isPercentEncoded || rule.isCaseSensitive else {
            return
        }
        let escapes = pattern.text.matches(of: /%[0-9A-Fa-f]{2}/).map { String($0.output) }
        guard let escape = escapes.first(where: { !rule.isPercentEncoded || $0 != $0.uppercased() })
        else { return }
        let flaw =
            rule.isPercentEncoded
            ? " in lower case, but links usually have upper case; write '\(escape.uppercased())'"
            : ", and with \"percentEncoded\": false links are decoded before they are compared; write the character itself"
        let message = "'\(short(pattern.text))' has the escape '\(escape)'\(flaw)."
        add(.encodedPattern, at: rule.place(of: pattern.part), message)
    }

    // MARK: What a rule matches besides what it means

    /// Reports the pattern `*` for a query item, which asks nothing.
    private mutating func checkQueryStars(_ rule: RuleMatcher) {
        let witness = link(LinkSample(omitsEmptyItems: true), for: rule)
        for item in rule.items where item.isUniversal {
            guard let name = item.part.itemName, Self.isName(name, of: rule.rule) else { continue }
            let message =
                "'*' also matches links without '\(short(name))', as a missing query item is read as empty; write '?*' to require it, or remove the item."
            let place = rule.rule.place(of: item.part)
            add(.starMatchesAbsent, at: place, message, witness: witness)
        }
    }
}
