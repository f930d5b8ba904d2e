/// The name of a parameter or capture as words, to guess what it carries.
struct NameWords {
    /// The words in lower case: `redirectURL` and `redirect_url` have two.
    let words: [String]

    /// The words as one text.
    var joined: String { words.joined() }

    init(_ name: String) {
        // Of several capitals, the last begins a word: `URLPath`.
        words = name.matches(of: /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/)
            .map { $0.output.lowercased() }
    }

    // MARK: - Guesses

    /// Whether such a parameter usually carries an address that somebody is sent to.
    var isAddress: Bool {
        words.contains(where: Self.addressWords.contains) || Self.addresses.contains(joined)
    }

    private static let addressWords: Set<String> = [
        "url", "uri", "href", "redirect", "rurl", "redir",
    ]

    private static let addresses: Set<String> = [
        "next", "nextpage", "return", "returnto", "returnpath", "returnpage", "continue",
        "continueto", "dest", "destination", "target", "goto", "forward", "forwardto", "callback",
        "out", "exit", "link", "deeplink", "backto", "website", "webpage",
    ]

    /// Whether such a parameter usually carries a secret.
    var isSecret: Bool {
        if words.contains(where: Self.secretWords.contains) || Self.secrets.contains(joined) {
            return true
        }
        guard words.count > 1, let last = words.last else { return false }
        let first = words[words.count - 2]
        switch last {
        case "code": return Self.codeWords.contains(first)
        case "key": return Self.keyWords.contains(first)
        case "id": return first == "session"
        default: return false
        }
    }

    private static let secretWords: Set<String> = [
        "token", "password", "passwd", "pwd", "passcode", "passphrase", "secret", "otp", "totp",
        "jwt", "credential", "credentials", "apikey",
    ]

    private static let secrets: Set<String> = [
        "code", "auth", "authorization", "pin", "session", "sessionid", "sid", "accesstoken",
        "refreshtoken", "idtoken", "authtoken", "authcode", "bearer",
    ]

    /// The words before `code` that make it a secret.
    private static let codeWords: Set<String> = [
        "auth", "authorization", "access", "verification", "verify", "confirmation", "confirm",
        "login", "signin", "reset", "recovery", "magic", "oauth", "security", "sms", "activation",
    ]

    private static let keyWords: Set<String> = ["api", "access", "auth", "private", "secret"]
}
