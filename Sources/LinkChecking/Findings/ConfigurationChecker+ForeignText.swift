import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how a pattern or template is written.
    ///
    /// If an error is found already that the text causes, such as that an example fails, the finding about the text takes its place.
    ///
    /// - Parameters:
    ///   - text: The pattern or template.
    ///   - kind: What it is.
    ///   - rule: The numbers of its source and its rule, if it is one of a rule.
    ///   - place: Its place.
    mutating func checkText(
        _ text: String,
        as kind: ForeignText.Kind,
        of rule: RuleNumber? = nil,
        at place: JSONPath
    ) {
        let invisible = Self.invisible(in: text)
        var foreign = ForeignText(text, as: kind)
        let query = rule == nil ? nil : foreign.queryFlaw
        guard invisible != nil || foreign.isSuspect || query != nil else { return }
        let examples = rule.map { self.examples(of: $0, with: foreign) }
        var failing = examples?.failing ?? []
        if let rule, let query {
            failing = failing.filter { isMended($0, by: query.meant, as: kind, of: rule) }
        }
        // Templates lead to what is meant by a registered path.
        let unregistered = findings.indices.last {
            rule == nil && findings[$0].path == place && findings[$0].code == .unregisteredPath
        }
        let isWrong = !failing.isEmpty || unregistered != nil
        let unread = failing.compactMap { findings[$0].example }
        let unreadable = findings.firstIndex { finding in
            finding.path == place && finding.severity == .error
                && ["malformed-", "optional-"].contains(where: finding.code.rawValue.hasPrefix)
        }
        var effect = unreadable ?? failing.first ?? unregistered
        if let (message, other) = invisible {
            let wayOut = isWrong ? "" : other
            add(.invisibleCharacter, "\(message)\(wayOut).", at: place, replacing: &effect)
        }
        // A path that has its query in it is not registered for this reason.
        var unknownPath: Int?
        if let query, let rule, examples?.showText != true {
            if !text.contains("?"), !allows(.foreignCapture, in: rule) {
                unknownPath = findings.firstIndex {
                    $0.path == place && $0.code == .unregisteredPath
                }
                advisedPaths[place] = nil
            }
            if effect == nil { (effect, unknownPath) = (unknownPath, nil) }
            let plain = effect == nil ? ", or '\(query.escaped)' for the text" : ""
            let message = "'\(text)' \(query.obstacle); write '\(query.meant)'\(plain)."
            add(.foreignCapture, message, at: place, replacing: &effect)
        }
        let unknown = kind == .rule ? rule.flatMap { unknownCapture(of: $0, in: foreign) } : nil
        effect = effect ?? unknown?.index
        let only = kind == .template ? rule.flatMap(onlyCapture) : nil
        if let name = unknown?.name ?? only {
            foreign = ForeignText(text, as: kind, naming: name)
        }
        let remarks = foreign.remarks(
            failing: unread,
            isWrong: isWrong || unknown != nil,
            isInExample: examples?.showText == true
        )
        for remark in remarks {
            if remark.isCause {
                add(.foreignCapture, remark.message, at: place, replacing: &effect)
            } else {
                add(.foreignCapture, at: place, remark.message)
            }
        }
        // One cause is told once, however many examples fail.
        var told = unknownPath.map { [$0] } ?? []
        if let first = failing.first, findings[first].path == place { told += failing.dropFirst() }
        for index in told.sorted(by: >) { findings.remove(at: index) }
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

    /// Whether an example shows that a rule's pattern or template is meant as text, and otherwise the errors about the examples that fail
    /// because of this text.
    private func examples(
        of place: RuleNumber,
        with foreign: ForeignText
    ) -> (showText: Bool, failing: [Int]) {
        let (rule, isPattern) = (sources[place.source].rules[place.number], foreign.kind == .rule)
        guard !allows(.foreignCapture, in: place), !allows(.invisibleCharacter, in: place) else {
            return (false, [])
        }
        // An item that may be absent is read in no example then, and the rule takes them all the same.
        let hasEntity = foreign.pieces.contains(where: \.isBehindEntity)
        // Of a list of words in parentheses, only the first and the last have one.
        let hasList = foreign.pieces.contains { $0.isForeign && $0.text.contains(/\{[^{}]*:\(/) }
        var (showsText, failing): (Bool, [Int]) = (false, [])
        for (example, link) in rule.notes.examples where link != nil || rule.template == nil {
            let key = path(place.source, rule: place.number).key("examples").key(example)
            let flaw = findings.firstIndex { $0.path == key && $0.code == .failingExample }
            let url = sources[place.source].wholeLink(example)
            let isTaken = url.map(rulesTaking)?.contains { $0 == place } ?? false
            let isRead = isTaken && (isPattern && !hasEntity || flaw == nil)
            let isProof =
                (!hasEntity || example.contains("&amp;"))
                && (!hasList || example.contains { "()".contains($0) })
            guard !isRead || !isProof else { return (true, []) }
            // An example that has the piece fails for another reason; a mark at an end begins the query of a link.
            let read = isPattern ? example : link ?? ""
            let hasPiece = foreign.pieces.contains {
                $0.isForeign && !$0.text.hasSuffix("?")
                    && read.contains($0.text.contains("${") ? "$" : $0.text)
            }
            showsText = showsText || hasPiece
            if let flaw, !hasPiece, isPattern || isTaken { failing.append(flaw) }
        }
        return (showsText, failing.sorted())
    }

    /// Whether a rule takes an example that fails, once it has another pattern, or makes its link, once it has another template.
    func isMended(
        _ flaw: Int,
        by text: String,
        as kind: ForeignText.Kind,
        of place: RuleNumber
    ) -> Bool {
        let source = sources[place.source]
        let rule = source.rules[place.number]
        guard let example = findings[flaw].example, let link = source.wholeLink(example) else {
            return false
        }
        let mended =
            kind == .template ? Rewrite(rule.pattern, to: text) : Rewrite(text, to: "/mended")
        let sources = [source.with([.rewrite(mended)])]
        let rewriter = try? URLRewriter(limits: configuration.limits, sources: sources)
        guard let made = try? rewriter?.rewrite(link) else { return false }
        let expected = kind == .template ? rule.notes.linksByExample[example] : "/mended"
        return made == expected.flatMap { try? DeepLink($0) }
    }

    /// The name of the capture of a rule's pattern that has only one.
    func onlyCapture(of place: RuleNumber) -> String? {
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
        of place: RuleNumber,
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
}

extension ForeignText {
    /// A sentence about a text, and whether an error that the text causes need not be told beside it.
    fileprivate typealias Remark = (message: String, isCause: Bool)

    /// Whether there may be something to say about it.
    fileprivate var isSuspect: Bool {
        isAnchored || hasOption || pieces.contains { $0.isForeign || $0.isBehindEntity }
    }

    /// Says what is wrong in it.
    ///
    /// - Parameters:
    ///   - failing: The examples that fail because of it.
    ///   - isWrong: Whether these or another error say that it is not meant as plain text.
    ///   - isInExample: Whether an example says that it is.
    /// - Returns: A sentence about each piece; one about the whole text if that is wrong.
    fileprivate func remarks(failing: [String], isWrong: Bool, isInExample: Bool) -> [Remark] {
        var remarks: [Remark] = []
        if pieces.contains(where: \.isBehindEntity) {
            let plain = failing.isEmpty ? ", or '&amp%3B' for the text" : ""
            let message = "'&amp;' in '\(text)' is written for HTML; write '&'\(plain)."
            remarks.append((message, !failing.isEmpty))
        }
        let texts = self.texts
        if isAnchored || hasOption {
            let obstacle =
                isAnchored
                ? "is a regular expression" : "has an optional part, as other routers write it"
            let more = texts.dropFirst().map { ", and '\($0)' too if it is meant" }
            let wayOut = texts.first.map { "write '\($0)'\(more.joined())" } ?? Self.general
            return remarks + [("'\(text)' \(obstacle); \(wayOut).", true)]
        }
        // Identifiers of some services begin with a dollar sign, and then an example shows it.
        let foreign = pieces.filter {
            $0.isForeign && !(isInExample && ($0.text.contains("${") || !$0.constraints.isEmpty))
        }
        let hasConstraints = foreign.contains { !$0.constraints.isEmpty }
        if isWrong, foreign.count > 1, !hasConstraints, let meant = texts.first {
            let written = foreign.map { "'\($0.text)'" }.listed()
            let obstacle = "are written for another router"
            return remarks + [("\(written) in '\(text)' \(obstacle); write '\(meant)'.", true)]
        }
        let isClear = !texts.isEmpty
        return remarks
            + foreign.map { remark(on: $0, failing: failing, isWrong: isWrong, isClear: isClear) }
    }

    /// The way out if nobody can say what is meant.
    private static let general = "write each path that is meant, with captures such as '{name}'"

    /// Says what is wrong in one piece of it, if examples fail because of the text, or another error says that it is not meant as plain
    /// text; it is clear if the whole text can be written in this package's form.
    private func remark(
        on piece: Piece,
        failing: [String],
        isWrong: Bool,
        isClear: Bool
    ) -> Remark {
        if !piece.constraints.isEmpty {
            let words = piece.constraints.map { "'\($0)'" }.listed()
            let plain =
                failing.isEmpty ? ", or allow 'foreign-capture' if the words are meant" : ""
            let message =
                "'\(piece.text)' in '\(text)' is a list of the words \(words); write one pattern for each constraint\(plain)."
            return (message, !failing.isEmpty)
        }
        // Braces of an expression would be a capture, and the mark at an end a query.
        let isFlaw = piece.text.contains("{") || piece.text.hasSuffix("?")
        var obstacle = isFlaw ? "is written for another router" : "is plain text"
        var meant = isClear ? piece.meant : nil
        var below = ""
        // In association files, '/a*' means '/a' and all below it, but also '/about'.
        if let found = meant?.wholeMatch(of: /(.*[^\/])\{(\*[\w.~\-]+)\}/),
            piece.text.prefix(while: { $0 != "*" }) == found.1
        {
            let (all, path) = ("\(found.1)/{\(found.2)?}", "\(piece.start)\(found.1)")
            let isBelow = failing.contains { "\($0.prefix { $0 != "?" })/".contains("\(path)/") }
            meant = isBelow ? all : meant
            if failing.isEmpty {
                below = ",\(isWrong ? " or" : "") '\(all)' for '\(path)' and all below it"
            }
        }
        let use = kind == .template ? "use the capture" : "capture it"
        var wayOut = meant.map { "write '\($0)' to \(use)\(below)" } ?? Self.general
        let word = piece.text.dropLast()
        if piece.text.hasSuffix("?"), text.hasSuffix(piece.text),
            word.utf8.allSatisfy(ByteSet.unreserved.contains)
        {
            (obstacle, wayOut) = ("has a '?' at its end", "write '\(word)'")
        }
        let plain = isWrong ? "" : ", or '\(piece.escaped)' for the text"
        let message = "'\(piece.text)' in '\(text)' \(obstacle); \(wayOut)\(plain)."
        // Without a slash at its start it is an error all the same, which a slash alone would not mend.
        return (message, isFlaw || isWrong || !text.hasPrefix("/"))
    }
}
