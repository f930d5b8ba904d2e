import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rule under one of its source's prefixes, from the internal side to the external one.
///
/// Reading captures out of an internal link can go wrong where a template is ambiguous, so what it gives is only a
/// candidate: it counts if rewriting it gives the link back.
struct RuleInverse {
    private typealias Obstacle = ExternalURLError.Obstacle

    /// The text of a capture.
    private enum Text: Equatable {
        case decoded(String)
        /// Canonical segments, without a slash at the start.
        case segments([UInt8])

        var decoded: String {
            switch self {
            case .decoded(let text): text
            case .segments(let bytes): PathMatching.withBytes(of: bytes, CanonicalPath.decode) ?? ""
            }
        }
    }

    private let path: PathPattern
    /// Whether the path's last capture is all that follows.
    private let takesWholeRest: Bool
    private let conditions: [ItemCondition]
    private let itemCaptures: [String]
    private let template: TemplateText
    /// What each capture's text must be like, as it is written in patterns.
    private let constraints: [String: String]
    /// The captures that can be absent in a link which the rule fits.
    private let optional: Set<String>
    /// The captures that are absent under this prefix.
    private let absent: Set<String>

    /// Turns a rule around.
    ///
    /// - Parameters:
    ///   - pattern: The external side.
    ///   - template: The internal side.
    ///   - prefix: The prefix that it stands under.
    ///   - captures: The names of all captures of the source's hosts and prefixes.
    /// - Throws: A flaw of the external side under this prefix; a rewriter has no rule with one.
    init(
        _ pattern: ExternalPattern,
        _ template: TemplateText,
        under prefix: String,
        captures: Set<String>
    ) throws(RuleFlaw) {
        path = try pattern.pathPattern(under: prefix)
        takesWholeRest = pattern.takesWholeRest
        conditions = pattern.conditions
        itemCaptures = pattern.itemCaptures
        self.template = template
        var constraints = Self.constraints(in: path)
        // Catch-alls that may be empty are absent then.
        var optional = Set(
            zip(path.catchAllNames, path.segments.filter { $0.kind == .catchAll })
                .filter { $0.1.isOptional }.map(\.0)
        )
        for condition in pattern.conditions {
            switch condition.kind {
            case .flag, .equals: break
            case .capture(let index, let isOptional):
                constraints[pattern.itemCaptures[index]] = ""
                if isOptional { optional.insert(pattern.itemCaptures[index]) }
            case .pattern(let value, let isOptional):
                constraints.merge(Self.constraints(in: value.pattern)) { first, _ in first }
                if isOptional { optional.formUnion(value.pattern.captureNames) }
            }
        }
        self.constraints = constraints
        self.optional = optional
        absent = captures.subtracting(constraints.keys)
    }

    /// The captures of a pattern with their constraints: `:int`, or nothing.
    private static func constraints(in pattern: PathPattern) -> [String: String] {
        var constraints: [String: String] = [:]
        pattern.forEachPiece { piece in
            if case .capture(let name, let constraint) = piece { constraints[name] = constraint }
        }
        return constraints
    }

    // MARK: - What can be turned around

    /// Why no link can be turned around; nil if some can.
    var flaw: ExternalURLError.Obstacle? {
        let kept = Set(template.captures)
        let needed = (path.captureNames + itemCaptures).filter { !optional.contains($0) }
        if let name = needed.first(where: { !kept.contains($0) }) { return .dropsCapture(name) }
        for pieces in template.segments + template.items.compactMap(\.value) {
            for (piece, next) in zip(pieces, pieces.dropFirst()) {
                if case .capture(let name) = piece, case .capture(let other) = next {
                    return .joinsCaptures(name, other)
                }
            }
        }
        return nil
    }

    /// Whether the link has an item that the template would make of a capture which is absent under this prefix.
    func passes(_ link: DeepLink, known: [String: String]) -> Bool {
        let absent = absent.subtracting(known.keys)
        return template.items.contains { item in
            !absent.isDisjoint(with: item.value.map(Self.names) ?? [])
                && link.queryItems.contains { hasSameBytes($0.name, item.name) }
        }
    }

    // MARK: - From a link to a URL

