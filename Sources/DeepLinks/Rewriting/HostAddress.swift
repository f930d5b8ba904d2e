/// IP addresses in the place of a host, as browsers read and write them (WHATWG URL, "host parsing").
enum HostAddress {
    /// The spelling that browsers write for a host that they read as an address; nil if they do not read it as one.
    ///
    /// - Parameter host: The host in lower case; an IPv6 address is in brackets.
    /// - Returns: Four decimal numbers, or IPv6 in brackets.
    static func spelling(of host: String) -> String? {
        guard host.hasPrefix("[") else { return ipv4(host[...]).map(text(ofIPv4:)) }
        guard host.hasSuffix("]"), let groups = ipv6(host.dropFirst().dropLast()) else {
            return nil
        }
        return "[\(text(ofIPv6: groups))]"
    }

    // MARK: - IPv4

    /// One to four numbers, each decimal, octal after `0`, or hexadecimal after `0x`; the last one fills the remaining bytes.
    private static func ipv4(_ text: Substring) -> UInt32? {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        let numbers = parts.compactMap(number)
        guard (1...4).contains(parts.count), numbers.count == parts.count, let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 <= 255 }), last < 1 << (8 * UInt64(5 - parts.count))
        else { return nil }
        let start = numbers.dropLast().reduce(UInt64(0)) { $0 << 8 | $1 }
        return UInt32(start << (8 * UInt64(5 - parts.count)) | last)
    }

    private static func number(_ part: Substring) -> UInt64? {
        if part.hasPrefix("0x") {
            let digits = part.dropFirst(2)
            return digits.isEmpty ? 0 : unsigned(digits, radix: 16)
        }
        return part.count > 1 && part.hasPrefix("0")
            ? unsigned(part, radix: 8) : unsigned(part, radix: 10)
    }

    /// The number with these digits, which have no sign.
    private static func unsigned(_ digits: Substring, radix: Int) -> UInt64? {
        digits.first == "+" ? nil : UInt64(digits, radix: radix)
    }

    private static func text(ofIPv4 address: UInt32) -> String {
        [24, 16, 8, 0].map { "\(address >> $0 & 0xFF)" }.joined(separator: ".")
    }

    // MARK: - IPv6

    /// The eight groups of an address, of which `::` may replace one or more that are zero; the last two may be an IPv4 address.
    private static func ipv6(_ text: Substring) -> [UInt16]? {
        let gap = text.indices.first { text[$0...].hasPrefix("::") }
        guard let gap else { return groups(text).flatMap { $0.count == 8 ? $0 : nil } }
        // An IPv4 address stands only at the end.
        guard !text[..<gap].contains("."), let head = groups(text[..<gap]),
            let tail = groups(text[gap...].dropFirst(2)),
            head.count + tail.count <= 7
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring) -> [UInt16]? {
        if text.isEmpty { return [] }
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var end: [UInt16] = []
        if let last = parts.last, last.contains(".") {
            let isPlain = HostPattern.isPlainIPv4(String(last))
            guard isPlain, let address = ipv4(last) else { return nil }
            end = [UInt16(address >> 16), UInt16(address & 0xFFFF)]
            parts.removeLast()
        }
        let groups = parts.compactMap { part in
            part.count <= 4 ? unsigned(part, radix: 16).map { UInt16($0) } : nil
        }
        return groups.count == parts.count ? groups + end : nil
    }

    /// Hexadecimal groups, with `::` for the first longest run of two or more zeros (RFC 5952).
    private static func text(ofIPv6 groups: [UInt16]) -> String {
        var longest = 0..<0
        for start in groups.indices {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(1, longest.count) { longest = start..<end }
        }
        func text(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !longest.isEmpty else { return text(groups[...]) }
        return "\(text(groups[..<longest.lowerBound]))::\(text(groups[longest.upperBound...]))"
    }
}
