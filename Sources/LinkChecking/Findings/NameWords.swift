package import DeepLinks
import PathMatching

extension CompiledRule {
    /// The first name that looks like a secret of what the rule takes out of links, or of the items that it makes of it.
    package var secretName: String? {
        guard let template else { return nil }
        let items = template.items.filter { $0.value?.contains { $0.capture != nil } ?? false }
        let names =
            captures.map(\.name) + external.conditions.compactMap(\.name) + items.map(\.name)
        let texts = template.segments.joined().compactMap { piece in
            if case .text(let text) = piece { text } else { nil }
        }
        let others = ([pattern] + texts + template.items.map(\.name)).joined(separator: " ")
        return names.first { NameWords($0).isSecret(in: others) }
    }
}

extension URLRewriter {
    /// The first name in a rule that looks like a secret.
    package func secretName(ofRule rule: Int, inSource number: Int) -> String? {
        index.sources[number].rules.first { $0.place.rule == rule }?.secretName
    }

    /// The names in the rules of a source that look like secrets, the first of each rule by the rule's number.
    package func secretNames(inSource number: Int) -> [Int: String] {
        let names = index.sources[number].rules.compactMap { rule in
            rule.secretName.map { (rule.place.rule, $0) }
        }
        return Dictionary(names) { first, _ in first }
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

    /// Whether such a parameter usually carries a secret; the text is what else the rule says, as a `code` may be one for a discount.
    func isSecret(in text: String) -> Bool {
        guard let last = words.last else { return false }
        // A coin may be called a token.
        let isCoin = words.count == 2 && words[0] == "token" && Self.coinWords.contains(last)
        if !isCoin && !Self.secretWords.isDisjoint(with: words)
            || Self.secrets.contains(words.joined())
        {
            return true
        }
        guard let before = Self.wordsBefore[last] else { return false }
        if words == ["code"] || words == ["seed"] {
            var others = Set(NameWords(text).words)
            // Beside a country, a state is a part of it.
            if others.contains("country") { others.remove("state") }
            return !before.isDisjoint(with: others)
        }
        return words.count > 1 && before.contains(words[words.count - 2])
    }

    private static let addressWords: Set = ["url", "uri", "href", "redirect", "rurl", "redir"]

    private static let addresses: Set = [
        "next", "nextpage", "returnto", "returnpath", "returnpage", "continue", "continueto",
        "dest", "target", "goto", "forward", "forwardto", "callback", "exit", "link", "deeplink",
        "backto", "website", "webpage",
        // x-callback-url.
        "xsuccess", "xerror", "xcancel",
    ]

    private static let secretWords: Set = [
        "token", "password", "passwd", "pwd", "passcode", "passphrase", "secret", "otp", "totp",
        "jwt", "credential", "credentials", "apikey", "privkey", "mnemonic", "seedphrase",
    ]

    /// Words that say something of a coin.
    private static let coinWords: Set = ["id", "type", "symbol", "count", "address"]

    private static let secrets: Set = [
        "auth", "authorization", "pin", "sessionid", "sid", "accesstoken",
        "refreshtoken", "idtoken", "authtoken", "authcode", "bearer", "magiclink", "onetimecode",
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
        "phrase": ["seed", "recovery"],
        "seed": ["wallet", "recovery"],
    ]
}
