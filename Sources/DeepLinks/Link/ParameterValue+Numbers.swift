import PathMatching

extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension Double: ParameterValue {}
extension Float: ParameterValue {}

extension ParameterValue where Self: FixedWidthInteger {
    /// Reads an integer in the type's range: `0`, or digits without a leading zero, with `-` before them if negative.
    public init?(parameterValue: String) {
        guard isInteger(parameterValue) else { return nil }
        // The two largest types read for the others, since the code for each type is long.
        let value =
            switch Self.bitWidth {
            case 65...: Self(parameterValue)
            case _ where Self.isSigned: Int64(parameterValue).flatMap(Self.init(exactly:))
            default: UInt64(parameterValue).flatMap(Self.init(exactly:))
            }
        guard let value else { return nil }
        self = value
    }

    /// The digits, with `-` before them if the value is negative.
    public var parameterValue: String { description }

    /// A phrase with the type's range: `an integer from 0 to 255`.
    public static var expectedParameterValue: String { "an integer from \(min) to \(max)" }
}

extension ParameterValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Reads a finite decimal number: digits without a needless leading zero, `-` before them if negative, and optionally
    /// `.` with more digits.
    ///
    /// An exponent is allowed if the text is exactly what Swift prints for the number, so that one app can read what another
    /// writes with `"\(value)"`. Zero has no sign.
    public init?(parameterValue: String) {
        let digits = parameterValue.dropFirst(parameterValue.first == "-" ? 1 : 0)
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = isNatural(parts[0]) && parts.dropFirst().allSatisfy(areDigits)
        guard let value = Self(parameterValue), value.isFinite,
            isPlain || hasSameBytes(value.description, parameterValue),
            !(value == 0 && value.sign == .minus)
        else { return nil }
        self = value
    }

    /// The shortest digits that are read as the same number, as Swift prints them; zero has no sign.
    ///
    /// What is not finite has a text that is malformed.
    public var parameterValue: String { self == 0 ? "0" : description }

    /// `a decimal number`.
    public static var expectedParameterValue: String { "a decimal number" }
}

/// Whether a text begins like an integer; Swift also reads a plus sign, leading zeros and a negative zero.
private func isInteger(_ text: String) -> Bool {
    withBytes(of: text) { text in
        let first = text.count > 1 && text[0] == UInt8(ascii: "-") ? 1 : 0
        guard text.count > first, ByteSet.digits.contains(text[first]) else { return false }
        return text[first] != UInt8(ascii: "0") || text.count == 1
    }
}

/// Whether a text consists of digits without a needless leading zero.
private func isNatural(_ text: Substring) -> Bool {
    areDigits(text) && (text.first != "0" || text == "0")
}

private func areDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}
