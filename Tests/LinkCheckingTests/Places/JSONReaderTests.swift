import DeepLinks
import LinkChecking
import Testing

struct JSONReaderTests {
    private func read(
        _ text: String,
        limits: JSONReader.Limits = JSONReader.Limits()
    ) throws(JSONError) -> JSONValue {
        try JSONReader.read(Array(text.utf8), limits: limits)
    }

    private func failure(
        _ text: String,
        limits: JSONReader.Limits = JSONReader.Limits()
    ) -> JSONError? {
        do throws(JSONError) {
            _ = try read(text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `reads every kind of value`() throws {
        let value = try read(
            #" { "a" : [ null , true , false , -1.5e2 , "x" ] , "b" : { } , "" : [ ] } "#
        )
        let expected = JSONValue.object([
            (
                "a",
                .array([
                    JSONValue(.null), .bool(true), .bool(false),
                    JSONValue(.number(JSONNumber(-150))), .string("x"),
                ])
            ),
            ("b", .object([])),
            ("", .array([])),
        ])
        #expect(value == expected)
    }

    @Test(arguments: [
        "0", "-0", "7", "-12", "1.25", "1e3", "1E+3", "10.5e-2", "12345678901234567890123",
    ])
    func `a number keeps its digits`(text: String) throws {
        #expect(try read(text).number?.text == text)
    }

    @Test(arguments: ["01", "-", "1.", "1.e2", "1e", "--1", "1.2.3", "+1", ".5", "-.5", "1e+"])
    func `refuses what is not quite a number`(text: String) throws {
        #expect(
            failure(text)?.reason == .badNumber(text)
                || failure("[\(text)]")?.reason == .badNumber(text)
        )
    }

    @Test(arguments: [
        (#""""#, ""), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\ud83d\ude00""#, "😀"), (#""é😀""#, "é😀"),
        (#""\u0000""#, "\u{0}"), (#""a\u0301""#, "a\u{301}"),
    ])
    func `reads escapes`(text: String, expected: String) throws {
        let string = try #require(try read(text).string)
        #expect(string.utf8.elementsEqual(expected.utf8))
    }

    @Test func `keeps the order of members and the places of everything`() throws {
        let value = try read("{\n  \"b\": 1,\r\n  \"é\": [true, \"x\"], \"a\": {}\r}")
        let members = try #require(value.object?.members)
        #expect(members.map(\.key) == ["b", "é", "a"])
        #expect(
            members.map(\.keyPosition) == [
                JSONPosition(line: 2, column: 3), JSONPosition(line: 3, column: 3),
                JSONPosition(line: 3, column: 21),
            ]
        )
        #expect(
            members[1].value.array?.map(\.position) == [
                JSONPosition(line: 3, column: 9), JSONPosition(line: 3, column: 15),
            ]
        )
    }

    @Test(arguments: [
        ("", "Line 1, column 1: the text is empty; write a JSON value, such as '{}'."),
        (" \n ", "Line 2, column 2: the text is empty; write a JSON value, such as '{}'."),
        (
            "\u{FEFF}{}",
            "Line 1, column 1: the text begins with a byte order mark; save the file as UTF-8 without a byte order mark."
        ),
        (
            "<!DOCTYPE html>",
            "Line 1, column 1: the text is a web page or XML; look at what the server sends, perhaps its error page."
        ),
        (
            "Not found",
            "Line 1, column 1: the text begins with 'Not', so it is not JSON; write a JSON value that begins with '{'."
        ),
        (
            "[1,\n 2,\n]",
            "Line 2, column 3: a comma stands before the closing ']'; remove the comma."
        ),
        (
            "{\"a\": 1 , }",
            "Line 1, column 9: a comma stands before the closing '}'; remove the comma."
        ),
        ("[1,,2]", "Line 1, column 4: a comma has nothing before it; remove the comma."),
        ("[,1]", "Line 1, column 2: a comma has nothing before it; remove the comma."),
        ("{,}", "Line 1, column 2: a comma has nothing before it; remove the comma."),
        ("{\"a\":1 \"b\":2}", "Line 1, column 8: a comma is missing; write ',' before this."),
        ("[1 2]", "Line 1, column 4: a comma is missing; write ',' before this."),
        (
            "{\"a\" 1}",
            "Line 1, column 6: a colon is missing between the name and its value; write ':' before this."
        ),
        ("{\"a\":}", "Line 1, column 6: '}' stands where a value should be; write a value."),
        (
            "{1:2}",
            "Line 1, column 2: the name '1' has no quotation marks; put it between straight quotation marks."
        ),
        (
            "{a:2}",
            "Line 1, column 2: the name 'a' has no quotation marks; put it between straight quotation marks."
        ),
        (
            "{[]:2}",
            "Line 1, column 2: '[' stands where a name in quotation marks should be; write a name in quotation marks."
        ),
        ("[1}", "Line 1, column 3: '}' stands where ',' or ']' should be; write ',' or ']'."),
        ("[1 x]", "Line 1, column 4: 'x' stands where ',' or ']' should be; write ',' or ']'."),
        ("[\n  // all\n  1]", "Line 2, column 3: JSON has no comments; remove it."),
        ("[1 /* one */]", "Line 1, column 4: JSON has no comments; remove it."),
        ("{} # end", "Line 1, column 4: JSON has no comments; remove it."),
        (
            "[/buy/*]",
            "Line 1, column 2: '/buy/*' has no quotation marks; put it between straight quotation marks."
        ),
        (
            "[/*]",
            "Line 1, column 2: '/*' has no quotation marks; put it between straight quotation marks."
        ),
        (
            "[5A8RM3W5R7.org.example, 1]",
            "Line 1, column 2: '5A8RM3W5R7.org.example' has no quotation marks; put it between straight quotation marks."
        ),
        (
            "[True]",
            "Line 1, column 2: 'True' has no quotation marks; put it between straight quotation marks."
        ),
        (
            "{“a”: 1}",
            "Line 1, column 2: the quotation mark is a curly “; write a straight \" instead."
        ),
        (
            "[\"a”, 1]\n",
            "Line 1, column 4: the quotation mark is a curly ”; write a straight \" instead."
        ),
        (
            "['a']",
            "Line 1, column 2: the quotation mark is a single '; write a straight \" instead."
        ),
        (
            "[\u{A0}1]",
            "Line 1, column 2: an invisible no-break space stands between the parts; replace it by an ordinary space."
        ),
        (
            "[1\u{200B}]",
            "Line 1, column 3: an invisible zero-width character stands between the parts; replace it by an ordinary space."
        ),
        (
            "{\n \"a\": [1,",
            "Line 2, column 10: the text ends inside of the array that begins at line 2, column 7; close it with ']'."
        ),
        (
            "{\"a\": {\"b\": 1}",
            "Line 1, column 15: the text ends inside of the object that begins at line 1, column 1; close it with '}'."
        ),
        (
            "[\"abc\n\"]",
            "Line 1, column 2: the string has no closing quotation mark on its line; close it with '\"'."
        ),
        (
            "\"abc",
            "Line 1, column 1: the string has no closing quotation mark on its line; close it with '\"'."
        ),
        (
            "\"a\tb\"",
            "Line 1, column 3: the string contains the control character 9; write it as '\\t'."
        ),
        (
            "\"a\u{1}b\"",
            "Line 1, column 3: the string contains the control character 1; write it as '\\u0001'."
        ),
        (
            "\"C:\\dir\"",
            "Line 1, column 4: '\\d' is not one of JSON's escapes; write '\\\\' for a backslash."
        ),
        (
            "\"\\u12G4\"",
            "Line 1, column 2: '\\u12G4' is not one of JSON's escapes; write '\\\\' for a backslash."
        ),
        (
            "\"\\u+123\"",
            "Line 1, column 2: '\\u+123' is not one of JSON's escapes; write '\\\\' for a backslash."
        ),
        (
            "\"\\ud83d!\"",
            "Line 1, column 2: '\\ud83d' is half of a surrogate pair; write both halves, or the character itself."
        ),
        (
            "\"\\ude00\"",
            "Line 1, column 2: '\\ude00' is half of a surrogate pair; write both halves, or the character itself."
        ),
        (
            "{\"a\":1,\"a\":2}",
            "Line 1, column 8: the name 'a' stands twice in one object; keep one of them."
        ),
        (
            "{} {}",
            "Line 1, column 4: more text follows after the end of the JSON value; remove it."
        ),
        (
            "01",
            "Line 1, column 1: '01' is not a JSON number; write digits, with a zero alone or none in front."
        ),
    ])
    func `says what is wrong, where, and what to do`(text: String, message: String) {
        #expect(failure(text)?.description == message)
    }

    @Test func `recognizes other encodings`() {
        func code(_ bytes: [UInt8]) -> String? {
            do throws(JSONError) {
                _ = try JSONReader.read(bytes)
                return nil
            } catch {
                return "\(error.code) \(error.position)"
            }
        }
        #expect(code([0xFF, 0xFE, 0x7B, 0]) == "not-utf8 line 1, column 1")
        #expect(code([0xFE, 0xFF, 0, 0x7B]) == "not-utf8 line 1, column 1")
        #expect(code([0x7B, 0, 0x7D, 0]) == "not-utf8 line 1, column 1")
        #expect(code([0, 0x7B, 0, 0x7D]) == "not-utf8 line 1, column 1")
        // Latin 1 for é.
        #expect(code([0x22, 0x61, 0xE9, 0x22]) == "not-utf8 line 1, column 3")
        // An overlong slash, an encoded surrogate, a cut character.
        #expect(code([0x22, 0xC0, 0xAF, 0x22]) == "not-utf8 line 1, column 2")
        #expect(code([0x22, 0xED, 0xA0, 0x80, 0x22]) == "not-utf8 line 1, column 2")
        #expect(code([0x22, 0x61, 0xE2, 0x80]) == "not-utf8 line 1, column 3")
    }

    @Test func `limits are checked before the work is done`() {
        var limits = JSONReader.Limits()
        limits.bytes = 4
        #expect(
            failure("[1,2]", limits: limits)?.description
                == "Line 1, column 1: the text has 5 bytes, and 4 is the limit; make it smaller."
        )
        limits = JSONReader.Limits()
        limits.depth = 2
        #expect(failure("[[1]]", limits: limits) == nil)
        #expect(
            failure("[{\"a\":[]}]", limits: limits)?.description
                == "Line 1, column 7: arrays and objects are nested more than 2 levels deep; flatten it."
        )
        let brackets = String(repeating: "[", count: 1_000_000)
        #expect(failure(brackets)?.reason == .tooDeep(limit: 64))
        let objects = String(repeating: "{\"a\":", count: 200_000)
        #expect(failure(objects)?.reason == .tooDeep(limit: 64))
    }

    @Test func `may allow a name to stand twice, and the last one counts`() throws {
        var limits = JSONReader.Limits()
        limits.allowsDuplicateKeys = true
        let object = try #require(try read("{\"a\":1,\"b\":2,\"a\":3}", limits: limits).object)
        #expect(object.members.map(\.key) == ["a", "b", "a"])
        #expect(object["a"]?.number?.int == 3)
        #expect(object.repeatedMembers.map(\.keyPosition) == [JSONPosition(line: 1, column: 14)])
    }

    @Test func `names are compared by their bytes`() throws {
        let object = try #require(try read("{\"\u{e9}\":1,\"e\u{301}\":2}").object)
        #expect(object["\u{e9}"]?.number?.int == 1)
        #expect(object["e\u{301}"]?.number?.int == 2)
    }
}
