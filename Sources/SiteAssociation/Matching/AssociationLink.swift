import PathMatching

/// The parts of one link in the form that rules compare.
///
/// The link is split at its bytes, as RFC 3986 says; ``WebLink`` reads its host. Characters that a URL may not contain
/// are percent-encoded first, as the system does with a link that it passes on. So a pattern with a literal space or `é`
/// matches nothing while `percentEncoded` is true.
final class AssociationLink {
    /// The path, the query without `?` and the fragment without `#`, percent-encoded.
    let path: [UInt8]
    let query: [UInt8]
    let fragment: [UInt8]

    private let options: AssociationMatcher.Options

    /// The link as each kind of rule reads it, made once for all rules of the kind.
    private var readings: [ReadingKind: Reading] = [:]

    /// How a rule reads a link.
    private struct ReadingKind: Hashable {
        let isEncoded: Bool
        let ignoresCase: Bool
    }

    /// Splits a link; throws when no rule can match it.
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

    /// The text of a part: its units to compare, nil if it cannot be decoded, and the text as it is written.
    typealias Text = (units: [UInt32]?, source: String)

    /// The parts of a link as one kind of rule compares them.
    struct Reading {
        /// The path without the slashes that do not count.
        fileprivate let path: Text

        /// The whole query and the fragment; empty when the link has none.
        fileprivate let query: Text
        fileprivate let fragment: Text

        /// The query's items by name; an item whose name cannot be decoded is left out, as no rule can name it.
        fileprivate let items: [[UInt32]: [Text]]

        /// The units of an item's name in a rule; like patterns, names in the file are never decoded.
        fileprivate let itemName: (String) -> [UInt32]

        /// The link's texts for a part: all values of a query item, where a missing item counts as empty, or one text.
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

    /// The link as read by rules that compare encoded or decoded text, with or without case.
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

    /// The text without its escapes; `nil` when an escape lacks its two digits or the bytes are not UTF-8.
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

    /// Removes `.` and `..` segments, and the segment before each `..`.
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

    /// Throws for a link that the options exclude, or whose host is not the file's.
    private func check(_ link: WebLink, domain: String?) throws(AssociationObstacle) {
        guard link.scheme == "https" || options.matchesHTTP else { throw .scheme(link.scheme) }
        guard !link.hasUserInfo || options.ignoresUserInfo else { throw .userInfo }
        if let port = link.port, !options.ignoresPort { throw .port(port) }
        guard let domain else { return }
        let wanted = domain.utf8.map(ByteSet.lowercased)
        guard !covers(wanted, Array(link.host.utf8)) else { return }
        throw .domain(link: link.host, file: domain)
    }

    /// Whether a file of `domain` is for `host`; the file of `*.example.com` is for all hosts below `example.com`.
    private func covers(_ domain: [UInt8], _ host: [UInt8]) -> Bool {
        guard domain.starts(with: "*.".utf8) else { return domain == host }
        let apex = domain.dropFirst(2)
        if host.elementsEqual(apex) {
            return options.wildcardCoversApex
        }
        return host.count > apex.count + 1
            && host.suffix(apex.count + 1).elementsEqual(domain.dropFirst())
    }

    /// Percent-encodes the bytes that are not in `plain`; by default those that a URL may not contain.
    static func encoded(_ bytes: [UInt8], keeping plain: ByteSet = plain) -> [UInt8] {
        var result: [UInt8] = []
        withBytes(of: bytes) { PercentEncoding.append($0, keeping: plain, to: &result) }
        return result
    }

    /// The bytes that a URL's path, query and fragment may contain as they are.
    static let plain = ByteSet.segment.union(ByteSet("%/?[]"))
}
