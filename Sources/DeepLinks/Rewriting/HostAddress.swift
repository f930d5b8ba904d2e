/// IP addresses in the place of a host, as browsers read and write them (WHATWG URL, "host parsing").
enum HostAddress {
    /// The spelling that browsers write for an address; nil for other hosts, and for IPv4 that is not four decimal numbers.
    ///
    /// - Parameter host: The host in lower case; an IPv6 address is in brackets.
    /// - Returns: The same four numbers, or IPv6 in brackets.
    static func spelling(of host: String) -> String? {
        guard host.hasPrefix("[") else { return ipv4(host[...]) == nil ? nil : host }
        guard host.hasSuffix("]"), let groups = ipv6(host.dropFirst().dropLast()) else {
            return nil
        }
        return "[\(text(ofIPv6: groups))]"
    }

    // MARK: - IPv4

    /// The four bytes of an address, which are decimal numbers without leading zeros.
    private static func ipv4(_ text: Substring) -> [UInt16]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            UInt8(part).flatMap { "\($0)" == part ? UInt16($0) : nil }
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// The number with these hexadecimal digits, which have no sign.
    private static func group(_ digits: Substring) -> UInt16? {
        digits.first == "+" || digits.count > 4 ? nil : UInt16(digits, radix: 16)
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
            guard let bytes = ipv4(last) else { return nil }
            end = [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
            parts.removeLast()
        }
        let groups = parts.compactMap(group)
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
