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
    @inlinable
    public init?(parameterValue: String) {
        switch NumberText.integer(parameterValue) {
        case .negative(let value): self.init(exactly: value)
        case .natural(let value): self.init(exactly: value)
        case nil: return nil
        }
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
    @inlinable
    public init?(parameterValue: String) {
        guard let form = NumberText.decimalForm(of: parameterValue),
            let value = Self(parameterValue), value.isFinite,
            form == .plain || hasSameBytes(value.description, parameterValue),
            !(value == 0 && value.sign == .minus)
        else { return nil }
        self = value
    }

    /// `a decimal number`.
    public static var expectedParameterValue: String { "a decimal number" }
}
