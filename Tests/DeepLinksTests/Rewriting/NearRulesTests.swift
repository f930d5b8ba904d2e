import PathMatching
import TestSupport
import Testing

@testable import DeepLinks

/// The rules that come nearest are found with few comparisons, and are those that all comparisons find.
struct NearRulesTests {
    private static let segments = [
        "items", "item", "itmes", "Items", "users", "user", "section1", "section2", "section12",
        "section21", "edit", "a", "new", "watch", "{id}", "{name:int}", "{kind:new|used}",
        "{title}-{number:int}",
    ]

    private static func text(
        _ count: ClosedRange<Int>,
        from segments: [String],
        using random: inout SplitMix64
    ) -> String {
        let picked = (0..<Int.random(in: count, using: &random)).compactMap { _ in
            segments.randomElement(using: &random)
        }
        return "/" + picked.joined(separator: "/")
    }

    private static func source(using random: inout SplitMix64) -> RewriteSource {
        let rules = (0..<Int.random(in: 1...30, using: &random)).map { _ in
            RewriteRule.rewrite(Rewrite(text(0...4, from: segments, using: &random), to: "/a"))
        }
        let prefixes = [[""], ["", "/{locale:en|fr}"], ["/app", "/beta", ""]]
        return .domain(
            Domain(
                hosts: ["a.io"],
                options: SourceOptions(prefixes: prefixes.randomElement(using: &random) ?? [""]),
                rules: rules
            )
        )
    }

    /// All comparisons, and a sort of what they say.
    private static func nearest(to path: String, in source: RewriteSource) -> [String] {
        let likeness = PathLikeness(to: path)
        let segments = path.split(separator: "/").map { Array($0.utf8) }
        var all: [(rule: Int, text: String, distance: Int, common: Int)] = []
        for (number, rule) in source.rules.enumerated() {
            for prefix in source.options.prefixes {
                guard let pattern = try? ExternalPattern(rule.pattern).pathPattern(under: prefix)
                else { continue }
                var common = 0
                for (part, segment) in zip(pattern.segments, segments) where part.kind == .literal {
                    guard Array(pattern.text[part.text]) == segment else { break }
                    common += 1
                }
                let distance = likeness.distance(to: pattern)
                if distance != nil || common > 0 || segments.count == pattern.segments.count {
                    all.append((number, "\(number) \(pattern)", distance ?? .max, common))
                }
            }
        }
        all.sort { ($0.distance, -$0.common) < ($1.distance, -$1.common) }
        var told: Set<Int> = []
        return Array(all.filter { told.insert($0.rule).inserted }.map(\.text).prefix(3))
    }

    @Test(arguments: UInt64(0)..<16)
    func `are those that a comparison with each rule finds`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let words =
            Self.segments.filter { !$0.contains("{") } + ["watsch", "5", "en", "app", "zzz"]
        for _ in 0..<12 {
            let source = Self.source(using: &random)
            let rules = NearRules(source)
            for _ in 0..<10 {
                let path = Self.text(0...4, from: words, using: &random)
                let found = rules.nearest(to: path, limit: 3).map {
                    "\($0.place.rule) \($0.pattern)"
                }
                #expect(found == Self.nearest(to: path, in: source), "\(path) seed \(seed)")
            }
        }
    }

    @Test func `explaining many links says what explaining each says`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io") { Rewrite("/items/{id:int}", to: "/item?id={id}") }
            Domain("b.io") { Rewrite("/users/{name}", to: "/user?name={name}") }
        }
        var explainer = LinkExplainer(rewriter)
        for link in ["https://a.io/itmes/5", "https://b.io/usres/x/", "https://a.io/items/7", "x"] {
            #expect(explainer.explain(link).description == rewriter.explain(link).description)
        }
    }
}
