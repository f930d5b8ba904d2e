package import DeepLinks
import PathMatching

extension URLRewriter {
    /// Links that show what the rules do, to compare two versions of them.
    ///
    /// They are the examples, links generated from each rule under each host, links with the items of two rules of the same path, a link
    /// of each source that no rule may fit, links to the registered paths of rules and of sources that let such links pass, and a handled
    /// link inside those of rules that unwrap or refuse. Not all of them become internal links.
    ///
    /// - Parameter paths: The paths that the app registers in each version that says so.
    /// - Returns: The links, each once or more.
    package func probes(paths: [RegisteredPaths]) -> [String] {
        let registered = paths.flatMap(\.samples).uniqued()
        func isHandled(_ url: String) -> Bool {
            guard let link = try? rewrite(url) else { return false }
            return paths.isEmpty || paths.contains { $0.pattern(for: link) != nil }
        }
        let links = sources.indices.flatMap { probes(ofSource: $0, registered, isHandled) }
        guard let handled = links.first(where: isHandled) else { return links }
        return links + sources.indices.flatMap { wrappers(of: handled, inSource: $0) }
    }

    private func probes(
        ofSource number: Int,
        _ registered: [String],
        _ isHandled: (_ url: String) -> Bool
    ) -> [String] {
        let (source, compiled) = (sources[number], index.sources[number])
        // Of a list of words in a host, the first get a link of each rule, the others one link.
        let origins = source.origins(all: true, 16)
        let known = Set(origins)
        let others = source.origins(all: true, .max).filter { !known.contains($0) }
        /// The first host shows what becomes of links, the others that they are treated alike.
        func links(_ tails: [String]) -> [String] {
            origins.enumerated().flatMap { place, origin in
                tails.prefix(place == 0 ? tails.count : 1).map { link(origin, $0) }
            }
        }
        let examples = source.rules.flatMap { rule in
            rule.notes.examples.keys.sorted().compactMap(source.wholeLink)
        }
        let tails = compiled.rules.map { rule in
            rule.tails(0, rule.conditions, leadingTo: registered)
                + rule.tails(8, rule.conditions, leadingTo: [], each: Self.wordLimit)
                + Self.wholeRest(of: rule)
        }
        let shared = compiled.groups.flatMap(Self.shared).compactMap { tail in
            origins.first.map { link($0, tail) }
        }
        let passing = source.options.unmatched == .passThrough ? registered : []
        var all = examples + tails.flatMap(links) + shared
        all += links(passing + ["/some/other/path"])
        let handled = (tails.joined() + passing).first { tail in
            !others.isEmpty && isHandled(link(origins[0], tail))
        }
        if let handled { all += others.map { link($0, handled) } }
        return all
    }

    /// How many words of a list in a rule are compared.
    private static let wordLimit = 4096

    /// What follows the host in a link with another link as the rest that the rule takes as it was written.
    private static func wholeRest(of rule: CompiledRule) -> [String] {
        guard rule.takesWholeRest, let name = rule.path.captures.last?.name else { return [] }
        let texts = [name: "https://some.example/path?item=text"]
        return SampleLinks(rule.path, rule.conditions, texts: texts).tails(1)
    }

    /// A link of its parts; a text that cannot stand in the place of a custom scheme's host gets three slashes.
    private func link(_ origin: String, _ tail: String) -> String {
        let first = tail.utf8.dropFirst().prefix { !ByteSet("/?#").contains($0) }
        let isHost = !first.contains(where: ByteSet("@:%").contains)
        return origin + (isHost || !origin.hasSuffix(":/") ? "" : "/") + tail
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

    /// Links of a source whose rules unwrap another link, or may refuse what others unwrap, with the given one inside.
    private func wrappers(of link: String, inSource number: Int) -> [String] {
        let origins = sources[number].origins(all: true)
        return index.sources[number].rules.flatMap { rule -> [String] in
            let names: [String] =
                switch rule.action {
                case .unwrap(let target): rule.captures.filter { $0.slot == target }.map(\.name)
                case .refuse: rule.captures.map(\.name)
                default: []
                }
            let text = rule.takesWholeRest ? link : link.percentEncoded(keeping: .unreserved)
            let tails = names.flatMap { name in
                SampleLinks(rule.path, rule.conditions, texts: [name: text]).tails(2)
            }
            return origins.flatMap { origin in tails.map { origin + $0 } }
        }
    }
}
