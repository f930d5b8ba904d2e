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
    /// exist are malformed, and so are leap seconds and days before 1582-10-15, on which the calendar began.
    public init?(parameterValue: String) {
        let parts: (local: String, zone: Int, fraction: Double)? = withBytes(of: parameterValue) {
            let zoneStart =
                $0.count - ($0.count > 0 && $0[$0.count - 1] == UInt8(ascii: "Z") ? 1 : 6)
            guard zoneStart >= 19, $0[0..<19].hasForm("0000-00-00T00:00:00"),
                let zone = secondsOfZone($0[zoneStart..<$0.count]),
                let fraction = fraction($0[19..<zoneStart])
            else { return nil }
            return (String($0[0..<19]) + "Z", zone, fraction)
        }
        // Foundation also reads days and times that do not exist, as others.
        guard let (local, zone, fraction) = parts, local >= "1582-10-15",
            let date = try? Date(local, strategy: .iso8601), date.ISO8601Format() == local
        else { return nil }
        // The fraction is added to a whole number of seconds since the date that `Date` counts from, so that it is rounded only once.
        let seconds = date.timeIntervalSinceReferenceDate - Double(zone)
        self.init(timeIntervalSinceReferenceDate: seconds + fraction)
    }

    /// The date in UTC, with as many digits of a second as it needs, at most nine: `2024-05-31T08:30:00.25Z`.
    ///
    /// It reads back as the same date, to the nanosecond. A date before 1582-10-15 or after 9999 has a text that is malformed.
    public var parameterValue: String {
        let interval = timeIntervalSinceReferenceDate
        // From 1582-10-15 to the end of 9999.
        guard (-13_197_600e3..<252_423_993.6e3).contains(interval) else { return "\(interval)" }
        var seconds = interval.rounded(.down)
        var nanoseconds = Int(((interval - seconds) * 1e9).rounded())
        if nanoseconds == Int(1e9) { (seconds, nanoseconds) = (seconds + 1, 0) }
        let text = Date(timeIntervalSinceReferenceDate: seconds).ISO8601Format()
        guard nanoseconds > 0 else { return text }
        var digits = String(String(Int(1e9) + nanoseconds).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return text.dropLast() + ".\(digits)Z"
    }

    /// A phrase with an example of the format.
    public static var expectedParameterValue: String { "a date like 2024-05-31T08:30:00Z" }
}

/// How many seconds a zone, `Z` or one such as `+02:00`, is ahead of UTC.
private func secondsOfZone(_ text: ByteView) -> Int? {
    if text.count == 1 { return 0 }
    let isAhead = text[0] == UInt8(ascii: "+")
    guard text.hasForm(isAhead ? "+00:00" : "-00:00"), let hours = Int(String(text[1..<3])),
        let minutes = Int(String(text[4..<6]))
    else { return nil }
    // RFC 3339 uses -00:00 for an unknown local offset, so it is malformed here.
    guard hours < 24, minutes < 60, isAhead || hours + minutes > 0 else { return nil }
    return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
}

/// The part of a second after a dot; 0 for no text.
private func fraction(_ text: ByteView) -> Double? {
    guard text.count > 0 else { return 0 }
    guard 2...10 ~= text.count, text.hasForm("." + String(repeating: "0", count: text.count - 1))
    else { return nil }
    return Double("0" + String(text))
}
