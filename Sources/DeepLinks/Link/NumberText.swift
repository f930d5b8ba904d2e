import PathMatching

/// The grammars of numbers, which have one spelling each.
@usableFromInline
enum NumberText {
    /// An integer of up to 64 bits.
    @usableFromInline
    enum Integer {
        /// One below zero.
        case negative(Int64)
        /// Zero, or one above.
        case natural(UInt64)
    }

    /// How a decimal number is written.
    @usableFromInline
    enum DecimalForm {
        /// Without an exponent.
        case plain
        /// With an exponent that has a sign.
        case exponent
    }

    /// The integer that `text` is the spelling of: `0`, or `-?[1-9][0-9]*` within 64 bits.
    @usableFromInline
    static func integer(_ text: String) -> Integer? {
        withBytes(of: text) { text in
            // Most are short, and natural.
            if let number = shortNumber(text) { return .natural(number) }
            var rest = text[0..<text.count]
            let isNegative = take("-", from: &rest)
            guard rest.count > 0, rest[0] != zero || rest.count == 1 && !isNegative else {
                return nil
            }
            var magnitude: UInt64 = 0
            for offset in 0..<rest.count {
                let digit = rest[offset] &- zero
                guard digit < 10 else { return nil }
                let (tens, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
                let (sum, carried) = tens.addingReportingOverflow(UInt64(digit))
                guard !overflowed, !carried else { return nil }
                magnitude = sum
            }
            guard isNegative else { return .natural(magnitude) }
            return magnitude <= Int64.min.magnitude
                ? .negative(Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
        }
    }

    /// The number that `text` is the spelling of, if that is one to eight digits that do not begin with a zero.
    ///
    /// All digits are looked at and put together at once: first pairs of them, then fours, then all eight.
    @inline(__always)
    private static func shortNumber(_ text: ByteView) -> UInt64? {
        guard text.count > 0, text.count <= 8, text[0] != zero else { return nil }
        // The digits' values in the upper bytes, the last digit's in the highest; below them zeros, as of digits before.
        let unused = UInt64(truncatingIfNeeded: (8 &- text.count) &* 8)
        var digits = (text.word(at: 0) ^ 0x3030_3030_3030_3030) &<< unused
        let areDigits = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0
        guard areDigits else { return nil }
        digits = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
        return (digits &* 10_000 &+ digits &>> 32) & 0xFFFF_FFFF
    }

    /// How `text` is written if it is `-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+-][0-9]+)?`.
    @usableFromInline
    static func decimalForm(of text: String) -> DecimalForm? {
        withBytes(of: text) { text in
            var rest = text[0..<text.count]
            _ = take("-", from: &rest)
            let hasZero = take("0", from: &rest)
            guard hasZero || takeDigits(from: &rest) else { return nil }
            if take(".", from: &rest) {
                guard takeDigits(from: &rest) else { return nil }
            }
            if rest.count == 0 { return .plain }
            guard take("e", from: &rest), take("+", from: &rest) || take("-", from: &rest),
                takeDigits(from: &rest), rest.count == 0
            else { return nil }
            return .exponent
        }
    }

    private static let zero = UInt8(ascii: "0")

    private static func take(_ character: Unicode.Scalar, from rest: inout ByteView) -> Bool {
        guard rest.count > 0, UInt32(rest[0]) == character.value else { return false }
        rest = rest[1..<rest.count]
        return true
    }

    private static func takeDigits(from rest: inout ByteView) -> Bool {
        var count = 0
        while count < rest.count, rest[count] &- zero < 10 {
            count += 1
        }
        rest = rest[count..<rest.count]
        return count > 0
    }
}
