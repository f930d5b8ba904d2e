import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Checks a rule's patterns without looking at other rules.
    mutating func checkRule(_ rule: CompiledRule) {
        let hasFlaw = rule.rule.path.map { checkPath($0, rule.rule) } ?? false
        for pattern in rule.patterns {
            if !hasFlaw, !checkForeign(pattern, rule.rule) { checkReachable(pattern, rule.rule) }
            checkEscapes(pattern, rule.rule)
            checkVariables(in: pattern, rule.rule)
        }
        checkQueryStars(rule)
        checkDecodedSlash(rule)
        checkSample(rule.rule)
    }

    // MARK: Paths

    /// Looks for patterns that are read in another way than they look, and returns whether one was reported.
    private mutating func checkPath(_ pattern: String, _ rule: AssociationRule) -> Bool {
        guard let (severity, message, meant) = Self.flaw(ofPath: pattern, of: rule) else {
            return false
        }
        add(.misreadPath, severity, at: rule.place(of: .path), message)
        if let meant { correct(.path, of: rule, .misreadPath, meant) }
        return true
    }

    /// Notes what a pattern was meant to be.
    mutating func correct(
        _ part: AssociationMismatch.Part,
        of rule: AssociationRule,
        _ code: AssociationFinding.Code,
        _ text: String
    ) {
        guard let node = rule.node(of: part) else { return }
        let text = rule.isLegacy && rule.isExclusion ? "NOT \(text)" : text
        corrections.append(Correction(code: code, place: node.path, change: .text(text)))
    }

    /// The fault of a path pattern; `nil` when it has none.
    private static func flaw(
        ofPath pattern: String,
        of rule: AssociationRule
    ) -> (severity: AssociationFinding.Severity, message: String, meant: String?)? {
        let bytes = Array(pattern.utf8)
        let text = short(pattern)
        if bytes.isEmpty {
            return (.warning, "The path is empty, which systems read as '/'; write '/'.", nil)
        }
        let message: String?
        var meant: String?
        if bytes.contains("://".utf8) {
            let path = pattern.split(separator: "://", maxSplits: 1).last?.drop { $0 != "/" }
            meant = path.map(String.init)
            message =
                "'\(text)' is a whole URL, but it is compared only with the path; write what follows the host."
        } else if rule.isPercentEncoded, bytes.contains(UInt8(ascii: "#")) {
            // A decoded path may have one.
            meant = String(pattern.prefix { $0 != "#" })
            message =
                "'\(text)' has a '#', but a path cannot have one; write the fragment's pattern as \"#\" of a component."
        } else if looksLikeQuery(bytes) {
            meant = String(pattern.prefix { $0 != "?" })
            message =
                "'\(text)' contains a query, but it is compared only with the path, where '?' matches any character; write the query's pattern as \"?\" of a component."
        } else if rule.isLegacy, looksLikeNot(bytes) {
            meant = pattern.replacing(/^\s*(not\s*)?/.ignoresCase(), maxReplacements: 1) {
                $0.1 == nil ? "" : "NOT "
            }
            message =
                "'\(text)' excludes nothing; an exclusion begins with 'NOT' in capitals and one space."
        } else if !rule.isLegacy, bytes.starts(with: "NOT ".utf8) {
            meant = String(pattern.dropFirst(4))
            message =
                "'\(text)' excludes nothing in a component; write the path alone, and \"exclude\": true beside it."
        } else {
            message = nil
        }
        if let message { return (.error, message, meant) }
        guard bytes.starts(with: "*/".utf8) else { return nil }
        let rest = short(String(decoding: bytes.dropFirst(), as: UTF8.self))
        return (
            .note,
            "'\(text)' is read as '/\(text)', so it does not match '\(rest)' itself; write that too if it is intended.",
            nil
        )
    }

    /// Whether a path pattern has a `?` that seems to begin a query item: a name and a `=` follow.
    private static func looksLikeQuery(_ bytes: [UInt8]) -> Bool {
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "?") {
            let name = bytes[(index + 1)...].prefix { nameBytes.contains($0) }
            if !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=")
            {
                return true
            }
        }
        return false
    }

    private static let nameBytes = ByteSet.unreserved.union(ByteSet("[]"))

    /// Whether a legacy path looks like an exclusion but is none, such as `not /x`, `NOT/x` or `NOT  /x`.
    private static func looksLikeNot(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3 else { return bytes.first == 0x20 }
        let isWord = bytes.prefix(3).map { $0 & ~0x20 }.elementsEqual("NOT".utf8)
        return (isWord && ByteSet(" \t/*").contains(bytes[3])) || bytes.first == 0x20
    }

    /// Looks for captures and regular expressions of other routers, and returns whether one was reported.
    private mutating func checkForeign(
        _ pattern: CompiledRule.Pattern,
        _ rule: AssociationRule
    ) -> Bool {
        let meant = Self.withoutForeignSyntax(pattern.text)
        guard meant != pattern.text else { return false }
        add(
            .misreadPath,
            at: rule.place(of: pattern.part),
            "'\(short(pattern.text))' is written for another router, but only '*', '?' and '$(name)' have a meaning here; write '\(short(meant))'."
        )
        correct(pattern.part, of: rule, .misreadPath, meant)
        return true
    }

    /// A pattern with `*` in place of regular expressions, such as `.*` and `\d+`, and of captures, such as `:id` and `<id>`.
    private static func withoutForeignSyntax(_ pattern: String) -> String {
        pattern
            .replacing(/\\[dDwWsS][*+]?|\[[^\]]*\][*+]|\((\.[*+]|[^()]*[|\\][^()]*)\)/, with: "*")
            .replacing(/\/\.[*+]/, with: "/*")
            .replacing(/^\^(.*?)\$?$/) { $0.1 }
            .split(separator: "/", omittingEmptySubsequences: false).map { segment in
                let isCapture = segment.first.map { ":<[".contains($0) } ?? false
                return isCapture && ForeignCapture.meant(by: String(segment), isLast: false) != nil
                    ? "*" : segment
            }.joined(separator: "/")
    }

    // MARK: Patterns that no link has

    private mutating func checkReachable(_ pattern: CompiledRule.Pattern, _ rule: AssociationRule) {
        guard rule.isPercentEncoded,
            let character = Self.impossibleCharacter(of: pattern)
        else { return }
        let trimmed = pattern.text.replacing(/^ +| +$/, with: "")
        if character == " ", trimmed != pattern.text {
            add(
                .neverMatches,
                at: rule.place(of: pattern.part),
                "'\(short(pattern.text))' matches nothing, as it begins or ends with a space, and no link has one there; remove it."
            )
            return correct(pattern.part, of: rule, .neverMatches, trimmed)
        }
        let (name, escape): (String, String) =
            switch character.value {
            case 0x20: ("a space", "'%20'")
            case 0..<0x20, 0x7F: ("a control character", "it percent-encoded")
            case 0x23: ("a '#'", "what follows it")
            case 0x7B: ("a '{'", "'*' for a capture, or '%7B'")
            default: ("the character '\(character)'", "it percent-encoded")
            }
        add(
            .neverMatches,
            at: rule.place(of: pattern.part),
            """
            '\(short(pattern.text))' matches nothing, as no link has \(name) there; write \(escape), or set \
            "percentEncoded" to false.
            """
        )
        let meant =
            character == "{"
            ? pattern.text.replacing(/\{[^}]*\}/, with: "*")
            : character == "#"
                ? pattern.text.filter { $0 != "#" }
                : String(decoding: AssociationLink.encoded(Array(pattern.text.utf8)), as: UTF8.self)
        correct(pattern.part, of: rule, .neverMatches, meant)
    }

    /// The first character of a pattern that its part of a link cannot contain.
    private static func impossibleCharacter(of pattern: CompiledRule.Pattern) -> Unicode.Scalar? {
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

    private mutating func checkEscapes(_ pattern: CompiledRule.Pattern, _ rule: AssociationRule) {
        let escapes = Self.escapes(in: Array(pattern.text.utf8))
        let escape =
            rule.isPercentEncoded && rule.isCaseSensitive
            ? escapes.first { $0 != $0.uppercased() } : rule.isPercentEncoded ? nil : escapes.first
        guard let escape else { return }
        add(
            .encodedPattern,
            at: rule.place(of: pattern.part),
            "'\(short(pattern.text))' has the escape '\(escape)'"
                + (rule.isPercentEncoded
                    ? " in lower case, but links usually have upper case; write '\(escape.uppercased())'."
                    : ", and with \"percentEncoded\": false links are decoded before they are compared; write the character itself.")
        )
        guard rule.isPercentEncoded else { return }
        let meant = pattern.text.replacing(/%[0-9A-Fa-f]{2}/) { $0.output.uppercased() }
        correct(pattern.part, of: rule, .encodedPattern, meant)
    }

    /// The `%XX` escapes of a pattern.
    private static func escapes(in bytes: [UInt8]) -> [String] {
        var escapes: [String] = []
        for (index, byte) in bytes.enumerated()
        where byte == UInt8(ascii: "%") && index + 2 < bytes.count
            && bytes[(index + 1)...(index + 2)].allSatisfy({ ByteSet.hexDigits.contains($0) })
        {
            escapes.append(String(decoding: bytes[index...(index + 2)], as: UTF8.self))
        }
        return escapes
    }

    // MARK: What a rule matches besides what it means

    /// Reports the pattern `*` for a query item, which asks nothing.
    private mutating func checkQueryStars(_ rule: CompiledRule) {
        guard rule.items.contains(where: \.isUniversal) else { return }
        let witness = link(LinkSample(omitsEmptyItems: true), for: rule)
        for item in rule.items where item.isUniversal {
            guard case .queryItem(let name) = item.part else { continue }
            add(
                .starMatchesAbsent,
                at: rule.rule.place(of: item.part),
                """
                '*' also matches links without '\(short(name))', as a missing query item is read as \
                empty; write '?*' to require it.
                """,
                witness: witness
            )
        }
    }

    /// Reports a decoded path that also matches an encoded slash.
    private mutating func checkDecodedSlash(_ rule: CompiledRule) {
        guard !rule.rule.isPercentEncoded, rule.rule.path != nil,
            let witness = link(LinkSample(encodesLastSlash: true), for: rule)
        else { return }
        add(
            .decodedSlash,
            at: rule.rule.place(of: .path),
            """
            With "percentEncoded": false an encoded slash in a link counts as a slash, so the rule also matches paths \
            that the server may read differently.
            """,
            witness: witness
        )
    }

    /// Reports rules from Apple's documentation.
    private mutating func checkSample(_ rule: AssociationRule) {
        let path = rule.path ?? ""
        let isHelp = path == "/help/website/*" && rule.isExclusion
        var isArticle = false
        if case .items(let items) = rule.query {
            isArticle = items.contains { $0.name == "articleNumber" && $0.pattern == "????" }
        }
        guard isHelp || isArticle else { return }
        add(
            .sampleRule,
            at: rule.place,
            "The rule is from Apple's example; remove it if the app has no such links."
        )
    }

    /// Reports patterns that match their parent on current systems, but not according to older descriptions.
    mutating func checkParents(of rules: [CompiledRule]) {
        let listed = Set(rules.compactMap { $0.rule.path.map { Self.trimmed($0.utf8[...]) } })
        let unlisted = rules.filter { rule in
            // The parent of a path that is read in another way is not one that the author means.
            guard let path = rule.rule.path, path.hasSuffix("/*"),
                Self.flaw(ofPath: path, of: rule.rule)?.severity != .error
            else { return false }
            let parent = Self.trimmed(path.utf8.dropLast(2))
            return !parent.isEmpty && !listed.contains(parent)
        }
        guard let rule = unlisted.first, let path = rule.rule.path else { return }
        let parent = "/" + String(decoding: Self.trimmed(path.utf8.dropLast(2)), as: UTF8.self)
        let rest =
            unlisted.count == 1 ? "" : ", and the same for \(unlisted.count - 1) more of this entry"
        add(
            .parentPath,
            at: rule.rule.place(of: .path),
            """
            '\(short(path))' also matches its parent '\(short(parent))' on current systems, but \
            older documentation denies it; list '\(short(parent))' too\(rest).
            """,
            witness: link(LinkSample(takesParent: true), for: rule)
        )
    }

    /// A path without the slashes at both ends.
    private static func trimmed(_ path: Substring.UTF8View) -> [UInt8] {
        var path = path.drop { $0 == UInt8(ascii: "/") }
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        return Array(path)
    }
}
