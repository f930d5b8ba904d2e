import DeepLinks
import LinkChecking
import PathMatching

/// Collects findings about one file.
struct AssociationAudit {
    let association: AppSiteAssociation

    /// The host of links that findings show.
    private let host: String

    /// The entries of `details` with their places, in the order of ``AppSiteAssociation/entries``.
    let entries: [Entry]

    /// The apps that have an entry in the current form.
    let currentApps: Set<String>

    private(set) var findings: [AssociationFinding] = []

    /// The names of the variables that patterns use.
    var usedVariables: Set<String> = []

    /// One entry of `details`.
    struct Entry {
        let path: JSONPath
        let value: JSONValue
        let model: AssociationEntry
        let rules: [CompiledRule]

        /// The path of the rule with that index.
        func path(ofRule index: Int) -> JSONPath {
            path.key(model.format == .paths ? "paths" : "components").index(index)
        }
    }

    /// Prepares the checks.
    ///
    /// - Parameters:
    ///   - association: The file.
    ///   - host: The host that serves it, if that is known.
    init(_ association: AppSiteAssociation, host: String? = nil) {
        self.association = association
        // A wildcard is no host that a link can have.
        let isPlain = host?.utf8.allSatisfy { ByteSet.unreserved.contains($0) } ?? false
        self.host = isPlain ? host ?? LinkSample.exampleHost : LinkSample.exampleHost
        let path = JSONPath.root.key("applinks").key("details")
        let places: [(JSONPath, JSONValue)] =
            switch association.document.object?["applinks"]?.object?["details"]?.content {
            case .array(let values): values.enumerated().map { (path.index($0.offset), $0.element) }
            case .object(let object): object.members.map { (path.key($0.key), $0.value) }
            default: []
            }
        entries = zip(places, zip(association.entries, association.matcher.entries)).map {
            place,
            entry in
            Entry(path: place.0, value: place.1, model: entry.0, rules: entry.1.rules)
        }
        currentApps = Set(entries.filter { $0.model.format == .components }.flatMap(\.model.appIDs))
    }

    mutating func add(
        _ code: AssociationFinding.Code,
        _ severity: AssociationFinding.Severity,
        at path: JSONPath,
        _ position: JSONPosition?,
        _ message: String,
        witness: String? = nil
    ) {
        guard findings.count < Self.maximumCount else { return }
        findings.append(
            AssociationFinding(
                code: code,
                severity: severity,
                place: AssociationPlace(path, position),
                message: message,
                witness: witness
            )
        )
    }

    /// A link to the file's host that a rule matches.
    func link(_ sample: LinkSample, for rule: CompiledRule) -> String? {
        var sample = sample
        sample.host = host
        return sample.link(for: rule, options: association.matcher.options)
    }

    mutating func add(
        _ code: AssociationFinding.Code,
        _ severity: AssociationFinding.Severity,
        at location: RuleView.Location,
        _ message: String,
        witness: String? = nil
    ) {
        add(code, severity, at: location.path, location.position, message, witness: witness)
    }

    /// How many findings an audit lists; whoever has more has seen enough.
    private static let maximumCount = 4096

    /// The text for a message: its first eighty characters, with three points for the rest.
    static func short(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 80 else { return text }
        return String(scalars.prefix(80)) + "…"
    }

    /// The findings in the order of the text where it is known, else in the order of the checks.
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
        let size = association.sourceSize ?? JSONWriter().text(association.document).utf8.count
        let position = association.document.position
        if size > Self.maximumSize {
            add(
                .tooLarge,
                .error,
                at: .root,
                position,
                "The file has \(size) bytes, and systems ignore files of more than \(Self.maximumSize); join rules with wildcards or substitution variables."
            )
        }
        checkDuplicateKeys(in: association.document, at: .root)
    }

    private mutating func checkDuplicateKeys(in value: JSONValue, at path: JSONPath) {
        switch value.content {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                checkDuplicateKeys(in: element, at: path.index(index))
            }
        case .object(let object):
            for member in object.repeatedMembers {
                add(
                    .duplicateKey,
                    .error,
                    at: path.key(member.key),
                    member.keyPosition,
                    "The key '\(Self.short(member.key))' stands twice in one object, and readers disagree about which one counts; keep one."
                )
            }
            for member in object.members {
                checkDuplicateKeys(in: member.value, at: path.key(member.key))
            }
        default: break
        }
    }
}

