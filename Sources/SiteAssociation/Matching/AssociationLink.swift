import PathMatching

/// The parts of one link as rules compare them, each prepared once however many rules ask.
///
/// The link is split at its bytes, as RFC 3986 says; ``WebLink`` reads its host. What no URL may contain as it stands
/// is percent-encoded first, as the system does with a link that it hands on: a pattern with a literal space or `é`
/// matches nothing while `percentEncoded` is true.
final class AssociationLink {
    /// The path, the query without `?` and the fragment without `#`, percent-encoded.
    let path: [UInt8]
    let query: [UInt8]?
    let fragment: [UInt8]?

    private let options: AssociationMatcher.Options
    private var texts: [Key: [UInt32]?] = [:]
    private var items: [Key: [[UInt32]: [Item]]] = [:]
    private var sources: [Key: String] = [:]

    /// Which text, prepared how.
    private struct Key: Hashable {
        var part: AssociationMismatch.Part
        var isEncoded: Bool
        var ignoresCase: Bool
    }

    /// One query item.
    struct Item {
        let value: [UInt32]?
        let source: String
    }

    /// Splits a link; fails when no rule can match it.
    init(
        _ url: String,
        domain: String?,
        options: AssociationMatcher.Options
    ) throws(AssociationObstacle) {
        self.options = options
        guard url.utf8.count <= options.maximumLength else {
            throw .tooLong(bytes: url.utf8.count, limit: options.maximumLength)
        }
        let link = try WebLink(url)
        try Self.check(link, domain: domain, options: options)
        let rest = link.tail
        let fragmentStart = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let queryStart = rest[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        path = Self.encoded(rest[..<queryStart])
        query =
            queryStart < fragmentStart
            ? Self.encoded(rest[queryStart..<fragmentStart].dropFirst()) : nil
        fragment =
            fragmentStart < rest.endIndex ? Self.encoded(rest[fragmentStart...].dropFirst()) : nil
    }

    // MARK: What rules compare

    /// The path without the slashes that do not count, or `nil` when it cannot be decoded.
    func path(isEncoded: Bool, ignoresCase: Bool) -> [UInt32]? {
        text(Key(part: .path, isEncoded: isEncoded, ignoresCase: ignoresCase)) {
            units(path, isEncoded: isEncoded, ignoresCase: ignoresCase).map(normalizedPath)
        }
    }

    /// The whole query, empty when there is none, or `nil` when it cannot be decoded.
    func query(isEncoded: Bool, ignoresCase: Bool) -> [UInt32]? {
        text(Key(part: .query, isEncoded: isEncoded, ignoresCase: ignoresCase)) {
            units(query ?? [], isEncoded: isEncoded, ignoresCase: ignoresCase, isQuery: true)
        }
    }

    /// The fragment, empty when there is none, or `nil` when it cannot be decoded.
    func fragment(isEncoded: Bool, ignoresCase: Bool) -> [UInt32]? {
        text(Key(part: .fragment, isEncoded: isEncoded, ignoresCase: ignoresCase)) {
            units(fragment ?? [], isEncoded: isEncoded, ignoresCase: ignoresCase)
        }
    }

    /// The query's items of the name that a rule has, in their order.
    func items(named name: String, isEncoded: Bool, ignoresCase: Bool) -> [Item] {
        let key = Key(part: .query, isEncoded: isEncoded, ignoresCase: ignoresCase)
        let known = items[key] ?? allItems(isEncoded: isEncoded, ignoresCase: ignoresCase)
        items[key] = known
        return known[patternName(name, ignoresCase: ignoresCase)] ?? []
    }

    /// A part as the link has it, one text for all rules that do not want it.
    func source(of part: AssociationMismatch.Part, isEncoded: Bool, ignoresCase: Bool) -> String {
        let key = Key(part: part, isEncoded: isEncoded, ignoresCase: ignoresCase)
        if let known = sources[key] { return known }
        let source =
            switch part {
            case .path: path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
            case .query: String(decoding: query ?? [], as: UTF8.self)
            case .fragment: String(decoding: fragment ?? [], as: UTF8.self)
            case .queryItem(let name):
                items(named: name, isEncoded: isEncoded, ignoresCase: ignoresCase)
                    .map(\.source).joined(separator: ", ")
            }
        sources[key] = source
        return source
    }

    /// The query's items by their names; one whose name cannot be decoded has none that a rule could want.
    private func allItems(isEncoded: Bool, ignoresCase: Bool) -> [[UInt32]: [Item]] {
        let isSeparator = { [options] (byte: UInt8) in
            byte == UInt8(ascii: "&") || (byte == UInt8(ascii: ";") && options.semicolonSeparates)
        }
        var items: [[UInt32]: [Item]] = [:]
        for item in (query ?? []).split(
            omittingEmptySubsequences: false,
            whereSeparator: isSeparator
        ) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let value = item.dropFirst(name.count + 1)
            guard let name = self.name(Array(name), isEncoded: isEncoded, ignoresCase: ignoresCase)
            else { continue }
            let units = units(
                Array(value),
                isEncoded: isEncoded,
                ignoresCase: ignoresCase,
                isQuery: true
            )
            items[name, default: []].append(
                Item(value: units, source: String(decoding: value, as: UTF8.self))
            )
        }
        return items
    }

