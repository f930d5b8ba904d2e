import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The inverse of a rule under one of its source's prefixes, from the internal side to the external one.
///
/// A rule has one if its template can be read back without a choice. A link's text can still be one that the rule would not make, so the
/// result counts only if rewriting it gives the same link.
struct RuleInverse {
    private typealias Obstacle = ExternalURLError.Obstacle

    private let rule: CompiledRule
    private let template: TemplateText
    /// The constraint of each capture, as it is written in patterns.
    private var constraints: [String: String] = [:]
    /// The captures that can be absent in a link that fits the rule.
    private var optional: Set<String> = []
    /// The captures whose slashes separate segments.
    private let catchAlls: Set<String>
    /// The captures of the host, with their texts.
    private let known: [String: String]
    /// The captures of the template that are absent under this prefix, and on this host.
    let absent: Set<String>

    private var path: PathPattern { rule.path }

    /// Creates the inverse of a rule, for a host with the given captures; nil if the rule has no template.
    init?(_ rule: CompiledRule, known: [String: String]) {
        guard let template = rule.template else { return nil }
        self.rule = rule
        self.template = template
        self.known = known
        var captures = rule.path.captures.map { ($0, true) }
        for condition in rule.conditions {
            guard let value = condition.pattern else { continue }
            captures += value.pattern.captures.map { ($0, condition.isRequired) }
        }
        for (capture, isRequired) in captures {
            constraints[capture.name] = capture.constraintText
            // An empty catch-all counts as absent.
            if capture.isOptional || !isRequired { optional.insert(capture.name) }
        }
        let own = rule.path.captures.enumerated().filter {
            $1.isCatchAll || $0 == rule.splitCatchAll
        }
        catchAlls = Set(own.map(\.element.name))
        let names = constraints.keys
        absent = Set(template.captures).filter { !names.contains($0) && known[$0] == nil }
    }

    // MARK: - What can be reversed

    /// The reason why the rule cannot be reversed for any link; nil if it can for some.
    ///
    /// It is near if the rule leads to the path of the given link.
    func flaw(for link: DeepLink) -> ExternalURLError.Obstacle? {
        let isNear = captures(of: segments, in: Array(link.path.utf8)) != nil
        let progress = isNear ? Obstacle.otherPath.progress + 1 : 0
        return flaw.map { Obstacle(predicate: $0, progress: progress) }
    }

    /// The captures that links must have and the template does not use.
    var lost: [String] {
        (path.captureNames + rule.external.itemCaptures).filter {
            !optional.contains($0) && !template.captures.contains($0)
        }
    }

    private var flaw: String? {
        let used = template.captures
        if let name = lost.first { return "does not keep its capture '\(name)'" }
        for (number, name) in used.enumerated() where used[..<number].contains(name) {
            return "uses its capture '\(name)' twice"
        }
        for pieces in template.segments + template.items.compactMap(\.value) {
            for (piece, next) in zip(pieces, pieces.dropFirst()) {
                guard let name = piece.capture, let other = next.capture else { continue }
                return "joins its captures '\(name)' and '\(other)'"
            }
        }
        for pieces in template.segments where TemplateText.hasWords(pieces) {
            guard let name = pieces.compactMap(\.capture).first(where: absent.contains) else {
                continue
            }
            return "has text beside its capture '\(name)', which is absent"
        }
        for (number, pieces) in template.segments.enumerated()
        where number < template.segments.count - 1 || pieces.count > 1 {
            guard let name = pieces.compactMap(\.capture).first(where: optional.contains) else {
                continue
            }
            return "has text after its capture '\(name)', which may be absent"
        }
        return nil
    }

    // MARK: - From a link to a URL

    /// The path, the query without a question mark, and the fragment.
    typealias External = (path: String, query: String, fragment: String?)

