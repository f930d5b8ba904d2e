public import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

// An app may make other types of integers values, too.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ParameterValue {}

struct ParameterValueTests {
    private enum Sorting: String, ParameterValue, CaseIterable {
        case newest = "new"
        case cheapest
    }

    private enum Level: UInt8, ParameterValue {
        case low = 1
        case high = 2
    }

    private struct Even: ParameterValue {
        var parameterValue: String { "\(value)" }
        let value: Int

        init?(parameterValue: String) {
            guard let value = Int(parameterValue: parameterValue), value % 2 == 0 else {
                return nil
            }
            self.value = value
        }
    }

    private enum Unit: String, ParameterValue {
        case kelvin = "K"
        case angstrom = "\u{C5}"
    }

    /// A type that makes one raw value of several texts.
    private struct Folded: RawRepresentable, ParameterValue {
        let rawValue: String

        init(rawValue: String) { self.rawValue = rawValue.lowercased() }
    }

    @Test func `a raw value has the bytes of the text`() {
        #expect(Unit(parameterValue: "K") == .kelvin)
        #expect(Unit(parameterValue: "\u{212A}") == nil)
        #expect(Unit(parameterValue: "\u{C5}") == .angstrom)
        #expect(Unit(parameterValue: "A\u{30A}") == nil)
        #expect(Unit(parameterValue: "\u{212B}") == nil)
        #expect(Folded(parameterValue: "Ab")?.rawValue == "ab")
    }

    @Test func `an integer may have more than 64 bits`() throws {
        guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let text = "-170141183460469231731687303715884105728"
        #expect(Int128(parameterValue: text) == .min)
        #expect(Int128(parameterValue: "170141183460469231731687303715884105728") == nil)
        #expect(Int128.min.parameterValue == text)
    }

    @Test(arguments: [
        "", "+5", "-0", "007", "-", "--1", "1 ", " 1", "1\u{0}", "1e3", "0x10", "1_000", "٣",
        "9223372036854775808", "-9223372036854775809", "1\u{301}",
    ])
    func `other spellings of integers are malformed`(text: String) {
        #expect(Int(parameterValue: text) == nil)
        #expect(Int64(parameterValue: text) == nil)
    }

    @Test(arguments: 1...20)
    func `an integer of any length is read, and no other byte in its place`(length: Int) {
        let digits = String("98765432109876543210".prefix(length))
        #expect(UInt64(parameterValue: digits) == UInt64(digits))
        for place in 0..<length {
            for other in ["/", ":", "\u{0}", " ", "\u{7F}", "p"] {
                var text = Array(digits.utf8)
                text.replaceSubrange(place...place, with: Array(other.utf8))
                #expect(UInt64(parameterValue: String(decoding: text, as: UTF8.self)) == nil)
            }
        }
    }

    @Test func `integers keep to their type's range`() {
        #expect(Int8(parameterValue: "-128") == -128)
        #expect(Int8(parameterValue: "128") == nil)
        #expect(UInt8(parameterValue: "255") == 255)
        #expect(UInt8(parameterValue: "256") == nil)
        #expect(UInt8(parameterValue: "-1") == nil)
        #expect(Int16(parameterValue: "32768") == nil)
        #expect(UInt16(parameterValue: "65535") == 65535)
        #expect(Int32(parameterValue: "-2147483649") == nil)
        #expect(UInt32(parameterValue: "4294967295") == 4_294_967_295)
        #expect(UInt64(parameterValue: "18446744073709551615") == .max)
        #expect(UInt(parameterValue: "18446744073709551616") == nil)
        #expect(UInt8.expectedParameterValue == "an integer from 0 to 255")
    }

    @Test(arguments: [
        ("0", 0.0), ("1", 1), ("-1", -1), ("1.5", 1.5), ("-0.25", -0.25), ("1.50", 1.5), ("0.0", 0),
        ("52.520008", 52.520008),
        ("123456789012345678901234567890", 123456789012345678901234567890.0), ("1e-05", 0.00001),
        ("1e+20", 1e20), ("5e-324", Double.leastNonzeroMagnitude),
        ("1.7976931348623157e+308", Double.greatestFiniteMagnitude),
    ])
    func `a double is a finite decimal`(text: String, value: Double) {
        #expect(Double(parameterValue: text) == value)
    }

    @Test(arguments: [
        "nan", "NaN", "nan(0x1)", "inf", "-inf", "infinity", "1e400", "1e+400", "0x1p3", "0x1.8p1",
        "42\u{0}", ".5", "5.", "+5", "-.5", "05", "00", "-0", "-00.5", "1e5", "1e05", "1.0e+20",
        " 1", "1,5", "", "1e", "1e+", "1.5.5", "٣", "1_0",
    ])
    func `other spellings of doubles are malformed`(text: String) {
        #expect(Double(parameterValue: text) == nil)
        #expect(Float(parameterValue: text) == nil)
    }