    /// A rule's name of a query item as it is compared: names in the file are never decoded, as patterns are not.
    private func patternName(_ name: String, ignoresCase: Bool) -> [UInt32] {
        let folds = ignoresCase && options.foldsQueryNames
        return options.units(of: name).map { folds ? options.folded($0) : $0 }
    }

    private func name(_ name: [UInt8], isEncoded: Bool, ignoresCase: Bool) -> [UInt32]? {
        let isEncoded =
            switch options.queryNames {
            case .decodedWithValues: isEncoded
            case .decoded: false
            case .asWritten: true
            }
        return units(
            name,
            isEncoded: isEncoded,
            ignoresCase: ignoresCase && options.foldsQueryNames,
            isQuery: true
        )
    }

    // MARK: Preparing

    private func text(_ key: Key, _ make: () -> [UInt32]?) -> [UInt32]? {
        if let known = texts[key] {
            return known
        }
        let made = make()
        texts[key] = .some(made)
        return made
    }

    private func units(
        _ bytes: [UInt8],
        isEncoded: Bool,
        ignoresCase: Bool,
        isQuery: Bool = false
    ) -> [UInt32]? {
        var units: [UInt32]
        if isEncoded {
            units = bytes.map(UInt32.init)
        } else if let decoded = decoded(bytes, isQuery: isQuery) {
            units = options.units(of: decoded)
        } else if options.undecodable == .isComparedAsWritten {
            units = bytes.map(UInt32.init)
        } else {
            return nil
        }
        if ignoresCase {
            for index in units.indices {
                units[index] = options.folded(units[index])
            }
        }
        return units
    }

    /// The text without its escapes, or `nil` when one of them has no two digits, or the bytes are not UTF-8.
    private func decoded(_ bytes: [UInt8], isQuery: Bool) -> String? {
        withBytes(of: bytes) { text in
            try? PercentEncoding.decode(text, plusIsSpace: isQuery && options.plusIsSpace)
        }
    }

    private func normalizedPath(_ units: [UInt32]) -> [UInt32] {
        let slash = UInt32(UInt8(ascii: "/"))
        var path = units
        if options.resolvesDotSegments {
            path = Self.resolved(path)
        }
        if options.collapsesSlashes {
            var last: UInt32 = 0
            path = path.filter { unit in
                defer { last = unit }
                return unit != slash || last != slash
            }
        }
        if options.ignoresTrailingSlashes {
            while path.last == slash {
                path.removeLast()
            }
        }
        return path.isEmpty ? [slash] : path
    }

    /// Removes `.` and `..` segments, each `..` with the segment before it.
    private static func resolved(_ path: [UInt32]) -> [UInt32] {
        let slash = UInt32(UInt8(ascii: "/"))
        let dot = UInt32(UInt8(ascii: "."))
        var kept: [ArraySlice<UInt32>] = []
        let segments = path.split(separator: slash, omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case [dot]:
                if isLast { kept.append([]) }
            case [dot, dot]:
                _ = kept.popLast()
                if isLast { kept.append([]) }
            default:
                kept.append(segment)
            }
        }
        return kept.flatMap { [slash] + $0 }
    }

    // MARK: The host

    /// Refuses a link that the options do not want, or whose host is not the file's.
    private static func check(
        _ link: WebLink,
        domain: String?,
        options: AssociationMatcher.Options
    ) throws(AssociationObstacle) {
        guard link.scheme == "https" || options.matchesHTTP else { throw .scheme(link.scheme) }
        guard !link.hasUserInfo || options.ignoresUserInfo else { throw .userInfo }
        if let port = link.port, !options.ignoresPort { throw .port(port) }
        guard let domain else { return }
        let wanted = domain.utf8.map(ByteSet.lowercased)
        guard !covers(wanted, Array(link.host.utf8), options: options) else { return }
        throw .domain(link: link.host, file: domain)
    }

    /// Whether a file of `domain` speaks for `host`; `*.example.com` is one for all hosts below `example.com`.
    private static func covers(
        _ domain: [UInt8],
        _ host: [UInt8],
        options: AssociationMatcher.Options
    ) -> Bool {
        guard domain.starts(with: "*.".utf8) else { return domain == host }
        let apex = domain.dropFirst(2)
        if host.elementsEqual(apex) {
            return options.wildcardCoversApex
        }
        return host.count > apex.count + 1
            && host.suffix(apex.count + 1).elementsEqual(domain.dropFirst())
    }

    /// Percent-encodes what no URL may contain as it stands.
    private static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(where: { !plain.contains($0) }) else { return Array(bytes) }
        var result: [UInt8] = []
        withBytes(of: Array(bytes)) { PercentEncoding.append($0, keeping: plain, to: &result) }
        return result
    }

    /// The bytes that stand in a URL's path, query and fragment as they are.
    static let plain = ByteSet.segment.union(ByteSet("%/?[]"))
}
