/// An absolute URL as a browser reads it: the basic URL parser of the URL standard (https://url.spec.whatwg.org), written as its
/// states are told.
///
/// Hosts of other scripts are not read: ASCII is taken as it is, and `xn--` labels are not validated.
struct BrowserURL {
    let scheme: String
    private(set) var hasCredentials = false
    /// The host as the browser writes it; nil if the URL has none.
    private(set) var host: String?
    /// The port; nil if it is the scheme's own.
    private(set) var port: Int?
    /// The path's segments, percent-encoded; dot segments are resolved.
    private(set) var path: [String] = []
    private(set) var query: String?
    private(set) var fragment: String?

    /// Web schemes have a host, whatever the number of slashes, and backslashes are slashes.
    var isSpecial: Bool { Self.ports[scheme] != nil }

    private static let ports = ["https": 443, "http": 80, "wss": 443, "ws": 80, "ftp": 21]

    /// Reads a text; nil if a browser refuses it.
    init?(_ text: String) {
        let scalars = text.unicodeScalars.drop { $0.value <= 0x20 }.reversed()
            .drop { $0.value <= 0x20 }.reversed()
            .filter { !["\t", "\n", "\r"].contains($0) }
        var rest = scalars[...]

        // Scheme.
        guard let colon = rest.firstIndex(of: ":"), let first = rest.first,
            first.properties.isAlphabetic, first.isASCII,
            rest[..<colon].allSatisfy({
                Self.isAlphanumeric($0) || "+-.".unicodeScalars.contains($0)
            })
        else { return nil }
        scheme = Self.string(rest[..<colon]).lowercased()
        rest = rest[(colon + 1)...]

        // What follows the first number sign is the fragment, and before it the first question mark begins the query.
        if let mark = rest.firstIndex(of: "#") {
            fragment = Self.encoded(rest[(mark + 1)...], Self.fragmentSet)
            rest = rest[..<mark]
        }
        let end = rest.firstIndex(of: "?")
        if let end {
            query = Self.encoded(rest[(end + 1)...], isSpecial ? Self.queryAndQuote : Self.querySet)
        }
        rest = rest[..<(end ?? rest.endIndex)]

        // Authority.
        let slashes: Set<Unicode.Scalar> = isSpecial ? ["/", "\\"] : ["/"]
        let hasAuthority = isSpecial || Self.string(rest).hasPrefix("//")
        if hasAuthority {
            rest = isSpecial ? rest.drop(while: slashes.contains) : rest.dropFirst(2)
            let authority = rest.prefix { !slashes.contains($0) }
            rest = rest[authority.endIndex...]
            guard readAuthority(authority) else { return nil }
        }

        // Path.
        guard hasAuthority || rest.first == "/" else {
            // An opaque path has no segments and no dots; it is split for comparison.
            path = Self.encoded(rest, []).split(separator: "/", omittingEmptySubsequences: false)
                .map(String.init)
            return
        }
        let pieces = rest.split(omittingEmptySubsequences: false, whereSeparator: slashes.contains)
            .dropFirst()
        for (number, piece) in pieces.enumerated() {
            let segment = Self.encoded(piece, Self.pathSet)
            let isLast = number == pieces.count - 1
            switch segment.lowercased().replacing("%2e", with: ".") {
            case "..":
                if !path.isEmpty { path.removeLast() }
                if isLast { path.append("") }
            case ".":
                if isLast { path.append("") }
            default: path.append(segment)
            }
        }
    }

    private mutating func readAuthority(_ authority: ArraySlice<Unicode.Scalar>) -> Bool {
        var rest = authority
        if let at = rest.lastIndex(of: "@") {
            hasCredentials = true
            rest = rest[(at + 1)...]
            guard !rest.isEmpty else { return false }
        }
        var isInBrackets = false
        let colon = rest.firstIndex { scalar in
            if scalar == "[" { isInBrackets = true }
            if scalar == "]" { isInBrackets = false }
            return scalar == ":" && !isInBrackets
        }
        let name = rest[..<(colon ?? rest.endIndex)]
        guard !name.isEmpty || !isSpecial && colon == nil, let host = host(name) else {
            return false
        }
        self.host = host
        guard let colon else { return true }
        let digits = rest[(colon + 1)...]
        guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
        guard !digits.isEmpty else { return true }
        guard let number = Int(Self.string(digits)), number <= 65_535 else { return false }
        port = number == Self.ports[scheme] ? nil : number
        return true
    }

    // MARK: - Hosts

    private func host(_ name: ArraySlice<Unicode.Scalar>) -> String? {
        if name.first == "[" {
            guard name.last == "]" else { return nil }
            return Self.ipv6(Self.string(name.dropFirst().dropLast())).map { "[\($0)]" }
        }
        guard isSpecial else {
            // An opaque host.
            guard !name.contains(where: Self.forbiddenInHost.contains) else { return nil }
            return Self.encoded(name, [])
        }
        guard let decoded = Self.decoded(Self.string(name)),
            decoded.unicodeScalars.allSatisfy(\.isASCII)
        else { return nil }
        let host = decoded.lowercased()
        guard !host.isEmpty,
            !host.unicodeScalars.contains(where: {
                Self.forbiddenInHost.contains($0) || $0.value <= 0x1F || $0 == "%"
                    || $0.value == 0x7F
            })
        else { return nil }
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last == "", labels.count > 1 { labels.removeLast() }
        guard let last = labels.last, Self.isNumber(last) else { return host }
        return Self.ipv4(labels)
    }

