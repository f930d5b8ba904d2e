import Foundation
import PathMatching
import Testing

struct CanonicalCompositionTests {
    /// The only scalars that NFC turns into ASCII, which composition leaves as they are.
    private static let asciiAliases: Set<UInt32> = [0x37E, 0x1FEF, 0x212A]

    private func composed(_ text: String) -> [UInt32] {
        var scalars = text.unicodeScalars.map(\.value)
        CanonicalComposition.compose(&scalars)
        return scalars
    }

    /// All scalars of the planes that have any assigned, with the tags of plane 14.
    @Test(
        arguments: [0..<0x3000, 0x3000..<0xA000, 0xA000..<0x1_0000, 0x1_0000..<0x2_0000]
            + [0x2F800..<0x2FA20, 0xE0000..<0xE0200]
    )
    func `every scalar composes as Foundation has it`(range: Range<UInt32>) {
        for value in range where !Self.asciiAliases.contains(value) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [String(scalar), String(scalar).decomposedStringWithCanonicalMapping] {
                let expected = text.precomposedStringWithCanonicalMapping.unicodeScalars.map(
                    \.value
                )
                let actual = composed(text)
                if actual != expected {
                    // Foundation's tables may be older than these; the standard library's are not.
                    #expect(actual.count < expected.count, "U+\(String(value, radix: 16))")
                    #expect((scalar.properties.age?.major ?? 0) >= 16)
                }
            }
        }
    }

    @Test(arguments: [0x37E, 0x1FEF, 0x212A] as [UInt32])
    func `no scalar turns into ASCII`(value: UInt32) {
        var scalars = [value]
        CanonicalComposition.compose(&scalars)
        #expect(scalars == [value])
    }

    @Test(
        arguments: [
            ("\u{11382}\u{113C9}", [0x11383]), ("\u{105D2}\u{307}", [0x105C9]),
            ("\u{1100}\u{1161}", [0xAC00]), ("\u{1100}\u{1161}\u{11A8}", [0xAC01]),
            ("\u{AC00}\u{11A8}", [0xAC01]), ("\u{AC00}\u{11A7}", [0xAC00, 0x11A7]),
            ("\u{AC01}\u{11A8}", [0xAC01, 0x11A8]), ("\u{E2}\u{323}", [0x1EAD]),
            ("a\u{302}\u{323}", [0x1EAD]), ("\u{344}", [0x308, 0x301]),
            ("\u{958}", [0x915, 0x93C]),
            ("a\u{300}\u{301}", [0xE0, 0x301]), ("\u{5D0}\u{5BC}\u{5B7}", [0x5D0, 0x5B7, 0x5BC]),
        ] as [(String, [UInt32])]
    )
    func `marks are ordered and joined`(text: String, expected: [UInt32]) {
        #expect(composed(text) == expected)
    }

    @Test(arguments: UInt64(0)..<16)
    func `random marks compose as Foundation has it`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let letters: [UInt32] = [
            0x61, 0x65, 0x6F, 0x41, 0x3C, 0xE2, 0x1EA1, 0x1B0, 0x3B1, 0x1F00, 0x5D0, 0x644, 0x915,
            0x9C7,
            0x1100, 0xAC00, 0xAC1C, 0x304B, 0x1025,
        ]
        let marks: [UInt32] = [
            0x300, 0x301, 0x302, 0x303, 0x308, 0x30A, 0x31B, 0x323, 0x327, 0x328, 0x331, 0x338,
            0x342,
            0x344, 0x345, 0x5B7, 0x5BC, 0x653, 0x654, 0x93C, 0x9BE, 0x1161, 0x1169, 0x11A8, 0x3099,
            0x102E, 0x1D165, 0x20D0,
        ]
        for _ in 0..<500 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1..<12, using: &random) {
                let isLetter = Int.random(in: 0..<4, using: &random) == 0
                let value = (isLetter ? letters : marks).randomElement(using: &random)
                if let scalar = value.flatMap(Unicode.Scalar.init) {
                    scalars.append(scalar)
                }
            }
            let text = String(scalars)
            // Decomposed first: Foundation on Linux leaves a consonant after a Hangul syllable alone.
            let expected = text.decomposedStringWithCanonicalMapping
                .precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
            let actual = composed(text)
            #expect(actual == expected, "\(text.unicodeScalars.map(\.value)), seed \(seed)")
            var again = actual
            CanonicalComposition.compose(&again)
            #expect(again == actual)
        }
    }
}
