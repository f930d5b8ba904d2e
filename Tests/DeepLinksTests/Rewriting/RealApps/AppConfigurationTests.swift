import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// The configurations of real apps that ship with the examples.
struct AppConfigurationTests {
    @Test func `each file in the folder is an app of the tests`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: RealApp.folder.path)
        #expect(Set(files) == Set(RealApp.all.map { "\($0.name).json" }))
    }

    @Test(arguments: RealApp.all)
    func `the builder says the same as the file`(app: RealApp) throws {
        var expected = try app.configuration()
        expected.paths = nil
        expected.removeExamples()
        let built = try app.built().configuration
        #expect(built == expected)
    }

    @Test(arguments: RealApp.all)
    func `the file names its schema, and says what its configuration writes`(app: RealApp) throws {
        let text = String(decoding: try app.data(), as: UTF8.self)
        let schema =
            "\n  \"$schema\": \"../../DeepLinks/DeepLinks.docc/Resources/links.schema.json\","
        #expect(text.contains(schema))
        let configuration = try app.configuration()
        let plain = try JSONText(Data(text.replacing(schema, with: "").utf8)).value
        #expect(try JSONText(configuration.data()).value == plain)
        #expect(try LinkConfiguration(data: configuration.data()) == configuration)
        let rewriter = try URLRewriter(configuration: configuration)
        var known = configuration
        known.paths = nil
        #expect(rewriter.configuration == known)
    }

    @Test(arguments: RealApp.all)
    func `each rule has an example that it makes a link of`(app: RealApp) throws {
        let rewriter = try app.rewriter()
        for (sourceIndex, source) in rewriter.sources.enumerated() {
            for (ruleIndex, rule) in source.rules.enumerated() {
                if case .refuse = rule { continue }
                #expect(!rule.notes.linksByExample.isEmpty, "\(rule.pattern)")
                for example in rule.notes.linksByExample.keys {
                    let explanation = rewriter.explain(source.wholeLink(example))
                    let chosen = explanation.steps.first { $0.label == "rule" }?.rule
                    #expect(
                        chosen?.sourceIndex == sourceIndex && chosen?.ruleIndex == ruleIndex,
                        "\(example) is not for \(rule.pattern)"
                    )
                }
            }
        }
    }

    @Test(arguments: RealApp.all)
    func `the paths are those that the rules lead to`(app: RealApp) throws {
        let configuration = try app.configuration()
        let templates = configuration.sources.flatMap(\.rules).compactMap { rule in
            if case .rewrite(let rewrite) = rule { rewrite.template } else { nil }
        }
        let paths = Set(templates.map { String($0.prefix { $0 != "?" }) })
        #expect(configuration.paths == paths.sorted())
    }

    // MARK: - The way back

    @Test(arguments: RealApp.all, UInt64(0)..<4)
    func `rewriting the URL of a link gives the link`(app: RealApp, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rewriter = try app.rewriter()
        var links = 0
        for source in rewriter.sources {
            guard case .domain(let domain) = source else { continue }
            for rule in domain.rules {
                guard case .rewrite = rule else { continue }
                let external = ExternalSample(rule.pattern, of: domain, using: &random)
                // A more specific rule may match instead, and must be reversible too.
                let explanation = rewriter.explain(external.url)
                let link = try #require(explanation.link, "\(external.url)")
                guard let made = explanation.rule, Self.keepsAllCaptures(made) else { continue }
                let url = try rewriter.externalURL(for: link, host: external.host)
                #expect(try rewriter.rewrite(url) == link, "\(external.url) → \(url)")
                links += 1
            }
        }
        let reversible = try #require(Self.reversibleCounts[app.name])
        #expect(links >= reversible, "\(links) links")
    }

    /// The least number of each app's domain rules that can be reversed for all their links, counted by hand: those whose
    /// template names each required capture.
    private static let reversibleCounts = [
        "bluesky": 58, "duckduckgo": 0, "element": 11, "firefox": 1, "icecubes": 4,
        "kickstarter": 19, "mattermost": 9, "woocommerce": 7, "wordpress": 92,
    ]

    /// Whether a rule's template names each capture of its prefix and pattern.
    private static func keepsAllCaptures(_ rule: Explanation.RuleReference) -> Bool {
        guard let template = rule.template else { return false }
        return ExternalSample.captures(in: rule.prefix + rule.pattern).allSatisfy {
            template.contains("{\($0.name)}")
        }
    }
}