// MARK: - Sections

extension AssociationAudit {
    mutating func checkSections() {
        guard let root = association.document.object else { return }
        let services = AssociationService.allCases.map(\.rawValue)
        checkKeys(of: root, at: .root, known: services, what: "an association file")
        if !root.members.contains(where: { services.contains($0.key) }) {
            add(
                .noSection,
                .warning,
                at: .root,
                association.document.position,
                "The file has no section for any service; write one, such as 'applinks'."
            )
        }
        for service in AssociationService.allCases where service != .applinks {
            checkAppList(root[service.rawValue], service)
        }
        if let links = root["applinks"]?.object {
            checkLinks(links, root["applinks"]?.position)
        }
    }

    /// A section that is nothing but a list of apps.
    private mutating func checkAppList(_ section: JSONValue?, _ service: AssociationService) {
        guard let section else { return }
        let path = JSONPath.root.key(service.rawValue)
        guard let object = section.object else {
            add(
                .wrongType,
                .error,
                at: path,
                section.position,
                "'\(service.rawValue)' is \(section.kind), so it is ignored; write an object such as '{ \"apps\": [\"ABCDE12345.com.example.app\"] }'."
            )
            return
        }
        checkKeys(of: object, at: path, known: ["apps"], what: "'\(service.rawValue)'")
        guard let apps = object["apps"] else { return }
        checkAppIDs(apps, at: path.key("apps"))
    }

    private mutating func checkLinks(_ links: JSONObject, _ position: JSONPosition?) {
        let path = JSONPath.root.key("applinks")
        checkKeys(
            of: links,
            at: path,
            known: ["apps", "defaults", "details", "substitutionVariables"],
            what: "'applinks'"
        )
        if let apps = links["apps"], apps.array?.isEmpty != true {
            add(
                .appsNotEmpty,
                .warning,
                at: path.key("apps"),
                apps.position,
                "'applinks.apps' must be an empty array; the apps belong into 'details'."
            )
        }
        if let defaults = links["defaults"] {
            checkComponent(defaults, at: path.key("defaults"), what: "'defaults'")
        }
        if entries.isEmpty {
            add(
                .noEntries,
                .warning,
                at: path,
                position,
                "'applinks' has no entry in 'details', so no link opens an app."
            )
        }
        if let details = links["details"], details.object != nil {
            add(
                .detailsDictionary,
                .warning,
                at: path.key("details"),
                details.position,
                "'details' is a dictionary, the form of iOS 9; write an array of entries with 'appIDs' and 'components'."
            )
        }
    }

    /// Warns of keys that nobody reads.
    mutating func checkKeys(of object: JSONObject, at path: JSONPath, known: [String], what: String)
    {
        for member in object.members where !known.contains(member.key) {
            if let meant = nearest(to: member.key, in: known.filter { $0.utf8.count > 1 }) {
                add(
                    .misspeltKey,
                    .error,
                    at: path.key(member.key),
                    member.keyPosition,
                    "'\(Self.short(member.key))' is no key of \(what), so it is ignored; did you mean '\(meant)'?"
                )
            } else {
                add(
                    .unknownKey,
                    path == .root ? .note : .warning,
                    at: path.key(member.key),
                    member.keyPosition,
                    "'\(Self.short(member.key))' is no key of \(what), so it is ignored.\(Self.home(of: member.key))"
                )
            }
        }
    }

    /// Where a key belongs that stands at the wrong level.
    private static func home(of key: String) -> String {
        switch key {
        case "exclude", "/", "?", "#": " It belongs into a component."
        case "appID", "appIDs", "components", "paths":
            " It belongs into an entry of 'applinks.details'."
        case "details", "substitutionVariables": " It belongs into 'applinks'."
        default: ""
        }
    }
}
