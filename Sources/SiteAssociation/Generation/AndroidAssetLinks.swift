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
/// ``notes`` lists rules some of whose links stay in the browser.
public struct AndroidAssetLinks: Hashable, Sendable {
    /// The hosts that must serve the file at `/.well-known/assetlinks.json`, each once; `*.example.com` is served by `example.com`.
    public let hosts: [String]

    /// Which links that the rules handle stay in the browser, as sentences.
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
        var components: [JSONValue] = []
        var notes: [String] = []
        var ignoresCase = false
        for rule in generator.rules {
            let claim = AndroidClaim(rule, variables: variables)
            components += claim.components
            notes += claim.notes
            ignoresCase = ignoresCase || claim.ignoresCase
        }
        let caseless = generator.domains.filter { ignoresCase && $0.options.ignoresCase }.map {
            "'\($0.hosts.first ?? "")': case matters, so links in a different case than the rules' stay in the browser."
        }
        self.components = components.uniqued()
        self.notes = (caseless + notes).uniqued()
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

    /// Which links that the rule claims stay in the browser, apart from those in another case.
    private(set) var notes: [String] = []

    /// Whether the rule claims links in any case.
    let ignoresCase: Bool

    private let variables: [String: [String]]

    /// The captures with text behind them, each with the first character of that text.
    private let captures: [(capture: PatternCapture, next: Unicode.Scalar)]

    /// Whether the components match more links than the rule.
    private var isWider = false

    init(_ rule: GeneratedRule, variables: [String: [String]]) {
        self.variables = variables
        var content = rule.content
        ignoresCase = !content.isExclusion && !content.isCaseSensitive
        let values = rule.paths.flatMap { $0.items ?? [] }.compactMap(\.pattern?.pattern)
        captures = (rule.paths.map(\.path) + values).flatMap(\.capturesBeforeText)
        let paths = spelled(content.path)
        switch content.query {
        case .whole:
            isWider = true
            content.query = nil
        case .items(let items):
            // An item cannot be required without a value.
            let asked = items.filter { !$0.pattern.isEmpty }.map { item in
                let pattern = spelled(item.pattern, limit: 1)[0] ?? ""
                return AssociationRule.QueryItem(name: item.name, pattern: pattern)
            }
            isWider = isWider || asked.count < items.count
            content.query = asked.isEmpty ? nil : .items(asked)
        case nil: break
        }
        if content.fragment == "" {
            isWider = true
            content.fragment = nil
        }
        let fragments = spelled(content.fragment)
        // An exclusion with a wider pattern would keep links in the browser that the app handles.
        guard !content.isExclusion || !isWider else { return }
        content.isCaseSensitive = true
        for path in paths {
            for fragment in fragments {
                (content.path, content.fragment) = (path, fragment)
                components.append(GeneratedRule(content: content).component(withComment: false))
            }
        }
        let name = rule.names.first ?? rule.content.path ?? ""
        // An exclusion that matches less keeps no link in the browser.
        notes =
            content.isExclusion
            ? [] : notes.uniqued().map { "'\(name)': \($0) stay in the browser." }
    }

    /// The texts of a pattern without variables, at most `limit` of them; a single nil if there is no pattern.
    private mutating func spelled(_ pattern: String?, limit: Int = 32) -> [String?] {
        guard let pattern else { return [nil] }
        let (spellings, isWhole) = GlobPiece.spellings(of: pattern, variables, limit: limit)
        isWider = isWider || !isWhole
        return spellings.map { pieces in
            let own = AndroidPattern(pieces)
            isWider = isWider || own.isWider
            if let end = own.ends.first(where: isInCapture) {
                notes.append("'*' ends at the first '\(end)' on Android, so links with one more")
            }
            return own.text
        }
    }

    /// Whether the text of a capture before this character may have it, too; or another part of the rule.
    private func isInCapture(_ next: Unicode.Scalar) -> Bool {
        let captures = captures.filter { $0.next == next }
        return captures.isEmpty || captures.contains { $0.capture.mayHave(next) }
    }
}

extension PathPattern {
    fileprivate var capturesBeforeText: [(capture: PatternCapture, next: Unicode.Scalar)] {
        PathShape(self).segments.flatMap { pieces in
            zip(pieces, pieces.dropFirst()).compactMap { piece, next in
                guard let capture = piece.capture, case .text(let text) = next,
                    let first = withBytes(of: text, CanonicalPath.decode)?.unicodeScalars.first
                else { return nil }
                return (capture, first)
            }
        }
    }
}

extension PatternCapture {
    /// Whether its text may have a character.
    fileprivate func mayHave(_ scalar: Unicode.Scalar) -> Bool {
        let text = Array(String(scalar).percentEncoded(keeping: .segment).utf8)
        return switch constraint.form {
        case .any: true
        case .words: words.contains { $0.contains(text[0]) }
        case .bytes(let set): set.contains(text[0])
        case .groups(let groups): scalar == "-" || groups.bytes.contains(text[0])
        }
    }
}
