import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks whether a pattern or template has characters that nobody sees, or the syntax of another router.
    ///
    /// An error that the text causes, such as that an example fails, gives way to what is said about the text.
    ///
    /// - Parameters:
    ///   - text: The pattern or template.
    ///   - rule: The numbers of its source and its rule, if it is one of a rule.
    ///   - isTemplate: Whether it is the rule's template.
    ///   - place: Its place.
    ///   - severity: How bad it is if it causes no error; nil if it may be meant.
    mutating func checkText(
        _ text: String,
        of rule: RuleNumber? = nil,
        isTemplate: Bool = false,
        at place: JSONPath,
        severity: LinkFinding.Severity? = nil
    ) {
        if let (message, wayOut) = Self.invisible(in: text) {
            let effects = effects(of: text, at: place, of: rule, .invisibleCharacter)
            let more = effects.isEmpty && severity == nil ? wayOut : ""
            add(.invisibleCharacter, severity, at: place, "\(message)\(more).", replacing: effects)
            return
        }
        let missing = isTemplate ? [] : rule.map(missingCaptures) ?? []
        let kind: ForeignText.Kind =
            isTemplate
            ? .template(of: rule.map(capturingText) ?? "")
            : .pattern(missing: missing.count == 1 ? missing[0] : nil)
        guard let foreign = ForeignText(text, as: kind),
            !(rule.map { isExample($0, of: foreign.part, isTemplate: isTemplate) } ?? false)
        else { return }
        let effects = effects(
            of: foreign.meant ?? text,
            at: place,
            of: rule,
            missing: missing,
            .foreignCapture
        )
        let general =
            isTemplate
            ? "write each capture as '{name}'"
            : "write each path that is meant, with captures such as '{name}'"
        let wayOut = foreign.meant.map { "write '\($0)'" } ?? general
        let mayBeText = effects.isEmpty && severity == nil
        let more = mayBeText ? ", or allow 'foreign-capture' if the text is meant" : ""
        let message =
            "'\(foreign.part)' in '\(text)' is written for another router; \(wayOut)\(more)."
        add(.foreignCapture, severity, at: place, message, replacing: effects)
    }

    /// Adds a finding in place of errors that it explains: it is an error with the code of the first of them, if there are any.
    mutating func add(
        _ code: LinkFinding.Code,
        _ severity: LinkFinding.Severity? = nil,
        at place: JSONPath,
        _ message: String,
        replacing effects: [Int]
    ) {
        guard let first = effects.first else { return add(code, severity, at: place, message) }
        findings[first] = LinkFinding(findings[first].code, .error, at: place, message)
        for index in effects.dropFirst().sorted(by: >) { findings.remove(at: index) }
    }

    /// The errors that a text causes, if it is not meant as it is written: that it cannot be read, that examples fail, and that captures
    /// are missing that it has if it is written as it is meant.
    private func effects(
        of meant: String,
        at place: JSONPath,
        of rule: RuleNumber?,
        missing: [String] = [],
        _ code: LinkFinding.Code
    ) -> [Int] {
        let isAllowed = rule.map { allows(code, in: $0) } ?? false
        let own = rule.map { path($0.source, rule: $0.number) }
        return findings.indices.filter { index in
            let finding = findings[index]
            let code = finding.code.rawValue
            if finding.path == place, finding.severity == .error {
                return ["malformed-", "optional-", "unregistered-", "failing-", "no-target"]
                    .contains(where: code.hasPrefix)
            }
            guard !isAllowed, finding.placeOfRule == own else { return false }
            return code == "failing-example" && finding.example != nil
                || code == "unknown-capture" && !missing.isEmpty
                    && missing.allSatisfy(meant.contains)
        }
    }

    /// Whether examples show that a part of a rule's pattern or template is meant as text: one has it, or all are as they should be, and
    /// the rule takes one.
    private func isExample(_ place: RuleNumber, of part: String, isTemplate: Bool) -> Bool {
        let rule = sources[place.source].rules[place.number]
        let own = path(place.source, rule: place.number)
        // Identifiers of some services begin with a dollar sign.
        let text = part.hasPrefix("${") ? "$" : part
        // One that is a copy of the pattern shows nothing.
        let examples = rule.notes.examples.filter { $0.key != rule.pattern }
        if examples.contains(where: { (isTemplate ? $1 ?? "" : $0).contains(text) }) { return true }
        let hasFailing = findings.contains {
            $0.placeOfRule == own && ($0.example != nil || $0.code.rawValue == "failing-example")
        }
        return !hasFailing
            && examples.contains { example, link in
                guard link != nil || rule.template == nil,
                    let url = sources[place.source].wholeLink(example)
                else { return false }
                return rulesTaking(url).contains { $0 == place }
            }
    }

    /// The captures that a rule uses, and that neither its pattern nor its source has; none if the pattern has others that it does not use.
    private func missingCaptures(of place: RuleNumber) -> [String] {
        let rule = sources[place.source].rules[place.number]
        if case .refuse = rule { return [] }
        let used = rule.template.map { (try? TemplateText($0))?.captures ?? [] } ?? ["target"]
        let own = ForeignText.captures(in: rule.pattern)
        guard own.allSatisfy({ $0.hasPrefix("_") || used.contains($0) }) else { return [] }
        let known = sources[place.source].captures + own
        return used.uniqued().filter { !known.contains($0) }
    }

    /// A rule's pattern, with the captures of its source.
    private func capturingText(of place: RuleNumber) -> String {
        let source = sources[place.source]
        let pattern = source.rules[place.number].pattern
        return (ForeignText(pattern, as: .pattern())?.meant ?? pattern)
            + source.captures.map { "{\($0)}" }.joined()
    }
}
