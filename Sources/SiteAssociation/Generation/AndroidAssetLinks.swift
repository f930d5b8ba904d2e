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
/// ``notes`` says which links may stay in the browser.
public struct AndroidAssetLinks: Hashable, Sendable {
    /// The hosts that must serve the file at `/.well-known/assetlinks.json`, each once; `*.example.com` is served by `example.com`.
    public let hosts: [String]

    /// Which links that the rules handle may stay in the browser, as sentences.
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
        let names = /[A-Za-z]\w*(\.[A-Za-z]\w*)+/.asciiOnlyWordCharacters()
        guard packageName.wholeMatch(of: names) != nil else {
            let obstacle = "'\(packageName)' is not the identifier of an Android app"
            let remedy = "write two or more names with dots between them, such as 'com.example.app'"
            throw SiteAssociationError(.malformedAppID, obstacle, remedy: remedy)
        }
        let wrong = fingerprints.first { Self.fingerprint($0) == nil }
        guard wrong == nil, !fingerprints.isEmpty else {
            let obstacle = wrong.map { "'\($0)' is not a SHA-256 fingerprint" }
            let remedy = "write 32 pairs of hexadecimal digits, as the Play Console shows them"
            let none = "no fingerprint is given"
            throw SiteAssociationError(.malformedAppID, obstacle ?? none, remedy: remedy)
        }
        let generator = try AssociationGenerator(configuration, host: host)
        let variables = generator.usedVariables
        let claims = generator.rules.map { AndroidClaim($0, variables) }
        let ignoresCase = generator.rules.contains {
            !$0.content.isExclusion && !$0.content.isCaseSensitive
        }
        let caseless = generator.domains.filter { ignoresCase && $0.options.ignoresCase }.map {
            "'\($0.hosts.first ?? "")': case matters, so links in a different case than the rules' stay in the browser."
        }
        components = claims.flatMap(\.components).uniqued()
        let early =
            "On Android, '*' ends at the first place of the character that follows it, so links of rules with text behind a capture may stay in the browser."
        notes = caseless + (claims.contains(where: \.mayEndEarly) ? [early] : [])
        self.packageName = packageName
        self.fingerprints = fingerprints.compactMap(Self.fingerprint).uniqued()
        hosts = generator.domains.flatMap(\.namedHosts).compactMap { own in
            guard let host else { return own.name }
            return own.isServed(by: host) ? host.asciiLowercased : nil
        }.uniqued()
    }

    /// The file as JSON, in UTF-8; the same rules always give the same bytes.
    ///
    /// - Returns: The text. If the site already has such a file, add the one statement to its list.
    public func data() -> Data {
        let relation = "delegate_permission/common.handle_all_urls"
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

    /// Whether some links that the rule claims may stay in the browser, apart from those in another case.
    private(set) var mayEndEarly = false

    init(_ rule: GeneratedRule, _ variables: [String: [String]]) {
        var content = rule.content
        content.isCaseSensitive = true
        let paths = content.path.map { AndroidPattern.all(for: $0, variables) }
        // No component can ask for an empty fragment.
        var isWider = content.fragment == ""
        let fragment = isWider ? nil : content.fragment
        let fragments = fragment.map { AndroidPattern.all(for: $0, variables) }
        var values: [AndroidPattern] = []
        switch content.query {
        case .whole:
            content.query = nil
            isWider = true
        case .items(let items):
            // An item cannot be required without a value.
            let asked = items.filter { !$0.pattern.isEmpty }
            isWider = isWider || asked.count < items.count
            values = asked.map { AndroidPattern.all(for: $0.pattern, variables, limit: 1)[0] }
            let patterns = zip(asked, values).map { item, pattern in
                AssociationRule.QueryItem(name: item.name, pattern: pattern.text)
            }
            content.query = patterns.isEmpty ? nil : .items(patterns)
        case nil: break
        }
        let patterns = (paths ?? []) + values + (fragments ?? [])
        // An exclusion with a wider pattern would keep links in the browser that the app handles.
        if content.isExclusion, isWider || patterns.contains(where: \.isWider) { return }
        for path in paths?.map(\.text) ?? [nil] {
            for fragment in fragments?.map(\.text) ?? [nil] {
                (content.path, content.fragment) = (path, fragment)
                components.append(GeneratedRule(content: content).component)
            }
        }
        // An exclusion that matches less keeps no link in the browser.
        mayEndEarly = !content.isExclusion && patterns.contains(where: \.mayEndEarly)
    }
}
