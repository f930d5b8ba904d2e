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
        guard NumberText.isInteger(parameterValue.utf8) else { return nil }
        self.init(parameterValue, radix: 10)
    }

    /// The type's range: `an integer from 0 to 255`.
    public static var expectedParameterValue: String { "an integer from \(min) to \(max)" }
}

extension ParameterValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Reads a finite decimal number: digits without a needless leading zero, `-` before them if negative, and optionally
    /// `.` with more digits.
    ///
    /// An exponent is read if the text is exactly what Swift prints for the number, so that what one app writes with
    /// `"\(value)"` another can read; zero has no sign.
    public init?(parameterValue: String) {
        let isDecimal = NumberText.isDecimal(parameterValue.utf8)
        guard isDecimal || NumberText.hasExponent(parameterValue.utf8),
            let value = Self(parameterValue), value.isFinite,
            isDecimal || hasSameBytes(value.description, parameterValue),
            !(value == 0 && value.sign == .minus)
        else { return nil }
        self = value
    }

    /// `a decimal number`.
    public static var expectedParameterValue: String { "a decimal number" }
}

/// The grammars of numbers.
private enum NumberText {
    /// `0`, or `-?[1-9][0-9]*`.
    static func isInteger(_ text: String.UTF8View) -> Bool {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative {
            rest.removeFirst()
        }
        guard takeNatural(&rest), rest.isEmpty else { return false }
        return !(isNegative && text.dropFirst().first == UInt8(ascii: "0"))
    }

    /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?`.
    static func isDecimal(_ text: String.UTF8View) -> Bool {
        var rest = text[...]
        return takeDecimal(&rest) && rest.isEmpty
    }

    /// A decimal, `e`, a sign, and digits.
    static func hasExponent(_ text: String.UTF8View) -> Bool {
        var rest = text[...]
        guard takeDecimal(&rest), rest.popFirst() == UInt8(ascii: "e"),
            let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        else { return false }
        return takeDigits(&rest) && rest.isEmpty
    }

    private static func takeDecimal(_ rest: inout Substring.UTF8View) -> Bool {
        if rest.first == UInt8(ascii: "-") {
            rest.removeFirst()
        }
        guard takeNatural(&rest) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            return takeDigits(&rest)
        }
        return true
    }

    private static func takeNatural(_ rest: inout Substring.UTF8View) -> Bool {
        if rest.first == UInt8(ascii: "0") {
            rest.removeFirst()
            return true
        }
        return takeDigits(&rest)
    }

    private static func takeDigits(_ rest: inout Substring.UTF8View) -> Bool {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return !digits.isEmpty
    }
}
