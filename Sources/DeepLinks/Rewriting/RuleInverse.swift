import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The inverse of a rule under one of its source's prefixes, from the internal side to the external one.
///
/// If a template is ambiguous, captures can be read wrongly from an internal link. So the result is only a candidate: it
/// counts if rewriting it gives the same link.
struct RuleInverse {
    private typealias Obstacle = ExternalURLError.Obstacle

    private let rule: CompiledRule
    private let template: TemplateText
    /// The constraint of each capture, as it is written in patterns.
    private let constraints: [String: String]
    /// The captures that can be absent in a link that fits the rule.
    private let optional: Set<String>
    /// The captures of the host, with their texts.
    private let known: [String: String]
    /// The captures of the template that are absent under this prefix, and on this host.
    let absent: Set<String>
    /// Whether all slashes in the text of a catch-all are escaped, not only those that cannot separate segments.
    private var escapesSlashes = false

    private let catchAlls: Set<String>

    private var path: PathPattern { rule.path }

    /// Creates the inverse of a rule, for a host with the given captures; nil if the rule has no template.
    init?(_ rule: CompiledRule, known: [String: String]) {
        guard let template = rule.template else { return nil }
        self.rule = rule
        self.template = template
        var constraints: [String: String] = [:]
        var optional: Set<String> = []
        func note(_ pattern: PathPattern, isRequired: Bool = true) {
            for capture in pattern.captures {
                constraints[capture.name] = capture.constraintText
                // An empty catch-all counts as absent.
                if capture.isOptional || !isRequired { optional.insert(capture.name) }
            }
        }
        note(rule.path)
        for condition in rule.conditions {
            guard let value = condition.pattern else { continue }
            note(value.pattern, isRequired: condition.isRequired)
        }
        self.constraints = constraints
        self.optional = optional
        self.known = known
        let own = rule.path.captures.enumerated().filter {
            $1.kind == .catchAll || $0 == rule.splitCatchAll
        }
        catchAlls = Set(own.map(\.element.name))
        absent = Set(template.captures).filter { constraints[$0] == nil && known[$0] == nil }
    }

    // MARK: - What can be reversed

    /// The reason why the rule cannot be reversed for any link; nil if it can for some.
    ///
    /// It is near if the rule leads to the path of the given link.
    func flaw(for link: DeepLink) -> ExternalURLError.Obstacle? {
        let segments = template.segments.filter {
            absent.isDisjoint(with: $0.compactMap(\.capture))
        }
        let isNear = captures(of: segments, in: Array(link.path.utf8)) != nil
        let progress = isNear ? Obstacle.otherPath.progress + 1 : 0
        let kept = Set(template.captures)
        let needed = (path.captureNames + rule.external.itemCaptures).filter {
            !optional.contains($0)
        }
        if let name = needed.first(where: { !kept.contains($0) }) {
            return Obstacle(predicate: "does not keep its capture '\(name)'", progress: progress)
        }
        for pieces in template.segments + template.items.compactMap(\.value) {
            for (piece, next) in zip(pieces, pieces.dropFirst()) {
                guard let name = piece.capture, let other = next.capture else { continue }
                let predicate = "joins its captures '\(name)' and '\(other)'"
                return Obstacle(predicate: predicate, progress: progress)
            }
        }
        return nil
    }

    // MARK: - From a link to a URL

    /// The path, the query without a question mark, and the fragment.
    typealias External = (path: String, query: String, fragment: String?)

    /// Candidates for what follows the host.
    ///
    /// A link does not show which optional captures are absent from its path, or which slashes in a catch-all's text separate
    /// segments. So there are several candidates, the simplest first, and rewriting shows which one gives the link.
    func candidates(
        for link: DeepLink
    ) -> some Sequence<Result<External, ExternalURLError.Obstacle>> {
        let made = template.items.filter { item in link.queryItems.contains(where: item.fits) }
        let fragment = link.fragment?.isEmpty == false ? template.fragment?.capture : nil
        let present = made.flatMap(\.captures)
        let missing = optional.filter { !present.contains($0) && $0 != fragment }
        // Each of those in the path may be present or absent. A rule has few of them; if there are many, only the last six vary.
        let inPath = template.segments.joined().compactMap(\.capture)
            .filter(missing.contains).reversed()
        let spellings = catchAlls.isEmpty ? [false] : [false, true]
        return (0..<1 << min(inPath.count, 6)).lazy.flatMap { choice in
            let kept = inPath.enumerated().filter { choice >> $0.offset & 1 == 0 }.map(\.element)
            let absent = absent.union(missing.filter { !kept.contains($0) })
            return spellings.lazy.map { escapesSlashes in
                var inverse = self
                inverse.escapesSlashes = escapesSlashes
                return Result { () throws(Obstacle) in
                    try inverse.external(for: link, absent: absent)
                }
            }
        }
    }

    private func external(
        for link: DeepLink,
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
        var fragment = try bindFragment(of: link, absent, &texts)
        var items: [URLQueryItem] = []
        for condition in rule.conditions {
            guard let value = value(for: condition, texts) else { continue }
            if condition.subject == .fragment {
                fragment = value
            } else {
                items.append(condition.item(value))
            }
        }
        items += others
        let path = fill(path, texts)
        return (path.isEmpty ? "/" : path, QueryText.text(of: items), fragment)
    }

