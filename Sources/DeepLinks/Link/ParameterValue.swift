import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type that a query parameter's value can be read as.
///
/// A value has one spelling, or a few, and all else is malformed. The standard library's own readers are more generous than a
/// link from outside deserves: `Int("+5")`, `Double("0x1p3")` and `UUID(uuidString: " 23e4567-…")` all give something.
///
/// | Type | Spelling |
/// | --- | --- |
/// | `String` | any text |
/// | `Bool` | `true` or `false` |
/// | integers | `0`, or digits without a leading zero, `-` before them if negative; within the type's range |
/// | `Double`, `Float` | finite: `-?` digits, optionally `.` and digits; an exponent exactly as Swift prints it |
/// | `UUID` | 36 characters, 8-4-4-4-12 hexadecimal digits in either case |
/// | `Date` | ISO 8601 with seconds and a zone: `2024-05-31T08:30:00Z`, `2024-05-31T10:30:00.250+02:00` |
///
/// An enumeration with raw values of such a type needs no code:
///
/// ```swift
/// enum Sorting: String, ParameterValue, CaseIterable {
///     case newest, cheapest
/// }
/// ```
///
/// With `CaseIterable`, the error for another value lists them: `it has to be one of newest, cheapest`.
public protocol ParameterValue {
    /// Reads a value, or gives nil if the text is not the spelling of one.
    init?(parameterValue: String)

    /// What a value has to be, as it reads after "has to be": `true or false`.
    ///
    /// By default, it names the type.
    static var expectedParameterValue: String { get }
}

extension ParameterValue {
    /// A phrase that names the type.
    public static var expectedParameterValue: String { "a value of the type \(Self.self)" }
}

extension String: ParameterValue {
    /// Takes any text as it is.
    public init?(parameterValue: String) {
        self = parameterValue
    }

    /// `a text`.
    public static var expectedParameterValue: String { "a text" }
}

extension Bool: ParameterValue {
    /// Reads `true` or `false`, in lower case.
    public init?(parameterValue: String) {
        // The standard library takes these two texts and no other.
        self.init(parameterValue)
    }

    /// `true or false`.
    public static var expectedParameterValue: String { "true or false" }
}

extension UUID: ParameterValue {
    /// Reads 36 characters, 8-4-4-4-12 hexadecimal digits in either case.
    public init?(parameterValue: String) {
        let form = "00000000-0000-0000-0000-000000000000"
        let hasForm =
            parameterValue.utf8.count == form.utf8.count
            && zip(parameterValue.utf8, form.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? hexValue(byte) != nil : byte == wanted
            }
        // Foundation alone would take a sign, a space or what follows a NUL.
        guard hasForm else { return nil }
        self.init(uuidString: parameterValue)
    }

    /// `a UUID`, with its form.
    public static var expectedParameterValue: String {
        "a UUID, 8-4-4-4-12 hexadecimal digits"
    }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// Reads the raw value, and the value from that.
    public init?(parameterValue: String) {
        guard let rawValue = RawValue(parameterValue: parameterValue) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// A phrase that names the type and what its raw values have to be.
    public static var expectedParameterValue: String {
        "a value of the type \(Self.self): \(RawValue.expectedParameterValue)"
    }
}

extension ParameterValue where Self: RawRepresentable & CaseIterable, RawValue: ParameterValue {
    /// The raw values of all cases: `one of newest, cheapest`.
    public static var expectedParameterValue: String {
        let values = allCases.map { String(describing: $0.rawValue) }
        return values.count == 1 ? values.joined() : "one of " + values.joined(separator: ", ")
    }
}
