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
    case chose(RuleMatch)
    /// No rule fits, and the link is internal already.
    case passesThrough
    /// The link's own items, before the rule or the source decides which of them go on.
    case items([URLQueryItem], CompiledRule?, RuleMatch?)
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

    /// The rules whose path the last link fits, with the item that does not.
    private(set) var passedOver: [Explanation.RuleReference: Explanation.ItemDifference] = [:]

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
            guard let rule = rule(number), let condition = rule.misfit(in: items) else { return }
            let item = items.first { hasSameBytes($0.name, condition.name) }
            let difference = Explanation.ItemDifference(
                name: condition.name,
                found: item.map { $0.value.map { .value($0) } ?? .flag } ?? .nothing,
                expected: condition.text
            )
            let reference = reference(to: rule)
            // A catch-all may fit in more ways than one.
            guard passedOver.updateValue(difference, forKey: reference) == nil else { return }
            steps.append(.passedOver(reference, difference))
        case .chose(let match):
            guard let rule = rule(match.rule) else { return }
            let reference = reference(to: rule)
            template = reference.template
            steps.append(.rule(reference, captures: captures(of: reference, match)))
        case .passesThrough:
            steps.append(.passedThrough)
        case .items(let items, let rule, let match):
            guard !items.isEmpty else { return }
            steps.append(.query(query(items, rule, match)))
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
        _ match: RuleMatch
    ) -> [Explanation.Capture] {
        guard let pattern = try? ExternalPattern(rule.pattern),
            let path = try? pattern.pathPattern(under: rule.prefix)
        else { return [] }
        var hosts: [String] = []
        if case .domain(let domain) = index.descriptions[rule.sourceIndex] {
            hosts = domain.hostCaptures
        }
        let scope = CaptureScope(path, pattern, hosts: hosts, prefixes: [])
        // Of the host's captures only one has a text.
        let host = match.reading.hostCapture.map { [hosts[$0]] } ?? []
        return (host + path.captureNames + pattern.itemCaptures).map { name in
            Explanation.Capture(name: name, text: scope[name].flatMap(match.text))
        }
    }

    /// What becomes of each of the link's own items.
    private func query(
        _ items: [URLQueryItem],
        _ rule: CompiledRule?,
        _ match: RuleMatch?
    ) -> Explanation.Query {
        var query = Explanation.Query()
        let made = match.map { match in
            (rule?.template.items ?? []).filter { $0.queryItem(match) != nil }.map(\.name)
        }
        for name in items.map(\.name) {
            if rule?.reads(name) == true {
                query.used.append(name)
            } else if made?.contains(where: { hasSameBytes($0, name) }) == true {
                query.replaced.append(name)
            } else if let source, index.sources[source].policy.keeps(name) {
                query.kept.append(name)
            } else {
                query.dropped.append(name)
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
        return Explanation.RuleReference(
            source: description.name,
            prefix: description.options.prefixes[prefix],
            pattern: declared.pattern,
            template: declared.template,
            sourceIndex: source,
            ruleIndex: rule
        )
    }
}