    @Test(arguments: UInt64(0)..<8)
    func `every finite double is read from what prints it`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let value = Double(bitPattern: random.next())
            #expect(
                Double(parameterValue: "\(value)") == (value.isFinite ? value : nil),
                "\(value)"
            )
            let small = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            #expect(Float(parameterValue: "\(small)") == (small.isFinite ? small : nil), "\(small)")
        }
        let digits = String(repeating: "9", count: 400)
        #expect(Double(parameterValue: digits) == nil)
        #expect(Double.expectedParameterValue == "a decimal number")
    }

    @Test func `a boolean is true or false`() {
        #expect(Bool(parameterValue: "true") == true)
        #expect(Bool(parameterValue: "false") == false)
        for text in [
            "", "True", "TRUE", "1", "0", "yes", "no", "on", "true ", "truе", "t", "false\u{0}",
        ] { #expect(Bool(parameterValue: text) == nil, "\(text)") }
    }

    @Test(arguments: [
        "123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000",
        "00000000-0000-0000-0000-000000000000", "FFFFFFFF-ffff-FFFF-ffff-FFFFffffFFFF",
    ])
    func `a UUID is 36 characters in either case`(text: String) {
        #expect(UUID(parameterValue: text) == UUID(uuidString: text))
    }

    @Test(arguments: [
        "+23e4567-e89b-12d3-a456-426614174000", "0x3e4567-e89b-12d3-a456-426614174000",
        " 23e4567-e89b-12d3-a456-426614174000", "123e4567-\t89b-12d3-a456-426614174000",
        "123e4567-e89b-12d3-a456-426614174000\u{0}", "123e4567-e89b-12d3-a456-42661417400",
        "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456_426614174000",
        "123e4567-e89b-12d3-a456-42661417400g", "123e456-7e89b-12d3-a456-426614174000",
        "１23e4567-e89b-12d3-a456-42661417400",
    ])
    func `other spellings of UUIDs are malformed`(text: String) {
        #expect(UUID(parameterValue: text) == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2001-01-01T00:00:00Z", 978_307_200),
        ("2024-05-31T08:30:00Z", 1_717_144_200), ("2024-05-31T10:30:00+02:00", 1_717_144_200),
        ("2024-05-31T00:00:00-08:30", 1_717_144_200), ("2024-05-31T08:30:00+00:00", 1_717_144_200),
        ("2024-05-31T08:30:00.5Z", 1_717_144_200.5),
        ("2024-05-31T08:30:00.250+00:00", 1_717_144_200.25),
        ("2024-02-29T00:00:00Z", 1_709_164_800), ("2000-02-29T12:00:00Z", 951_825_600),
        ("1969-12-31T23:59:59Z", -1), ("1582-10-15T00:00:00Z", -12_219_292_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("1969-12-31T23:59:59.125000000Z", -0.875),
    ])
    func `a date is a moment in ISO 8601`(text: String, seconds: Double) {
        #expect(Date(parameterValue: text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "2024-05-31T08:30:00", "2024-05-31T08:30Z", "2024-05-31 08:30:00Z",
        "2024-05-31t08:30:00Z", "2024-05-31T08:30:00z", "2024-13-01T00:00:00Z",
        "2024-00-01T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2024-04-31T00:00:00Z", "2024-05-00T00:00:00Z", "2024-05-31T24:00:00Z",
        "2024-05-31T08:60:00Z", "2016-12-31T23:59:60Z", "2024-05-31T08:30:00.Z",
        "2024-05-31T08:30:00,5Z", "2024-05-31T08:30:00.1234567890Z", "0000-01-01T00:00:00Z",
        "1582-10-14T00:00:00Z", "2024-05-31T08:30:00-00:00", "2024-05-31T08:30:00+02",
        "2024-05-31T08:30:00+24:00",
        "12024-05-31T08:30:00Z", "2024-05-31T08:30:00Z ", "2024-05-31T08:30:00Z\u{0}",
        "٢024-05-31T08:30:00Z",
    ])
    func `other spellings of dates are malformed`(text: String) {
        #expect(Date(parameterValue: text) == nil)
    }

    @Test(arguments: UInt64(0)..<4)
    func `every date is read from what Foundation prints`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            // Starts in 1600, as Foundation's calendar is Julian in earlier centuries.
            let value = Date(
                timeIntervalSince1970: Double(
                    Int.random(in: -11_676_096_000...253_402_300_799, using: &random)
                )
            )
            let text = value.formatted(.iso8601)
            #expect(Date(parameterValue: text) == value, "\(text)")
        }
    }

    @Test func `a type says what its values have to be`() {
        #expect(Sorting.expectedParameterValue == "one of new, cheapest")
        #expect(
            Level.expectedParameterValue == "a value of the type Level: an integer from 0 to 255"
        )
        #expect(Even.expectedParameterValue == "a value of the type Even")
        #expect(Bool.expectedParameterValue == "true or false")
        #expect(UUID.expectedParameterValue == "a UUID, 8-4-4-4-12 hexadecimal digits")
        #expect(Date.expectedParameterValue == "a date like 2024-05-31T08:30:00Z")
        #expect(String.expectedParameterValue == "a text")
    }
}
