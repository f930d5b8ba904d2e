#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date {
    /// The date in UTC, with as many digits of a second as it needs, at most nine: `2024-05-31T08:30:00.25Z`.
    ///
    /// It reads back as the same date, to the nanosecond. A date outside the years 1 to 9999 has a text that is malformed.
    public var parameterValue: String {
        let interval = timeIntervalSinceReferenceDate
        var seconds = interval.rounded(.down)
        var nanoseconds = ((interval - seconds) * 1e9).rounded()
        if nanoseconds == 1e9 { (seconds, nanoseconds) = (seconds + 1, 0) }
        let days = (seconds / 86_400).rounded(.down)
        guard let (year, month, day) = dayOfCalendar(daysSince2001: days) else {
            return "\(interval)"
        }
        let second = Int(seconds - days * 86_400)
        let date = [digits(year, 4), digits(month, 2), digits(day, 2)].joined(separator: "-")
        let time = [second / 3600, second / 60 % 60, second % 60].map { digits($0, 2) }
        var fraction = digits(Int(nanoseconds), 9)
        while fraction.last == "0" { fraction.removeLast() }
        return date + "T" + time.joined(separator: ":") + (fraction.isEmpty ? "" : ".") + fraction
            + "Z"
    }
}

/// The year, month and day of a number of days since 2001-01-01; nil outside the years 1 to 9999.
private func dayOfCalendar(daysSince2001 days: Double) -> (year: Int, month: Int, day: Int)? {
    guard days >= Double(daysSince2001(year: 1, month: 1, day: 1)),
        days <= Double(daysSince2001(year: 9999, month: 12, day: 31))
    else { return nil }
    // A year has 365.2425 days on average, so the estimate is at most one too high.
    var year = 2001 + Int((days / 365.2425).rounded(.down)) + 1
    while daysSince2001(year: year, month: 1, day: 1) > Int(days) { year -= 1 }
    var month = 1
    var day = Int(days) - daysSince2001(year: year, month: 1, day: 1) + 1
    while day > lastDay(of: month, in: year) {
        day -= lastDay(of: month, in: year)
        month += 1
    }
    return (year, month, day)
}

private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.utf8.count) + text
}
