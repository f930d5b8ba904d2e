import DeepLinks
import TestSupport
import Testing

/// Rules of which no two ask for equally many items, so that their order of declaration says nothing.
struct RuleOrderPropertyTests {
    private static let segments = [
        "{*#}", "{*#?}", "{#}", "{#}", "x", "{#:x|y}", "{#:xx|xy}", "{#:x|y}x", "x{#:x|y}",
        "{#}-{#b:int}",
        "{#:int}-{#b}",
    ]

    private static func rule(_ number: Int, using random: inout SplitMix64) -> Rewrite {
        var names: [String] = []
        let path = (0..<Int.random(in: 1...3, using: &random)).map { index in
            let segment = segments.randomElement(using: &random) ?? "x"
            let name = "c\(index)"
            for end in ["", "b"] where segment.contains("#\(end)") { names.append(name + end) }
            return "/" + segment.replacing("#", with: name)
        }
        let flags = (0..<number).map { "q\($0)" }.joined(separator: "&")
        let items = names.map { "\($0)={\($0)}" }.joined(separator: "&")
        return Rewrite(
            path.joined() + (flags.isEmpty ? "" : "?" + flags),
            to: "/r\(number)?\(items)"
        )
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(24)))
    func `the order of rules that ask for different items does not matter`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let rules = (0..<5).map { Self.rule($0, using: &random) }
            let orders = (0..<4).map { _ in rules.shuffled(using: &random) }
            let rewriters = orders.map { rules in
                try? URLRewriter(sources: [
                    .domain(Domain(hosts: ["a.io"], rules: rules.map(RewriteRule.rewrite)))
                ])
            }
            // Rules of which a capture has no place in the template conflict in every order.
            #expect(Set(rewriters.map { $0 == nil }).count == 1, "\(rules)")
            for _ in 0..<20 {
                let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    "/"
                        + (["x", "y", "xx", "xy", "1-2", "z-3"].randomElement(using: &random) ?? "")
                }
                let flags = (0..<Int.random(in: 0...4, using: &random)).map { "q\($0)" }
                let link = "https://a.io\(path.joined())?" + flags.joined(separator: "&")
                let links = Set(rewriters.map { try? $0?.rewrite(link) })
                #expect(links.count == 1, "\(link) becomes \(links) by \(rules)")
                // The rule alone captures the same.
                guard let made = links.first ?? nil, let number = Int(made.path.dropFirst(2)) else {
                    continue
                }
                let alone = try URLRewriter { Domain("a.io") { rules[number] } }
                #expect(try alone.rewrite(link) == made, "\(link) by \(rules)")
            }
        }
    }
}
