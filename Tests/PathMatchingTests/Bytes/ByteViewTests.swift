import PathMatching
import Testing

struct ByteViewTests {
    /// Lengths around that of a word, so that each way of loading a word is used.
    @Test(arguments: 0..<20)
    func `a word is the next eight bytes, padded with zeros`(count: Int) {
        let bytes = (0..<count).map { UInt8(0x61 + $0) }
        for offset in 0...count {
            var expected: UInt64 = 0
            for (index, byte) in bytes[offset...].prefix(8).enumerated() {
                expected |= UInt64(byte) << UInt64(8 * index)
            }
            #expect(withBytes(of: bytes) { $0.word(at: offset) } == expected, "at \(offset)")
        }
    }

    @Test(arguments: ["", "a", "/featureA/detail", "café", "a\u{301}"])
    func `sees the same bytes as the string's UTF-8 view`(text: String) {
        let seen = withBytes(of: text) { view in (0..<view.count).map { view[$0] } }
        #expect(seen == Array(text.utf8))
        let tail = withBytes(of: text.dropFirst()) { view in (0..<view.count).map { view[$0] } }
        #expect(tail == Array(text.dropFirst().utf8))
    }

    #if os(macOS) || os(Linux)
    @Test func `reading outside of the bytes traps`() async {
        await #expect(processExitsWith: .failure) { _ = withBytes(of: "abc") { $0[3] } }
        await #expect(processExitsWith: .failure) { _ = withBytes(of: "abc") { $0[1..<4].count } }
    }
    #endif

    @Test(arguments: 0..<40)
    func `bytes of any length become the string that they spell`(length: Int) {
        let ascii = String("abcdefghijklmnopqrstuvwxyz0123456789-._~".prefix(length))
        #expect(withBytes(of: ascii) { String($0) } == ascii)
        let accents = String(repeating: "é", count: length)
        #expect(withBytes(of: accents) { Array(String($0).utf8) } == Array(accents.utf8))
        let broken = Array(repeating: UInt8(0xC3), count: length)
        #expect(
            withBytes(of: broken) { String($0) } == String(repeating: "\u{FFFD}", count: length)
        )
    }
}
