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

    /// The path as it is written, with ASCII letters in lower case, and its first segment.
    let foldedPath: [UInt32]
    let firstSegment: [UInt32]

    /// The link as each kind of rule reads it, made once for all rules of the kind.
    private var readings: [Reading] = []

    /// How a rule reads a link.
    fileprivate struct ReadingKind: Equatable {
        let isEncoded: Bool
        let ignoresCase: Bool
    }

    /// How many bytes a link may have.
    private static let maximumLength = 1 << 16

    /// Splits a link; throws when no rule can match it.
    init(_ url: String, domain: String? = nil) throws(AssociationObstacle) {
        guard url.utf8.count <= Self.maximumLength else {
            throw .tooLong(bytes: url.utf8.count, limit: Self.maximumLength)
        }
        let link = try WebLink(url)
        let rest = link.tail
        let fragmentStart = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let queryStart = rest[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
        path = Self.encoded(Array(rest[..<queryStart]))
        query = Self.encoded(Array(rest[queryStart..<fragmentStart].dropFirst()))
        fragment = Self.encoded(Array(rest[fragmentStart...].dropFirst()))
        foldedPath = Self.normalized(path.map { UInt32(ByteSet.lowercased($0)) })
        firstSegment = Array(foldedPath.dropFirst().prefix { $0 != UInt32(UInt8(ascii: "/")) })
        guard let domain, !Self.covers(domain.asciiLowercased, link.host) else {
            return
        }
        throw .domain(link: link.host, file: domain)
    }

    /// The units of a path to compare, without the slashes at its end, which do not count.
    fileprivate static func normalized(_ path: [UInt32]) -> [UInt32] {
        let slash = UInt32(UInt8(ascii: "/"))
        let end = path.lastIndex { $0 != slash } ?? -1
        return end < 0 ? [slash] : Array(path[...end])
    }

    // MARK: What rules compare

    /// The text of a part: its units to compare, nil if it cannot be decoded, and the text as it is written.
    typealias Text = (units: [UInt32]?, source: String)

    /// The parts of a link as one kind of rule compares them.
    final class Reading {
        fileprivate let kind: ReadingKind

        /// The path without the slashes that do not count.
        fileprivate let path: Text

        /// The whole query and the fragment; empty when the link has none.
        fileprivate let query: Text
        fileprivate let fragment: Text

        /// The query's items by name; an item whose name cannot be decoded is left out, as no rule can name it.
        fileprivate private(set) lazy var items: [[UInt32]: [Text]] = {
            let nameKind = ReadingKind(isEncoded: kind.isEncoded, ignoresCase: false)
            let bytes = Array(query.source.utf8)
            var items: [[UInt32]: [Text]] = [:]
            for item in bytes.split(
                separator: UInt8(ascii: "&"),
                omittingEmptySubsequences: false
            ) {
                let name = item.prefix { $0 != UInt8(ascii: "=") }
                let value = Array(item.dropFirst(name.count + 1))
                guard let name = AssociationLink.units(Array(name), nameKind) else { continue }
                items[name, default: []].append(AssociationLink.text(value, kind))
            }
            return items
        }()

        fileprivate init(_ link: AssociationLink, _ kind: ReadingKind) {
            self.kind = kind
            var path = AssociationLink.text(link.path.isEmpty ? Array("/".utf8) : link.path, kind)
            path.units = path.units.map(AssociationLink.normalized)
            self.path = path
            query = AssociationLink.text(link.query, kind)
            fragment = AssociationLink.text(link.fragment, kind)
        }

        /// The link's texts for a part: all values of a query item, where a missing item counts as empty, or one text.
        func texts(of part: AssociationMismatch.Part) -> [Text] {
            switch part {
            case .path: [path]
            case .query: [query]
            case .fragment: [fragment]
            // Like patterns, names in the file are never decoded. Their case always counts.
            case .queryItem(let name): items[name.unicodeScalars.map(\.value)] ?? [([], "")]
            }
        }
    }

    /// The link as a rule reads it.
    func reading(for rule: AssociationRule) -> Reading {
        let kind = ReadingKind(isEncoded: rule.isPercentEncoded, ignoresCase: !rule.isCaseSensitive)
        if let known = readings.first(where: { $0.kind == kind }) { return known }
        let reading = Reading(self, kind)
        readings.append(reading)
        return reading
    }

    fileprivate static func text(_ bytes: [UInt8], _ kind: ReadingKind) -> Text {
        (units(bytes, kind), String(decoding: bytes, as: UTF8.self))
    }

    /// The units to compare; `nil` when text that must be decoded has an escape without its two digits, or is not UTF-8.
    fileprivate static func units(_ bytes: [UInt8], _ kind: ReadingKind) -> [UInt32]? {
        let units: [UInt32]
        if kind.isEncoded {
            units = bytes.map(UInt32.init)
        } else {
            let text = withBytes(of: bytes) { try? PercentEncoding.decode($0) }
            guard let text else { return nil }
            units = text.unicodeScalars.map(\.value)
        }
        return kind.ignoresCase ? units.map(folded) : units
    }

    /// The unit that stands for both cases of an ASCII letter; other units stay.
    static func folded(_ unit: UInt32) -> UInt32 {
        (0x41...0x5A).contains(unit) ? unit + 0x20 : unit
    }

    // MARK: The host

    /// Whether a file of `domain` is for `host`, both in lower case.
    ///
    /// The file of `*.example.com` is for all hosts below `example.com`. Apple's documents contradict each other about
    /// `example.com` itself, so it is not covered.
    static func covers(_ domain: String, _ host: String) -> Bool {
        domain.hasPrefix("*.") ? host.hasSuffix(domain.dropFirst()) : domain == host
    }

    /// Percent-encodes the bytes that a URL may not contain.
    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        withBytes(of: bytes) { PercentEncoding.append($0, keeping: plain, to: &result) }
        return result
    }

    /// The bytes that a URL's path, query and fragment may contain as they are.
    static let plain = ByteSet.segment.union(ByteSet("%/?[]"))
}
