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
        // The standard library also reads a plus sign, leading zeros and a negative zero, but a value has only one spelling.
        let value: Self? = withBytes(of: parameterValue) { text in
            let isNegative = text.count > 1 && text[0] == UInt8(ascii: "-")
            let start = isNegative ? 1 : 0
            guard text.count > start, text[start] != UInt8(ascii: "0") || text.count == 1 else {
                return nil
            }
            var value: Self = 0
            for offset in start..<text.count {
                let digit = text[offset] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                let (tens, isTooLong) = value.multipliedReportingOverflow(by: 10)
                let (sum, isTooLarge) =
                    isNegative
                    ? tens.subtractingReportingOverflow(Self(digit))
                    : tens.addingReportingOverflow(Self(digit))
                if isTooLong || isTooLarge { return nil }
                value = sum
            }
            return value
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

/// Whether a text consists of digits without a needless leading zero.
private func isNatural(_ text: Substring) -> Bool {
    areDigits(text) && (text.first != "0" || text == "0")
}

private func areDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
}
