import DeepLinks
import DeepLinksTestSupport
import Foundation
import PathMatching

/// Links for a rewriter and the page's script: some written by hand, others mutated from those.
struct MatcherCorpus: Sendable, CustomStringConvertible {
    let name: String
    let rewriter: URLRewriter
    let links: [String]

    /// The name.
    var description: String { name }

    /// All corpora, each the same on every run.
    static func all() throws -> [MatcherCorpus] {
        try [
            // Inputs with several possible readings, which some readers get wrong.
            written(
                "odd",
                mutants: 500,
                and: [String(repeating: "https://mydomain.io/", count: 500)]
            ),
            written("options", mutants: 1_000), written("hosts", mutants: 500),
            MatcherCorpus("limits", limitsRewriter(), limitsLinks, mutants: 200),
            MatcherCorpus("nothing", nothingRewriter(), limitsLinks, mutants: 0),
        ] + appNames.map(app) + (0..<12).map(random)
    }

    private init(_ name: String, _ rewriter: URLRewriter, _ links: [String], mutants: Int) {
        self.name = name
        self.rewriter = rewriter
        // The name's bytes are the seed.
        var random = SplitMix64(seed: name.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
        var all = links
        for _ in 0..<mutants {
            var link = links.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                link = Self.mutated(link, others: links, using: &random)
            }
            all.append(link)
        }
        self.links = all
    }
}

// MARK: - Mutations

extension MatcherCorpus {
    /// Text that has a meaning in links, or several readings.
    private static let pieces = [
        "/", "//", "%2F", "%2f", "%", "%4", "%FF", "%C3", "%C3%A9", "é", "e\u{301}", "%65%CC%81",
        "\u{301}", "?", "#", "&", "=", "+", "%2B", " ", "%20", "\t", "\n", "\\", "%5C", "@", ":",
        ":443", ":80", ":8443", ":0443", ".", "..", "/./", "/../", "%2e%2e", "\u{0}", "%00",
        "\u{7F}", "%7F", "\u{85}", "%C2%85", "\u{212A}", "\u{37E}", "\u{1FEF}", "\u{2028}",
        "\u{FEFF}", "😀", "가", "\u{1100}\u{1161}", "xn--", "{", "}", "{id}", "a", "K", "0", "007",
        "-", "_", "~", "%7E", "%41", "'", "\"", "<", "</script>", ";", "|", "!", "$", "*", ",", "(",
        ")", "[", "]", "[::1]", "?id=9", "&id=9", "?utm_source=x", "&flag", "&empty=", "&=x",
        "#top", "#/a?b=c", ":~:", "#:~:text=a", "http://", "https://", "HTTPS://", "myapp:",
        "javascript:", "www.",
        "evil.com", "१", "\u{FB01}",
    ]

    private static func mutated(
        _ link: String,
        others: [String],
        using random: inout SplitMix64
    ) -> String {
        var scalars = Array(link.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
            let piece = pieces.randomElement(using: &random) ?? ""
            scalars.insert(contentsOf: piece.unicodeScalars, at: place)
        case 5:
            let end = min(scalars.count, place + Int.random(in: 1...3, using: &random))
            scalars.removeSubrange(place..<end)
        case 6 where place < scalars.count:
            // The other ASCII case.
            if let other = UnicodeScalar(scalars[place].value ^ 0x20),
                scalars[place].properties.isAlphabetic,
                scalars[place].isASCII
            {
                scalars[place] = other
            }
        case 7 where place < scalars.count && scalars[place].isASCII:
            let digits = String(scalars[place].value, radix: 16)
            let escape = "%" + (digits.count == 1 ? "0" : "") + digits
            scalars.replaceSubrange(place...place, with: Array(escape.unicodeScalars))
        case 8:
            let end = min(scalars.count, place + Int.random(in: 1...12, using: &random))
            scalars.insert(contentsOf: scalars[place..<end], at: place)
        case 9:
            // The beginning of one link and the end of another.
            let other = Array((others.randomElement(using: &random) ?? "").unicodeScalars)
            scalars = Array(scalars[..<place] + other[min(place, other.count)...])
        case 10: scalars = [" ", "\n"] + scalars + ["\t", " "]
        default: scalars.removeSubrange(place...)
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }
}

// MARK: - Written links

extension MatcherCorpus {
    /// The rules and the links in the files with this name.
    private static func written(
        _ name: String,
        mutants: Int,
        and more: [String] = []
    ) throws -> MatcherCorpus {
        func data(_ file: String) throws -> Data {
            Data(try Repository.text("Tests/DeepLinkToolTests/Map/Data/\(file).json").utf8)
        }
        return MatcherCorpus(
            name,
            try URLRewriter(configuration: LinkConfiguration(data: data(name))),
            try JSONDecoder().decode([String].self, from: data("\(name)-links")) + more,
            mutants: mutants
        )
    }

    /// A negative limit counts as zero.
    private static func nothingRewriter() throws -> URLRewriter {
        try URLRewriter(limits: Limits(segments: 1, queryItems: 1)) {
            Domain("a.io", unmatched: .passThrough)
        }
    }

    private static func limitsRewriter() throws -> URLRewriter {
        try URLRewriter(limits: Limits(bytes: 60, segments: 3, queryItems: 2)) {
            Domain("a.io", unmatched: .passThrough, fragment: .path) {
                Rewrite("/x?a={a}", to: "/{a}/é/{a}")
            }
            Scheme("b", unmatched: .passThrough)
        }
    }

