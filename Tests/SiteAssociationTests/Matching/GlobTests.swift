import DeepLinksTestSupport
import Testing

@testable import SiteAssociation

struct GlobTests {
    /// A part of a pattern.
    indirect enum Part {
        case literal(Character)
        case one
        case any
        case digit
        case oneOf(name: String, [[Part]])
    }

    /// The simplest possible matcher, which tries every way.
    private func model(_ parts: ArraySlice<Part>, _ text: ArraySlice<Character>) -> Bool {
        guard let part = parts.first else { return text.isEmpty }
        let rest = parts.dropFirst()
        switch part {
        case .literal(let character):
            return text.first == character && model(rest, text.dropFirst())
        case .one:
            return !text.isEmpty && model(rest, text.dropFirst())
        case .any:
            return (0...text.count).contains { model(rest, text.dropFirst($0)) }
        case .digit:
            return text.first.map("0123456789".contains) ?? false && model(rest, text.dropFirst())
        case .oneOf(_, let values):
            return values.contains { model(ArraySlice($0 + rest), text) }
        }
    }

    private func source(_ parts: [Part]) -> String {
        parts.map { part in
            switch part {
            case .literal(let character): String(character)
            case .one: "?"
            case .any: "*"
            case .digit: "$(digit)"
            case .oneOf(let name, _): "$(\(name))"
            }
        }.joined()
    }

    private static let variables: [(name: String, values: [[Part]])] = [
        ("v", [[.literal("a")], [.literal("a"), .literal("b")], []]),
        (
            "w",
            [
                [.literal("b"), .any, .literal("a")], [.literal("1"), .one],
                [.literal("a"), .literal("a")],
            ]
        ),
        ("empty", []),
    ]

    private func randomParts(using random: inout SplitMix64) -> [Part] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1: return .literal("a")
            case 2: return .literal("b")
            case 3: return .one
            case 4, 5: return .any
            case 6: return .digit
            case 7: return .oneOf(name: Self.variables[0].name, Self.variables[0].values)
            default:
                let variable = Self.variables[Int.random(in: 1...2, using: &random)]
                return .oneOf(name: variable.name, variable.values)
            }
        }
    }

    private func compiler() -> GlobCompiler {
        let variables = Dictionary(
            uniqueKeysWithValues: Self.variables.map { ($0.name, $0.values.map(source)) }
        )
        return GlobCompiler(variables: variables)
    }

    private func units(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    @Test(arguments: UInt64(0)..<60)
    func `agrees with a matcher that tries every way`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var compiler = compiler()
        for _ in 0..<20 {
            let parts = randomParts(using: &random)
            let pattern = source(parts)
            let glob = compiler.glob(pattern, ignoresCase: false)
            for _ in 0..<10 {
                let text = String(
                    (0..<Int.random(in: 0...7, using: &random)).map { _ in
                        "aab1".randomElement(using: &random) ?? "a"
                    }
                )
                #expect(
                    glob.matches(units(text)) == model(parts[...], Array(text)[...]),
                    "\(pattern) on \(text)"
                )
            }
        }
    }

    @Test func `the predefined lists are those of macOS 27`() {
        #expect(PredefinedVariables.languages.count == 631)
        #expect(PredefinedVariables.regions.count == 257)
        #expect(PredefinedVariables.regions.contains("GB"))
        #expect(!PredefinedVariables.regions.contains("UK"))
        #expect(PredefinedVariables.languages.allSatisfy { (2...3).contains($0.utf8.count) })
        #expect(PredefinedVariables.regions.allSatisfy { $0.utf8.count == 2 })
    }

    @Test(arguments: [
        ("$($($(a)", ["a"], 2), ("$($(a(b)", [], 2), ("$(a$(b)$(c", ["b"], 2), ("$(a$b)", [], 1),
        ("$()$(a)$", ["", "a"], 0),
    ])
    func `a variable's name ends before the next dollar or parenthesis`(
        pattern: String,
        names: [String],
        unclosed: Int
    ) {
        var found: [String] = []
        var unclosedCount = 0
        for piece in GlobPiece.pieces(of: pattern) {
            switch piece {
            case .scalar: break
            case .unclosed: unclosedCount += 1
            case .variable(let name): found.append(name)
            }
        }
        #expect(found == names)
        #expect(unclosedCount == unclosed)
    }
}
