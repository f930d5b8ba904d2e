import DeepLinks
import LinkChecking
import PathMatching

/// Collects findings about one file.
///
/// First come the mistakes in its keys, values and patterns. Then links are asked about, and what they show is only counted with a
/// mistake that may be its cause.
struct AssociationAudit {
    typealias Code = AssociationFinding.Code
    typealias Pattern = RuleMatcher.Pattern

    let association: AppSiteAssociation
    let document: JSONNode

    /// The host of the links in findings.
    let host: String

    /// The hosts of the rules that the file is compared with; nil if it is not compared.
    let hosts: Set<String>?

    /// The codes of findings that are not shown, so nothing follows from them.
    let allowed: [String]

    /// The entries of `details`, in the order of ``AppSiteAssociation/entries``.
    let entries: [AssociationMatcher.Entry]

    /// The findings that are told, each with those that may follow from it.
    private var found: [(finding: AssociationFinding, followers: [AssociationFinding])] = []

    /// How much work asking links may still be, counted as ``RuleMatcher/effort``; a file can have very many rules.
    var effort: Int

    let expressions = Expressions()

    /// Whether readers disagree about which rules the file has.
    private(set) var isAmbiguous = false

    /// The names of the variables in patterns.
    private(set) lazy var usedVariables = Set(
        entries.flatMap(\.rules).flatMap(\.patterns)
            .flatMap { GlobPiece.pieces(of: $0.text) }.compactMap(\.variable)
    )

    /// The variables that need no other check: they are not defined, their definition has a wrong name or place, or it was checked.
    var checkedVariables: Set<String> = []

    /// Prepares the checks of a file; the host serves it, if that is known.
    init(
        _ association: AppSiteAssociation,
        host: String? = nil,
        hosts: [String]? = nil,
        allowed: [String] = [],
        effort: Int = Self.wholeEffort
    ) {
        self.association = association
        self.allowed = allowed
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
        _ severity: AssociationFinding.Severity? = nil,
        at place: AssociationPlace,
        _ message: String,
        witness: String? = nil,
        group: String? = nil
    ) {
        add(AssociationFinding(code, severity, at: place, message, witness: witness, group: group))
    }

    private mutating func add(_ finding: AssociationFinding) {
        guard found.count < Self.maximumFindings else { return }
        found.append((finding, []))
    }

    /// Adds a finding, or counts it with the mistake that may be its cause: an error in some parts of the file, or a doubt about a rule.
    ///
    /// Whether it follows is seen when the mistake is corrected; until then, nobody knows what the rule was to match.
    mutating func add(
        _ finding: AssociationFinding,
        orDoubtIn rule: AssociationPlace? = nil,
        unlessErrorAt isCause: (AssociationPlace) -> Bool
    ) {
        let cause = found.firstIndex { other in
            let (code, place) = (other.finding.code, other.finding.place)
            if allowed.contains(code.rawValue) { return false }
            let isError = other.finding.severity == .error && Self.mistakes.contains(code)
            return isError && isCause(place)
                // With or without the item, the app refuses all links of the rule.
                || Self.doubts.contains(code) && rule.map(place.isIn) ?? false
                    && (code != .starMatchesAbsent || !Self.useless.contains(finding.code))
                || finding.code == .deadRule
                    && ([other.finding] + other.followers).contains { reason in
                        reason.severity >= finding.severity && Self.reasons.contains(reason.code)
                            && reason.place == rule
                    }
        }
        guard let cause else { return add(finding) }
        found[cause].followers.append(finding)
    }

    /// Adds a finding, or counts it with a mistake that may be its cause: in the same part of the file, or outside of all entries.
    ///
    /// Without a part, a mistake anywhere may be its cause.
    mutating func add(
        _ finding: AssociationFinding,
        orDoubtIn rule: AssociationPlace? = nil,
        orErrorIn part: AssociationPlace?
    ) {
        let details = document["applinks"]?["details"]?.place
        add(finding, orDoubtIn: rule) { [document] error in
            if let part, let details, error.isIn(details) { return error.isIn(part) }
            return !error.isOfOtherService(in: document)
        }
    }

