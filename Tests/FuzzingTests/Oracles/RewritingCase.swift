import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Rules with options of every kind, and links that nearly fit them, drawn by the bytes of an input.
struct RewritingCase {
    private(set) var configuration = LinkConfiguration()
    private(set) var links: [String] = []
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
        drawConfiguration()
        // A fault in the rules hides all others, so what has one is left out.
        while case .failure(let error) = Result(catching: { () throws(RewriteRuleError) in
            try URLRewriter(limits: configuration.limits, sources: configuration.sources)
        }) { remove(error) }
        guard !configuration.sources.isEmpty else { return }
        repeat { links.append(mutated(drawLink(depth: 0))) } while !rest.isEmpty && links.count < 24
    }

    // MARK: - Dice

    /// A number below `count`; 0 when the input is used up.
    private mutating func below(_ count: Int) -> Int { Int(rest.popFirst() ?? 0) % count }

    /// Whether something happens that does so in one of `count` cases.
    private mutating func happens(oneIn count: Int) -> Bool { below(count) == count - 1 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    private mutating func some<Element>(of elements: [Element], oneIn count: Int) -> [Element] {
        elements.filter { _ in happens(oneIn: count) }
    }

    // MARK: - Rules

    private static let hosts = [
        "m.io", "www.m.io", "*.m.io", "*.b.m.io", "{shop}.s.io", "{lang:en|de}.s.io",
        "{Lang:FR|it}.s.io", "a.s.io", "localhost:8080", "m.io:8080", "*.m.io:8080", "127.0.0.1",
        "[::1]", "[2001:db8::1]:8080", "xn--rksmrgs-5wao1o.se", "A.Example.com",
    ]
    private static let parameters: [Parameter] = [
        "q", "n", "utm_*", "fbclid", "*", "flag", "Caf\u{E9}", "",
    ]

    private mutating func drawConfiguration() {
        if happens(oneIn: 4) {
            configuration.limits = Limits(
                bytes: 24 + below(256),
                segments: 1 + below(6),
                queryItems: 1 + below(5)
            )
        }
        var hosts = Self.hosts
        for _ in 0..<below(4) {
            let own = (0..<1 + below(3)).map { _ in hosts.remove(at: below(hosts.count)) }
            configuration.domains.append(
                Domain(
                    hosts: own,
                    allowsHTTP: happens(oneIn: 2),
                    options: options(),
                    rules: rules()
                )
            )
        }
        if happens(oneIn: 6) {
            var domain = Domain(
                hosts: [],
                anyHostAs: "server",
                allowsHTTP: happens(oneIn: 2),
                options: options(),
                rules: rules()
            )
            domain.options.unmatched = .reject
            configuration.domains.append(domain)
        }
        for names in [["app", "x"], ["My-App+2.0"]] where happens(oneIn: 2) {
            configuration.schemes.append(Scheme(names: names, options: options(), rules: rules()))
        }
        if happens(oneIn: 6) {
            let template = pick(["/whole?url={url}", "/whole/{url}?x=1"])
            configuration.schemes.append(Scheme("db", wholeLinkAs: "url", to: template))
        }
    }

    private mutating func options() -> SourceOptions {
        var options = SourceOptions()
        options.unmatched = pick([.reject, .passThrough])
        switch below(4) {
        case 0: options.query = .drop
        case 1: options.query = .keepOnly(some(of: Self.parameters, oneIn: 3))
        case 2: options.query = .strip(some(of: Self.parameters, oneIn: 3))
        default: options.query = .keep
        }
        options.plusIsSpace = happens(oneIn: 3)
        options.ignoresCase = happens(oneIn: 3)
        options.prefixes = pick([
            [""], [""], ["", "/{locale:en|fr}"], ["/App"], ["/{locale:EN|fr}/x", ""],
            ["/{number:int}", "/app"],
        ])
        options.fragment = pick(SourceOptions.Fragment.allCases)
        options.malformedOptionals = pick(SourceOptions.MalformedOptionals.allCases)
        return options
    }

    private mutating func rules() -> [RewriteRule] {
        (0..<below(6)).map { number in
            switch below(8) {
            case 0: .refuse(Refuse(external().text, owner: happens(oneIn: 4) ? "Shop" : nil))
            case 1:
                .unwrap(
                    Unwrap(
                        pick([
                            "/u?u={target}", "/u?u={target}&a={x?}", "/w/{*target:verbatim}",
                            "/v/{target}", "/{*target}", "/d?u=app://{target}",
                        ])
                    )
                )
            default: rewrite(number)
            }
        }
    }

    private static let segments = [
        "a", "b", "A", "items", "caf%C3%A9", "a%20b", "{#}", "{#:int}", "{#:en|fr}", "{#}-{##:int}",
        "p{#}", "{#}.html", "{#:slug}", "{#:alnum}",
    ]
    private static let items = [
        "={#}", "={#?}", "={#:int}", "={#:int?}", "={#:en|fr?}", "=5", "", "=https://{#}",
        "={#:path}", "={#:path?}",
    ]

    /// The external side of a rule, with the names of its captures.
    private mutating func external() -> (text: String, captures: [String]) {
        var (text, captures) = ("", [String]())
        func named(_ piece: String) -> String {
            // A character of its own marks the names, so that each gets a number.
            var result = ""
            var rest = piece[...]
            while let mark = rest.firstIndex(of: "#") {
                let name = "c\(captures.count)"
                captures.append(name)
                result += rest[..<mark] + name
                rest = rest[mark...].drop { $0 == "#" }
            }
            return result + rest
        }
        var isOpen = true
        for _ in 0..<below(4) {
            // Next to a catch-all, a segment of any text would be a part of it as well.
            let piece = isOpen && happens(oneIn: 8) ? pick(["{*#}", "{*#?}"]) : pick(Self.segments)
            if !isOpen, piece == "{#}" { continue }
            isOpen = piece != "{#}" && !piece.hasPrefix("{*")
            text += "/" + named(piece)
        }
        if isOpen, happens(oneIn: 8) {
            return (text + "/" + named(pick(["{*#:verbatim}", "{*#?:verbatim}"])), captures)
        }
        if happens(oneIn: 10) { text += "/" + named(pick(["Talk:{*#}", "a{*#}"])) }
        if text.isEmpty { text = "/" }
        var (names, mark) = (["q", "r", "u", "n", "K"], "?")
        for _ in 0..<below(3) {
            text += mark + names.remove(at: below(names.count)) + named(pick(Self.items))
            mark = "&"
        }
        if happens(oneIn: 5) {
            let items = ["{#}", "{#?}", "{#:int}", "{#:int?}", "{#:en|fr}", "{#:path}"]
            text += mark + named(pick(items))
        }
        if happens(oneIn: 5) {
            text += "#" + named(pick(["{#}", "{#?}", "{#:int}", "{#:int?}", "top", "a%20b", "/a"]))
        }
        return (text, captures)
    }

    private mutating func rewrite(_ number: Int) -> RewriteRule {
        let (pattern, captures) = external()
        var path = happens(oneIn: 8) ? "" : "/t\(number)"
        var items: [String] = []
        for name in captures + ["shop", "lang", "server", "locale"] {
            // A capture that nothing has is a fault; the rule would be left out.
            if !captures.contains(name), !happens(oneIn: 6) { continue }
            switch below(8) {
            case 0: break
            case 1: path += "/{\(name)}"
            case 2: path += "/x{\(name)}"
            case 3
            where ["{*\(name)}", "{*\(name)?}", "{\(name):path}", "{\(name):path?}"].contains(
                where: pattern.contains
            ): path += "/{*\(name)}"
            case 4: items.append(pick(["q", "n", "r"]) + "={\(name)}")
            case 5: items.append("\(name)=x{\(name)}y")
            default: items.append("\(name)={\(name)}")
            }
        }
        if happens(oneIn: 6) { items.append(pick(["n=5", "flag", "n="])) }
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        let isShown = happens(oneIn: 4) && !captures.isEmpty
        let fragment = isShown ? "#{\(pick(captures))}" : ""
        return .rewrite(
            Rewrite(
                pattern,
                to: (path.isEmpty ? "/" : path) + query + fragment,
                claims: !happens(oneIn: 4),
                title: happens(oneIn: 4) ? "Rule \(number)" : nil
            )
        )
    }

    /// Removes what an error is about.
    private mutating func remove(_ error: RewriteRuleError) {
        let domains = configuration.domains.count
        guard let number = error.sourceIndex else { return }
        switch (error.ruleIndex, number < domains) {
        case (let rule?, true): configuration.domains[number].rules.remove(at: rule)
        case (let rule?, false): configuration.schemes[number - domains].rules.remove(at: rule)
        case (nil, true): configuration.domains.remove(at: number)
        case (nil, false): configuration.schemes.remove(at: number - domains)
        }
    }

    // MARK: - Links

    private static let texts = [
        "5", "x", "A", "red-shoe", "a%2Fb", "a%20b", "%C3%A9", "e\u{301}", "+", "a+b", "%25", "a.b",
        "%7E", "7-5", "b", "a",
        "%E2%84%AA", "K", "items", "'", "%27", "a,b", "a:b@c", ".", "..", "%2E",
    ]

    private mutating func drawLink(depth: Int) -> String {
        let source = pick(configuration.sources)
        let (start, options): (String, SourceOptions)
        switch source {
        case .domain(let domain):
            var host =
                domain.hosts.isEmpty || happens(oneIn: 24)
                ? pick(["stranger.net", "localhost", "s.io"]) : pick(domain.hosts)
            for (pattern, labels) in [
                ("{shop}", ["en", "b", "xn--a", "a_b"]), ("{lang:en|de}", ["en", "De", "fr"]),
                ("{Lang:FR|it}", ["FR", "fr", "it"]),
                ("*", ["a", "a.b", "B", "xn--a", "-", "_", "1"]),
            ] where host.hasPrefix(pattern) { host = pick(labels) + host.dropFirst(pattern.count) }
            if happens(oneIn: 8) { host = host.uppercased() }
            if happens(oneIn: 12) {
                host += pick([":443", ":80", ":8080", ":0443", ":", ":99999"])
            }
            if happens(oneIn: 24) { host = pick(["u@", "u:p@", "@", "m.io@"]) + host }
            start = (happens(oneIn: 6) ? "http://" : "https://") + host
            options = domain.options
        case .scheme(let scheme):
            start = pick(scheme.names) + pick([":/", "://", ":///", ":"])
            options = scheme.options
        }
        if source.rules.first?.pattern == "{url}" {
            return start
                + pick(["u:p@h:3306/d?a=1#b#c", "[::1]/../x", "a b\\%zz%", "", "\u{E9}/%FF"])
        }
        var (path, query, ownFragment) = ("", "", "")
        if source.rules.isEmpty || happens(oneIn: 6) {
            for _ in 0..<below(4) { path += "/" + pick(Self.texts) }
        } else {
            let whole = pick(source.rules).pattern.cut(at: "#", outsideBraces: true)
            let pattern = whole.0.cut(at: "?", outsideBraces: true)
            if let own = whole.1, !happens(oneIn: 4) { ownFragment = "#" + filled(own, depth) }
            path = filled(pick(options.prefixes) + pattern.0, depth)
            query = filled(pattern.1 ?? "", depth)
        }
        if happens(oneIn: 8) { query += "&" + (query.split(separator: "&").last ?? "q") }
        if happens(oneIn: 2) {
            query +=
                "&"
                + pick([
                    "utm_source=x", "UTM_Medium=y&n=1", "fbclid=1", "q=5", "q=6&q=7", "n=9", "flag",
                    "5&6&n", "x=1&red-shoe", "orders/9", "n&q&r", "=x", "=%FF", "Q=1",
                    "caf%C3%A9=1", "a=%26b%3D", "+=+", "a=b=c", "", "&&", "r=%0A",
                    "server=evil.com", "c0=%41", "K=1&%E2%84%AA=2", "%E2%84%AA=5",
                ])
        }
        if query.utf8.first == UInt8(ascii: "&"), !happens(oneIn: 4) {
            query = String(query.dropFirst())
        }
        if case .scheme = source, !start.hasSuffix(":") || happens(oneIn: 2) {
            path = String(path.dropFirst())
        }
        let fragment =
            happens(oneIn: 2)
            ? "#"
                + pick([
                    "top", "", "5", "a%20b", "/a/5?x=1&q=2", "q=5&n=6", "e\u{301}", "a#b", "b?q=5",
                    "#",
                ]) : ""
        let rest = path + (query.isEmpty && !happens(oneIn: 12) ? "" : "?" + query)
        switch options.fragment {
        case .path where !happens(oneIn: 4):
            return start + pick(["/#", "#", "/a#", "/%7E?n=1#", "/a/../b?q=7#"]) + rest
        case .query where happens(oneIn: 2): return start + path + "#" + query
        default: return start + rest + (ownFragment.isEmpty ? fragment : ownFragment)
        }
    }

    /// A pattern with texts in place of its captures.
    private mutating func filled(_ pattern: String, _ depth: Int) -> String {
        var (result, rest) = ("", pattern[...])
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
            let capture = rest[rest.index(after: open)..<close]
            result += rest[..<open]
            rest = rest[rest.index(after: close)...]
            switch true {
            case capture.contains("target") && depth < 5:
                let link = drawLink(depth: depth + 1)
                let isRaw = capture.contains("verbatim") ? !happens(oneIn: 6) : happens(oneIn: 4)
                result += isRaw ? link : link.percentEncoded(except: "-_.~")
            case capture.contains("verbatim"):
                result += pick(["", "/a//b", "https://e.com/f//?t=1", "a/b?q=1#f", "%2F", "x"])
            case capture.hasPrefix("*") && !result.hasSuffix("/") && !happens(oneIn: 6):
                result += (0...below(3)).map { _ in pick(Self.texts) }.joined(separator: "/")
            case capture.hasPrefix("*"):
                result += (0..<below(4)).map { _ in pick(Self.texts) }.joined(separator: "/")
            case happens(oneIn: 8): result += pick(Self.texts + [""])
            case capture.contains(":path"):
                result += pick([
                    "orders/9", "/a", "%2Fa%3Fb=c%23d/e", "a%252Fb/%252E", "a//b", "a/", "//a", "/",
                    "a/../b", ".", "a/%2e", "a%0A", "\u{301}/\u{301}",
                ])
            case capture.contains("int"):
                result += pick(["5", "007", "%38%37", "12345678901234567890", "-1"])
            case capture.contains("|"): result += pick(["en", "fr", "EN", "e%6E", "de"])
            default: result += pick(Self.texts)
            }
        }
        return result + rest
    }

    private static let flaws = [
        "\\", "\t", "\n", "\0", "%00", "%zz", "%", "%4", "%FF", "%C3", "%ED%A0%80", "%C0%AF", ".",
        "..", "/../", "/./", "/%2e%2E/", "/.%2e", "//", "/", " ", "\u{E9}", "\u{301}", "\u{200B}",
        "@", ":", ":80", "u:p@", "%40", "[", "]", "%5C", "#", "?", "&", "=", "+", "%2B", "%2F",
        "%3F", "%23", ";", "\u{7F}", "%7f", "\u{85}", "%C2%85", "\u{FEFF}", "%EF%BB%BF", "{", "|",
        "<", "\"", "^", "`", "\u{FFFD}", "\u{202E}", "xn--", "\u{FF0F}", "https://", "a.", ".a",
        "\r\n", "*",
    ]

    /// The link with up to three flaws at any places.
    private mutating func mutated(_ link: String) -> String {
        guard !happens(oneIn: 2) else { return happens(oneIn: 24) ? " \n" + link + "\t" : link }
        var scalars = Array(link.unicodeScalars)
        for _ in 0..<1 + below(3) {
            let place = scalars.isEmpty ? 0 : (below(256) << 8 | below(256)) % (scalars.count + 1)
            switch below(8) {
            case 0: scalars.removeSubrange(place..<min(place + 1 + below(4), scalars.count))
            case 1:
                scalars.insert(
                    contentsOf: scalars[place..<min(place + 1 + below(16), scalars.count)],
                    at: place
                )
            case 2 where happens(oneIn: 8):
                let copies = repeatElement(
                    pick(["/a", "&a=1", "x", "%41", "/..", "&"]),
                    count: pick([70, 140, 3_000])
                )
                scalars.insert(contentsOf: copies.joined().unicodeScalars, at: place)
            case 3 where place < scalars.count:
                let text = String(scalars[place])
                scalars.replaceSubrange(
                    place...place,
                    with: (text == text.uppercased() ? text.lowercased() : text.uppercased())
                        .unicodeScalars
                )
            default: scalars.insert(contentsOf: pick(Self.flaws).unicodeScalars, at: place)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
