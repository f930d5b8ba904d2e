import DeepLinks
import Foundation
import LinkChecking
import TestSupport
import Testing

struct JSONValueTests {
    private func read(_ text: String) throws -> JSONValue {
        var limits = JSONReader.Limits()
        limits.allowsDuplicateKeys = true
        return try JSONReader.read(Array(text.utf8), limits: limits)
    }

    @Test(arguments: [
        (#"{"a":1,"b":[2]}"#, #"{ "b" : [2.0], "a" : 1e0 }"#, true),
        (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, false),
        (#"{"a":1}"#, #"{"a":1,"a":1}"#, false),
        (#"[1,2]"#, #"[2,1]"#, false),
        (#""1""#, "1", false),
        ("true", "1", false),
        ("null", "false", false),
        ("\"\u{e9}\"", "\"e\u{301}\"", false),
        (#""\u0041""#, #""A""#, true),
        ("9007199254740993", "9007199254740992", false),
    ])
    func `equality looks at what is said`(left: String, right: String, expected: Bool) throws {
        let (left, right) = (try read(left), try read(right))
        #expect((left == right) == expected)
        if expected {
            #expect(left.hashValue == right.hashValue)
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `encoders and decoders keep what is said`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let value = JSONValue.random(depth: 4, using: &random)
            let data = try JSONEncoder().encode([value])
            #expect(try JSONDecoder().decode([JSONValue].self, from: data) == [value])
        }
    }

    @Test func `decoding stops at a depth`() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONDecoder().decode(JSONValue.self, from: nested(64)) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSONValue.self, from: nested(100))
        }
    }

    @Test func `a path leads to a value and prints as JavaScript would write it`() throws {
        let value = try read(
            #"{"applinks":{"details":[{"components":[{"/":"a"},{"?":{"x y":"b"}}]}]}}"#
        )
        let rule = JSONPath.root.key("applinks").key("details").index(0).key("components").index(1)
        let item = rule.key("?").key("x y")
        #expect(value[item]?.string == "b")
        #expect(value[rule.key("/")] == nil)
        #expect(value[rule.index(0)] == nil)
        #expect(value[JSONPath.root] == value)
        #expect(item.description == #"applinks.details[0].components[1]["?"]["x y"]"#)
        #expect(JSONPath.root.description == "the document")
        #expect(JSONPath.root.key("/").index(2).key("2a").description == #"["/"][2]["2a"]"#)
    }
}

struct JSONWriterTests {
    @Test func `short parts stay on a line and long ones are broken up`() throws {
        let text = """
            {
              "applinks": {
                "details": [
                  {
                    "appIDs": ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2"],
                    "components": [
                      { "#": "no_universal_links", "exclude": true },
                      { "/": "/help/*", "?": { "articleNumber": "????" } },
                      {
                        "/": "/a/very/long/path/that/does/not/leave/any/room/*",
                        "comment": "What follows would not fit into a hundred columns: é\\n"
                      }
                    ]
                  }
                ]
              },
              "webcredentials": { "apps": ["ABCDE12345.com.example.app"] },
              "empty": {},
              "none": []
            }

            """
        let value = try JSONReader.read(Array(text.utf8))
        #expect(JSONWriter().text(value) == text)
    }

    @Test func `lists of characters fill their lines`() {
        let letters = "abcdefghijklmnopqrstuvwxyz".map { JSONValue.string(String($0)) }
        var writer = JSONWriter()
        writer.width = 40
        #expect(
            writer.text(.object([("letters", .array(letters))])) == """
                {
                  "letters": [
                    "a", "b", "c", "d", "e", "f", "g",
                    "h", "i", "j", "k", "l", "m", "n",
                    "o", "p", "q", "r", "s", "t", "u",
                    "v", "w", "x", "y", "z"
                  ]
                }

                """
        )
    }

    @Test(arguments: UInt64(0)..<20)
    func `what is written is read as the same, and written again as the same text`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let value = JSONValue.random(depth: 5, using: &random)
            let text = JSONWriter().text(value)
            let again = try JSONReader.read(Array(text.utf8))
            #expect(again == value)
            #expect(JSONWriter().text(again) == text)
        }
    }
}
