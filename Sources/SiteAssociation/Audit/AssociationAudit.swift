import DeepLinks
import LinkChecking
import PathMatching

/// Collects findings about one file.
struct AssociationAudit {
    let association: AppSiteAssociation
    let document: JSONNode

    /// The host of the links in findings.
    let host: String

    /// The hosts that a path may begin with by mistake: that of the links, and those of the rules.
    let hosts: Set<String>

    /// The entries of `details`, in the order of ``AppSiteAssociation/entries``.
    let entries: [AssociationMatcher.Entry]

    var findings: [AssociationFinding] = []

    /// How the mistakes are corrected of which other findings may follow.
    var corrections: [Correction] = []

    /// The variables that patterns use and that are not defined.
    var undefined: [(name: String, pattern: RuleMatcher.Pattern, rule: AssociationRule)] = []

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
        findings.enumerated().sorted { left, right in
            let (first, second) = (left.element.place, right.element.place)
            return (first.line ?? 0, first.column ?? 0, left.offset) < (
                second.line ?? 0, second.column ?? 0, right.offset
            )
        }.map(\.element)
    }
}

// MARK: - The file

extension AssociationAudit {
    /// Apple's limit for the uncompressed file, since iOS 9.3.1.
    static let maximumSize = 128 * 1024

    mutating func checkFile() {
        let size = association.sourceSize ?? AppSiteAssociation.text(of: association.document).count
        if size > Self.maximumSize {
            let isPadded = association.document.compact.utf8.count <= Self.maximumSize
            add(
                .tooLarge,
                at: document.place,
                "The file has \(size) bytes, and systems ignore files of more than \(Self.maximumSize); \(isPadded ? "remove white space" : "combine rules with wildcards or substitution variables")."
            )
        }
        checkDuplicateKeys(in: document)
    }

    private mutating func checkDuplicateKeys(in node: JSONNode) {
        for member in node.repeatedMembers {
            let isOfLinks = member.path.steps.first == .key("applinks")
            if isOfLinks { isAmbiguous = true }
            add(
                .duplicateKey,
                at: member.keyPlace,
                "The key '\(short(member.key))' appears twice in one object, and readers disagree about which one counts; keep one.\(isOfLinks ? " Until then, the rules are not compared." : "")"
            )
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
        checkKeys(of: document, known: services, what: "an association file")
        if !document.members.contains(where: { services.contains($0.key) }) {
            add(
                .noRules,
                at: document.place,
                "The file has no section for any service; write one, such as 'applinks'."
            )
        }
        for service in AssociationService.allCases where service != .applinks {
            if let section = document[service.rawValue] { checkAppList(section, service) }
        }
        if let links = document["applinks"] { checkLinks(links) }
    }

    /// Checks a section that only lists apps.
    private mutating func checkAppList(_ section: JSONNode, _ service: AssociationService) {
        guard section.isObject else {
            let expected = "an object such as '{ \"apps\": [\"A1B2C3D4E5.com.example.app\"] }'"
            return wrongType(section, "'\(service.rawValue)'", expected: expected)
        }
        checkKeys(of: section, known: ["apps"], what: "'\(service.rawValue)'")
        if let apps = section["apps"] { checkAppIDs(apps) }
    }

    private mutating func checkLinks(_ links: JSONNode) {
        checkKeys(
            of: links,
            known: ["apps", "defaults", "details", "substitutionVariables"],
            what: "'applinks'"
        )
        if let defaults = links["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entries.isEmpty {
            add(
                .noRules,
                at: links.place,
                "'applinks' has no entry in 'details', so no link opens an app."
            )
        }
        if let details = links["details"], details.isObject {
            add(
                .legacyPaths,
                at: details.place,
                "'details' is a dictionary, the form of iOS 9; write an array of entries with 'appIDs' and 'components'."
            )
        }
    }
}