    // MARK: - Reading the link

    /// The texts of captures, percent-encoded as in a canonical path.
    private typealias Texts = [String: [UInt8]]

    /// Stores the texts of captures; a capture that occurs several times must have the same text each time.
    private func bind(
        _ found: [(name: String, text: [UInt8])],
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) {
        for (name, text) in found {
            if let other = texts[name], !hasSameBytes(decoded(other), decoded(text)) {
                throw known[name] != nil
                    ? Obstacle(
                        predicate: "needs a host with another '\(name)'",
                        progress: 3,
                        remedy: "use a host with the '\(name)' of the link, or add that host"
                    )
                    : Obstacle(
                        predicate: "would need two values for its capture '\(name)'",
                        progress: 3
                    )
            }
            // The path is read first: there, it is certain which slashes of a catch-all separate segments.
            texts[name] = texts[name] ?? text
        }
    }

    /// Reads the template's items from the link, in any order.
    ///
    /// - Returns: The link's other items, in order.
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
            if let name = pieces.first?.capture, pieces.count == 1 {
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

    /// Reads the template's fragment from the link.
    ///
    /// - Returns: The fragment that the link keeps of its own.
    private func bindFragment(
        of link: DeepLink,
        _ absent: Set<String>,
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) -> String? {
        guard let name = template.fragment?.capture, !absent.contains(name) else {
            return link.fragment
        }
        guard let fragment = link.fragment, !fragment.isEmpty else {
            throw Obstacle(predicate: "needs a fragment", progress: 2)
        }
        try bind([(name, encoded(fragment, of: name))], &texts)
        return nil
    }

    /// The pieces with known captures replaced by their text, which shows where adjacent captures begin.
    private func filled(_ pieces: [TemplateText.Piece], _ texts: Texts) -> [TemplateText.Piece] {
        guard pieces.count > 1 else { return pieces }
        return pieces.map { piece in
            piece.capture.flatMap { texts[$0] }.map { .text(decoded($0)) } ?? piece
        }
    }

    /// The captures of a template's segments, with their texts in a canonical path; nil if the path does not have these
    /// segments.
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
                // A capture may occur twice, so each occurrence gets its own name.
                switch piece {
                case .text(let text): pattern += String(decoding: encoded(text), as: UTF8.self)
                case .capture(let name, true, _):
                    pattern += "{*\(names.count)}"
                    catchAlls.insert(names.count)
                    names.append(name)
                case .capture(let name, false, _):
                    // Constraints help to find where a capture begins; whether its text is allowed is checked when the URL is rewritten.
                    let constraint = pieces.count > 1 ? constraints[name] ?? "" : ""
                    pattern += "{\(names.count)\(constraint)}"
                    names.append(name)
                }
            }
        }
        guard let parsed = try? PathPattern(pattern) else { return nil }
        return withBytes(of: path) { path in
            parsed.captures(in: path).map { captures in
                zip(names, captures).enumerated().map { index, capture in
                    let (name, text) = (capture.0, Array(path[capture.1]))
                    return (
                        name, catchAlls.contains(index) ? text : encoded(decoded(text), of: name)
                    )
                }
            }
        }
    }

    private func decoded(_ text: [UInt8]) -> String {
        withBytes(of: text, CanonicalPath.decode) ?? ""
    }

    private func encoded(_ text: String) -> [UInt8] {
        Array(text.percentEncoded(keeping: .segment).utf8)
    }

    /// The encoded text of a capture; a slash in a catch-all's decoded text may separate segments or be data.
    private func encoded(_ text: String, of name: String) -> [UInt8] {
        guard catchAlls.contains(name) else { return encoded(text) }
        let parts = text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
            .map { encoded(String(decoding: $0, as: UTF8.self)) }
        return zip(parts, parts.dropFirst()).reduce(into: parts[0]) { bytes, parts in
            let isData = escapesSlashes || isNoSegment(parts.0) || isNoSegment(parts.1)
            bytes += (isData ? "%2F" : "/").utf8
            bytes += parts.1
        }
    }

    /// Whether the text cannot be a segment of a path, because it is empty or a dot segment.
    private func isNoSegment(_ text: [UInt8]) -> Bool {
        text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    // MARK: - Writing the URL

    /// What a condition asks for, which is nil for a flag; nil if a capture is absent.
    private func value(for condition: ItemCondition, _ texts: Texts) -> String?? {
        switch condition.kind {
        case .equals(let text): return .some(text)
        case .capture(let value):
            guard value.pattern.captureNames.allSatisfy({ texts[$0] != nil }) else { return nil }
            return decoded(Array(fill(value.pattern, texts).utf8.dropFirst()))
        }
    }

    /// The pattern with its captures replaced by texts.
    private func fill(_ pattern: PathPattern, _ texts: Texts) -> String {
        let rest = rule.takesWholeRest ? path.captureNames.last : nil
        return pattern.text { capture in
            let text = texts[capture.name] ?? []
            return capture.name == rest ? decoded(text) : String(decoding: text, as: UTF8.self)
        }
    }
}