    /// What follows the host in the URL of a link.
    func external(for link: DeepLink) throws(ExternalURLError.Obstacle) -> External {
        var texts = known.mapValues { encoded($0) }
        guard let found = captures(of: segments, in: Array(link.path.utf8)) else {
            throw .otherPath
        }
        try bind(found, &texts)
        let others = try bindItems(of: link, &texts)
        var fragment = try bindFragment(of: link, &texts)
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

    /// The template's segments under this prefix.
    private var segments: [[TemplateText.Piece]] {
        template.segments.filter { absent.isDisjoint(with: $0.compactMap(\.capture)) }
    }

    // MARK: - Reading the link

    /// The texts of captures, percent-encoded as in a canonical path.
    private typealias Texts = [String: [UInt8]]

    /// Stores the texts of captures; one that the host captures too must have the same text there.
    private func bind(
        _ found: [(name: String, text: [UInt8])],
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) {
        for (name, text) in found {
            if let known = known[name], !hasSameBytes(known, decoded(text)) {
                throw Obstacle(
                    predicate: "needs a host with another '\(name)'",
                    progress: 3,
                    remedy: "use a host with the '\(name)' of the link, or add that host"
                )
            }
            texts[name] = text
        }
    }

    /// Reads the template's items from the link, in any order.
    ///
    /// - Returns: The link's other items, in order.
    private func bindItems(
        of link: DeepLink,
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) -> [URLQueryItem] {
        var rest = link.queryItems
        for item in template.items where absent.isDisjoint(with: item.captures) {
            guard let index = rest.firstIndex(where: item.fits) else {
                // The template leaves an item out if its capture is absent.
                if item.captures.contains(where: optional.contains) { continue }
                throw .otherItem(item.name)
            }
            guard let value = rest.remove(at: index).value, let pieces = item.value else {
                continue
            }
            if item.captures.isEmpty {
                guard hasSameBytes(pieces.map(\.text).joined(), value) else {
                    throw .otherItem(item.name)
                }
            } else if let name = pieces.first?.capture, pieces.count == 1 {
                try bind([(name, encoded(value, of: name))], &texts)
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
        _ texts: inout Texts
    ) throws(ExternalURLError.Obstacle) -> String? {
        guard let name = template.fragment?.capture, !absent.contains(name) else {
            return link.fragment
        }
        if let fragment = link.fragment, !fragment.isEmpty {
            try bind([(name, encoded(fragment, of: name))], &texts)
        } else if !optional.contains(name) {
            throw Obstacle(predicate: "needs a fragment", progress: 2)
        }
        return nil
    }

    /// The captures of a template's segments, with their texts in a canonical path, without those that are absent; nil if the path does not
    /// have these segments.
    private func captures(
        of segments: [[TemplateText.Piece]],
        in path: [UInt8]
    ) -> [(name: String, text: [UInt8])]? {
        let names = segments.joined().compactMap(\.capture)
        let addsSegments = segments.joined().filter { $0.capture != nil }.map(\.addsSegments)
        var number = 0
        let texts = segments.map { pieces in
            pieces.map { piece in
                guard let name = piece.capture else {
                    return String(decoding: encoded(piece.text), as: UTF8.self)
                }
                defer { number += 1 }
                // In a path, an optional one stands alone at the end.
                if optional.contains(name), pieces.count == 1 { return "{*\(number)?}" }
                if piece.addsSegments { return "{*\(number)}" }
                // Constraints help to find where a capture begins; whether its text is allowed is checked when the URL is rewritten.
                return "{\(number)\(pieces.count > 1 ? constraints[name] ?? "" : "")}"
            }.joined()
        }
        guard let pattern = try? PathPattern("/" + texts.joined(separator: "/")) else { return nil }
        return withBytes(of: path) { path in
            pattern.captures(in: path)?.enumerated().compactMap { number, place in
                let (name, text) = (names[number], Array(path[place]))
                if optional.contains(name), text.isEmpty { return nil }
                return (name, addsSegments[number] ? text : encoded(decoded(text), of: name))
            }
        }
    }

    private func decoded(_ text: [UInt8]) -> String {
        withBytes(of: text, CanonicalPath.decode) ?? ""
    }

    /// The encoded text of a capture; the slashes in the text of a catch-all separate segments.
    private func encoded(_ text: String, of name: String = "") -> [UInt8] {
        Array(text.percentEncoded(keeping: catchAlls.contains(name) ? .pathText : .segment).utf8)
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
