import PathMatching
import Testing

struct ByteSearchTests {
    @Test(arguments: UInt64(0)..<8)
    func `bytes are found and counted like one by one`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Neighbours of what is looked for, and bytes that would carry into the next one in a sum.
        let bytes: [UInt8] = [
            0x25, 0x26, 0x27, 0x3D, 0x3F, 0x23, 0x00, 0x01, 0x7F, 0x80, 0xA6, 0xFF,
        ]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            let start = Int.random(in: 0...text.count, using: &random)
            for byte in bytes where byte != 0 {
                #expect(
                    withBytes(of: text) { $0.firstOffset(of: byte, from: start) }
                        == text[start...].firstIndex(of: byte)
                )
                #expect(
                    withBytes(of: text) { $0.firstOffset(of: byte, or: 0x26, from: start) }
                        == text[start...].firstIndex { $0 == byte || $0 == 0x26 }
                )
                #expect(
                    withBytes(of: text) { $0.occurrences(of: byte) } == text.count { $0 == byte }
                )
            }
        }
    }
}
