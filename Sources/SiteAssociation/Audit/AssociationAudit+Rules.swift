import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    /// The expressions that most patterns are searched by.
    ///
    /// Compiling one takes long, so each is compiled once for a file.
    struct Expressions {
        let beforeHost = /(\w+:)?\/*(\*\.?)?/
        let query = /\?[\w.~\[\]-]+=/
        let escape = /%[0-9A-Fa-f]{2}/
        let escapesAgain = /(%25[0-9A-Fa-f]{2})+/
        let malformedEscape = /%(?![0-9A-Fa-f]?[*$]|[0-9A-Fa-f?]{2}).{0,2}/
    }

    /// Checks a rule's patterns without looking at other rules.
    mutating func checkRule(_ rule: RuleMatcher) {
        let own = rule.rule
        let hasStar = rule.items.contains(where: \.isUniversal)
        let witness = hasStar ? link(LinkSample(omitsEmptyItems: true), for: rule) : nil
        for pattern in rule.patterns {
            let place = own.place(of: pattern.part)
            let isPath = pattern.part == .path
            let text = isPath && own.isLegacy ? own.node.string ?? pattern.text : pattern.text
            func sentence(_ flaw: String) -> String { "'\(short(text))' \(flaw)." }
            if isPath, pattern.text.isEmpty {
                let message =
                    "The path is empty, which systems read as '/'; write '/', or the path that is meant."
                add(.misreadPath, .warning, at: place, message)
            } else if let flaw = misreading(of: pattern, own) ?? foreignForm(of: pattern) {
                add(.misreadPath, at: place, sentence(flaw), group: sentence(flaw))
            } else if let flaw = Self.nameFlaw(of: pattern, own)
                ?? impossibility(of: pattern, own)
            {
                add(.neverMatches, at: place, flaw + ".", group: flaw)
            }
            // A script that encodes a whole file makes many of these.
            if let (kind, flaw) = escapeFlaw(of: pattern, own) {
                add(.encodedPattern, at: place, sentence(flaw), group: kind)
            }
            // The pattern '*' for a query item asks nothing.
            if let name = pattern.part.itemName, pattern.isUniversal, Self.isName(name, of: own) {
                let message =
                    "'*' also matches links without '\(short(name))', as a missing query item is read as empty; write '?*' to require it, or remove the item."
                add(.starMatchesAbsent, at: place, message, witness: witness)
            }
        }
    }

    // MARK: Patterns that are read in another way than they look

    /// Why a path or a query is read in another way than it looks, with the way out.
    private func misreading(of pattern: Pattern, _ rule: AssociationRule) -> String? {
        let text = pattern.text
        let hasQuery = text.contains("?") && text.contains(expressions.query)
        guard pattern.part == .path else {
            return pattern.part == .query && hasQuery && text.hasPrefix("?")
                ? "begins with a '?', which is not part of a query and matches any character here; write what follows it"
                : nil
        }
        // Behind another segment, it is the beginning of a whole URL in a path.
        if text.contains("://"), text.contains(/^\/?[^\/]*:\/\//) {
            return
                "is a whole URL, but it is compared only with the path; write what follows the host"
        }
        if beginsWithHost(text) {
            return
                "begins with the host, but it is compared only with the path; write what follows the host"
        }
        if text.hasPrefix("%2F") || text.hasPrefix("%2f") {
            return
                "begins with '%2F', an encoded slash, but every path begins with '/'; write '/' for each '%2F'"
        }
        // A decoded path may have one.
        if rule.isPercentEncoded, text.contains("#") {
            return
                "has a '#', but a path cannot have one; write the fragment's pattern as \"#\" of a component"
        }
        if hasQuery {
            return
                "contains a query, but it is compared only with the path, where '?' matches any character; write the query's pattern as \"?\" of a component"
        }
        let first = text.utf8.first { $0 > 0x20 && $0 != UInt8(ascii: "/") } ?? 0
        if rule.isLegacy, "Nn! ".utf8.contains(first) || rule.isExclusion,
            text.contains(/^\s*(?i:not[:\s\/*]|\/\s*not\s|!)/)
                || text == "NOT" || rule.isExclusion && text.hasPrefix(" ")
        {
            return
                "excludes nothing; an exclusion is one string that begins with 'NOT' in capitals and one space"
        }
        if !rule.isLegacy, ["NOT ", "/NOT ", "!/"].contains(where: text.hasPrefix) {
            return
                "excludes nothing in a component; write the path alone, and \"exclude\": true beside it"
        }
        if rule.isPercentEncoded,
            text.utf8.contains(where: { $0 <= 0x20 || ",|".utf8.contains($0) }),
            text.contains(/^[\/*].*([,|]\s*\/|\s\/[^*])/)
        {
            return
                "has several paths; write a \(rule.isLegacy ? "string" : "component") for each"
        }
        return nil
    }

    /// Whether a path begins with a host of the file, perhaps with a scheme or `*.` before it, or with `www.` and a host.
    private func beginsWithHost(_ path: String) -> Bool {
        let rest = path.asciiLowercased.trimmingPrefix(expressions.beforeHost)
        let name = rest.prefix { !"/*".contains($0) }
        guard name.contains("."), name.endIndex < rest.endIndex else { return false }
        return [name, name.trimmingPrefix("www.")].map(String.init).contains {
            $0 == host && host != LinkSample.exampleHost || hosts?.contains($0) ?? false
        }
    }

    /// Which part of a pattern other routers read as a capture or an expression, with what has a meaning here.
    private func foreignForm(of pattern: Pattern) -> String? {
        // A star alone has a meaning here, and most patterns have no other such part.
        guard ForeignForm.mayHaveForms(in: pattern.text.replacing("*", with: "+")) else {
            return nil
        }
        // Variables look like an expression.
        let text = pattern.text.replacing(/\$\([^()]*\)/) {
            String(repeating: "x", count: $0.0.utf8.count)
        }
        let form = ForeignForm.forms(in: text).first { form in
            let written = text[form.range]
            return !form.isOwn && !written.hasPrefix("*")
                && !["\\/", "\\.", "\\-"].contains(written)
        }
        let variable = text.firstMatch(of: /\$([A-Za-z]\w*)/).flatMap {
            knownNames.contains(String($0.1)) ? $0.0 : nil
        }
        guard let part = form.map({ text[$0.range] }) ?? text.firstMatch(of: /\^/)?.0 ?? variable
        else { return nil }
        let name = part.filter { !"${}".contains($0) }
        let star = PredefinedVariables.classes[name] == nil ? "" : "*"
        let way =
            part.hasPrefix("$") && knownNames.contains(name)
            ? "'$(\(name))\(star)'" : "what links have, with '*' for any text"
        return
            "has '\(short(String(part)))', which is written for another router, but only '*', '?' and '$(name)' have a meaning here; write \(way)"
    }

    // MARK: Patterns that no link has

    /// Why the name of a query item is copied from a link, as in `{"q=": "?*"}`, with the way out.
    private static func nameFlaw(of pattern: Pattern, _ rule: AssociationRule) -> String? {
        guard let name = pattern.part.itemName, !isName(name, of: rule) else { return nil }
        return
            "'\(short(name))' is not the name of a query item in a link; write the name alone, percent-encoded and without wildcards, and a component for each name"
    }

    private static func isName(_ name: String, of rule: AssociationRule) -> Bool {
        // A decoded name can have any character, but these are left over from a link.
        !name.hasPrefix("?") && !name.hasSuffix("=") && !name.contains("*") && !name.contains("$(")
            && (!rule.isPercentEncoded || name.utf8.allSatisfy(nameBytes.contains))
    }

    /// The bytes that the name of a query item can have in a link.
    private static let nameBytes = AssociationLink.plain.subtracting(ByteSet("&=?"))

    /// Why no link has what a pattern, or without a rule the value of a variable, asks for, with the way out; nil if links can have it.
    func impossibility(of pattern: Pattern, _ rule: AssociationRule? = nil) -> String? {
        guard rule?.isPercentEncoded ?? true else { return nil }
        // Wildcards and variables may stand for digits.
        if pattern.text.contains("%"),
            let escape = pattern.text.firstMatch(of: expressions.malformedEscape)
        {
            return
                "'\(short(pattern.text))' matches nothing, as '\(escape.0)' is not an escape; correct it, or write '%25' for a percent sign, or '*' for any text"
        }
        guard let character = Self.impossibleCharacter(of: pattern) else { return nil }
        let name = character == " " ? "a space" : "the character '\(character)'"
        let obstacle = "'\(short(pattern.text))' matches nothing, as no link has \(name) there"
        if let meant = Self.lookAlikes[character] { return "\(obstacle); write '\(meant)'" }
        let way =
            character == "{"
            ? "write '?*' for a capture"
            : "remove it, or write it percent-encoded if links have it so"
        return "\(obstacle); \(way)"
    }

    /// What is meant by characters that look like a star or a slash.
    private static let lookAlikes: [Unicode.Scalar: Character] = [
        "\u{FF0A}": "*", "\u{2217}": "*", "\u{FF0F}": "/", "\u{2044}": "/", "\u{2215}": "/",
    ]

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

    /// Whether escapes whose percent sign is encoded again, such as `%25C3%25A9`, stand for text that paths have encoded.
    ///
    /// In `/100%25beef`, the percent sign itself is meant.
    private static func isEncodedTwice(_ escapes: Substring) -> Bool {
        let once = escapes.replacing("%25", with: "%")
        guard let text = withBytes(of: String(once), CanonicalPath.decode) else { return false }
        return text.unicodeScalars.contains {
            !$0.isASCII || " \"<>[\\]^`{|}".unicodeScalars.contains($0)
        }
    }

    /// Why links do not have the escapes of a pattern, with the way out; `kind` is the same for each such pattern.
    private func escapeFlaw(
        of pattern: Pattern,
        _ rule: AssociationRule
    ) -> (kind: String, text: String)? {
        guard pattern.text.contains("%") else { return nil }
        if rule.isPercentEncoded, pattern.part == .path,
            let again = pattern.text.matches(of: expressions.escapesAgain).map(\.0).first(
                where: Self.isEncodedTwice
            )
        {
            let escape = "%\(again.dropFirst(3).prefix(2).uppercased())"
            return (
                "encoded again",
                "has '\(again.prefix(5))', which is '\(escape)' encoded again; write '\(escape)'"
            )
        }
        let escapes = pattern.text.matches(of: expressions.escape).map { String($0.output) }
        // An exclusion may be for every spelling, and old links have '~' so.
        let plain = escapes.first { escape in
            UInt8(escape.dropFirst(), radix: 16).map(ByteSet.unreserved.contains) == true
                && escape.uppercased() != "%7E"
        }
        if rule.isPercentEncoded, !rule.isExclusion, let plain {
            return ("plain", "has '\(plain)', but links have the character itself; write it")
        }
        guard !rule.isPercentEncoded || rule.isCaseSensitive else { return nil }
        guard let escape = escapes.first(where: { !rule.isPercentEncoded || $0 != $0.uppercased() })
        else { return nil }
        if rule.isPercentEncoded {
            return (
                "in lower case",
                "has the escape '\(escape)' in lower case, but links usually have upper case; write '\(escape.uppercased())'"
            )
        }
        return (
            "decoded",
            "has the escape '\(escape)', and with \"percentEncoded\": false links are decoded before they are compared; write the character itself"
        )
    }
}