    private static func isNumber(_ label: Substring) -> Bool {
        !label.isEmpty && label.allSatisfy(\.isASCIIDigit)
            || label.hasPrefix("0x") && number(label) != nil
    }

    /// A number that is decimal, octal after `0`, or hexadecimal after `0x`.
    private static func number(_ label: Substring) -> Int? {
        if label.isEmpty { return nil }
        let (digits, radix) =
            label.hasPrefix("0x")
            ? (label.dropFirst(2), 16)
            : label.hasPrefix("0") && label.count > 1 ? (label.dropFirst(), 8) : (label, 10)
        if digits.isEmpty { return 0 }
        guard digits.allSatisfy({ $0.isASCII && ($0.hexDigitValue ?? 99) < radix }) else {
            return nil
        }
        return Int(digits, radix: radix) ?? .max
    }

    private static func ipv4(_ labels: [Substring]) -> String? {
        let numbers = labels.compactMap(number)
        guard numbers.count == labels.count, numbers.count <= 4, let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 <= 255 }), last < 1 << (8 * (5 - numbers.count))
        else { return nil }
        var address = last
        for (place, number) in numbers.dropLast().enumerated() {
            address += number << (8 * (3 - place))
        }
        return [24, 16, 8, 0].map { "\(address >> $0 & 255)" }.joined(separator: ".")
    }

    private static func ipv6(_ text: String) -> String? {
        /// The groups between colons; the last may be an IPv4 address.
        func groups(_ text: Substring, isEnd: Bool) -> [Int]? {
            if text.isEmpty { return [] }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            var groups: [Int] = []
            for (place, part) in parts.enumerated() {
                if isEnd, place == parts.count - 1, part.contains(".") {
                    let bytes = part.split(separator: ".", omittingEmptySubsequences: false)
                    let values = bytes.compactMap {
                        $0.allSatisfy(\.isASCIIDigit) ? UInt8($0) : nil
                    }
                    guard values.count == 4, zip(bytes, values).allSatisfy({ $0 == "\($1)" }) else {
                        return nil
                    }
                    groups += [
                        Int(values[0]) << 8 | Int(values[1]), Int(values[2]) << 8 | Int(values[3]),
                    ]
                } else {
                    guard (1...4).contains(part.utf8.count),
                        part.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                        let value = Int(part, radix: 16)
                    else { return nil }
                    groups.append(value)
                }
            }
            return groups
        }
        var address: [Int]
        if let gap = text.firstRange(of: "::") {
            guard let head = groups(text[..<gap.lowerBound], isEnd: false),
                let tail = groups(text[gap.upperBound...], isEnd: true),
                head.count + tail.count <= 7
            else { return nil }
            address = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
        } else {
            guard let all = groups(text[...], isEnd: true), all.count == 8 else { return nil }
            address = all
        }
        // The first longest run of two or more zeros is left out.
        var longest = 0..<0
        for start in 0..<8 {
            let end = address[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > max(1, longest.count) { longest = start..<end }
        }
        func written(_ groups: ArraySlice<Int>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.isEmpty { return written(address[...]) }
        return written(address[..<longest.lowerBound]) + "::"
            + written(address[longest.upperBound...])
    }

    // MARK: - Text

    private static let forbiddenInHost = Set("\0\t\n\r #/:<>?@[\\]^|".unicodeScalars)
    private static let fragmentSet = Set(" \"<>`".unicodeScalars)
    private static let querySet = Set(" \"#<>".unicodeScalars)
    private static let queryAndQuote = querySet.union(["'"])
    private static let pathSet = querySet.union("?^`{}".unicodeScalars)

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    /// Percent-encodes control characters, non-ASCII text and the scalars of a set.
    private static func encoded(
        _ text: ArraySlice<Unicode.Scalar>,
        _ set: Set<Unicode.Scalar>
    ) -> String {
        text.map { scalar in
            guard scalar.value <= 0x1F || scalar.value >= 0x7F || set.contains(scalar) else {
                return String(scalar)
            }
            return String(scalar).utf8.map { byte in
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
        }.joined()
    }

    /// The text with its escapes decoded; nil if one is malformed, or if the bytes are not UTF-8.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy("0123456789abcdefABCDEF".utf8.contains),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }
}

extension BrowserURL: CustomStringConvertible {
    /// Scheme, host, port, path, query and fragment, and an `@` for user information.
    var description: String {
        [
            scheme, host ?? "nil", port.map(String.init) ?? "nil", path.joined(separator: "/"),
            query ?? "nil", fragment ?? "nil",
        ].joined(separator: " ") + (hasCredentials ? " @" : "")
    }
}

extension Character { fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber } }
