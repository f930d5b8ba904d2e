import Testing

@testable import SiteAssociation

/// Counts the steps of matching: at most three times the pattern's weight for each place of the text.
struct GlobStepTests {
    /// Parts that repeat.
    ///
    /// After them comes a character that no text has, and a star, so that the mismatch is at neither end.
    private static let parts = [
        "*", "*a", "a*", "*?", "$(v)", "*$(v)", "*a?a", "*$(v)a*$(v)", "a$(v)*a", "*$(w)", "$(w)a",
    ]

    private static func glob(_ part: String, parts: Int) -> Glob {
        var compiler = GlobCompiler(variables: ["v": ["a", "aa", "ab", "a*b"], "w": ["*"]])
        return compiler.glob(String(repeating: part, count: parts) + "!*", ignoresCase: false)
    }

    @Test(arguments: parts, [(parts: 5, letters: 127), (parts: 20, letters: 511)])
    func `work grows with the pattern's weight and with the text, and not faster`(
        part: String,
        size: (parts: Int, letters: Int)
    ) {
        let glob = Self.glob(part, parts: size.parts)
        let text = Array(repeating: UInt32(UInt8(ascii: "a")), count: size.letters)
        var steps = 0
        #expect(!glob.matches(text, steps: &steps))
        #expect(steps <= 3 * (size.letters + 1) * glob.weight)
    }

    @Test func `stars alone are cheap`() {
        let glob = Self.glob("*a", parts: 1000)
        #expect(glob.weight == 2002)
        var steps = 0
        #expect(!glob.matches(Array(repeating: 97, count: 1983), steps: &steps))
        #expect(steps <= 3 * 1983)
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
