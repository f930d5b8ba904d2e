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

    private let rule: CompiledRule
    private let template: TemplateText
    /// What each capture's text must be like, as it is written in patterns.
    private let constraints: [String: String]
    /// The captures that can be absent in a link which the rule fits.
    private let optional: Set<String>
    /// The captures of the template that are absent under this prefix, and on this host.
    let absent: Set<String>
    /// Whether all slashes in the text of a catch-all are escaped, and not only those that cannot stand between segments.
    private var escapesSlashes = false

    private var path: PathPattern { rule.path }

    /// Reverses a rule, for a host with the given captures; nil if it has no template.
    init?(_ rule: CompiledRule, known: some Collection<String>) {
        guard case .rewrite(let template) = rule.action else { return nil }
        self.rule = rule
        self.template = template
        var constraints: [String: String] = [:]
        var optional: Set<String> = []
        func note(_ pattern: PathPattern, isRequired: Bool = true) {
            for case .capture(let name, let constraint, let mayBeEmpty) in pattern.pieces {
                constraints[name] = constraint
                // A catch-all that is empty is absent.
                if mayBeEmpty || !isRequired { optional.insert(name) }
            }
        }
        note(rule.path)
        for condition in rule.conditions {
            guard case .capture(let value) = condition.kind else { continue }
            note(value.pattern, isRequired: condition.isRequired)
        }
        self.constraints = constraints
        self.optional = optional
        absent = Set(template.captures).subtracting(constraints.keys).subtracting(known)
    }

    // MARK: - What can be reversed

    /// Why no link can be reversed; nil if some can.
    var flaw: ExternalURLError.Obstacle? {
        let kept = Set(template.captures)
        let needed = (path.captureNames + rule.external.itemCaptures).filter {
            !optional.contains($0)
        }
        if let name = needed.first(where: { !kept.contains($0) }) {
            return Obstacle(predicate: "does not keep its capture '\(name)'", progress: 0)
        }
        for pieces in template.segments + template.items.compactMap(\.value) {
            for (piece, next) in zip(pieces, pieces.dropFirst()) {
                if case .capture(let name) = piece, case .capture(let other) = next {
                    return Obstacle(
                        predicate: "joins its captures '\(name)' and '\(other)'",
                        progress: 0
                    )
                }
            }
        }
        return nil
    }

    // MARK: - From a link to a URL

    /// The path, and the query with its question mark.
    typealias External = String

    /// What may stand between the host and the link's own fragment.
    ///
    /// A link does not show which optional captures are absent from its path, nor which slashes of a catch-all's text were between
    /// segments. So there are several candidates, and rewriting tells which one gives the link.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - known: The captures of the host with their texts.
    /// - Returns: The candidates, or what does not fit; the plainest first.
    func candidates(
        for link: DeepLink,
        known: [String: String]
    ) -> some Sequence<Result<External, ExternalURLError.Obstacle>> {
        let made = template.items.filter { item in link.queryItems.contains(where: item.fits) }
        let missing = optional.subtracting(made.flatMap(\.captures))
        // Each of those in the path may be there or not. A rule has few; of many, only the last six are left out.
        let inPath = template.segments.joined().compactMap(\.capture)
            .filter(missing.contains).reversed()
        let spellings = path.catchAllNames.isEmpty ? [false] : [false, true]
        return (0..<1 << min(inPath.count, 6)).lazy.flatMap { choice in
            let kept = inPath.enumerated().filter { choice >> $0.offset & 1 == 0 }.map(\.element)
            let absent = absent.union(missing.subtracting(kept))
            return spellings.lazy.map { escapesSlashes in
                var inverse = self
                inverse.escapesSlashes = escapesSlashes
                return Result { () throws(Obstacle) in
                    try inverse.external(for: link, known: known, absent: absent)
                }
            }
        }
    }

    private func external(
        for link: DeepLink,
        known: [String: String],
        absent: Set<String>
    ) throws(ExternalURLError.Obstacle) -> External {
        var texts = Texts()
        for (name, text) in known { texts[name] = encoded(text, of: name) }
        let segments = template.segments
            .filter { absent.isDisjoint(with: $0.compactMap(\.capture)) }
            .map { filled($0, texts) }
        guard let found = captures(of: segments, in: Array(link.path.utf8)) else {
            throw .otherPath
        }
        try bind(found, &texts)
        let others = try bindItems(of: link, absent, &texts)
        let items = rule.conditions.compactMap { item(for: $0, texts) } + others
        let path = String(decoding: fill(path, texts), as: UTF8.self)
        let query = items.isEmpty ? "" : "?" + QueryText.text(of: items)
        return (path.isEmpty ? "/" : path) + query
    }

    // MARK: - Reading the link

    /// The texts of captures, percent-encoded as in a canonical path.
    private typealias Texts = [String: [UInt8]]

    /// Notes the texts of captures, each of which must be the same wherever the capture stands.
    private func bind(
        _ found: [(name: String, text: [UInt8])],
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) {
        for (name, text) in found {
            if let other = texts[name], !hasSameBytes(decoded(other), decoded(text)) {
                throw Obstacle(
                    predicate: "would need two texts for its capture '\(name)'",
                    progress: 3
                )
            }
            // A catch-all's slashes are known for sure where its segments stand in the path.
            texts[name] = texts[name] ?? text
        }
    }

    /// Reads the template's items, wherever they stand.
    ///
    /// - Returns: The others, in order.
    private func bindItems(
        of link: DeepLink,
        _ absent: Set<String>,
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) -> [URLQueryItem] {
        var rest = link.queryItems
        for item in template.items where absent.isDisjoint(with: item.captures) {
            guard let index = rest.firstIndex(where: item.fits) else {
                throw .otherItem(item.name)
            }
            guard let value = rest.remove(at: index).value,
                let pieces = item.value.map({ filled($0, texts) })
            else { continue }
            if case .capture(let name)? = pieces.first, pieces.count == 1 {
                try bind([(name, encoded(value, of: name))], &texts)
            } else if hasSameBytes(pieces.map(\.text).joined(), value) {
                try bind(pieces.compactMap(\.capture).map { ($0, []) }, &texts)
            } else {
                guard let found = captures(of: [pieces], in: [0x2F] + encoded(value)) else {
                    throw .otherItem(item.name)
                }
                try bind(found, &texts)
            }
        }
        return rest
    }

    /// Pieces beside each other, in which the captures that are known are text: this tells where the others begin.
    private func filled(_ pieces: [TemplateText.Piece], _ texts: Texts) -> [TemplateText.Piece] {
        guard pieces.count > 1 else { return pieces }
        return pieces.map { piece in
            piece.capture.flatMap { texts[$0] }.map { .text(decoded($0)) } ?? piece
        }
    }

    /// The captures of segments that a template makes, with the texts that they have in a canonical path; nil if it is not made
    /// of these segments.
    private func captures(
        of segments: [[TemplateText.Piece]],
        in path: [UInt8]
    ) -> [(name: String, text: [UInt8])]? {
        var pattern = segments.isEmpty ? "/" : ""
        var names: [String] = []
        var catchAlls: Set<Int> = []
        for pieces in segments {
            pattern += "/"
            for piece in pieces {
                // A capture may stand there twice, so each has a name of its own.
                switch piece {
                case .text(let text): pattern += String(decoding: encoded(text), as: UTF8.self)
                case .segments(let name):
                    pattern += "{*\(names.count)}"
                    catchAlls.insert(names.count)
                    names.append(name)
                case .capture(let name):
                    // Where one begins must be known; what it may be is seen when the URL is rewritten.
                    let constraint = pieces.count > 1 ? constraints[name] ?? "" : ""
                    pattern += "{\(names.count)\(constraint)}"
                    names.append(name)
                }
            }
        }
        guard let parsed = try? PathPattern(pattern) else { return nil }
        var trie = PathTrie<Int>()
        trie[parsed] = 0
        return withBytes(of: path) { path in
            var texts: [(name: String, text: [UInt8])]?
            trie.firstMatch(canonical: path) { _, captures in
                texts = names.enumerated().map { index, name in
                    let text = Array(path[captures[index]])
                    return (
                        name, catchAlls.contains(index) ? text : encoded(decoded(text), of: name)
                    )
                }
                return true
            }
            return texts
        }
    }

    private func decoded(_ text: [UInt8]) -> String {
        withBytes(of: text, CanonicalPath.decode) ?? ""
    }

    private func encoded(_ text: String) -> [UInt8] {
        Array(text.percentEncoded(keeping: .segment).utf8)
    }

    /// The text of a capture; in a catch-all's decoded text, a slash may have been one between segments.
    private func encoded(_ text: String, of name: String) -> [UInt8] {
        guard path.catchAllNames.contains(name) else { return encoded(text) }
        let parts = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
            .map { encoded(String(decoding: $0, as: UTF8.self)) }
        return zip(parts, parts.dropFirst()).reduce(into: parts[0]) { bytes, parts in
            let isData = escapesSlashes || isNoSegment(parts.0) || isNoSegment(parts.1)
            bytes += (isData ? "%2F" : "/").utf8
            bytes += parts.1
        }
    }

    /// Whether a path loses or refuses the text as a segment of its own: it is empty or a dot segment.
    private func isNoSegment(_ text: [UInt8]) -> Bool {
        text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    // MARK: - Writing the URL

    private func item(for condition: ItemCondition, _ texts: Texts) -> URLQueryItem? {
        switch condition.kind {
        case .flag: return URLQueryItem(name: condition.name, value: nil)
        case .equals(let text): return URLQueryItem(name: condition.name, value: text)
        case .capture(let value):
            guard value.pattern.captureNames.allSatisfy({ texts[$0] != nil }) else { return nil }
            let text = Array(fill(value.pattern, texts).dropFirst())
            return URLQueryItem(name: condition.name, value: decoded(text))
        }
    }

    /// A pattern with texts in the place of its captures.
    private func fill(_ pattern: PathPattern, _ texts: Texts) -> [UInt8] {
        let rest = rule.takesWholeRest ? path.captureNames.last : nil
        var bytes: [UInt8] = []
        for piece in pattern.pieces {
            switch piece {
            case .literal(let literal): bytes += literal
            case .capture(let name, _, let mayBeEmpty):
                let text = texts[name] ?? []
                // A catch-all that is absent has no slash of its own.
                if mayBeEmpty, text.isEmpty { bytes.removeLast() }
                bytes += name == rest ? Array(decoded(text).utf8) : text
            }
        }
        return bytes
    }
}
