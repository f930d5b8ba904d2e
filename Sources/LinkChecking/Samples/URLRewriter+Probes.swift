package import DeepLinks
import PathMatching

extension URLRewriter {
    /// Links that show what the rules do, to compare two versions of them.
    ///
    /// They are the examples, links generated from each rule under each host, links with the items of two rules of the same path, spellings
    /// of them about which the options of a source decide, a link of each source that no rule may fit, links to the registered paths of
    /// rules and of sources that let such links pass, a link to each kind of host of both versions, and a handled link inside those of
    /// rules that unwrap or refuse. Not all of them become internal links.
    ///
    /// - Parameters:
    ///   - other: The other version.
    ///   - paths: The paths that the app registers in each version that says so.
    /// - Returns: The links, each once or more.
    package func probes(beside other: URLRewriter, paths: [RegisteredPaths]) -> [String] {
        let registered = paths.flatMap(\.samples).uniqued()
        func isHandled(_ url: String) -> Bool {
            guard let link = try? rewrite(url) else { return false }
            return paths.isEmpty || paths.contains { $0.pattern(for: link) != nil }
        }
        let others = Dictionary(
            grouping: other.sources.compactMap(\.domain).flatMap(\.variedHosts)
        ) { domain(ofHost: $0)?.0 }
        let links = sources.indices.flatMap { number in
            let own = probes(ofSource: number, registered)
            return own + variants(of: own.lazy.filter(isHandled), toSource: number, others[number])
        }.uniqued()
        guard let link = links.first(where: isHandled) else { return links }
        return links + sources.indices.flatMap { wrappers(of: link, inSource: $0) }
    }

    private func probes(ofSource number: Int, _ registered: [String]) -> [String] {
        let source = sources[number]
        let origins = source.origins(all: true)
        /// The first host shows what becomes of links, the others that they are treated alike.
        func links(_ tails: [String]) -> [String] {
            origins.enumerated().flatMap { place, origin in
                tails.prefix(place == 0 ? tails.count : 1).map { link(origin, $0) }
            }
        }
        let examples = source.rules.flatMap { rule in
            rule.notes.examples.keys.sorted().compactMap(source.wholeLink)
        }
        let taken = index.sources[number].rules.flatMap { rule in
            let texts = rule.texts(leadingTo: registered)
            return links(tails(rule.path, rule.conditions, texts))
                + links(spellings(of: rule, texts, inSource: number))
        }
        let shared = index.sources[number].groups.flatMap(Self.shared).compactMap { tail in
            origins.first.map { link($0, tail) }
        }
        let passes = source.options.unmatched == .passThrough
        let others = (passes ? registered : []) + ["/some/other/path"]
        return examples + taken + shared + links(others)
            + (passes ? links(spellings(of: others, nil, inSource: number)) : [])
    }

    /// A link of its parts; a text that cannot stand in the place of a custom scheme's host gets three slashes.
    private func link(_ origin: String, _ tail: String) -> String {
        let first = tail.utf8.dropFirst().prefix { !ByteSet("/?#").contains($0) }
        let isHost = !first.contains(where: ByteSet("@:%").contains)
        return origin + (isHost || !origin.hasSuffix(":/") ? "" : "/") + tail
    }

    /// What follows the host in links of a path: first those with given texts of captures.
    private func tails(
        _ path: PathPattern,
        _ conditions: [ItemCondition],
        _ texts: [[String: String]]
    ) -> [String] {
        texts.flatMap { SampleLinks(path, conditions, texts: $0).tails(2) }
            + SampleLinks(path, conditions).tails(8)
    }

    /// What follows the host in links that may fit two rules of the same path, of which the first in order decides.
    private static func shared(_ group: [CompiledRule]) -> [String] {
        group.enumerated().flatMap { number, rule in
            group[(number + 1)...].prefix(4).compactMap { other in
                let more = other.conditions.filter { condition in
                    !rule.conditions.contains { $0.subject == condition.subject }
                }
                return SampleLinks(rule.path, rule.conditions + more).tails(1).first
            }
        }
    }

    /// The first of some links to a source, with its hosts of other kinds and some more.
    private func variants(
        of links: some Sequence<String>,
        toSource number: Int,
        _ hosts: [String]?
    ) -> [String] {
        let origins = sources[number].origins(all: true)
        guard let domain = sources[number].domain, let first = origins.first,
            let link = links.first(where: { $0.hasPrefix("\(first)/") })
        else { return [] }
        return (domain.variedHosts + (hosts ?? [])).map { domain.origin("https", $0) }
            .filter { !origins.contains($0) }.map { $0 + link.dropFirst(first.count) }
    }

    /// Spellings of what follows the host in links that a rule takes.
    private func spellings(
        of rule: CompiledRule,
        _ texts: [[String: String]] = [],
        inSource number: Int
    ) -> [String] {
        func spellings(_ path: PathPattern) -> [String] {
            self.spellings(of: tails(path, rule.conditions, texts), rule, inSource: number)
        }
        return spellings(rule.path) + (rule.path.uppercased.map(spellings)?.prefix(1) ?? [])
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
            let details = try? details(of: link(origin, tail))
            return details?.sourceIndex == number && details?.ruleIndex == rule?.place.rule
        }
        guard let tail = taken ?? tails.first else { return [] }
        var names = ["extra"]
        switch source.options.query {
        case .keepOnly(let items), .strip(let items): names += items.map(\.rawValue)
        case .keep, .drop: break
        }
        return [tail] + names.flatMap { ["\($0)=1", "\($0)=1+2"] }.map(tail.adding)
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
            let tails = spellings(of: rule, inSource: number)
            // The items may be read from the fragment.
            let moved = tails.prefix(1).map { $0.replacing("?", with: "#", maxReplacements: 1) }
            return (tails + moved).flatMap { tail in
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
