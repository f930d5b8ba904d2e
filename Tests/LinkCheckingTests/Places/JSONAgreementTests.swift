import DeepLinks
import Foundation
import LinkChecking
import TestSupport
import Testing

/// Our reader beside Foundation's, on generated documents and on documents with small damages.
struct JSONAgreementTests {
    @Test(arguments: UInt64(0)..<40)
    func `reads what Foundation reads`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let value = JSONValue.random(depth: 4, using: &random)
            let text = JSONWriter().text(value)
            #expect(try JSONReader.read(Array(text.utf8)) == value, "\(text)")
            #expect(try foundationValue(Array(text.utf8)) == value, "\(text)")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `accepts a damaged document only when Foundation reads the same in it`(seed: UInt64) throws
    {
        var random = SplitMix64(seed: seed &+ 1000)
        for _ in 0..<25 {
            let whole = JSONWriter.line(JSONValue.random(depth: 3, using: &random))
            var bytes = Array(whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                Self.damage(&bytes, using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let result = Result { () throws(JSONError) in try JSONReader.read(bytes) }
            switch result {
            case .success(let value):
                #expect(try foundationValue(bytes) == value, "\(text)")
            case .failure(let error):
                // What Foundation takes and RFC 8259 does not, or what it leaves to the reader.
                let isOurChoice =
                    switch error.reason {
                    case .duplicateKey, .loneSurrogate, .tooDeep: true
                    default: false
                    }
                if !isOurChoice {
                    #expect((try? foundationValue(bytes)) == nil, "\(error) \(text)")
                }
            }
        }
    }

    private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        let pieces = [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", " ", "\n", "\t", "true",
            "\\u", "é", "/", "'",
        ]
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 1 where place < bytes.count:
            bytes.remove(at: place)
        default:
            let other = Int.random(in: 0...bytes.count, using: &random)
            bytes.replaceSubrange(
                min(place, other)..<min(max(place, other), min(place, other) + 3, bytes.count),
                with: []
            )
        }
    }

    /// What Foundation reads, as our value.
    private func foundationValue(_ bytes: [UInt8]) throws -> JSONValue {
        let object = try JSONSerialization.jsonObject(
            with: Data(bytes),
            options: .fragmentsAllowed
        )
        return try #require(JSONValue(foundation: object))
    }
}

extension JSONValue {
    /// A value that `JSONSerialization` made, with its numbers as far as a `Double` tells them.
    init?(foundation value: Any) {
        switch value {
        case let object as [String: Any]:
            var members: [JSONObject.Member] = []
            for (key, value) in object {
                guard let value = JSONValue(foundation: value) else { return nil }
                members.append(JSONObject.Member(key: key, value: value))
            }
            self.init(.object(JSONObject(members)))
        case let array as [Any]:
            self.init(.array(array.compactMap(JSONValue.init(foundation:))))
        case let string as String:
            self.init(.string(string))
        case let number as NSNumber:
            // Foundation's Booleans are numbers of another class.
            // SAFETY: the number keeps the text of its type for as long as it lives.
            if unsafe String(cString: number.objCType) == "c" {
                self.init(.bool(number.boolValue))
            } else if let int = value as? Int {
                self.init(.number(JSONNumber(int)))
            } else if let number = JSONNumber(number.doubleValue) {
                self.init(.number(number))
            } else {
                return nil
            }
        case is NSNull:
            self.init(.null)
        default:
            return nil
        }
    }

    /// A value with parts down to `depth` levels.
    static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        let count = Int.random(in: 0..<5, using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return JSONValue(.null)
        case 1: return .bool(Bool.random(using: &random))
        case 2: return JSONValue(.number(JSONNumber(Int.random(in: -1000...1000, using: &random))))
        case 3:
            let number = JSONNumber(Double(Int.random(in: -1000...1000, using: &random)) / 64)
            return number.map { JSONValue(.number($0)) } ?? JSONValue(.null)
        case 4: return .string(randomText(using: &random))
        case 5:
            return .array((0..<count).map { _ in self.random(depth: depth - 1, using: &random) })
        default:
            let members = (0..<count).map { index in
                (
                    "\(index)" + randomText(using: &random),
                    self.random(depth: depth - 1, using: &random)
                )
            }
            return .object(members)
        }
    }

    private static func randomText(using random: inout SplitMix64) -> String {
        let pieces = [
            "a", "B", "/", "*", "é", "e\u{301}", "😀", "\"", "\\", "\n", "\t", "\u{1}", "\u{2028}",
            " ", "'", "”",
        ]
        return (0..<Int.random(in: 0..<6, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }
}
