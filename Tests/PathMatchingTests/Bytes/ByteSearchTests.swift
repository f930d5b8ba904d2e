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

    @Test(arguments: UInt64(0)..<8)
    func `segments of a path, and keys of short ones, are found like byte by byte`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Bytes beside the slash, whose sums would carry into the next byte, and a slash with its highest bit set.
        let bytes: [UInt8] = [0x2F, 0x2F, 0x2E, 0x30, 0x00, 0x61, 0x80, 0xAF, 0xFF]
        for _ in 0..<300 {
            let path = (0..<Int.random(in: 1..<30, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            let start = Int.random(in: 0...path.count, using: &random)
            let text = path[start...].prefix { $0 != 0x2F }
            withBytes(of: path) { path in
                let found = PathWords(path).segment(at: start)
                #expect(found.range == text.indices)
                #expect((found.slash == 0) == (text.count >= 8))
                let isLong = text.count > 8 || text.count == 8 && text.last ?? 0 >= 0x80
                #expect(SegmentKey(path[found.range], ignoresCase: false).isLong == isLong)
                if isLong { return }
                let key = SegmentKey(short: found.word, slash: found.slash, ignoresCase: false)
                #expect(key == SegmentKey(path[found.range], ignoresCase: false))
                let bytes = (text + [0x2F]).prefix(8)
                #expect(key.word == bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
        }
    }

    /// Texts around the lengths of a word and of a vector, mostly of common bytes, so that all of them are often found late.
    @Test(arguments: UInt64(0)..<16)
    func `the ends of the parts of a link are found like byte by byte`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let common = Array("azAZ09-_.:".utf8)
        var plainPaths = 0
        for _ in 0..<400 {
            var text = (0..<Int.random(in: 0..<50, using: &random)).map { _ in
                common.randomElement(using: &random) ?? 0
            }
            for _ in 0..<Int.random(in: 0...4, using: &random) where !text.isEmpty {
                let odd = Bool.random(using: &random) ? Array("//?#".utf8) : Array(0...255)
                text[Int.random(in: 0..<text.count, using: &random)] =
                    odd.randomElement(using: &random) ?? 0
            }
            let start = Int.random(in: 0...text.count, using: &random)
            if start < text.count, Bool.random(using: &random) { text[start] = 0x2F }
            func end(_ start: Int, _ isEnd: (UInt8) -> Bool) -> Int {
                text[start...].firstIndex(where: isEnd) ?? text.count
            }
            let pathEnd = end(start) { "?#".utf8.contains($0) }
            withBytes(of: text) { bytes in
                #expect(bytes.endOfHost(from: start) == end(start) { "/?#".utf8.contains($0) })
                #expect(bytes.endOfPath(from: start) == pathEnd)
                #expect(
                    bytes.endOfQuery(from: start)
                        == end(start) { $0 <= 0x20 || "#\\\u{7F}".utf8.contains($0) }
                )
                #expect(
                    bytes.startOfEnd(in: .digits)
                        == text.count - text.reversed().prefix { (0x30...0x39).contains($0) }.count
                )
                let (end, isPlain) = bytes.extentOfPath(from: start)
                #expect(end == pathEnd)
                let path = bytes[start..<end]
                #expect(
                    !isPlain
                        || CanonicalPath.isCanonical(path) && path.isPlainASCII(plusIsSpace: false)
                )
                plainPaths += isPlain ? 1 : 0
                // Of a shorter path, the bytes before it are read too.
                let isLong = end - start > 16 && (start == 0 || text[start - 1] != 0x2F)
                if isLong, path[0] == 0x2F, path.isPlainPath(from: 0) {
                    #expect(isPlain, "\(text)")
                }
            }
        }
        #expect(plainPaths > 0)
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
