import DeepLinks
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

    /// The path with ASCII letters in lower case.
    let foldedPath: [UInt8]

    /// The link as each kind of rule reads it, made once for all rules of the kind.
    private var readings: [Reading] = []

    /// How many bytes a link may have.
    private static let maximumLength = 1 << 16

    /// Splits a link; throws when no rule can match it.
    init(_ url: String, domain: String? = nil) throws(AssociationObstacle) {
        guard url.utf8.count <= Self.maximumLength else {
            throw AssociationObstacle(
                "the link has \(url.utf8.count) bytes, but the limit is \(Self.maximumLength)"
            )
        }
        let link = try WebLink(url)
        let rest = link.tail
        let fragmentStart = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let queryStart = rest[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        path = Self.encoded(rest[..<queryStart])
        query = Self.encoded(rest[queryStart..<fragmentStart].dropFirst())
        fragment = Self.encoded(rest[fragmentStart...].dropFirst())
        foldedPath = path.map(ByteSet.lowercased)
        if let domain, !Self.covers(domain.asciiLowercased, link.host) {
            throw AssociationObstacle(
                "the link's host is '\(link.host)', but the file is for '\(domain)'",
                otherHost: link.host
            )
        }
    }

    /// Whether a file of `domain` is for `host`, both in lower case.
    ///
    /// The file of `*.example.com` is for all hosts below `example.com`. Apple's documents contradict each other about
    /// `example.com` itself, so it is not covered.
    static func covers(_ domain: String, _ host: String) -> Bool {
        domain.hasPrefix("*.") ? host.hasSuffix(domain.dropFirst()) : domain == host
    }

    /// Percent-encodes the bytes that a URL may not contain.
    private static func encoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        withBytes(of: Array(bytes)) { PercentEncoding.append($0, keeping: plain, to: &result) }
        return result
    }

    /// The bytes that a URL's path, query and fragment may contain as they are.
    static let plain = ByteSet.segment.union(ByteSet("%/?[]"))

    /// The unit that stands for both cases of an ASCII letter; other units stay.
    static func folded(_ unit: UInt32) -> UInt32 {
        (0x41...0x5A).contains(unit) ? unit + 0x20 : unit
    }

    // MARK: What rules compare

    /// The link as a rule reads it.
    func reading(for rule: AssociationRule) -> Reading {
        let known = readings.first {
            $0.isEncoded == rule.isPercentEncoded && $0.ignoresCase != rule.isCaseSensitive
        }
        if let known { return known }
        let reading = Reading(self, rule)
        readings.append(reading)
        return reading
    }

    /// The parts of a link as one kind of rule compares them.
    struct Reading {
        /// The text of a part: its units to compare, nil if it cannot be decoded, and the text as it is written.
        typealias Text = (units: [UInt32]?, source: String)

        fileprivate let isEncoded: Bool
        fileprivate let ignoresCase: Bool

        /// The path without the slashes at its end, which do not count; the whole query, and the fragment.
        private var path: [Text] = []
        private var query: [Text] = []
        private var fragment: [Text] = []

        /// The query's items by name; an item whose name cannot be decoded is left out, as no rule can name it.
        private var items: [[UInt32]: [Text]] = [:]

        fileprivate init(_ link: AssociationLink, _ rule: AssociationRule) {
            isEncoded = rule.isPercentEncoded
            ignoresCase = !rule.isCaseSensitive
            var path = text(link.path.isEmpty ? Array("/".utf8) : link.path)
            let slash = UInt32(UInt8(ascii: "/"))
            path.units = path.units.map { units in
                Array(
                    units.prefix(1) + units.dropFirst().reversed().drop { $0 == slash }.reversed()
                )
            }
            self.path = [path]
            query = [text(link.query)]
            fragment = [text(link.fragment)]
            let separator = UInt8(ascii: "&")
            for item in link.query.split(separator: separator, omittingEmptySubsequences: false) {
                let name = item.prefix { $0 != UInt8(ascii: "=") }
                guard let units = units(Array(name), ignoresCase: false) else { continue }
                items[units, default: []].append(text(Array(item.dropFirst(name.count + 1))))
            }
        }

        /// The link's texts for a part: all values of a query item, where a missing item counts as empty, or one text.
        func texts(of part: AssociationMismatch.Part) -> [Text] {
            switch part {
            case .path: path
            case .query: query
            case .fragment: fragment
            // Like patterns, names in the file are never decoded. Their case always counts.
            case .queryItem(let name): items[name.unicodeScalars.map(\.value)] ?? [([], "")]
            }
        }

        private func text(_ bytes: [UInt8]) -> Text {
            (units(bytes, ignoresCase: ignoresCase), String(decoding: bytes, as: UTF8.self))
        }

        /// The units to compare; `nil` when text that must be decoded has an escape without its two digits, or is not UTF-8.
        private func units(_ bytes: [UInt8], ignoresCase: Bool) -> [UInt32]? {
            let units =
                isEncoded
                ? bytes.map(UInt32.init)
                : withBytes(of: bytes) { try? PercentEncoding.decode($0) }?.unicodeScalars.map(
                    \.value
                )
            return ignoresCase ? units?.map(AssociationLink.folded) : units
        }
    }
}
