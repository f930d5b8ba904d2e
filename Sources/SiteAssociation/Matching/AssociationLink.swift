import PathMatching

/// The parts of one link as rules compare them.
///
/// The link is split at its bytes, as RFC 3986 says; ``WebLink`` reads its host. What no URL may contain as it stands
/// is percent-encoded first, as the system does with a link that it hands on: a pattern with a literal space or `é`
/// matches nothing while `percentEncoded` is true.
final class AssociationLink {
    /// The path, the query without `?` and the fragment without `#`, percent-encoded.
    let path: [UInt8]
    let query: [UInt8]
    let fragment: [UInt8]

    private let options: AssociationMatcher.Options

    /// The link as rules of each kind read it; each is made once, however many rules ask.
    private var readings: [ReadingKind: Reading] = [:]

    /// How a rule reads a link.
    private struct ReadingKind: Hashable {
        let isEncoded: Bool
        let ignoresCase: Bool
    }

    /// Splits a link; fails when no rule can match it.
    init(
        _ url: String,
        domain: String? = nil,
        options: AssociationMatcher.Options = AssociationMatcher.Options()
    ) throws(AssociationObstacle) {
        self.options = options
        guard url.utf8.count <= options.maximumLength else {
            throw .tooLong(bytes: url.utf8.count, limit: options.maximumLength)
        }
        let link = try WebLink(url)
        let rest = link.tail
        let fragmentStart = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let queryStart = rest[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        path = Self.encoded(Array(rest[..<queryStart]))
        query = Self.encoded(Array(rest[queryStart..<fragmentStart].dropFirst()))
        fragment = Self.encoded(Array(rest[fragmentStart...].dropFirst()))
        try check(link, domain: domain)
    }

    // MARK: What rules compare

    /// What a link has of a part: the units that are compared, nil if it cannot be decoded, and the text as it is written.
    typealias Text = (units: [UInt32]?, source: String)

    /// The parts of a link as rules of one kind compare them.
    struct Reading {
        /// The path without the slashes that do not count.
        fileprivate let path: Text

        /// The whole query and the fragment, empty when there is none.
        fileprivate let query: Text
        fileprivate let fragment: Text

        /// The query's items by their names; one whose name cannot be decoded has none that a rule could want.
        fileprivate let items: [[UInt32]: [Text]]

        /// A rule's name of an item as it is compared: names in the file are never decoded, as patterns are not.
        fileprivate let itemName: (String) -> [UInt32]

        /// What the link has of a part: the values of a query item, of which a missing one counts as empty, or else one text.
        func texts(of part: AssociationMismatch.Part) -> [Text] {
            switch part {
            case .path: [path]
            case .query: [query]
            case .fragment: [fragment]
            case .queryItem(let name): items[itemName(name)] ?? [([], "")]
            }
        }
    }

    /// The link as a rule reads it.
    func reading(for rule: AssociationRule) -> Reading {
        reading(isEncoded: rule.isPercentEncoded, ignoresCase: !rule.isCaseSensitive)
    }

    /// The link as rules read it that compare encoded text or not, and case or not.
    func reading(isEncoded: Bool, ignoresCase: Bool) -> Reading {
        let kind = ReadingKind(isEncoded: isEncoded, ignoresCase: ignoresCase)
        if let known = readings[kind] { return known }
        let foldsNames = ignoresCase && options.foldsQueryNames
        let nameKind = ReadingKind(
            isEncoded: options.queryNames == .decodedWithValues
                ? isEncoded : options.queryNames == .asWritten,
            ignoresCase: foldsNames
        )
        var items: [[UInt32]: [Text]] = [:]
        let written = query.split(omittingEmptySubsequences: false) { byte in
            byte == UInt8(ascii: "&") || (byte == UInt8(ascii: ";") && options.semicolonSeparates)
        }
        for item in written {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let value = Array(item.dropFirst(name.count + 1))
            guard let name = units(Array(name), nameKind, isQuery: true) else { continue }
            items[name, default: []].append(text(value, kind, isQuery: true))
        }
        var path = text(path.isEmpty ? Array("/".utf8) : path, kind)
        path.units = path.units.map(normalizedPath)
        let reading = Reading(
            path: path,
            query: text(query, kind, isQuery: true),
            fragment: text(fragment, kind),
            items: items
        ) { [options] name in
            options.units(of: name).map { foldsNames ? options.folded($0) : $0 }
        }
        readings[kind] = reading
        return reading
    }

    private func text(_ bytes: [UInt8], _ kind: ReadingKind, isQuery: Bool = false) -> Text {
        (units(bytes, kind, isQuery: isQuery), String(decoding: bytes, as: UTF8.self))
    }

    // MARK: Preparing

    private func units(_ bytes: [UInt8], _ kind: ReadingKind, isQuery: Bool = false) -> [UInt32]? {
        let units: [UInt32]
        if kind.isEncoded {
            units = bytes.map(UInt32.init)
        } else if let decoded = decoded(bytes, isQuery: isQuery) {
            units = options.units(of: decoded)
        } else if options.comparesUndecodableText {
            units = bytes.map(UInt32.init)
        } else {
            return nil
        }
        return kind.ignoresCase ? units.map(options.folded) : units
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
    private func check(_ link: WebLink, domain: String?) throws(AssociationObstacle) {
        guard link.scheme == "https" || options.matchesHTTP else { throw .scheme(link.scheme) }
        guard !link.hasUserInfo || options.ignoresUserInfo else { throw .userInfo }
        if let port = link.port, !options.ignoresPort { throw .port(port) }
        guard let domain else { return }
        let wanted = domain.utf8.map(ByteSet.lowercased)
        guard !covers(wanted, Array(link.host.utf8)) else { return }
        throw .domain(link: link.host, file: domain)
    }

    /// Whether a file of `domain` speaks for `host`; `*.example.com` is one for all hosts below `example.com`.
    private func covers(_ domain: [UInt8], _ host: [UInt8]) -> Bool {
        guard domain.starts(with: "*.".utf8) else { return domain == host }
        let apex = domain.dropFirst(2)
        if host.elementsEqual(apex) {
            return options.wildcardCoversApex
        }
        return host.count > apex.count + 1
            && host.suffix(apex.count + 1).elementsEqual(domain.dropFirst())
    }

    /// Percent-encodes bytes that are not `plain`, by default what no URL may contain as it stands.
    static func encoded(_ bytes: [UInt8], keeping plain: ByteSet = plain) -> [UInt8] {
        var result: [UInt8] = []
        withBytes(of: bytes) { PercentEncoding.append($0, keeping: plain, to: &result) }
        return result
    }

    /// The bytes that stand in a URL's path, query and fragment as they are.
    static let plain = ByteSet.segment.union(ByteSet("%/?[]"))
}
