public import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Android's version of the same rules: an `assetlinks.json` file with the rules that Android 15 and later read.
///
/// ```swift
/// let links = try AndroidAssetLinks(
///     configuration: configuration,
///     packageName: "com.example.app",
///     fingerprints: ["14:6D:E9:…"]
/// )
/// try links.data().write(to: file)
/// ```
///
/// The rules can only narrow what the app's manifest declares, see ``AppDeclarations/intentFilter(host:)``. Earlier systems read the manifest alone.
/// ``notes`` lists what Android cannot express.
public struct AndroidAssetLinks: Hashable, Sendable {
    /// The hosts that must serve the file at `/.well-known/assetlinks.json`, each once; `*.example.com` is served by `example.com`.
    public let hosts: [String]

    /// Where the file claims more or less than the rules handle, as sentences.
    public let notes: [String]

    /// The rules that Android 15 and later read.
    let components: [JSONValue]
    private let packageName: String
    private let fingerprints: [String]

    /// Makes the file that claims the links that a rewriter handles.
    ///
    /// - Parameters:
    ///   - configuration: The domains with their rules.
    ///   - packageName: The app's identifier, such as `com.example.app`.
    ///   - fingerprints: The SHA-256 fingerprints of the certificates that the app is signed with, as the Play Console shows them.
    ///   - host: The host that serves the file; `nil` makes one file for the links of all hosts.
    /// - Throws: Why the file cannot be made.
    public init(
        configuration: LinkConfiguration,
        packageName: String,
        fingerprints: [String],
        host: String? = nil
    ) throws(SiteAssociationError) {
        guard Self.isPackageName(packageName) else {
            throw SiteAssociationError(
                .malformedAppID,
                "'\(packageName)' is not the identifier of an Android app",
                remedy:
                    "write two or more names with dots between them, such as 'com.example.app'"
            )
        }
        let wrong = fingerprints.first { Self.fingerprint($0) == nil }
        guard wrong == nil, !fingerprints.isEmpty else {
            throw SiteAssociationError(
                .malformedAppID,
                wrong.map { "'\($0)' is not a SHA-256 fingerprint" } ?? "no fingerprint is given",
                remedy:
                    "write 32 pairs of hexadecimal digits, as the Play Console shows them"
            )
        }
        let generator = try AssociationGenerator(configuration, host: host)
        let variables = generator.usedVariables
        var components: [JSONValue] = []
        var notes: [String] = []
        for rule in generator.rules {
            let claim = AndroidClaim(rule, variables: variables)
            components += claim.components
            notes += claim.notes
        }
        self.components = components.uniqued()
        self.notes = notes.uniqued()
        self.packageName = packageName
        self.fingerprints = fingerprints.compactMap(Self.fingerprint).uniqued()
        hosts = generator.domains.flatMap(\.namedHosts).compactMap { own in
            guard let host else { return own.name }
            return own.isServed(by: host) ? host.asciiLowercased : nil
        }.uniqued()
    }

    /// The relation of a site to an app that opens its links.
    static let relation = "delegate_permission/common.handle_all_urls"

    /// The file as JSON, in UTF-8; the same rules always give the same bytes.
    ///
    /// - Returns: The text. If the site already has such a file, add the one statement to its list.
    public func data() -> Data {
        let relation = Self.relation
        let statement = JSONValue.object([
            "relation": .strings([relation]),
            "target": .object([
                "namespace": .string("android_app"), "package_name": .string(packageName),
                "sha256_cert_fingerprints": .strings(fingerprints),
            ]),
            "relation_extensions": .object([
                relation: .object(["dynamic_app_link_components": .array(components)])
            ]),
        ])
        return Data(JSONValue.array([statement]).pretty.utf8)
    }

    static func isPackageName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+/) != nil
    }

    /// A fingerprint in any case, with all its colons or none, as Android writes it: 32 pairs of capital hexadecimal digits with
    /// colons between them; nil for other texts.
    static func fingerprint(_ text: String) -> String? {
        let text = text.uppercased()
        let isSpelled = text.wholeMatch(of: /[0-9A-F]{64}|[0-9A-F]{2}(:[0-9A-F]{2}){31}/) != nil
        return isSpelled
            ? text.matches(of: /[0-9A-F]{2}/).map(\.output).joined(separator: ":") : nil
    }
}

/// A rule in Android's format, which is case-sensitive and has no variables, whole queries, empty texts or comments.
private struct AndroidClaim {
    private(set) var components: [JSONValue] = []
    private(set) var notes: [String] = []

    private let variables: [String: [String]]
    private let name: String
    /// Whether a catch-all of the rule has more segments after it.
    private let hasInnerCatchAll: Bool

    init(_ rule: GeneratedRule, variables: [String: [String]]) {
        self.variables = variables
        name = rule.names.first ?? rule.content.path ?? ""
        hasInnerCatchAll = rule.paths.contains { claimed in
            claimed.path.segments.dropLast().contains { $0.kind == .catchAll }
        }
        var content = rule.content
        // Android's pattern checks no characters.
        for claim in rule.notes where claim.kind != .firstCharacter { note(claim.text) }
        let paths = spelled(content.path, takesSlashes: hasInnerCatchAll)
        switch content.query {
        case .whole:
            note(
                "an item without a value cannot be required, so links without it are claimed, too"
            )
            content.query = nil
        case .items(let items):
            let asked = items.compactMap { item -> AssociationRule.QueryItem? in
                if item.pattern.isEmpty {
                    note(
                        "'\(item.name)' cannot be required without a value, so links without it are claimed, too"
                    )
                    return nil
                }
                let pattern = spelled(item.pattern, limit: 1)[0] ?? ""
                return AssociationRule.QueryItem(name: item.name, pattern: pattern)
            }
            content.query = asked.isEmpty ? nil : .items(asked)
        case nil: break
        }
        if content.fragment == "" {
            note("an empty fragment cannot be required, so links with any other are claimed, too")
            content.fragment = nil
        }
        let fragments = spelled(content.fragment)
        // An exclusion that counts case keeps fewer links in the browser, none of which the app handles.
        if !content.isCaseSensitive, !content.isExclusion {
            note("case matters, so links in a different case than the rule's stay in the browser")
        }
        content.isCaseSensitive = true
        // An exclusion with a wider pattern would keep links in the browser that the app handles.
        guard !content.isExclusion || notes.isEmpty else {
            notes = ["'\(name)': Android has no pattern for refused links, so they open the app."]
            return
        }
        for path in paths {
            for fragment in fragments {
                (content.path, content.fragment) = (path, fragment)
                components.append(GeneratedRule(content: content).component(withComment: false))
            }
        }
    }

    private mutating func note(_ text: String) {
        let note = "'\(name)': \(text)."
        if !notes.contains(note) { notes.append(note) }
    }

    /// The texts of a pattern without variables, at most `limit` of them; a single nil if there is no pattern.
    private mutating func spelled(
        _ pattern: String?,
        limit: Int = 32,
        takesSlashes: Bool = true
    ) -> [String?] {
        guard let pattern else { return [nil] }
        let (spellings, isWhole) = GlobPiece.spellings(of: pattern, variables, limit: limit)
        if !isWhole { note("words of a list are not checked") }
        return spellings.map { pieces in
            let own = AndroidPattern(pieces, takesSlashes: takesSlashes)
            for text in own.notes { note(text) }
            return own.text
        }
    }
}
