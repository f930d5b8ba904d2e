import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a rewriter decides on a link's way, in the order in which it does.
enum RewriteEvent {
    /// A link, or one that was in another, is looked at: its bytes.
    case began([UInt8])
    /// Its scheme and host were read.
    case origin(ExternalOrigin)
    /// Its source is known.
    case located(RewriteIndex.Located)
    /// Its canonical path is known, and the part of the link that it stood in.
    case path([UInt8], in: RewriteError.Part)
    /// The path fits a rule, and the items do not.
    case passedOver(rule: Int, items: [URLQueryItem])
    /// A rule is applied.
    case chose(rule: Int, path: [Range<Int>], items: [String?])
    /// No rule fits, and the link is internal already.
    case passesThrough
    /// The link's own items, and those of them that go on.
    case items([URLQueryItem], kept: [URLQueryItem])
}

/// Puts what is decided into the words of an ``Explanation``.
final class ExplanationRecorder {
    private let index: RewriteIndex
    private(set) var steps: [Explanation.Step] = []

    /// How many bytes the link has, with white space around it.
    private let length: Int
    private var bytes: [UInt8]?
    private var located: RewriteIndex.Located?
    private(set) var path: [UInt8] = []
    private var rule: CompiledRule?

    /// The rules whose path the last link fits, with the name of the item that does not.
    private(set) var passedOver: [Explanation.RuleReference: String] = [:]

    /// The template of the rule that was chosen last.
    private(set) var template: String?

    /// Begins to take note of what becomes of a link.
    init(_ index: RewriteIndex, of link: String) {
        self.index = index
        length = link.utf8.count
    }

    /// The number of the source that was asked last.
    var source: Int? { located?.source }

    func note(_ event: RewriteEvent) {
        switch event {
        case .began(let bytes): begin(bytes)
        case .origin(let origin): steps.append(.split(split(origin)))
        case .located(let located):
            self.located = located
            steps.append(.source(index.descriptions[located.source].name))
        case .path(let path, let part):
            self.path = path
            let text = String(decoding: path, as: UTF8.self)
            steps.append(.path(text, isFragment: part == .fragment))
        case .passedOver(let number, let items):
            guard let rule = rule(number) else { return }
            let item = rule.misfit(in: items) ?? ""
            let reference = reference(to: rule)
            passedOver[reference] = item
            steps.append(.passedOver(reference, item: item))
        case .chose(let number, let ranges, let texts):
            guard let rule = rule(number) else { return }
            self.rule = rule
            let reference = reference(to: rule)
            template = reference.template
            steps.append(.rule(reference, captures: captures(of: reference, ranges, texts)))
        case .passesThrough:
            steps.append(.passedThrough)
        case .items(let items, let kept):
            guard !items.isEmpty else { return }
            steps.append(.query(query(items, kept)))
        }
    }

    private func begin(_ bytes: [UInt8]) {
        if self.bytes != nil {
            steps.append(.unwrapped(String(decoding: bytes, as: UTF8.self)))
        } else if bytes.count < length {
            steps.append(.trimmed)
        }
        self.bytes = bytes
        located = nil
        path = []
        rule = nil
        passedOver = [:]
        template = nil
    }

    // MARK: - Links

    private func split(_ origin: ExternalOrigin) -> Explanation.Split {
        withBytes(of: bytes ?? []) { bytes in
            func text(_ range: Range<Int>) -> String {
                String(decoding: Array(bytes[range]), as: UTF8.self)
            }
            func text(_ section: LinkSection) -> String? {
                section.exists ? text(section.range) : nil
            }
            var split = Explanation.Split()
            switch origin {
            case .web(let isSecure, let authority):
                split.scheme = isSecure ? "https" : "http"
                let view = bytes[authority]
                // The colons of an address in brackets are not meant.
                let close = view.firstOffset(of: UInt8(ascii: "]")) ?? 0
                if let colon = view.firstOffset(of: UInt8(ascii: ":"), from: close) {
                    split.host = text(authority.lowerBound..<(authority.lowerBound + colon))
                    split.port = text((authority.lowerBound + colon + 1)..<authority.upperBound)
                } else {
                    split.host = text(authority)
                }
            case .custom(let scheme):
                split.scheme = text(scheme).lowercased()
            }
            // What cannot be cut is refused right after this.
            guard let parts = try? ExternalLinkParts(bytes, after: origin) else { return split }
            split.path = text(parts.path)
            split.fragment = text(parts.fragment)
            if parts.query.exists {
                let items = try? QueryText.items(of: bytes[parts.query.range])
                split.queryNames = items?.map(\.name)
            }
            return split
        }
    }

    // MARK: - Rules

    private func rule(_ number: Int) -> CompiledRule? {
        source.map { index.sources[$0].rules[number] }
    }

    private func reference(to rule: CompiledRule) -> Explanation.RuleReference {
        index.reference(source: source ?? 0, rule: rule.place.rule, prefix: rule.place.prefix)
    }

    /// The rule's captures with their texts, those of the host first.
    private func captures(
        of rule: Explanation.RuleReference,
        _ ranges: [Range<Int>],
        _ texts: [String?]
    ) -> [Explanation.Capture] {
        var captures: [Explanation.Capture] = []
        if let bytes, let located, let number = located.capture,
            case .domain(let domain) = index.descriptions[located.source]
        {
            let label = bytes[located.hostCapture].map(ByteSet.lowercased)
            captures.append(
                Explanation.Capture(
                    name: domain.hostCaptures[number],
                    text: String(decoding: label, as: UTF8.self)
                )
            )
        }
        guard let pattern = try? ExternalPattern(rule.pattern),
            let path = try? pattern.pathPattern(under: rule.prefix)
        else { return captures }
        withBytes(of: self.path) { bytes in
            for (number, name) in path.captureNames.enumerated() {
                let text = CanonicalPath.decode(bytes[ranges[number]])
                captures.append(Explanation.Capture(name: name, text: text))
            }
        }
        for (name, text) in zip(pattern.itemCaptures, texts) {
            captures.append(Explanation.Capture(name: name, text: text))
        }
        return captures
    }

    /// What became of each of the link's own items.
    private func query(
        _ items: [URLQueryItem],
        _ kept: [URLQueryItem]
    ) -> Explanation.Query {
        var query = Explanation.Query()
        var rest = kept[...]
        for item in items {
            if let next = rest.first, hasSameBytes(next.name, item.name),
                hasSameBytes(next.value, item.value)
            {
                rest.removeFirst()
                query.kept.append(item.name)
            } else if rule?.conditions.contains(where: { hasSameBytes($0.name, item.name) }) == true
            {
                query.used.append(item.name)
            } else if rule?.template.items.contains(where: { hasSameBytes($0.name, item.name) })
                == true
            {
                query.replaced.append(item.name)
            } else {
                query.dropped.append(item.name)
            }
        }
        return query
    }
}

extension RewriteIndex {
    /// How a rule is named in an explanation.
    func reference(source: Int, rule: Int, prefix: Int) -> Explanation.RuleReference {
        let description = descriptions[source]
        let declared = description.rules[rule]
        var template: String?
        if case .rewrite(let rewrite) = declared { template = rewrite.template }
        return Explanation.RuleReference(
            source: description.name,
            prefix: description.options.prefixes[prefix],
            pattern: declared.pattern,
            template: template,
            sourceIndex: source,
            ruleIndex: rule
        )
    }
}
