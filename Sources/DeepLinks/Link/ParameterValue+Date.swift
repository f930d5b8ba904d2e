import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: ParameterValue {
    /// Reads a moment as ISO 8601 writes it: `2024-05-31T08:30:00Z`.
    ///
    /// Seconds and a zone are required: `Z`, or hours and minutes from it such as `+02:00`. The seconds may have a fraction of
    /// up to nine digits. `T` and `Z` are in upper case, years have four digits, and no day, hour or second is taken
    /// that the calendar has not, leap seconds included.
    public init?(parameterValue: String) {
        guard
            let seconds = withBytes(
                of: parameterValue,
                { text in
                    var reader = MomentReader(text: text)
                    return reader.secondsSince1970()
                }
            )
        else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }

    /// An example of the form.
    public static var expectedParameterValue: String { "a date like 2024-05-31T08:30:00Z" }
}

/// Reads the RFC 3339 profile of ISO 8601 from the front of a text.
private struct MomentReader {
    let text: ByteView
    private var offset = 0

    init(text: ByteView) {
        self.text = text
    }

    mutating func secondsSince1970() -> Double? {
        guard let year = number(digits: 4, in: 1...9999), take("-"),
            let month = number(digits: 2, in: 1...12), take("-"),
            let day = number(digits: 2, in: 1...Self.days(inMonth: month, of: year)), take("T"),
            let hour = number(digits: 2, in: 0...23), take(":"),
            let minute = number(digits: 2, in: 0...59), take(":"),
            let second = number(digits: 2, in: 0...59),
            let fraction = fraction(), let zone = zone(), offset == text.count
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        let whole = days * 86_400 + hour * 3600 + minute * 60 + second - zone
        return Double(whole) + fraction
    }

    private mutating func number(digits: Int, in range: ClosedRange<Int>) -> Int? {
        guard offset + digits <= text.count else { return nil }
        var value = 0
        for place in offset..<(offset + digits) {
            guard ByteSet.digits.contains(text[place]) else { return nil }
            value = value * 10 + Int(text[place] - UInt8(ascii: "0"))
        }
        offset += digits
        return range.contains(value) ? value : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard offset < text.count, UInt32(text[offset]) == character.value else { return false }
        offset += 1
        return true
    }

    /// The part of a second after a dot, 0 where there is no dot, or nil where there are no digits after it, or too many.
    private mutating func fraction() -> Double? {
        guard take(".") else { return 0 }
        var value = 0
        var scale = 1
        while offset < text.count, ByteSet.digits.contains(text[offset]) {
            guard scale < 1_000_000_000 else { return nil }
            value = value * 10 + Int(text[offset] - UInt8(ascii: "0"))
            scale *= 10
            offset += 1
        }
        return scale == 1 ? nil : Double(value) / Double(scale)
    }

    /// How many seconds the clock is ahead of UTC.
    private mutating func zone() -> Int? {
        if take("Z") { return 0 }
        let isAhead = take("+")
        guard isAhead || take("-"), let hours = number(digits: 2, in: 0...23), take(":"),
            let minutes = number(digits: 2, in: 0...59)
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        // RFC 3339 has -00:00 for a moment whose zone nobody knows.
        guard isAhead || seconds > 0 else { return nil }
        return isAhead ? seconds : -seconds
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the Gregorian calendar, which is also reckoned backwards.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // A year here begins in March, so that the leap day is its last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return shifted * 365 + leapDays + dayOfYear - 719_468
    }
}
