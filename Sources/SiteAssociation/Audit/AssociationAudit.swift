import DeepLinks
import LinkChecking
import PathMatching

/// Collects findings about one file.
struct AssociationAudit {
    typealias Code = AssociationFinding.Code
    typealias Severity = AssociationFinding.Severity
    typealias Pattern = RuleMatcher.Pattern

    let association: AppSiteAssociation
    let document: JSONNode

    /// The host of the links in findings.
    let host: String

    /// The hosts of the rules that the file is compared with; nil if it is not compared.
    let hosts: Set<String>?

    /// The entries of `details`, in the order of ``AppSiteAssociation/entries``.
    let entries: [AssociationMatcher.Entry]

    private(set) var findings: [AssociationFinding] = []

    /// Findings that may follow from a mistake: from any in some parts of the file, or from a pattern of one rule.
    private var effects:
        [(finding: AssociationFinding, scopes: [AssociationPlace], rule: AssociationPlace?)] = []

    /// The indices of mistakes that are not why no rule claims some links: in sections without rules, and in exclusions.
    private var harmless: Set<Int> = []

    /// How much work asking links may still be, counted as ``RuleMatcher/effort``; a file can have very many rules.
    var effort: Int

    /// Whether readers disagree about which rules the file has.
    private(set) var isAmbiguous = false

    /// The variables that need no other check: they are not defined, their definition has a wrong name or place, or it was checked.
    var checkedVariables: Set<String> = []

    /// Prepares the checks of a file; the host serves it, if that is known.
    init(
        _ association: AppSiteAssociation,
        host: String? = nil,
        hosts: [String]? = nil,
        effort: Int = Self.wholeEffort
    ) {
        self.association = association
        self.effort = effort
        document = association.root
        // A link cannot have a wildcard as its host.
        let isPlain = host?.utf8.allSatisfy(ByteSet.unreserved.contains) ?? false
        self.host = (isPlain ? host : nil) ?? LinkSample.exampleHost
        self.hosts = hosts.map(Set.init)
        entries = association.matcher.entries
    }

    /// Enough for a file of the largest size whose rules are of the usual kind.
    static let wholeEffort = 1 << 20

    /// A link to the file's host that a rule matches.
    func link(_ sample: LinkSample, for rule: RuleMatcher) -> String? {
        sample.tail(for: rule).map { "https://\(host)\($0)" }
    }

    func rule(at place: RulePlace) -> RuleMatcher { association.matcher.rule(at: place) }
}

// MARK: - Findings

extension AssociationAudit {
    /// More findings would help nobody.
    private static let maximumFindings = 4096

    mutating func add(
        _ code: Code,
        _ severity: Severity? = nil,
        at place: AssociationPlace,
        _ message: String,
        witness: String? = nil
    ) {
        guard findings.count < Self.maximumFindings else { return }
        findings.append(.init(code, severity, at: place, message, witness: witness))
    }

    /// Adds a finding that is only counted if an error in some parts of the file may be its cause, or a doubtful pattern of a rule.
    mutating func add(
        _ finding: AssociationFinding,
        unlessErrorIn scopes: [AssociationPlace],
        orDoubtIn rule: AssociationPlace? = nil
    ) {
        guard effects.count < Self.maximumFindings else { return }
        effects.append((finding, scopes, rule))
    }

    /// Checks a part of the file, whose mistakes may be why no rule claims some links only if it has rules that claim links.
    mutating func check(claims: Bool, _ check: (inout Self) -> Void) {
        let start = findings.count
        check(&self)
        if !claims { harmless.formUnion(start..<findings.count) }
    }

    /// Takes back that a rule claims too much, if that is for a link that satisfies a condition.
    mutating func removeExcess(at place: AssociationPlace, where isExcess: (String) -> Bool) {
        effects.removeAll { effect in
            effect.finding.code == .claimsTooMuch && effect.finding.place == place
                && effect.finding.witness.map(isExcess) ?? false
        }
    }

    /// Reports a value of the wrong type, which is ignored.
    mutating func wrongType(_ node: JSONNode, _ what: String = "The value", expected: String) {
        let message = "\(what) is \(node.kind), so it is ignored; write \(expected)."
        add(.wrongType, at: node.place, message)
    }

