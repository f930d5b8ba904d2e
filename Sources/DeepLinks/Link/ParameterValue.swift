import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type that a query parameter's value can be read as.
///
/// A value has one spelling, or a few; all other text is malformed. Swift's and Foundation's own initializers are too lenient for
/// links from outside: `Int("+5")`, `Double("0x1p3")` and `UUID(uuidString: " 23e4567-…")` all succeed.
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
/// An enumeration with raw values of one of these types needs no code:
///
/// ```swift
/// enum Sorting: String, ParameterValue, CaseIterable {
///     case newest, cheapest
/// }
/// ```
///
/// With `CaseIterable`, the error for any other value lists the cases: `it has to be one of newest, cheapest`.
public protocol ParameterValue: LinkValue {
    /// Reads a value, or returns nil if the text is malformed.
    init?(parameterValue: String)

    /// The value as text in a link: the spelling from which ``init(parameterValue:)`` reads the same value.
    ///
    /// A value that no text can stand for, such as `Double.nan`, gives a text that is malformed; a ``LinkPath`` then makes no link.
    var parameterValue: String { get }

    /// What a value has to be, as a phrase that follows "has to be": `true or false`.
    ///
    /// By default, the phrase names the type.
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

    /// The text itself.
    public var parameterValue: String { self }

    /// `a text`.
    public static var expectedParameterValue: String { "a text" }
}

extension Bool: ParameterValue {
    /// Reads `true` or `false`, in lower case.
    public init?(parameterValue: String) {
        // The standard library accepts only these two texts.
        self.init(parameterValue)
    }

    /// `true` or `false`.
    public var parameterValue: String { description }

    /// `true or false`.
    public static var expectedParameterValue: String { "true or false" }
}

extension UUID: ParameterValue {
    /// Reads 36 characters, 8-4-4-4-12 hexadecimal digits in either case.
    public init?(parameterValue: String) {
        let form = "00000000-0000-0000-0000-000000000000"
        // Foundation alone would accept a sign, a space, or text after a NUL.
        guard withBytes(of: parameterValue, { $0.hasForm(form, .hexDigits) }) else { return nil }
        self.init(uuidString: parameterValue)
    }

    /// 36 characters, with digits in upper case.
    public var parameterValue: String { uuidString }

    /// `a UUID`, with its form.
    public static var expectedParameterValue: String {
        "a UUID, 8-4-4-4-12 hexadecimal digits"
    }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// Reads the raw value, then creates the value from it.
    public init?(parameterValue: String) {
        guard let rawValue = RawValue(parameterValue: parameterValue) else { return nil }
        self.init(rawValue: rawValue)
        // Swift takes the Kelvin sign for a K, and two spellings of é for one; in links they are different texts.
        if let own = self.rawValue as? String, own == parameterValue,
            !hasSameBytes(own, parameterValue)
        {
            return nil
        }
    }

    /// The raw value's text.
    public var parameterValue: String { rawValue.parameterValue }

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