    /// Takes back that a rule claims too much, if that is for a link that satisfies a condition.
    mutating func removeExcess(at place: AssociationPlace, where isExcess: (String) -> Bool) {
        found.removeAll { other in
            other.finding.code == .claimsTooMuch && other.finding.place == place
                && other.finding.witness.map(isExcess) ?? false
        }
    }

    /// Reports a value of the wrong type, which is ignored.
    mutating func wrongType(_ node: JSONNode, _ what: String = "The value", expected: String) {
        let message = "\(what) is \(node.kind), so it is ignored; write \(expected)."
        add(.wrongType, at: node.place, message)
    }

    /// All findings, in the order of the text if it is known, otherwise in the order of the checks.
    func reported() -> [AssociationFinding] {
        let findings = found.map { finding, followers in
            var finding = finding
            guard let worst = followers.map(\.severity).max() else { return finding }
            finding.severity = max(finding.severity, worst)
            let more = count(followers.count, "more finding")
            finding.message += " \(more) may follow from it; correct it first."
            return finding
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
    private static let reasons: Set<Code> = useless.union([.handledButExcluded, .claimsTooMuch])

    /// The codes of a rule that claims no link that the app handles.
    static let useless: Set<Code> = [.claimedNotHandled, .handledNotClaimed]
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
        for part in node.elements + node.members { checkDuplicateKeys(in: part) }
    }

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
        checkAppLists(hasDetails: true)
        if let links = document["applinks"] { checkLinks(links) }
    }

    /// Checks the sections that only list apps, or those in which entries stand by mistake.
    mutating func checkAppLists(hasDetails: Bool) {
        for service in AssociationService.allCases where service != .applinks {
            guard let section = document[service.rawValue] else { continue }
            if (section["details"] != nil) == hasDetails { checkAppList(section) }
        }
    }

    /// Reports that a part has no rules, unless they may stand somewhere else by mistake.
    ///
    /// It is an error if the file has none at all and is compared with rules.
    mutating func addNoRules(_ node: JSONNode, _ message: String) {
        let isError = hosts != nil && entries.allSatisfy(\.rules.isEmpty)
        add(
            AssociationFinding(.noRules, isError ? .error : nil, at: node.place, message),
            unlessErrorAt: { _ in true }
        )
    }