    /// What stands between the host and the link's own fragment.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - known: The captures of the host with their texts.
    /// - Returns: The path, and the query with its question mark.
    /// - Throws: What does not fit.
    func external(
        for link: DeepLink,
        known: [String: String]
    ) throws(ExternalURLError.Obstacle) -> (path: [UInt8], query: [UInt8]) {
        var obstacle: Obstacle?
        for absences in absences(in: link) {
            let absent = self.absent.union(absences).subtracting(known.keys)
            do throws(Obstacle) {
                return try external(for: link, known: known, absent: absent)
            } catch {
                if error.progress > obstacle?.progress ?? -1 { obstacle = error }
            }
        }
        throw obstacle ?? .otherPath
    }

    /// The sets of optional captures that may be those which the link lacks.
    private func absences(in link: DeepLink) -> [Set<String>] {
        var missing = optional
        var inPath: [String] = []
        for item in template.items {
            guard link.queryItems.contains(where: { hasSameBytes($0.name, item.name) }) else {
                continue
            }
            missing.subtract(item.value.map(Self.names) ?? [])
        }
        for name in template.segments.flatMap(Self.names)
        where missing.contains(name) && !inPath.contains(name) {
            inPath.append(name)
        }
        // Those in the path alone may be there or not. More than a few of them are taken to be absent.
        var sets = [missing]
        for name in inPath.prefix(4) {
            sets = sets.map { $0.subtracting([name]) } + sets
        }
        return sets
    }

    private static func names(_ pieces: [TemplateText.Piece]) -> [String] {
        pieces.compactMap { piece in
            switch piece {
            case .text: nil
            case .capture(let name), .segments(let name): name
            }
        }
    }

    private func external(
        for link: DeepLink,
        known: [String: String],
        absent: Set<String>
    ) throws(ExternalURLError.Obstacle) -> (path: [UInt8], query: [UInt8]) {
        var texts = known.mapValues(Text.decoded)
        try bindPath(of: link, absent, &texts)
        let others = try bindItems(of: link, absent, &texts)
        var items: [URLQueryItem] = []
        for condition in conditions {
            if let item = item(for: condition, texts) { items.append(item) }
        }
        items += others
        var query: [UInt8] = []
        if !items.isEmpty {
            query.append(UInt8(ascii: "?"))
            QueryText.append(items, to: &query)
        }
        return (fill(path, texts), query)
    }

    // MARK: - Reading the link

    /// Notes a capture's text, which must be the same wherever the capture stands.
    private func bind(
        _ name: String,
        _ text: Text,
        _ texts: inout [String: Text]
    ) throws(ExternalURLError.Obstacle) {
        guard let other = texts[name] else {
            texts[name] = text
            return
        }
        guard hasSameBytes(other.decoded, text.decoded) else { throw .ambiguous(name) }
        if case .segments = text { texts[name] = text }
    }

    private func bindPath(
        of link: DeepLink,
        _ absent: Set<String>,
        _ texts: inout [String: Text]
    ) throws(ExternalURLError.Obstacle) {
        var segments = Array(link.path.utf8).split(separator: UInt8(ascii: "/"))[...]
        let pieces = template.segments.filter { absent.isDisjoint(with: Self.names($0)) }
        let catchAlls = pieces.count { piece in
            if case .segments? = piece.first { true } else { false }
        }
        let room = segments.count - (pieces.count - catchAlls)
        guard catchAlls == 0 ? room == 0 : room >= catchAlls && room % catchAlls == 0 else {
            throw .otherPath
        }
        for pieces in pieces {
            guard let segment = segments.first else { throw .otherPath }
            switch pieces.first {
            case .segments(let name):
                let taken = segments.prefix(room / catchAlls)
                segments = segments.dropFirst(taken.count)
                try bind(
                    name,
                    .segments(Array(taken.joined(separator: [UInt8(ascii: "/")]))),
                    &texts
                )
                continue
            case .capture(let name) where pieces.count == 1:
                let decoded = withBytes(of: Array(segment), CanonicalPath.decode)
                try bind(name, .decoded(decoded ?? ""), &texts)
            case .text(let text) where pieces.count == 1:
                guard Self.encoded(text) == Array(segment) else { throw .otherPath }
            default:
                guard let found = split(Array(segment), pieces) else { throw .otherPath }
                for (name, text) in found { try bind(name, .decoded(text), &texts) }
            }
            segments = segments.dropFirst()
        }
    }

