import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// Configuration files with random mistakes.
struct ConfigurationMutationTests {
    @Test(arguments: UInt64(0)..<10)
    func `a mutated file is an error with a place, or a working rewriter`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let schema = JSONSchema(try ConfigurationSchemaTests.schema().value)
        let document = try JSONText(Data(ConfigurationFixture.text.utf8)).value
        var made = 0
        var refused = 0
        for _ in 0..<rounds(45) {
            var bytes: [UInt8]
            if Int.random(in: 0..<4, using: &random) == 0 {
                bytes = Array(ConfigurationFixture.text.utf8)
                Self.mutate(&bytes, using: &random)
            } else {
                let value = Self.mutated(document, depth: 0, using: &random)
                bytes = Array(value.compact.utf8)
            }
            do throws(LinkConfigurationError) {
                let configuration = try LinkConfiguration(checking: Data(bytes))
                let rewriter = try URLRewriter(configuration: configuration)
                made += 1
                try Self.expectWorking(rewriter, made: configuration)
                Self.expectValid(bytes, schema, configuration)
            } catch {
                refused += 1
                #expect(error.path != nil || error.line != nil, "\(error)")
                #expect(error.description.hasSuffix("."))
            }
        }
        // Both must be common, or the mutations test nothing.
        #expect(made > rounds(2) && refused > rounds(10), "\(made) made, \(refused) refused")
    }

    /// Checks that a rewriter has the configuration it was made from, and that its rules work.
    private static func expectWorking(
        _ rewriter: URLRewriter,
        made configuration: LinkConfiguration
    ) throws(LinkConfigurationError) {
        var expected = configuration
        expected.paths = nil
        #expect(rewriter.configuration == expected)
        #expect(try LinkConfiguration(data: configuration.data()) == configuration)
        for rule in configuration.domains.flatMap(\.rules) {
            for (example, link) in rule.notes.examples where example.hasPrefix("https") {
                #expect(rewriter.text(of: example) == link)
            }
        }
        _ = rewriter.text(of: "https://mydomain.io/en-us/domainA/items/red-shoe-872346?x=1")
        _ = rewriter.text(of: "https://www.mydomain.io/mbar?redirect_to=myapp%3A%2F%2Fa")
    }

    /// Checks that the schema accepts every file that can be read, except for malformed sample paths.
    private static func expectValid(
        _ bytes: [UInt8],
        _ schema: JSONSchema,
        _ configuration: LinkConfiguration
    ) {
        let paths = configuration.paths ?? []
        do {
            let isValid = try schema.accepts(JSONText(Data(bytes)).value)
            #expect(isValid || !paths.allSatisfy { $0.utf8.first == UInt8(ascii: "/") })
        } catch { Issue.record(error) }
    }

    /// Changes a few bytes.
    private static func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2:
                bytes.insert(
                    contentsOf: #"{}[],:"\/?&=*%"#.utf8.shuffled(using: &random).prefix(2),
                    at: place
                )
            default:
                let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                bytes.append(contentsOf: bytes[place..<end])
                bytes.removeSubrange(place..<end)
            }
            if bytes.isEmpty { bytes = [0x7B] }
        }
    }

    /// Changes one value at a random depth.
    private static func mutated(
        _ value: JSONValue,
        depth: Int,
        using random: inout SplitMix64
    ) -> JSONValue {
        let stopsHere = Int.random(in: 0..<12, using: &random) == 0
        switch value {
        case .object(var members) where !members.isEmpty && !stopsHere:
            guard
                let (key, value) = members.sorted(by: { $0.key < $1.key })
                    .randomElement(using: &random)
            else { return value }
            switch Int.random(in: 0..<16, using: &random) {
            case 0: members[key] = nil
            case 1:
                members[key] = nil
                members[text(like: key, using: &random)] = value
            default: members[key] = mutated(value, depth: depth + 1, using: &random)
            }
            return .object(members)
        case .array(let elements) where !elements.isEmpty && !stopsHere:
            var elements = elements
            let index = Int.random(in: 0..<elements.count, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            case 2: elements.shuffle(using: &random)
            default: elements[index] = mutated(elements[index], depth: depth + 1, using: &random)
            }
            return .array(elements)
        case .string(let string) where !stopsHere:
            return .string(text(like: string, using: &random))
        case .bool(let bool): return .bool(!bool)
        default:
            let others: [JSONValue] = [
                .null, .bool(true), .string(""), .string("/{a}"), .array([]), .object([:]),
                .int(-1), .int(1),
                .array([.string("")]), .string(String(repeating: "/a{b}", count: 40)),
            ]
            return others.randomElement(using: &random) ?? value
        }
    }

    /// The text with a piece replaced by one that is typical of patterns, hosts and templates.
    private static func text(like text: String, using random: inout SplitMix64) -> String {
        let pieces = [
            "", "{", "}", "{{", "{id}", "{*rest}", "{id:int}", "{a:b|c}", "{x?}", "/", "//", "?",
            "&", "=", "#", "%", "%2F", "%00", "..", "*", ".", ":", "-", "é", "\u{0}", " ", "😀",
            "https://", "a",
        ]
        var bytes = Array(text.utf8)
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...3, using: &random))
        bytes.replaceSubrange(start..<end, with: (pieces.randomElement(using: &random) ?? "").utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}