    /// Checks a section that only lists apps.
    private mutating func checkAppList(_ section: JSONNode) {
        guard section.isObject else {
            let expected = "an object such as '{ \"apps\": [\"\(AppIdentifier.example)\"] }'"
            return wrongType(section, "'\(section.key)'", expected: expected)
        }
        checkKeys(of: section, known: ["apps"], what: "'\(section.key)'")
        if let apps = section["apps"] {
            checkAppIDs(apps)
        } else if section["details"] == nil {
            let message =
                "'\(section.key)' names no app, so it has no effect; write 'apps', an array of app identifiers."
            add(.init(.noRules, at: section.place, message)) { $0.isIn(section.place) }
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
    /// An ignored key is an error if it has a consequence, is close to a known one with a meaning, or stands at the wrong level.
    mutating func checkKeys(
        of node: JSONNode,
        known: [String],
        what: String,
        consequence: String = "",
        allowed: [String] = []
    ) {
        for member in node.members where !(known + allowed).contains(member.key) {
            let trimmed = member.key.filter { !$0.isWhitespace }
            let names = known.filter { $0.utf8.count > 1 }
            var (code, severity) = (Code.misspeltKey, AssociationFinding.Severity.error)
            let way: String
            if known.contains(trimmed) {
                way = "; write \"\(trimmed)\"."
            } else if let meant = meant(by: member, in: node, known) {
                way = "; write \(meant)."
            } else if let home = Self.home(of: member) {
                code = .unknownKey
                way = ". It belongs \(home)."
            } else if let near = nearest(to: member.key, in: names) {
                way = "; did you mean '\(near)'?"
                // A comment changes nothing.
                if near == "comment", consequence.isEmpty { severity = .warning }
            } else if consequence.isEmpty {
                (code, severity) = (.unknownKey, node.path == .root ? .note : .warning)
                way = "; remove it."
            } else {
                code = .unknownKey
                way = "; write \"/\", \"?\" or \"#\" for what it must match."
            }
            let text = "'\(short(member.key))' is not a key of \(what), so it is ignored"
            let message = text + consequence + way
            // The same key in many parts is told once.
            let group = code == .unknownKey ? message : nil
            add(code, severity, at: member.keyPlace, message, group: group)
            if severity == .error { checkedVariables.formUnion(member.members.map(\.key)) }
        }
    }

    /// What to write in place of a key of the old form, or of a name that people expect: a key, perhaps with its value.
    private mutating func meant(
        by member: JSONNode,
        in node: JSONNode,
        _ known: [String]
    ) -> String? {
        let key = member.key.asciiLowercased
        guard known.contains("exclude") else {
            if key.hasPrefix("exclu") || key == "not", known.contains("paths") {
                return
                    "each path as a component with \"exclude\": true, or as 'NOT /path' in 'paths'"
            }
            if let kind = kind(of: member), known.contains(kind), node[kind] == nil,
                node["paths"] == nil, Self.home(of: member) == nil,
                nearest(to: member.key, in: known) != kind
            {
                return "\"\(kind)\""
            }
            let hasApp = known.contains { $0.hasPrefix("app") && node[$0] != nil }
            // A bundle identifier alone is reported when its key is right.
            let isApp =
                key.hasPrefix("bundle") || key.hasPrefix("appid")
                || member.texts.allSatisfy(AppIdentifier.isWellFormed)
            guard !hasApp, isApp, !member.texts.isEmpty else { return nil }
            if known == ["apps"] { return "\"apps\"" }
            guard known.contains("appIDs"), nearest(to: member.key, in: known) == nil else {
                return nil
            }
            return member.isArray ? "\"appIDs\"" : "\"appID\""
        }
        return switch key {
        case "path", "paths", "pathpattern", "pathname", "url": "\"/\""
        case "query", "queries", "queryitems", "querystring", "params", "parameters", "search":
            "\"?\""
        // Only a query has an object with such a pattern.
        case _
        where node["?"] == nil
            && member.members.compactMap(\.string)
                .contains { $0.first == "?" && $0.allSatisfy("?*".contains) }:
            "\"?\""
        case "fragment", "hash", "anchor": "\"#\""
        case _ where AssociationRule.isWordForExclusion(member): "\"exclude\": true"
        case "include": "\"exclude\": \(member.bool == false)"
        case "caseinsensitive", "ignorecase", "ignorescase":
            "\"caseSensitive\": \(member.bool == false)"
        default: nil
        }
    }

    /// The key of the only part of a file that has such a content.
    private mutating func kind(of member: JSONNode) -> String? {
        func have(_ keys: String...) -> Bool {
            let parts = member.elements
            return !parts.isEmpty && parts.allSatisfy { part in keys.contains { part[$0] != nil } }
        }
        if member["details"] != nil { return "applinks" }
        if have("appIDs", "appID") { return "details" }
        if have("/", "?", "#") { return "components" }
        // Any object may have lists, but of a few names one that a pattern needs shows what is meant.
        let isUsed = member.members.prefix(8).contains { variable in
            !variable.strings.isEmpty && !PredefinedVariables.names.contains(variable.key)
                && usedVariables.contains(variable.key)
        }
        return isUsed ? "substitutionVariables" : nil
    }

    /// Where a key at the wrong level belongs; nil if it belongs nowhere.
    private static func home(of member: JSONNode) -> String? {
        switch member.key {
        case "exclude", "/", "?", "#": "in a component"
        case "appID", "appIDs", "components", "paths": "in an entry of 'applinks.details'"
        case "details", "substitutionVariables", "defaults": "in 'applinks'"
        case "caseSensitive", "percentEncoded": "in 'defaults'"
        // Of all values, only this one is surely a query item's.
        case _ where member.string == "?*":
            "in \"?\", as in \"?\": {\"\(short(member.key.filter { !"?&=".contains($0) }))\": \"?*\"}"
        default:
            AssociationService(rawValue: member.key).map { _ in "at the top level of the file" }
        }
    }
}

/// A text for a message: its first eighty characters, with an ellipsis if there are more.
func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 80 else { return text }
    return String(scalars.prefix(80)) + "…"
}