/// A URL that fits a rule, with seeded text for each capture.
private struct ExternalSample {
    let url: String
    let host: String

    init(_ pattern: String, of domain: Domain, using random: inout SplitMix64) {
        let prefix = domain.options.prefixes.randomElement(using: &random) ?? ""
        let known = domain.anyHostAs.map { ["{\($0)}.example"] } ?? domain.hosts
        let hosts = known.map { $0.replacing("}", with: ":alnum}") }
        host = Self.filled(hosts.randomElement(using: &random) ?? "", using: &random) {
            $0.lowercased()
        }
        // A question mark inside braces makes a capture optional.
        var isInside = false
        let mark =
            pattern.indices.first { index in
                if "{}".contains(pattern[index]) { isInside = pattern[index] == "{" }
                return pattern[index] == "?" && !isInside
            } ?? pattern.endIndex
        let path = Self.filled(prefix + pattern[..<mark], using: &random, Self.encoded)
        var items = pattern[mark...].dropFirst().split(separator: "&").map(String.init)
        items.removeAll { $0.hasSuffix("?}") && Bool.random(using: &random) }
        items = items.map { Self.filled($0, using: &random, Self.encoded) }
        items.shuffle(using: &random)
        if Bool.random(using: &random) { items.append("other=\(Self.encoded("a&b é"))") }
        let fragment = domain.options.fragment == .path ? "/#" : ""
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        url = "https://\(host)\(fragment)\(path)\(query)"
    }

    struct Capture {
        let name: String
        let constraint: String
    }

    /// The captures of a pattern.
    static func captures(in pattern: String) -> [Capture] {
        let pieces = pattern.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
        return pieces.map { piece in
            let inside = piece.prefix { $0 != "}" }.filter { $0 != "*" && $0 != "?" }
            let parts = inside.split(separator: ":", maxSplits: 1)
            return Capture(
                name: String(parts[0]),
                constraint: parts.count > 1 ? String(parts[1]) : ""
            )
        }
    }

    /// A pattern with text in place of its captures.
    private static func filled(
        _ pattern: some StringProtocol,
        using random: inout SplitMix64,
        _ encode: (String) -> String
    ) -> String {
        var result = ""
        var rest = String(pattern)[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let capture = rest[open...close]
            if capture.hasPrefix("{*") {
                let segments = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    encode(text("", using: &random))
                }
                result += segments.joined(separator: "/")
            } else if let constraint = captures(in: String(capture)).first?.constraint {
                result += encode(text(constraint, using: &random))
            }
            rest = rest[close...].dropFirst()
        }
        return result + rest
    }

    /// Text that fits a constraint.
    private static func text(_ constraint: String, using random: inout SplitMix64) -> String {
        if constraint.contains("|") {
            return constraint.split(separator: "|").randomElement(using: &random).map(String.init)
                ?? ""
        }
        let characters =
            switch constraint {
            case "int": "0123456789"
            case "hex": "0123456789abcdefABCDEF"
            case "alnum": "abcXYZ0189"
            case "slug": "abcXYZ0189-_~"
            default: "aZ7-_.%&=+éß😀;"
            }
        let text = String(
            (0..<Int.random(in: 1...6, using: &random)).map { _ in
                characters.randomElement(using: &random) ?? "a"
            }
        )
        // A segment of dots alone would be refused.
        return constraint.isEmpty ? "z" + text : text
    }

    /// The text with everything but ASCII letters and digits escaped.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = UnicodeScalar(byte)
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension RewriteSource {
    /// The link that an example stands for.
    fileprivate func wholeLink(_ example: String) -> String {
        guard example.hasPrefix("/") else { return example }
        switch self {
        case .domain(let domain): return "https://\(domain.hosts[0])\(example)"
        case .scheme(let scheme): return "\(scheme.names[0]):\(example)"
        }
    }
}

extension LinkConfiguration {
    /// Removes the examples of all rules.
    fileprivate mutating func removeExamples() {
        for index in domains.indices { domains[index].rules.removeExamples() }
        for index in schemes.indices { schemes[index].rules.removeExamples() }
    }
}

extension [RewriteRule] {
    fileprivate mutating func removeExamples() {
        self = map { rule in
            switch rule {
            case .rewrite(let rewrite): .rewrite(Rewrite(rewrite.pattern, to: rewrite.template))
            case .unwrap(let unwrap): .unwrap(Unwrap(unwrap.pattern))
            case .refuse: rule
            }
        }
    }
}