    /// All findings, in the order of the text if it is known, otherwise in the order of the checks.
    ///
    /// Of those that may follow from a mistake, only their number is told, with the mistake. Whether they do is seen when the mistake is
    /// corrected; until then, nobody knows what the rule was to match. What has an allowed code is not shown, so nothing follows from it.
    func reported(allowed: [String] = []) -> [AssociationFinding] {
        var findings = findings
        var followers: [Int: [AssociationFinding]] = [:]
        for (finding, scopes, rule) in effects {
            let isOfFile = scopes == [document.place]
            let cause = findings.indices.first { index in
                let other = findings[index]
                if allowed.contains(other.code.rawValue) { return false }
                let isError = other.severity == .error && Self.mistakes.contains(other.code)
                // With or without the item, the app refuses all links of the rule.
                let isDoubt =
                    Self.doubts.contains(other.code)
                    && (other.code, finding.code) != (.starMatchesAbsent, .claimedNotHandled)
                return isError && !(isOfFile && harmless.contains(index))
                    && scopes.contains(where: other.place.isIn)
                    || isDoubt && rule.map(other.place.isIn) ?? false
                    || finding.code == .deadRule && other.severity >= finding.severity
                        && Self.reasons.contains(other.code) && rule == other.place
            }
            if let cause {
                followers[cause, default: []].append(finding)
            } else {
                findings.append(finding)
            }
        }
        for (cause, others) in followers {
            let count = others.count
            findings[cause].severity = max(
                findings[cause].severity,
                others.map(\.severity).max() ?? .note
            )
            findings[cause].message +=
                " \(count) more finding\(count == 1 ? "" : "s") may follow from it."
        }
        // The sort is stable.
        return findings.sorted {
            ($0.place.line ?? 0, $0.place.column ?? 0) < ($1.place.line ?? 0, $1.place.column ?? 0)
        }
    }

    /// The codes of mistakes by which a rule, or the whole file, is another one than its author means.
    private static let mistakes: Set<Code> = [
        .wrongType, .unknownKey, .misspeltKey, .noRules, .noAppID, .misreadPath, .neverMatches,
        .undefinedVariable, .malformedVariable,
    ]

    /// The codes of patterns that may be what their author means.
    private static let doubts: Set<Code> = [.starMatchesAbsent, .encodedPattern, .misreadPath]

    /// Why later rules have no effect, besides their order.
    private static let reasons: Set<Code> = [
        .handledButExcluded, .claimsTooMuch, .claimedNotHandled,
    ]
}

// MARK: - The file

extension AssociationAudit {
    /// Apple's limit for the uncompressed file, since iOS 9.3.1.
    static let maximumSize = 128 * 1024

    mutating func checkFile() {
        let size = association.sourceSize ?? AppSiteAssociation.text(of: association.document).count
        if size > Self.maximumSize {
            let message =
                "The file has \(size) bytes, and systems ignore files of more than \(Self.maximumSize); remove white space and comments, or combine rules with wildcards or substitution variables."
            add(.tooLarge, at: document.place, message)
        }
        checkDuplicateKeys(in: document)
    }

    private mutating func checkDuplicateKeys(in node: JSONNode) {
        for member in node.repeatedMembers {
            let isOfLinks = member.path.steps.first == .key("applinks")
            if isOfLinks { isAmbiguous = true }
            let message =
                "The key '\(short(member.key))' appears twice in one object, and readers disagree about which one counts; keep one.\(isOfLinks ? " Until then, the rules are not compared." : "")"
            add(.duplicateKey, at: member.keyPlace, message)
        }
        for part in node.elements + node.members {
            checkDuplicateKeys(in: part)
        }
    }
}

// MARK: - Sections

extension AssociationAudit {
    mutating func checkSections() {
        let services = AssociationService.allCases.map(\.rawValue)
        let hasSection = services.contains { document[$0] != nil }
        if !hasSection, document["version"] != nil, document["domains"] != nil {
            let message =
                "These are rules, and not an association file; check them with 'deeplink check'."
            return add(.noRules, .error, at: document.place, message)
        }
        checkKeys(of: document, known: services, what: "an association file")
        if !hasSection {
            let message = "The file has no section for any service; write one, such as 'applinks'."
            addNoRules(document, message)
        }
        for service in AssociationService.allCases where service != .applinks {
            guard let section = document[service.rawValue] else { continue }
            check(claims: section["details"] != nil) { $0.checkAppList(section, service) }
        }
        if let links = document["applinks"] { checkLinks(links) }
    }

    /// Reports that a part has no rules, unless they may stand somewhere else by mistake.
    ///
    /// It is an error if the file has none at all and is compared with rules.
    mutating func addNoRules(_ node: JSONNode, _ message: String) {
        let isError = hosts != nil && entries.allSatisfy(\.rules.isEmpty)
        let severity: Severity? = isError ? .error : nil
        let finding = AssociationFinding(.noRules, severity, at: node.place, message)
        add(finding, unlessErrorIn: [document.place])
    }

