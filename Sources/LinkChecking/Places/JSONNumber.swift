/// A JSON number, kept as it was written, so that writing it again changes no digit.
package struct JSONNumber: Sendable {
    /// The number's text, such as `-12.50e3`.
    package let text: String

    /// Creates a number from text that the JSON grammar allows.
    init(unchecked text: String) {
        self.text = text
    }

    /// Creates a whole number.
    package init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Creates a number from a finite floating-point value, `nil` for infinities and NaN, which JSON cannot say.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = "\(value)"
    }

    /// The number as an `Int`, or `nil` when it has a fraction, an exponent or too many digits.
    package var int: Int? {
        Int(text)
    }

    /// The nearest `Double`; infinite when the number is too large for one.
    package var double: Double {
        // Every JSON number is spelled as one that `Double` reads.
        Double(text) ?? .nan
    }
}

extension JSONNumber: Hashable {
    /// Whether both are the same number, however they are written: `1.0` equals `1`.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if let left = left.int, let right = right.int {
            return left == right
        }
        return left.double == right.double || left.text == right.text
    }

    /// Hashes the number's value.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(double)
    }
}
