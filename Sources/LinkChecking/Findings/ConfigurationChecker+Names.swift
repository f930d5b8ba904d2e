import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Finds parameters whose names suggest that they could harm the person who opens a link.
    mutating func checkNames(of rules: [CheckedRule], in source: Int) {
        for rule in rules {
            guard let template = rule.pieces else { continue }
            // The scheme of a whole link is known, and is not one of the web.
            if !rule.external.takesWholeLink { checkAddresses(rule, template, in: source) }
            checkSecrets(rule, template, in: source)
        }
        checkKeptNames(in: source)
        checkExampleNames(in: source)
        checkPassedSecrets(in: source)
    }

    /// Finds names of addresses and secrets among the items that a source keeps by name.
    private mutating func checkKeptNames(in source: Int) {
        guard case .keepOnly(let names) = sources[source].options.query else { return }
        for (number, name) in names.map(\.rawValue).enumerated() {
            let place = path(source).key("query").key("keepOnly").index(number)
            if NameWords(name).isAddress {
                add(
                    .openRedirect,
                    at: place,
                    "'\(name)' of any link is passed to the app, and looks like an address to open; remove it from the list, or let the app open only its own addresses."
                )
            }
            reportSecret(among: [name], of: "", in: source, at: place) {
                "'\($0)' looks like a secret"
            }
        }
    }

    /// Finds addresses that, as examples show, reach the app.
    private mutating func checkExampleNames(in source: Int) {
        for (number, rule) in sources[source].rules.enumerated() {
            let template = rule.template.flatMap { try? TemplateText($0) }
            let templateNames = template?.items.map(\.name) ?? []
            for (example, result) in rule.notes.linksByExample.sorted(by: { $0.key < $1.key }) {
                let items = (try? DeepLink(result))?.queryItems ?? []
                let passed = items.first { item in
                    NameWords(item.name).isAddress && !templateNames.contains(item.name)
                        && (item.value?.utf8.contains(UInt8(ascii: "/")) ?? false)
                }
                guard let passed else { continue }
                add(
                    .openRedirect,
                    at: path(source, rule: number).key("examples").key(example),
                    "The example shows that '\(passed.name)' is passed to the app, and it looks like an address to open; let the source drop it, or let the app open only its own addresses."
                )
                break
            }
        }
    }

    // MARK: - Secrets

    private mutating func checkSecrets(
        _ rule: CheckedRule,
        _ template: TemplateText,
        in source: Int
    ) {
        reportSecret(
            among: rule.carriedNames(to: template),
            of: rule.bothTexts,
            in: source,
            at: externalPath(source, rule.number)
        ) { "'\(rule.text)' takes '\($0)', which looks like a secret" }
    }

    /// Reports the first of some names that looks like a secret, if links of a custom scheme carry it.
    private mutating func reportSecret(
        among names: [String],
        of text: String,
        in source: Int,
        at place: JSONPath,
        _ sentence: (String) -> String
    ) {
        guard case .scheme(let scheme) = sources[source],
            let name = names.first(where: { NameWords($0).isSecret(in: text) })
        else { return }
        add(
            .secretInScheme,
            at: place,
            "\(sentence(name)), and any app can claim the scheme '\(scheme.names.first ?? "")' and read it; send it in links to a domain."
        )
    }

    /// Finds secrets in the registered paths that links of a custom scheme reach unchanged.
    private mutating func checkPassedSecrets(in source: Int) {
        guard case .scheme(let scheme) = sources[source], scheme.options.unmatched == .passThrough
        else { return }
        for path in configuration.paths ?? [] {
            let names = (try? PathPattern(path))?.captureNames ?? []
            guard let name = names.first(where: { NameWords($0).isSecret(in: path) }) else {
                continue
            }
            add(
                .secretInScheme,
                at: self.path(source).key("unmatched"),
                "Links of the scheme '\(scheme.names.first ?? "")' reach '\(path)' as they are, with '\(name)', which looks like a secret that any app could read by claiming the scheme; reject unmatched links, or send it in links to a domain."
            )
        }
    }
}

extension CheckedRule {
    /// The names of what the rule takes out of links, and of the items that it makes of it.
    fileprivate func carriedNames(to template: TemplateText) -> [String] {
        let items = template.items.filter { $0.value?.contains { $0.capture != nil } ?? false }
        return pathCaptures + external.itemCaptures + external.conditions.compactMap(\.name)
            + items.map(\.name)
    }

    /// Both sides as they were written.
    fileprivate var bothTexts: String { "\(text) \(template ?? "")" }
}

extension URLRewriter {
    /// The names in the rules of a source that look like secrets, the first of each rule by the rule's number.
    package func secretNames(inSource number: Int) -> [Int: String] {
        Dictionary(grouping: index.sources[number].rules, by: \.place.rule).compactMapValues {
            let rule = CheckedRule(rule: sources[number].rules[$0[0].place.rule], compiled: $0)
            return rule.pieces.flatMap { rule.carriedNames(to: $0) }?.first {
                NameWords($0).isSecret(in: rule.bothTexts)
            }
        }
    }
}

/// The name of a parameter or capture as words, to guess what it carries.
struct NameWords {
    /// The words in lower case: `redirectURL` and `redirect_url` have two.
    let words: [String]

    init(_ name: String) {
        // Of several capitals, the last begins a word: `URLPath`.
        words = name.matches(of: /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/)
            .map { $0.output.lowercased() }
    }

    /// Whether such a parameter usually carries an address that somebody is sent to.
    var isAddress: Bool {
        !Self.addressWords.isDisjoint(with: words) || Self.addresses.contains(words.joined())
    }

    /// Whether such a parameter usually carries a secret.
    ///
    /// - Parameter text: What else the rule says: a `code` may be one of a login or one for a discount.
    /// - Returns: Whether it does.
    func isSecret(in text: String) -> Bool {
        if !Self.secretWords.isDisjoint(with: words) || Self.secrets.contains(words.joined()) {
            return true
        }
        guard let last = words.last, let before = Self.wordsBefore[last] else { return false }
        if words == ["code"] { return !before.isDisjoint(with: NameWords(text).words) }
        return words.count > 1 && before.contains(words[words.count - 2])
    }

    private static let addressWords: Set = ["url", "uri", "href", "redirect", "rurl", "redir"]

    private static let addresses: Set = [
        "next", "nextpage", "return", "returnto", "returnpath", "returnpage", "continue",
        "continueto", "dest", "destination", "target", "goto", "forward", "forwardto", "callback",
        "out", "exit", "link", "deeplink", "backto", "website", "webpage",
    ]

    private static let secretWords: Set = [
        "token", "password", "passwd", "pwd", "passcode", "passphrase", "secret", "otp", "totp",
        "jwt", "credential", "credentials", "apikey",
    ]

    private static let secrets: Set = [
        "auth", "authorization", "pin", "session", "sessionid", "sid", "accesstoken",
        "refreshtoken", "idtoken", "authtoken", "authcode", "bearer",
    ]

    /// Words that make a secret of the word after them.
    private static let wordsBefore: [String: Set<String>] = [
        "code": [
            "auth", "authorization", "access", "verification", "verify", "confirmation", "confirm",
            "login", "signin", "reset", "recovery", "magic", "oauth", "oauth2", "security", "sms",
            "activation", "activate", "callback", "state", "sso", "password",
        ],
        "key": ["api", "access", "auth", "private", "secret"],
        "id": ["session"],
    ]
}
