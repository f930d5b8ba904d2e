import DeepLinks
import DeepLinksTestSupport
import Testing

/// Rules that all require different numbers of items, so that neither the order of declaration nor names decide.
struct RuleOrderPropertyTests {
    private static let segments = [
        "{*#}", "{*#?}", "{#}", "{#}", "x", "{#:x|y}", "{#:xx|xy}", "{#:x|y}x", "x{#:x|y}",
        "{#}-{#b:int}", "{#:int}-{#b}",
    ]

    /// A rule, with `~` in place of a letter in the names of its captures.
    private static func rule(_ number: Int, using random: inout SplitMix64) -> (String, String) {
        var names: [String] = []
        let path = (0..<Int.random(in: 1...3, using: &random)).map { index in
            let segment = segments.randomElement(using: &random) ?? "x"
            for end in ["", "b"] where segment.contains("#\(end)") {
                names.append("\(index)\(end)")
            }
            return "/" + segment.replacing("#", with: "~\(index)")
        }
        let flags = (0..<number).map { "q\($0)" }.joined(separator: "&")
        let items = names.map { "c\($0)={~\($0)}" }.joined(separator: "&")
        return (path.joined() + (flags.isEmpty ? "" : "?" + flags), "/r\(number)?\(items)")
    }

    private static func named(
        _ rule: (from: String, to: String),
        using random: inout SplitMix64
    ) -> Rewrite {
        let letter = ["a", "m", "z"].randomElement(using: &random) ?? "a"
        return Rewrite(
            rule.from.replacing("~", with: letter),
            to: rule.to.replacing("~", with: letter)
        )
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(8)))
    func `neither the order of rules nor a capture's name matters`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let rules = (0..<5).map { Self.rule($0, using: &random) }
            let orders = (0..<4).map { _ in
                rules.shuffled(using: &random).map { Self.named($0, using: &random) }
            }
            let rewriters = orders.map { rules in
                try? URLRewriter(sources: [
                    .domain(Domain(hosts: ["a.io"], rules: rules.map(RewriteRule.rewrite)))
                ])
            }
            // If rules are invalid or conflict, they do so in every order.
            #expect(Set(rewriters.map { $0 == nil }).count == 1, "\(rules)")
            guard rewriters[0] != nil else { continue }
            let alone = try rules.map { rule in
                let rule = Self.named(rule, using: &random)
                return try URLRewriter { Domain("a.io") { rule } }
            }
            for _ in 0..<20 {
                let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    "/"
                        + (["x", "y", "xx", "xy", "1-2", "z-3"].randomElement(using: &random) ?? "")
                }
                let flags = (0..<Int.random(in: 0...4, using: &random)).map { "q\($0)" }
                let link = "https://a.io\(path.joined())?" + flags.joined(separator: "&")
                let links = Set(rewriters.map { try? $0?.rewrite(link) })
                #expect(links.count == 1, "\(link) becomes \(links) by \(rules)")
                // The rule on its own captures the same.
                guard let made = links.first ?? nil, let number = Int(made.path.dropFirst(2)) else {
                    continue
                }
                #expect(try alone[number].rewrite(link) == made, "\(link) by \(rules)")
            }
        }
    }
}
