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

    /// The hosts that a path may begin with by mistake: that of the links, and those of the rules.
    let hosts: Set<String>

    /// The rules to compare the file with.
    var configuration: LinkConfiguration?

    /// The paths of the file that these rules generate.
    lazy var generatedPaths: [String] = {
        let file = configuration.flatMap {
            try? AppSiteAssociation(ofAnySizeFor: $0, appIDs: [appID], options: .init())
        }
        return file?.entries.flatMap(\.rules).compactMap(\.path) ?? []
    }()

    /// The app for which corrections give a file an entry.
    var appID = AppIdentifier.example

    /// The entries of `details`, in the order of ``AppSiteAssociation/entries``.
    let entries: [AssociationMatcher.Entry]

    var findings: [AssociationFinding] = []

    /// How the mistakes are corrected of which other findings may follow.
    var corrections: [Correction] = []

    /// The paths to which corrections give a value.
    var correctedPaths: Set<JSONPath> = []

    /// The variables that patterns use and that are not defined.
    var undefined: [(name: String, pattern: Pattern, rule: AssociationRule)] = []

    /// How much work asking links may still be, counted as ``RuleMatcher/effort``; a file can have very many rules.
    var effort: Int

    /// Whether readers disagree about which rules the file has.
    private(set) var isAmbiguous = false

    /// Prepares the checks of a file; the host serves it, if that is known.
    init(
        _ association: AppSiteAssociation,
        host: String? = nil,
        hosts: [String] = [],
        effort: Int = Self.wholeEffort
    ) {
        self.association = association
        self.effort = effort
        document = association.root
        // A link cannot have a wildcard as its host.
        let isPlain = host?.utf8.allSatisfy(ByteSet.unreserved.contains) ?? false
        self.host = (isPlain ? host : nil) ?? LinkSample.exampleHost
        self.hosts = Set(hosts + [self.host.asciiLowercased])
        entries = association.matcher.entries
    }

    /// Enough for a file of the largest size whose rules are of the usual kind.
    static let wholeEffort = 1 << 20

    /// A link to the file's host that a rule matches.
    func link(_ sample: LinkSample, for rule: RuleMatcher) -> String? {
        sample.tail(for: rule).map { "https://\(host)\($0)" }
    }

    // MARK: Findings

    /// The findings in the order of the text if it is known, otherwise in the order of the checks.
    var sortedFindings: [AssociationFinding] {
        // The sort is stable.
        findings.sorted {
            ($0.place.line ?? 0, $0.place.column ?? 0) < ($1.place.line ?? 0, $1.place.column ?? 0)
        }
    }
}

// MARK: - The file

extension AssociationAudit {
    /// Apple's limit for the uncompressed file, since iOS 9.3.1.
    static let maximumSize = 128 * 1024

    mutating func checkFile() {
        let size = association.sourceSize ?? AppSiteAssociation.text(of: association.document).count
        if size > Self.maximumSize {
            func fits(_ value: JSONValue) -> Bool { value.compact.utf8.count <= Self.maximumSize }
            let way =
                fits(association.document)
                ? "remove white space"
                : fits(association.document.withoutComments)
                    ? "remove the comments and white space"
                    : "combine rules with wildcards or substitution variables"
            let message =
                "The file has \(size) bytes, and systems ignore files of more than \(Self.maximumSize); \(way)."
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
        let isRules = ["version", "domains"].allSatisfy { document[$0] != nil }
        if isRules, !services.contains(where: { document[$0] != nil }) {
            let message =
                "These are rules, and not an association file; check them with 'deeplink check'."
            return add(.noRules, .error, at: document.place, message, edits: claimingAll)
        }
        checkKeys(of: document, known: services, what: "an association file")
        if !document.members.contains(where: { services.contains($0.key) }) {
            let message = "The file has no section for any service; write one, such as 'applinks'."
            add(.noRules, at: document.place, message, edits: claimingAll)
        }
        for service in AssociationService.allCases where service != .applinks {
            if let section = document[service.rawValue] { checkAppList(section, service) }
        }
        if let links = document["applinks"] { checkLinks(links) }
    }

    /// What makes a file without rules claim every link; nothing if another correction gives it rules.
    private var claimingAll: [Correction.Edit] {
        let links = JSONPath.root.key("applinks")
        let details = links.key("details")
        guard
            !correctedPaths.contains(where: { $0 == links || $0.steps.starts(with: details.steps) })
        else { return [] }
        let apps = JSONValue.array([.string(appID)])
        let entry = JSONValue.object(["appIDs": apps, "components": .array([.object([:])])])
        return [(details, .array([entry]))]
    }

    /// Reports that no rule claims links.
    mutating func checkExclusions() {
        let rules = entries.flatMap(\.model.rules)
        guard let details = document["applinks"]?["details"], !rules.isEmpty,
            // What the defaults exclude is reported there.
            rules.allSatisfy({ $0.isExclusion && ($0.isLegacy || $0.node["exclude"] != nil) })
        else { return }
        let message =
            "All rules are exclusions, so no link opens an app; if some should, write rules for them."
        add(.noRules, .note, at: details.place, message)
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
            meant: { member in
                let isApps =
                    ["appID", "appIDs"].contains(member.key) || Self.appKey(for: member) != nil
                return isApps && section["apps"] == nil ? "\"apps\"" : nil
            }
        )
        if let apps = section["apps"] {
            checkAppIDs(apps)
        } else if section["details"] == nil {
            let message =
                "'\(service.rawValue)' names no app, so it has no effect; write 'apps', an array of app identifiers."
            add(.noRules, at: section.place, message)
        }
    }

    private mutating func checkLinks(_ links: JSONNode) {
        let known = ["apps", "defaults", "details", "substitutionVariables"]
        let used = Self.names(in: entries.flatMap(\.rules))
        checkKeys(
            of: links,
            known: known,
            what: "'applinks'",
            meant: { member in
                Self.isVariables(member) && member.members.contains { used.contains($0.key) }
                    && links["substitutionVariables"] == nil
                    && nearest(to: member.key, in: known) == nil
                    ? "\"substitutionVariables\"" : nil
            }
        )
        if let apps = links["apps"], apps.elements.contains(where: \.isObject) {
            let isFree = links["details"].map { $0.value.array?.isEmpty == true } ?? true
            let moved: [Correction.Edit] = [
                (apps.path, nil), (links.path.key("details"), apps.value),
            ]
            let message = "'apps' has entries, which systems ignore there; move them to 'details'."
            add(.unknownKey, .error, at: apps.keyPlace, message, edits: isFree ? moved : [])
        } else if let apps = links["apps"], apps.value != .array([]), !entries.isEmpty {
            let message =
                "'apps' is not an empty array, as systems before iOS 13 want it; write \"apps\": []."
            add(.wrongType, .note, at: apps.place, message)
        }
        if let defaults = links["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entries.isEmpty, !isAmbiguous {
            let message = "'applinks' has no entry in 'details', so no link opens an app."
            add(.noRules, at: links.place, message, edits: claimingAll)
        }
        if let details = links["details"], details.isObject {
            let message =
                "'details' is a dictionary, the form of iOS 9; write an array of entries with 'appIDs' and 'components'."
            add(.legacyPaths, at: details.place, message)
        }
    }
}
