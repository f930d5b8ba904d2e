import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: ParameterValue {
    /// Reads a date and time in ISO 8601 format: `2024-05-31T08:30:00Z`.
    ///
    /// Seconds and a time zone are required: `Z`, or an offset in hours and minutes such as `+02:00`. The seconds may have a
    /// fraction of up to nine digits. `T` and `Z` are in upper case, and years have four digits. Days and times that do not
    /// exist are malformed, and so are leap seconds.
    public init?(parameterValue: String) {
        guard let seconds = withBytes(of: parameterValue, secondsSince2001) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    /// A phrase with an example of the format.
    public static var expectedParameterValue: String { "a date like 2024-05-31T08:30:00Z" }
}

/// Reads a date and time in the RFC 3339 profile of ISO 8601.
///
/// Foundation's own format accepts more spellings, and uses another calendar before 1582.
private func secondsSince2001(_ text: ByteView) -> Double? {
    let hasZ = text.count > 0 && text[text.count - 1] == UInt8(ascii: "Z")
    let zoneStart = text.count - (hasZ ? 1 : 6)
    guard zoneStart >= 19, text[0..<19].hasForm("0000-00-00T00:00:00"),
        let zone = hasZ ? 0 : secondsOfZone(text[zoneStart..<text.count]),
        let fraction = fraction(text[19..<zoneStart])
    else { return nil }
    let (year, month, day) = (number(text[0..<4]), number(text[5..<7]), number(text[8..<10]))
    let (hour, minute) = (number(text[11..<13]), number(text[14..<16]))
    let second = number(text[17..<19])
    guard year > 0, 1...12 ~= month, 1...lastDay(of: month, in: year) ~= day,
        hour < 24, minute < 60, second < 60
    else { return nil }
    let days = daysSince2001(year: year, month: month, day: day)
    // Multiplied as `Double`, because a 32-bit `Int`, as on some watches, would overflow. The fraction is added to a whole number
    // of seconds since the date that `Date` counts from, so that it is rounded only once.
    return Double(days) * 86_400 + Double(hour * 3600 + minute * 60 + second - zone) + fraction
}

/// How many seconds a zone such as `+02:00` is ahead of UTC.
private func secondsOfZone(_ text: ByteView) -> Int? {
    let isAhead = text[0] == UInt8(ascii: "+")
    guard text.hasForm(isAhead ? "+00:00" : "-00:00") else { return nil }
    let (hours, minutes) = (number(text[1..<3]), number(text[4..<6]))
    // RFC 3339 uses -00:00 for an unknown local offset, so it is malformed here.
    guard hours < 24, minutes < 60, isAhead || hours + minutes > 0 else { return nil }
    return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
}

/// The part of a second after a dot; 0 for no text.
private func fraction(_ text: ByteView) -> Double? {
    guard text.count > 0 else { return 0 }
    guard 2...10 ~= text.count, text.hasForm("." + String(repeating: "0", count: text.count - 1))
    else { return nil }
    let scale = (1..<text.count).reduce(1) { scale, _ in scale * 10 }
    return Double(number(text[1..<text.count])) / Double(scale)
}

private func number(_ digits: ByteView) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

func lastDay(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

/// The days since 2001-01-01 in the Gregorian calendar, extended backwards to the year 1.
func daysSince2001(year: Int, month: Int, day: Int) -> Int {
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    let dayOfYear = (1..<month).reduce(day) { $0 + lastDay(of: $1, in: year) }
    return before * 365 + leapDays + dayOfYear - 730_486
}
