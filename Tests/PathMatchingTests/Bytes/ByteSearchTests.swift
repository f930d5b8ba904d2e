import DeepLinksTestSupport
import Testing

@testable import PathMatching

struct ByteSearchTests {
    @Test(arguments: UInt64(0)..<8)
    func `bytes are found and counted like one by one`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Neighbours of the bytes that are searched for, and bytes whose sums would carry into the next byte.
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
                    withBytes(of: text) { $0.occurrences(of: byte) } == text.count { $0 == byte }
                )
            }
        }
    }

    @Test(arguments: UInt64(0)..<8)
    func `the end of unreserved bytes is found like byte by byte`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            var text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                UInt8(ascii: "a") + UInt8.random(in: 0..<26, using: &random)
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !text.isEmpty {
                text[Int.random(in: 0..<text.count, using: &random)] = .random(
                    in: 0...255,
                    using: &random
                )
            }
            let start = Int.random(in: 0...text.count, using: &random)
            #expect(
                withBytes(of: text) { $0.firstOffset(outside: .unreserved, from: start) }
                    == text[start...].firstIndex { !ByteSet.unreserved.contains($0) } ?? text.count,
                "\(text)"
            )
        }
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `each byte is unreserved in every place of a word or in none`(byte: UInt8) {
        for place in 0..<8 {
            var text = Array(repeating: UInt8(ascii: "x"), count: 8)
            text[place] = byte
            #expect(
                withBytes(of: text) { $0.firstOffset(outside: .unreserved, from: 0) }
                    == (ByteSet.unreserved.contains(byte) ? 8 : place)
            )
        }
    }
}