    /// Checks a section that only lists apps.
    private mutating func checkAppList(_ section: JSONNode, _ service: AssociationService) {
        guard section.isObject else {
            let expected = "an object such as '{ \"apps\": [\"A1B2C3D4E5.com.example.app\"] }'"
            return wrongType(section, "'\(service.rawValue)'", expected: expected)
        }
        checkKeys(
            of: section,
            known: ["apps"],
            what: "'\(service.rawValue)'",
            meant: { section["apps"] == nil && Self.appKey(for: $0) != nil ? "\"apps\"" : nil }
        )
        if let apps = section["apps"] {
            checkAppIDs(apps)
        } else if section["details"] == nil {
            let message =
                "'\(service.rawValue)' names no app, so it has no effect; write 'apps', an array of app identifiers."
            add(.init(.noRules, at: section.place, message), unlessErrorIn: [section.place])
        }
    }

    private mutating func checkLinks(_ links: JSONNode) {
        checkKeys(
            of: links,
            known: ["apps", "defaults", "details", "substitutionVariables"],
            what: "'applinks'"
        )
        if let apps = links["apps"], apps.value != .array([]), !entries.isEmpty {
            let message =
                "'apps' is not an empty array, as systems before iOS 13 want it; write \"apps\": []."
            add(.wrongType, .note, at: apps.place, message)
        }
        if let defaults = links["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entries.isEmpty, !isAmbiguous {
            let message = "'applinks' has no entry in 'details', so no link opens an app."
            addNoRules(links, message)
        }
        if let details = links["details"], details.isObject {
            let message =
                "'details' is a dictionary, the form of iOS 9; write an array of entries with 'appIDs' and 'components'."
            add(.legacyPaths, at: details.place, message)
        }
    }
}

// MARK: - Keys

extension AssociationAudit {
    /// Warns of keys that no system reads.
    ///
    /// For keys that people take for known ones, `meant` has what to write: a key, perhaps with its value. An ignored key is an error if
    /// it has a consequence, or stands at the wrong level.
    mutating func checkKeys(
        of node: JSONNode,
        known: [String],
        what: String,
        meant: (JSONNode) -> String? = { _ in nil },
        consequence: String = ""
    ) {
        for member in node.members where !known.contains(member.key) {
            let text =
                "'\(short(member.key))' is not a key of \(what), so it is ignored\(consequence)"
            let trimmed = member.key.filter { !$0.isWhitespace }
            let names = known.filter { $0.utf8.count > 1 }
            var (code, severity) = (Code.misspeltKey, Severity.error)
            let way: String
            if let other = known.contains(trimmed) ? "\"\(trimmed)\"" : meant(member) {
                way = "; write \(other)."
            } else if let home = Self.home(of: member) {
                code = .unknownKey
                way = ". It belongs \(home)."
            } else if let near = nearest(to: member.key, in: names) {
                way = "; did you mean '\(near)'?"
            } else if consequence.isEmpty {
                (code, severity) = (.unknownKey, node.path == .root ? .note : .warning)
                way = "; remove it."
            } else {
                code = .unknownKey
                way = "; write \"/\", \"?\" or \"#\" for what it must match."
            }
            check(claims: !member.key.asciiLowercased.hasPrefix("exclu")) {
                $0.add(code, severity, at: member.keyPlace, text + way)
            }
            if severity == .error { checkedVariables.formUnion(member.members.map(\.key)) }
        }
    }

    /// Where a key at the wrong level belongs; nil if it belongs nowhere.
    private static func home(of member: JSONNode) -> String? {
        let key = member.key
        return switch key {
        case "exclude", "/", "?", "#": "in a component"
        case "appID", "appIDs", "components", "paths": "in an entry of 'applinks.details'"
        case "details", "substitutionVariables", "defaults": "in 'applinks'"
        case "caseSensitive", "percentEncoded": "in 'defaults'"
        // Of all values, only this one is surely a query item's.
        case _ where member.string == "?*": "in \"?\", as in \"?\": {\"\(short(key))\": \"?*\"}"
        default: AssociationService(rawValue: key).map { _ in "at the top level of the file" }
        }
    }
}

/// A text for a message: its first eighty characters, with an ellipsis if there are more.
func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 80 else { return text }
    return String(scalars.prefix(80)) + "…"
}
