import Testing

@testable import LinkChecking

/// The words in the names of parameters.
struct NameWordsTests {
    @Test(arguments: [
        ("redirect_to", ["redirect", "to"]), ("redirectURL", ["redirect", "url"]),
        ("URLPath", ["url", "path"]), ("a-b.c", ["a", "b", "c"]), ("id2", ["id2"]), ("", []),
        ("__x__", ["x"]), ("é", []), ("accessTokenV2", ["access", "token", "v2"]),
    ])
    func `names are cut at capitals and between letters`(name: String, words: [String]) {
        #expect(NameWords(name).words == words)
    }

    @Test(arguments: [
        "url", "redirect", "redirect_to", "redirectUri", "next", "return_to", "returnTo",
        "return-url", "continue", "dest", "callback_url", "goto", "target", "link",
    ])
    func `these look like addresses`(name: String) { #expect(NameWords(name).isAddress) }

    @Test(arguments: [
        "token", "access_token", "idToken", "code", "auth_code", "verificationCode", "password",
        "pwd", "secret", "otp", "api_key", "apikey", "session_id", "sid", "jwt", "pin",
        "mnemonic", "privkey", "recoveryPhrase", "magic_link", "one_time_code", "token_hash",
        "client_secret_id", "reset_token_id",
    ])
    func `these look like secrets`(name: String) { #expect(NameWords(name).isSecret(in: "/login")) }

    @Test(arguments: [
        ("/redeem?code={code}", false), ("/promo/{code} /promo?c={code}", false), ("", false),
        ("/oauth2/callback?code={code}", true), ("/back?code={code}&state={state}", true),
        ("/shipping?state={state}&country_code={c} /s?state={state}&code={c}", false),
        ("/verify/{code}", true), ("/password?code={code}", true),
        ("/x?code={c} /login?code={c}", true),
    ])
    func `a code alone is a secret where the rule is about a login`(text: String, isSecret: Bool) {
        #expect(NameWords("code").isSecret(in: text) == isSecret)
    }

    @Test(arguments: [
        "id", "promo_code", "countryCode", "zipcode", "key", "keyword", "tokenized", "pinned",
        "authors", "page", "ref", "locale", "nextstep", "curl", "linked", "session_count",
        "destination", "out", "return", "session",
        "tokenId", "token_symbol", "seed", "phrase", "time_code",
    ])
    func `these look like neither`(name: String) {
        #expect(!NameWords(name).isAddress && !NameWords(name).isSecret(in: "/login"))
    }
}
