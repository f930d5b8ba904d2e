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
    /// Reads `0`, or digits without a leading zero, with `-` before them if negative, within the type's range.
    public init?(parameterValue: String) {
        let digits = withoutMinus(parameterValue)
        guard isNatural(digits),
            digits.first != asciiZero || digits.count == parameterValue.utf8.count,
            let value = Self(parameterValue)
        else { return nil }
        self = value
    }

    /// The type's range: `an integer from 0 to 255`.
    public static var expectedParameterValue: String { "an integer from \(min) to \(max)" }

    /// The type's range, and what makes a text malformed that is nearly an integer, such as leading zeros.
    public static func expectedParameterValue(insteadOf malformed: String) -> String {
        expectedNumber(insteadOf: malformed)
    }
}

extension ParameterValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Reads a finite decimal number: digits without a needless leading zero, `-` before them if negative, and optionally
    /// `.` with more digits.
    ///
    /// An exponent is read if the text is exactly what Swift prints for the number, so that what one app writes with
    /// `"\(value)"` another can read; zero has no sign.
    public init?(parameterValue: String) {
        let parts = withoutMinus(parameterValue)
            .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = isNatural(parts[0]) && parts.dropFirst().allSatisfy(areDigits)
        guard let value = Self(parameterValue), value.isFinite,
            isPlain || hasSameBytes(value.description, parameterValue),
            !(value == 0 && value.sign == .minus)
        else { return nil }
        self = value
    }

    /// `a decimal number`.
    public static var expectedParameterValue: String { "a decimal number" }

    /// `a decimal number`, and what makes a text malformed that is nearly one, such as leading zeros.
    public static func expectedParameterValue(insteadOf malformed: String) -> String {
        expectedNumber(insteadOf: malformed)
    }
}

extension ParameterValue {
    /// What a number has to be, and what has to go from a text that is one but for that.
    fileprivate static func expectedNumber(insteadOf malformed: String) -> String {
        var flaws: [String] = []
        var digits = withBytes(of: malformed) { Substring(String($0[$0.trimmed])) }
        if digits.utf8.count < malformed.utf8.count { flaws.append("spaces") }
        let isNegative = digits.utf8.first == UInt8(ascii: "-")
        if isNegative || digits.utf8.first == UInt8(ascii: "+") {
            digits = digits.dropFirst()
            if !isNegative { flaws.append("a plus sign") }
        }
        let length = digits.utf8.count
        while digits.utf8.first == asciiZero, let next = digits.utf8.dropFirst().first,
            next != asciiPoint
        {
            digits = digits.dropFirst()
        }
        if digits.utf8.count < length { flaws.append("leading zeros") }
        guard Self(parameterValue: (isNegative ? "-" : "") + digits) != nil, !flaws.isEmpty else {
            return expectedParameterValue
        }
        return expectedParameterValue + ", written without " + flaws.joined(separator: " and ")
    }
}

private let asciiZero = UInt8(ascii: "0")
private let asciiPoint = UInt8(ascii: ".")

private func withoutMinus(_ text: String) -> Substring.UTF8View {
    text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
}

private func areDigits(_ text: Substring.UTF8View) -> Bool {
    !text.isEmpty && text.allSatisfy { $0 &- asciiZero < 10 }
}

/// Whether a text is digits that do not begin with a needless zero.
private func isNatural(_ text: Substring.UTF8View) -> Bool {
    areDigits(text) && (text.first != asciiZero || text.count == 1)
}