    /// Reads the template's items, wherever they stand.
    ///
    /// - Returns: The others, in order.
    private func bindItems(
        of link: DeepLink,
        _ absent: Set<String>,
        _ texts: inout [String: Text]
    ) throws(ExternalURLError.Obstacle) -> [URLQueryItem] {
        var rest = link.queryItems
        for item in template.items {
            guard absent.isDisjoint(with: item.value.map(Self.names) ?? []) else { continue }
            let index = rest.firstIndex {
                hasSameBytes($0.name, item.name) && ($0.value == nil) == (item.value == nil)
            }
            guard let index else { throw .otherItem(item.name) }
            guard let value = rest.remove(at: index).value, let pieces = item.value else {
                continue
            }
            switch pieces.first {
            case nil:
                guard value.isEmpty else { throw .otherItem(item.name) }
            case .text(let text)? where pieces.count == 1:
                guard hasSameBytes(value, text) else { throw .otherItem(item.name) }
            case .capture(let name)? where pieces.count == 1:
                try bind(name, .decoded(value), &texts)
            default:
                guard let found = split(Self.encoded(value), pieces) else {
                    throw .otherItem(item.name)
                }
                for (name, text) in found { try bind(name, .decoded(text), &texts) }
            }
        }
        return rest
    }

    private static func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        withBytes(of: text) { CanonicalPath.appendEncoding($0, to: &bytes) }
        return bytes
    }

    /// The captures in a canonical segment that is made of several pieces, with the texts they would have there.
    private func split(
        _ segment: [UInt8],
        _ pieces: [TemplateText.Piece]
    ) -> [(name: String, text: String)]? {
        var pattern = "/"
        var names: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): pattern += String(decoding: Self.encoded(text), as: UTF8.self)
            case .capture(let name), .segments(let name):
                // A capture may stand there twice, so each has a name of its own.
                pattern += "{\(names.count)\(constraints[name] ?? "")}"
                names.append(name)
            }
        }
        guard let parsed = try? PathPattern(pattern) else { return nil }
        var trie = PathTrie<Int>()
        trie[parsed] = 0
        guard let match = trie.match("/" + String(decoding: segment, as: UTF8.self)) else {
            return nil
        }
        return names.enumerated().map { ($0.element, match["\($0.offset)"] ?? "") }
    }

    // MARK: - Writing the URL

    private func item(for condition: ItemCondition, _ texts: [String: Text]) -> URLQueryItem? {
        switch condition.kind {
        case .flag: return URLQueryItem(name: condition.name, value: nil)
        case .equals(let text): return URLQueryItem(name: condition.name, value: text)
        case .capture(let index, _):
            guard let text = texts[itemCaptures[index]] else { return nil }
            return URLQueryItem(name: condition.name, value: text.decoded)
        case .pattern(let item, _):
            let pattern = item.pattern
            guard pattern.captureNames.allSatisfy({ texts[$0] != nil }) else { return nil }
            let value = Array(fill(pattern, texts).dropFirst())
            return URLQueryItem(
                name: condition.name,
                value: withBytes(of: value, CanonicalPath.decode)
            )
        }
    }

    /// A pattern with texts in the place of its captures.
    private func fill(_ pattern: PathPattern, _ texts: [String: Text]) -> [UInt8] {
        let (last, catchAlls) = (pattern.captureNames.last, pattern.catchAllNames)
        var bytes: [UInt8] = []
        pattern.forEachPiece { piece in
            switch piece {
            case .literal(let literal): bytes += literal
            case .capture(let name, _):
                switch texts[name] {
                case .segments(let segments): bytes += segments
                case .decoded(let text) where takesWholeRest && name == last: bytes += text.utf8
                case .decoded(let text) where catchAlls.contains(name):
                    // Of a catch-all's decoded text, every slash may have been one between segments.
                    let segments = text.utf8.split(
                        separator: UInt8(ascii: "/"),
                        omittingEmptySubsequences: false
                    )
                    bytes += segments.map { Self.encoded(String(decoding: $0, as: UTF8.self)) }
                        .joined(separator: [UInt8(ascii: "/")])
                case .decoded(let text): bytes += Self.encoded(text)
                case nil: break
                }
            }
        }
        return bytes
    }
}
