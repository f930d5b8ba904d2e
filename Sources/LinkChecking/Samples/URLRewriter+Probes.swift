package import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension URLRewriter {
    /// Links that show what the rules do, to compare two versions of them.
    ///
    /// They are the examples, links generated from each rule under each host, spellings of them about which the options of a source
    /// decide, a link of each source that no rule may fit, links to the registered paths of sources that let such links pass, a handled
    /// link inside those of rules that unwrap or refuse, and links that only the wider of two versions' limits allow. Not all of them
    /// become internal links.
    ///
    /// - Parameters:
    ///   - other: The limits of the other version.
    ///   - paths: The paths that the app registers in each version that says so.
    /// - Returns: The links, each once or more.
    package func probes(beside other: Limits, paths: [RegisteredPaths]) -> [String] {
        let registered = paths.flatMap(\.all).compactMap { SampleLinks($0).tails(1).first }
            .uniqued()
        var links = sources.indices.flatMap { probes(ofSource: $0, registered) }.uniqued()
        func isHandled(_ url: String) -> Bool {
            guard let link = try? rewrite(url) else { return false }
            return paths.isEmpty || paths.contains { $0.pattern(for: link) != nil }
        }
        guard let link = links.first(where: isHandled) else { return links }
        links += sources.indices.flatMap { wrappers(of: link, inSource: $0) }
        guard limits != other else { return links }
        /// The smaller of two limits that differ; nil if a link beyond it is too long to make.
        func smaller(_ limit: (Limits) -> Int) -> Int? {
            let (own, others) = (limit(limits), limit(other))
            return own == others || min(own, others) > 1 << 20 ? nil : min(own, others)
        }
        let longer = smaller(\.bytes).map { bytes in
            let start = link.adding(query: "extra=")
            return start + String(repeating: "x", count: max(0, bytes + 1 - start.utf8.count))
        }
        let fuller = smaller(\.queryItems).map { items in
            link.adding(query: Array(repeating: "extra", count: items + 1).joined(separator: "&"))
        }
        let deeper = smaller(\.segments).flatMap { segments in
            let more = String(repeating: "/x", count: segments)
            return links.lazy.filter { !$0.contains { "?#".contains($0) } }.map { $0 + more }
                .first(where: isHandled)
        }
        return links + [longer, fuller, deeper].compactMap(\.self)
    }

    private func probes(ofSource number: Int, _ registered: [String]) -> [String] {
        let source = sources[number]
        let origins = source.origins(all: true)
        /// The first host shows what becomes of links, the others that they are treated alike.
        func links(_ tails: [String]) -> [String] {
            origins.enumerated().flatMap { place, origin in
                tails.prefix(place == 0 ? tails.count : 1).map { origin + $0 }
            }
        }
        let examples = source.rules.flatMap { rule in
            rule.notes.examples.keys.sorted().compactMap(source.wholeLink)
        }
        let taken = index.sources[number].rules.flatMap { rule in
            links(SampleLinks(rule.path, rule.conditions).tails(8))
                + links(spellings(of: rule, inSource: number))
        }
        let passes = source.options.unmatched == .passThrough
        let others = (passes ? registered : []) + ["/some/other/path"]
        return examples + taken + links(others)
            + (passes ? links(spellings(of: others, nil, inSource: number)) : [])
    }

    /// Spellings of what follows the host in links that a rule takes.
    private func spellings(of rule: CompiledRule, inSource number: Int) -> [String] {
        func spellings(_ path: PathPattern?, without condition: ItemCondition? = nil) -> [String] {
            guard let path else { return [] }
            let conditions = rule.conditions.filter { $0.subject != condition?.subject }
            let tails = SampleLinks(path, conditions).tails(8)
            return self.spellings(of: tails, rule, inSource: number)
        }
        let misfits = rule.conditions.flatMap { condition in
            spellings(rule.path, without: condition).prefix(1).compactMap { tail in
                condition.misfit.map { $0.hasPrefix("#") ? tail + $0 : tail.adding(query: $0) }
            }
        }
        return spellings(rule.path) + misfits + spellings(rule.path.uppercased).prefix(1)
    }

    /// Spellings, about which the options of a source decide, of the first of some texts with which a link is taken by a rule, or by none.
    private func spellings(
        of tails: [String],
        _ rule: CompiledRule?,
        inSource number: Int
    ) -> [String] {
        let source = sources[number]
        let origin = source.origins(all: true).first ?? ""
        let taken = tails.first { tail in
            let details = try? details(of: origin + tail)
            return details?.sourceIndex == number && details?.ruleIndex == rule?.place.rule
        }
        guard let tail = taken ?? tails.first else { return [] }
        var names = ["extra"]
        switch source.options.query {
        case .keepOnly(let items), .strip(let items): names += items.map(\.rawValue)
        case .keep, .drop: break
        }
        return [tail] + (names.map { "\($0)=1" } + ["extra=1+2"]).map(tail.adding)
            + (tail.contains("#") ? [] : ["\(tail)#part"])
    }

    /// Links of a source whose rules unwrap another link, or may refuse what others unwrap, with the given one inside.
    private func wrappers(of link: String, inSource number: Int) -> [String] {
        let origins = sources[number].origins(all: true)
        return index.sources[number].rules.flatMap { rule -> [String] in
            let targets = rule.targets
            guard !targets.isEmpty else { return [] }
            // A plus sign in the text may stand for a space, which no link has.
            let plus = link.adding(query: "extra=1+2")
            let texts =
                rule.takesWholeRest
                ? [link]
                : [
                    link.percentEncoded(keeping: .unreserved),
                    plus.percentEncoded(keeping: .unreserved.union(ByteSet("+"))),
                ]
            return spellings(of: rule, inSource: number).flatMap { tail in
                // The text of a capture is its name, which may also stand elsewhere.
                targets.flatMap(tail.ranges).flatMap { place in
                    texts.flatMap { text in
                        origins.map {
                            $0 + tail[..<place.lowerBound] + text + tail[place.upperBound...]
                        }
                    }
                }
            }
        }
    }
}

extension PathPattern {
    /// The same pattern with its literal text in upper case.
    fileprivate var uppercased: PathPattern? {
        try? PathPattern(description.replacing(/(?:^|\})[^{]*/) { $0.output.uppercased() })
    }
}

extension CompiledRule {
    /// The name of the capture whose text is rewritten as a link, or those of all captures of links that the rule refuses.
    fileprivate var targets: [String] {
        switch action {
        case .unwrap(let target): captures.filter { $0.slot == target }.map(\.name)
        case .refuse: captures.map(\.name)
        default: []
        }
    }
}

extension ItemCondition {
    /// An item, or a fragment with its mark, whose text does not fit the condition; with a plus sign if any text fits; nil without a capture.
    fileprivate var misfit: String? {
        guard case .capture(let value) = kind,
            case .capture(let capture)? = PathShape(value.pattern).segments.first?.first,
            capture.kind != .catchAll
        else { return nil }
        let text = capture.constraint.misfits.first ?? "1+2"
        return switch subject {
        case .item(let name): QueryText.text(of: [URLQueryItem(name: name, value: "")]) + text
        case .unnamedItem: text
        case .fragment: "#\(text)"
        }
    }
}
