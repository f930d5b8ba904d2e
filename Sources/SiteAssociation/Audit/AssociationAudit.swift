import DeepLinks
import LinkChecking
import PathMatching

/// Collects findings about one file.
struct AssociationAudit {
    let association: AppSiteAssociation

    /// The whole file.
    let document: JSONNode

    /// The host of the links in findings.
    private let host: String

    /// The entries of `details`, in the order of ``AppSiteAssociation/entries``.
    let entries: [AssociationMatcher.Entry]

    /// The apps that have an entry with components.
    let currentApps: Set<String>

    private(set) var findings: [AssociationFinding] = []

    /// The names of the variables that patterns use.
    var usedVariables: Set<String> = []

    /// Prepares the checks.
    ///
    /// - Parameters:
    ///   - association: The file.
    ///   - host: The host that serves it, if that is known.
    init(_ association: AppSiteAssociation, host: String? = nil) {
        self.association = association
        document = JSONNode(association.document, association.places)
        // A link cannot have a wildcard as its host.
        let isPlain = host?.utf8.allSatisfy(ByteSet.unreserved.contains) ?? false
        self.host = (isPlain ? host : nil) ?? LinkSample.exampleHost
        entries = association.matcher.entries
        currentApps = Set(entries.filter { $0.model.format == .components }.flatMap(\.model.appIDs))
    }

    /// A link to the file's host that a rule matches.
    func link(_ sample: LinkSample, for rule: CompiledRule) -> String? {
        sample.tail(for: rule).map { "https://\(host)\($0)" }
    }

    // MARK: Findings

    mutating func add(
        _ code: AssociationFinding.Code,
        _ severity: AssociationFinding.Severity? = nil,
        at place: AssociationPlace,
        _ message: String,
        witness: String? = nil
    ) {
        guard findings.count < Self.maximumCount else { return }
        findings.append(
            AssociationFinding(
                code: code,
                severity: severity ?? code.severity,
                place: place,
                message: message,
                witness: witness
            )
        )
    }

    /// How many findings an audit lists; more would help nobody.
    private static let maximumCount = 4096

    /// A text for a message: its first eighty characters, with an ellipsis if there are more.
    static func short(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 80 else { return text }
        return String(scalars.prefix(80)) + "…"
    }

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
            add(
                .tooLarge,
                at: document.place,
                "The file has \(size) bytes, and systems ignore files of more than \(Self.maximumSize); combine rules with wildcards or substitution variables."
            )
        }
        checkDuplicateKeys(in: document)
    }

    private mutating func checkDuplicateKeys(in node: JSONNode) {
        for member in node.repeatedMembers {
            add(
                .duplicateKey,
                at: member.keyPlace,
                "The key '\(Self.short(member.key))' appears twice in one object, and readers disagree about which one counts; keep one."
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
                .noSection,
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
        if let apps = links["apps"], !apps.isArray || !apps.elements.isEmpty {
            add(
                .appsNotEmpty,
                at: apps.place,
                "'applinks.apps' must be an empty array; the apps belong in 'details'."
            )
        }
        if let defaults = links["defaults"] { checkComponent(defaults, what: "'defaults'") }
        if entries.isEmpty {
            add(
                .noEntries,
                at: links.place,
                "'applinks' has no entry in 'details', so no link opens an app."
            )
        }
        if let details = links["details"], details.isObject {
            add(
                .detailsDictionary,
                at: details.place,
                "'details' is a dictionary, the form of iOS 9; write an array of entries with 'appIDs' and 'components'."
            )
        }
    }

    /// Warns of keys that no system reads.
    ///
    /// - Parameters:
    ///   - node: The object.
    ///   - known: The keys that systems read.
    ///   - what: What the object is.
    ///   - others: What to write for keys that people take for known ones, by the key in lower case.
    ///   - consequence: What an ignored key leads to; if there is a consequence, it is an error.
    mutating func checkKeys(
        of node: JSONNode,
        known: [String],
        what: String,
        meant others: [String: String] = [:],
        consequence: String = ""
    ) {
        for member in node.members where !known.contains(member.key) {
            let text =
                "'\(Self.short(member.key))' is not a key of \(what), so it is ignored\(consequence)"
            if let other = others[member.key] ?? others[member.key.asciiLowercased] {
                add(.misspeltKey, at: member.keyPlace, "\(text); write \(other).")
            } else if let meant = nearest(to: member.key, in: known.filter { $0.utf8.count > 1 }) {
                add(.misspeltKey, at: member.keyPlace, "\(text); did you mean '\(meant)'?")
            } else {
                let severity: AssociationFinding.Severity =
                    consequence.isEmpty ? node.path == .root ? .note : .warning : .error
                let home = Self.home(of: member.key)
                add(.unknownKey, severity, at: member.keyPlace, "\(text).\(home)")
            }
        }
    }

    /// A sentence that says where a key at the wrong level belongs.
    private static func home(of key: String) -> String {
        switch key {
        case "exclude", "/", "?", "#": " It belongs in a component."
        case "appID", "appIDs", "components", "paths":
            " It belongs in an entry of 'applinks.details'."
        case "details", "substitutionVariables": " It belongs in 'applinks'."
        default: ""
        }
    }
}
