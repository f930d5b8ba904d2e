import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records the decisions of a rewriter as steps of an ``Explanation``.
final class ExplanationRecorder {
    private let index: RewriteIndex
    private(set) var steps: [Explanation.Step] = []

    /// The number of the source that was found last.
    private(set) var source: Int?
    private(set) var path = ""

    /// The rules with a path that the last link fits, each with the item that does not fit.
    private var passedOver: [Explanation.RuleReference] = []

    /// Creates a recorder for one link.
    init(_ index: RewriteIndex) {
        self.index = index
    }

    private func add(_ label: String, _ text: String, _ rule: Explanation.RuleReference? = nil) {
        steps.append(Explanation.Step(label: label, text: text, rule: rule))
    }

    // MARK: - Links

    /// Rewriting of a link, or of a wrapped one, begins.
    func began(_ bytes: ByteView, isTrimmed: Bool) {
        // If there are steps already, they are about the outer link.
        if !steps.isEmpty { add("unwrapped", String(bytes)) }
        if isTrimmed { add("trimmed", "white space around the link is ignored") }
        source = nil
        path = ""
        passedOver = []
    }

    /// The link's scheme and host were read.
    func split(_ bytes: ByteView, _ origin: ExternalOrigin) {
        var parts: [String]
        var isWhole = false
        switch origin {
        case .web(let isSecure, let authority):
            parts = ["scheme \(isSecure ? "https" : "http")"]
            let authority = bytes[authority]
            // Colons inside the brackets of an address are skipped.
            let close = authority.firstOffset(of: UInt8(ascii: "]")) ?? 0
            let colon = authority.firstOffset(of: UInt8(ascii: ":"), from: close)
            parts.append("host \(String(authority[0..<(colon ?? authority.count)]))")
            if let colon {
                parts.append("port \(String(authority[(colon + 1)..<authority.count]))")
            }
        case .custom(let scheme):
            parts = ["scheme \(String(bytes[scheme]).lowercased())"]
            let source = index.schemes.source(of: bytes[scheme])
            isWhole = source.map { index.sources[$0].wholeLink != nil } ?? false
        }
        // A link that cannot be split is refused right after this, and one that is handed over whole is not split.
        if !isWhole, let rest = try? ExternalLinkParts(bytes, after: origin) {
            let path = String(bytes[rest.path])
            parts.append(path.isEmpty ? "no path" : "path \(path)")
            if let query = rest.query, let items = try? QueryText.items(of: bytes[query]) {
                parts.append("items \(Self.list(items.map(\.name)))")
            }
            if let fragment = rest.fragment { parts.append("fragment \(String(bytes[fragment]))") }
        }
        add("split", parts.joined(separator: ", "))
    }

    /// The link's source is known.
    func found(source: Int) {
        self.source = source
        add("source", index.descriptions[source].name)
    }

    /// The link's canonical path is known, and the part of the link that it was in.
    func found(path: ByteView, in part: RewriteError.Part) {
        self.path = String(path)
        add("path", part == .fragment ? "\(self.path), in the fragment" : self.path)
    }

    // MARK: - Rules

    /// The path fits a rule, but the items do not.
    func passedOver(_ rule: CompiledRule, _ items: [URLQueryItem]) {
        guard let condition = rule.misfit(in: items) else { return }
        let item = items.first { hasSameBytes($0.name, condition.name) }
        let found =
            switch (item, item?.value) {
            case (nil, _): "is missing"
            case (_?, nil): "has no value"
            case (_?, let value?): "is '\(value)'"
            }
        var reference = reference(to: rule)
        reference.difference =
            "the item '\(condition.name)' \(found); the rule requires '\(condition.text)'"
        // A catch-all may fit in several ways.
        guard passedOver(reference) == nil else { return }
        passedOver.append(reference)
        add("tried", reference.description, reference)
    }

    /// The rule with the item that does not fit, if it was passed over.
    func passedOver(_ rule: Explanation.RuleReference) -> Explanation.RuleReference? {
        passedOver.first { $0.ruleIndex == rule.ruleIndex && $0.prefix == rule.prefix }
    }

    /// A rule is applied.
    func chose(_ rule: CompiledRule, _ match: RuleMatch) {
        let reference = reference(to: rule)
        let texts = rule.captures.compactMap { name, slot -> String? in
            switch slot {
            // Only one of the host captures has a text.
            case .host(let name) where name != match.hostCapture?.name: nil
            case .host, .path, .segments, .item, .rest, .link:
                "\(name) = \(match.text(of: slot).map { "'\($0)'" } ?? "absent")"
            }
        }
        let list = texts.isEmpty ? "" : ": \(texts.joined(separator: ", "))"
        add("rule", "\(reference)\(list)", reference)
    }

    /// No rule fits, and the link is internal already.
    func passesThrough() {
        add("passed", "no rule fits; the link is already internal")
    }

    private func reference(to rule: CompiledRule) -> Explanation.RuleReference {
        index.reference(source: source ?? 0, rule.place)
    }

    // MARK: - Items

    /// The link's own items are known, and what happens to each.
    func found(_ items: [URLQueryItem], _ fate: (URLQueryItem) -> ItemFate) {
        let fates = Dictionary(grouping: items, by: fate)
        let texts = ItemFate.allCases.compactMap { fate in
            fates[fate].map { "\(fate.rawValue) \(Self.list($0.map(\.name)))" }
        }
        if !texts.isEmpty { add("query", texts.joined(separator: ", ")) }
    }

    /// The target of a wrapper is rewritten next; the wrapper's other items and its fragment are removed.
    func unwrapped(
        _ target: CaptureSlot,
        _ items: [URLQueryItem],
        _ outer: [URLQueryItem],
        of link: ExternalLinkParts,
        _ rule: CompiledRule
    ) {
        if !outer.isEmpty {
            add("query", "removed with the wrapper \(Self.list(outer.map(\.name)))")
        }
        let behind = link.itemsBehind(target, rule.item(of: target, in: items))
        if !behind.isEmpty {
            add(
                "query",
                "\(Self.list(behind.map { items[$0].name })) after an unescaped target belongs to the wrapper; percent-encode the target to pass it on"
            )
        }
        if case .rest = target { return }
        if let fragment = link.fragment, !fragment.isEmpty {
            add(
                "fragment",
                "removed with the wrapper; percent-encode the target if it has a fragment"
            )
        }
    }

    /// The link was made from a rule's template.
    func made(by rule: CompiledRule) {
        if let template = reference(to: rule).template { add("template", template) }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: " ")
    }
}

extension RewriteIndex {
    /// A reference to a rule, for an explanation.
    func reference(source: Int, _ place: CompiledRule.Place) -> Explanation.RuleReference {
        let description = descriptions[source]
        let declared = description.rules[place.rule]
        return Explanation.RuleReference(
            source: description.name,
            prefix: description.options.prefixes[place.prefix],
            pattern: declared.pattern,
            template: declared.template,
            sourceIndex: source,
            ruleIndex: place.rule
        )
    }
}
