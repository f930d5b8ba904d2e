import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

struct JSONTextTests {
    private func failure(_ text: String) -> JSONError? { failure(Array(text.utf8)) }

    private func failure(_ bytes: [UInt8], limit: Int = 1 << 22) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONText(Data(bytes), limit: limit)
            return nil
        } catch { return error }
    }

    @Test func `reads every kind of value`() throws {
        let text =
            #" { "a" : [ null , true , false , -1.5e2 , 0.5, 1E2, "x\n" ] , "b" : { } , "" : [ ] } "#
        #expect(
            try JSONText(Data(text.utf8)).value
                == .object([
                    "a": .array([
                        .null, .bool(true), .bool(false), .int(-150), .number(0.5), .int(100),
                        .string("x\n"),
                    ]), "b": .object([:]), "": .array([]),
                ])
        )
    }

    @Test(arguments: ["01", "-", "1.", "1.e2", "1e", "--1", "1.2.3", "1e+"])
    func `refuses what is not quite a number`(text: String) throws {
        #expect(failure("[1, \(text)]")?.code == "unquoted-text")
        #expect(failure("[1, \(text)]")?.position == JSONPosition(line: 1, column: 5))
    }

    @Test func `tells the places of everything`() throws {
        let text = "{\n  \"b\": 1,\r\n  \"é\": [true, \"x\"], \"\\u0061\": {}\r}"
        let places = try JSONText(Data(text.utf8)).places
        #expect(places.parts.map(\.key) == ["b", "é", "a"])
        #expect(
            places.parts.map(\.keyPosition) == [
                JSONPosition(line: 2, column: 3), JSONPosition(line: 3, column: 3),
                JSONPosition(line: 3, column: 21),
            ]
        )
        #expect(
            places["é"]?.parts.map(\.position) == [
                JSONPosition(line: 3, column: 9), JSONPosition(line: 3, column: 15),
            ]
        )
        let path = JSONPath.root.key("é").index(1)
        #expect(places[path]?.position == JSONPosition(line: 3, column: 15))
        #expect(places[path.index(0)] == nil && places[.root.key("c")] == nil)
    }

    @Test func `finds names that stand twice, and Foundation takes the first`() throws {
        let text = "{\"a\":1,\"b\":2,\"a\":3,\"\u{e9}\":4,\"e\u{301}\":5}"
        let json = try JSONText(Data(text.utf8))
        #expect(json.places.repeatedMembers.map(\.keyPosition?.column) == [14, 26])
        #expect(json.value == .object(["a": .int(1), "b": .int(2), "é": .int(4)]))
        #expect(json.places["a"]?.position.column == 6)
    }

    @Test(
        arguments: try rows(in: "json.txt")
            + rows(
                """
                \u{FEFF}{} → Line 1, column 1: the text begins with a byte order mark; save the file as UTF-8 without a byte order mark.
                {␊\u{A0}\u{A0}"a": 1} → Line 2, column 1: '\\u{A0}\\u{A0}' stands where a name in quotation marks should be; remove '\\u{A0}'.
                {␀"␀a␀"␀:␀1␀}␀ → Line 1, column 2: '\\u{0}' stands where a name in quotation marks should be; save the file as UTF-8.
                {}␀ → Line 1, column 3: '\\u{0}' stands where the end of the text should be; remove '\\u{0}'.
                {"a"\u{2003}: 1} → Line 1, column 5: '\\u{2003}' stands where ':' should be; remove '\\u{2003}'.
                """
            )
    )
    func `says what is wrong, where, and what to do`(row: TableRow) {
        #expect(failure(row[0])?.description == row[1])
    }

    @Test func `recognizes other encodings`() {
        func code(_ bytes: [UInt8]) -> String? {
            failure(bytes).map { "\($0.code) \($0.position)" }
        }
        #expect(code([0xFF, 0xFE, 0x7B, 0]) == "not-utf8 line 1, column 1")
        #expect(code([0xFE, 0xFF, 0, 0x7B]) == "not-utf8 line 1, column 1")
        #expect(code([0x7B, 0, 0x7D, 0]) == "unquoted-text line 1, column 2")
        #expect(code([0x1F, 0x8B, 0x08, 0x00]) == "not-utf8 line 1, column 2")
        #expect(failure([0x30, 0x82, 0x0B, 0x17])?.description.contains("openssl smime") == true)
        // In Latin-1, an é is one byte.
        #expect(code([0x22, 0x61, 0xE9, 0x22]) == "not-utf8 line 1, column 3")
        // An overlong slash, an encoded surrogate, an incomplete character.
        #expect(code([0x22, 0xC0, 0xAF, 0x22]) == "not-utf8 line 1, column 2")
        #expect(code([0x22, 0xED, 0xA0, 0x80, 0x22]) == "not-utf8 line 1, column 2")
        #expect(code([0x22, 0x61, 0xE2, 0x80]) == "not-utf8 line 1, column 3")
    }

    @Test func `limits are checked before the work is done`() {
        #expect(
            failure(Array("[1,2]".utf8), limit: 4)?.description
                == "Line 1, column 1: the text has 5 bytes, but the limit is 4; make it smaller."
        )
        for part in ["[", "{\"a\":"] {
            #expect(failure(String(repeating: part, count: 200_000))?.code == "too-deep")
            let closing = part == "[" ? "]" : "}"
            let deepest = String(repeating: part, count: 63) + "[]"
            #expect(failure(deepest + String(repeating: closing, count: 63)) == nil)
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `reads what Foundation writes, and nothing that Foundation refuses`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<25 {
            let value = JSONValue.random(depth: 3, using: &random)
            for text in [value.pretty, value.compact, value.line] {
                #expect(try JSONText(Data(text.utf8)).value == value, "\(text)")
            }
            var bytes = Array(value.line.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                Self.damage(&bytes, using: &random)
            }
            let known = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(JSONError) {
                let json = try JSONText(Data(bytes))
                #expect(json.value == known, "\(text)")
            } catch {
                // Foundation accepts these.
                let isOurs = ["trailing-comma", "not-utf8"]
                    .contains(error.code)
                #expect(known == nil || isOurs, "\(error) \(text)")
            }
        }
    }

    private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        let pieces = [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", " ", "\n", "\t", "true",
            "\\u", "é", "/", "'",
        ]
        let place = Int.random(in: 0...bytes.count, using: &random)
        if Bool.random(using: &random) {
            bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        } else {
            bytes.removeSubrange(place..<min(place + 2, bytes.count))
        }
    }
}

extension JSONValue {
    /// A random value, nested at most `depth` levels deep.
    fileprivate static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        let count = Int.random(in: 0..<5, using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .int(Int.random(in: -1000...1000, using: &random))
        case 3: return .number(Double(Int.random(in: 0...999, using: &random)) + 0.25)
        case 4: return .string(text(using: &random))
        case 5:
            return .array((0..<count).map { _ in self.random(depth: depth - 1, using: &random) })
        default:
            let members = (0..<count).map { index in
                ("\(index)" + text(using: &random), self.random(depth: depth - 1, using: &random))
            }
            return .object(Dictionary(uniqueKeysWithValues: members))
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        let pieces = ["a", "/", "é", "e\u{301}", "😀", "\"", "\\", "\n", "\u{1}", "\u{2028}", "”"]
        return (0..<Int.random(in: 0..<6, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }
}