    private static let limitsLinks = [
        "https://a.io/a/b/c", "https://a.io/a/b/c/d", "https://a.io//a//b//c//",
        "https://a.io/?a&b", "https://a.io/?a&b&c", "https://a.io/?&&a&&b&&",
        "https://a.io/?a#/x?b", "https://a.io/?a#/x?b&c", "https://a.io/?a&b&c#/x",
        "https://a.io/#/a/b/c/d", "b:a/b/c", "b:a/b/c/d", "b:/a/b/c/d",
        "https://a.io/x?a=12345678901234567890", "https://a.io/x?a=%20%20%20%20%20%20%20",
        "https://a.io/" + String(repeating: "a", count: 47),
        "https://a.io/" + String(repeating: "a", count: 48),
        "https://a.io/" + String(repeating: "é", count: 24),
        " https://a.io/" + String(repeating: "a", count: 47),
    ]
}

// MARK: - Real apps

extension MatcherCorpus {
    static let appNames = [
        "bluesky", "duckduckgo", "element", "firefox", "icecubes", "kickstarter", "mattermost",
        "woocommerce", "wordpress",
    ]

    private static func app(_ name: String) throws -> MatcherCorpus {
        let file = Repository.root.appendingPathComponent("Sources/Examples/Apps/\(name).json")
        let rewriter = try URLRewriter(
            configuration: LinkConfiguration(data: Data(contentsOf: file))
        )
        var links: [String] = []
        for source in rewriter.sources {
            let origin =
                switch source {
                case .domain(let domain): "https://\(domain.hosts.first ?? "any.example")"
                case .scheme(let scheme): "\(scheme.names[0]):"
                }
            for rule in source.rules {
                links += rule.notes.examples.keys.sorted().map {
                    $0.hasPrefix("/") ? origin + $0 : $0
                }
            }
        }
        return MatcherCorpus(name, rewriter, links, mutants: 150)
    }
}

// MARK: - Random rules

extension MatcherCorpus {
    private static let segments =
        [
            "a", "b", "ab", "{#}", "a{#}", "{#}b", "{#}-{##:int}", "{#:int}-{##}", "{#}.{##}-{###}",
            "{#:a|ab|b}", "{#:a|b}-{##:a|ab}", "{#:a-b|a}-{##}", "{#}2F{##}", "{#:uuid}-{##}",
            "{#}-{##:uuid}", "{#:alnum}{{{##:alpha}",
        ] + PathConstraint.names.map { "{#:\($0)}" }
    private static let texts =
        [
            "a", "b", "ab", "A", "1", "a1", "a-1", "1-a-2", "a.b-c", "aab", "ab-ab", "a-b-a", "a-a",
            "b-ab", "%2F", "a%2Fb", "2F", "a2Fb", "%C3%A9",
            "123e4567-e89b-12d3-a456-426614174000", "a-123e4567-e89b-12d3-a456-426614174000",
            "123e4567-e89b-12d3-a456-426614174000-b", "a%7Bb", "-", "a-",
        ] + [
            "x", "1x", "g", "0x1", "a1", "a-b", "a_1", "a!", "a%20b",
            "123e4567e89b12d3a456426614174000",
        ]
        + PathConstraint.allCases.flatMap { $0.samples + $0.samples }

    /// Rules that overlap in many ways, and paths that fit several of them.
    private static func random(_ seed: Int) throws -> MatcherCorpus {
        var random = SplitMix64(seed: UInt64(seed))
        var rules: [RewriteRule] = []
        for number in 0..<24 {
            var pattern = ""
            var count = 0
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let segment = segments.randomElement(using: &random) ?? "a"
                pattern += "/"
                var hashes = 0
                for character in segment + " " {
                    if character == "#" {
                        hashes += 1
                    } else {
                        if hashes > 0 {
                            pattern += "c\(count)"
                            count += 1
                        }
                        hashes = 0
                        if character != " " { pattern.append(character) }
                    }
                }
            }
            if Int.random(in: 0..<6, using: &random) == 0 {
                pattern += "/{*c\(count)}"
                count += 1
            }
            let items = (0..<count).map { "c\($0)={c\($0)}" }.joined(separator: "&")
            let query =
                ["", "", "?q=1", "?q={q}", "?q={q?}", "?r"].randomElement(using: &random) ?? ""
            let target = "/\(number)?\(items.isEmpty ? "none" : items)"
            rules.append(.rewrite(Rewrite(pattern + query, to: target)))
        }
        let options = SourceOptions(ignoresCase: seed % 3 == 0)
        func source() -> RewriteSource {
            .domain(Domain(hosts: ["a.io"], options: options, rules: rules))
        }
        // Some rules conflict with others, or have an invalid pattern.
        var flaws: [RewriteRuleError] = []
        _ = URLRewriter(passingOverFlaws: &flaws, limits: Limits(), sources: [source()])
        for number in Set(flaws.compactMap(\.ruleIndex)).sorted().reversed() {
            rules.remove(at: number)
        }
        let links = (0..<200).map { _ in
            let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                texts.randomElement(using: &random) ?? "a"
            }
            let query = ["", "", "?q=1", "?q=2", "?r", "?q&r"].randomElement(using: &random) ?? ""
            return "https://a.io/" + path.joined(separator: "/") + query
        }
        let rewriter = try URLRewriter(sources: [source()])
        return MatcherCorpus("random \(seed)", rewriter, links, mutants: 0)
    }
}
