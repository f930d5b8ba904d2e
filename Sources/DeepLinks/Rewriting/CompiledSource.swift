package import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A source, ready for matching.
package final class CompiledSource: Sendable {
    /// The first host or scheme, for messages.
    package let name: String
    /// Its number among the rewriter's sources.
    let number: Int
    let isCustomScheme: Bool
    package let allowsHTTP: Bool
    let limits: Limits
    let options: SourceOptions
    /// The number of the group in `groups` for each path.
    package let trie: PathTrie<Int>
    /// Groups of rules that match the same paths, in the order in which they are tried; empty if all of a group have a flaw.
    package let groups: [[CompiledRule]]
    /// The same rules in the order of declaration, each under all prefixes in order.
    package let rules: [CompiledRule]
    /// The rule that takes every link whole; nil if links are matched with rules.
    package let wholeLink: CompiledRule?

    /// The name of a source for any host.
    static let anyHost = "any host"

    /// Compiles the rules that have no flaw; `note` receives each flaw with the rule's number, or with nil for a prefix.
    init(_ source: RewriteSource, number: Int, _ limits: Limits, note: (RuleFlaw, Int?) -> Void) {
        self.number = number
        self.limits = limits
        let hostCaptures: [String]
        switch source {
        case .domain(let domain):
            name = domain.hosts.first ?? Self.anyHost
            isCustomScheme = false
            allowsHTTP = domain.allowsHTTP
            hostCaptures = domain.hostCaptures
        case .scheme(let scheme):
            name = scheme.names.first ?? ""
            isCustomScheme = true
            allowsHTTP = false
            hostCaptures = []
        }
        options = source.options
        if case .scheme(let scheme) = source, scheme.wholeLink != nil {
            Self.checkWholeLink(of: scheme) { note($0, nil) }
        }
        let prefixes = Self.prefixes(options) { note($0, nil) }
        // A template may use them under all prefixes; they are absent under those that do not capture them.
        let prefixCaptures = Set(prefixes.flatMap(\.pattern.captureNames))
        var flaws: [(flaw: RuleFlaw, rule: Int)] = []
        // Rules that match the same paths are a group. Of their patterns, the most specific one is in the trie.
        var trie = PathTrie<Int>(ignoresCase: options.ignoresCase)
        var spellings: [PathPattern] = []
        var isRespelled = false
        var paths:
            [(place: CompiledRule.Place, external: ExternalPattern, PathPattern, group: Int)] = []
        for (number, rule) in source.rules.enumerated() {
            do throws(RuleFlaw) {
                let external = try source.external(of: rule)
                for (prefixNumber, prefix, _) in prefixes {
                    let path = try external.pathPattern(under: prefix)
                    let group = trie.insertIfAbsent(spellings.count, at: path) ?? spellings.count
                    if group == spellings.count {
                        spellings.append(path)
                    } else if path.precedes(
                        spellings[group],
                        ignoresCase: options.ignoresCase
                    ) {
                        spellings[group] = path
                        isRespelled = true
                    }
                    let place = CompiledRule.Place(rule: number, prefix: prefixNumber)
                    paths.append((place, external, path, group))
                }
            } catch {
                flaws.append((error, number))
            }
        }
        if isRespelled {
            trie = PathTrie(ignoresCase: options.ignoresCase)
            for (group, path) in spellings.enumerated() { trie[path] = group }
        }
        var groups: [[CompiledRule]] = Array(repeating: [], count: spellings.count)
        // The rules of each group by what their conditions ask for; only those with the same key can match the same links.
        var alike: [[Set<[String?]>: [CompiledRule]]] = Array(
            repeating: [:],
            count: spellings.count
        )
        var rules: [CompiledRule] = []
        var flawedPrefixes: Set<Int> = []
        for (place, external, path, group) in paths
        where !flaws.contains(where: { $0.rule == place.rule }) {
            do throws(RuleFlaw) {
                let compiled = try CompiledRule(
                    source.rules[place.rule],
                    external,
                    path,
                    as: spellings[group],
                    at: place,
                    hosts: hostCaptures,
                    prefixes: prefixCaptures,
                    options
                )
                try source.rules[place.rule].declaredPath?.check(compiled, in: source)
                let key = compiled.conditions.key(compiled.ignoresMalformedOptionals)
                try Self.check(compiled, besides: alike[group][key] ?? [])
                alike[group][key, default: []].append(compiled)
                groups[group].append(compiled)
                rules.append(compiled)
            } catch {
                guard error.place.steps.first == .key("prefixes") else {
                    flaws.append((error, place.rule))
                    continue
                }
                // One error stands for all rules under the prefix.
                guard flawedPrefixes.insert(place.prefix).inserted else { continue }
                let prefix = "with the prefix '\(options.prefixes[place.prefix])', "
                note(RuleFlaw(error.code, error.text.after(prefix), at: error.place), nil)
            }
        }
        // The sort is stable.
        for (flaw, rule) in flaws.inOrder(by: { $0.rule < $1.rule }) { note(flaw, rule) }
        self.trie = trie
        // The sort is stable.
        self.groups = groups.map { group in
            guard group.count > 1 else { return group }
            return group.map { (rule: $0, rank: $0.conditions.rank) }
                .inOrder { $1.rank.lexicographicallyPrecedes($0.rank) }.map(\.rule)
        }
        self.rules = rules
        wholeLink = source.takesWholeLinks ? rules.first : nil
    }

    /// Checks that a scheme whose links are handed over whole has no rules, and no options but `allow`.
    private static func checkWholeLink(of scheme: Scheme, note: (RuleFlaw) -> Void) {
        let option = scheme.options.descriptions.first { $0.key != "allow" && !$0.isUsual }
        guard let key = scheme.rules.isEmpty ? option?.key : "rules" else { return }
        let flaw = RuleFlaw(
            "rules-beside-whole-link",
            "its links are handed over whole, so '\(key)' has no effect",
            "remove it, or 'wholeLinkAs'",
            at: .root.key(key)
        )
        note(flaw)
    }

    /// The prefixes of the rules, each with its number; those with a flaw are left out.
    private static func prefixes(
        _ options: SourceOptions,
        note: (RuleFlaw) -> Void
    ) -> [(number: Int, text: String, pattern: PathPattern)] {
        if options.prefixes.isEmpty {
            let flaw = RuleFlaw(
                "no-prefixes",
                "it has no prefix, so no rule could match",
                "write \"\" for rules without a prefix",
                at: .root.key("prefixes")
            )
            note(flaw)
        }
        var prefixes: [(number: Int, text: String, pattern: PathPattern)] = []
        for (number, prefix) in options.prefixes.enumerated() {
            do throws(RuleFlaw) {
                prefixes.append((number, prefix, try Self.pattern(ofPrefix: prefix)))
            } catch {
                note(error.at(.root.key("prefixes").index(number)))
            }
        }
        return prefixes
    }

    private static func pattern(ofPrefix prefix: String) throws(RuleFlaw) -> PathPattern {
        do throws(PathPatternError) {
            let pattern = try PathPattern(prefix.isEmpty ? "/" : prefix)
            // A segment must be able to follow it.
            _ = try PathPattern(prefix + "/a")
            return pattern
        } catch {
            throw RuleFlaw(
                "malformed-prefix",
                error.text.after("the prefix '\(prefix)' is not a path pattern: ")
            )
        }
    }

    /// Checks that a rule does not match the same links as one of the others in its group.
    private static func check(
        _ rule: CompiledRule,
        besides others: [CompiledRule]
    ) throws(RuleFlaw) {
        let same = others.first { other in
            rule.conditions.areSame(as: other.conditions, rule.ignoresMalformedOptionals)
        }
        guard let other = same else { return }
        guard other.place.rule != rule.place.rule else {
            throw RuleFlaw(
                "conflict",
                "'\(rule.pattern)' matches exactly the same links as with another one, at '\(rule.path)'",
                "remove one of the two prefixes",
                at: .root.key("prefixes").index(rule.place.prefix)
            )
        }
        // A rule that takes the whole rest of a link has no items.
        let canDiffer = !rule.takesWholeRest || !other.takesWholeRest
        throw RuleFlaw(
            "conflict",
            "it matches exactly the same links as the source's rule \(other.place.rule + 1), '\(other.pattern)', at '\(rule.path)'",
            "remove one of the two" + (canDiffer ? ", or require a query item in one" : ""),
            otherRule: other.place.rule
        )
    }
}

// MARK: - Finding the rule

extension CompiledSource {
    /// The first rule that a link fits: rules with more specific paths are tried first, and of rules with the same path, those
    /// with more conditions.
    func match(
        _ link: borrowing DecodedLink,
        _ path: ByteView,
        _ host: consuming HostCapture?
    ) -> RuleMatch? {
        if let wholeLink { return RuleMatch(wholeLink, ranges: [0..<0], [], link, path, host) }
        // Nearly always, a rule with the most specific path fits, and the lookup keeps all of its captures.
        guard let (group, found) = trie.lookUp(canonical: path) else { return nil }
        guard found.keepsAllCaptures else { return thoroughMatch(link, path, host, besides: nil) }
        guard let (rule, texts) = firstRule(in: group, link.items, link.fragment) else {
            return thoroughMatch(link, path, host, besides: group)
        }
        let ranges = rule.ownMatcher?.captures(in: path)
        return RuleMatch(rule, ranges: ranges, found: found, texts, link, path, host)
    }

    /// The same, of all groups but one that was tried.
    private func thoroughMatch(
        _ link: borrowing DecodedLink,
        _ path: ByteView,
        _ host: HostCapture?,
        besides tried: Int?
    ) -> RuleMatch? {
        let (items, fragment) = (link.items, link.fragment)
        var fit: (rule: CompiledRule, ranges: [Range<Int>], texts: [String?])?
        trie.firstMatch(canonical: path) { group, captures in
            guard group != tried, let (rule, texts) = firstRule(in: group, items, fragment) else {
                return false
            }
            let ranges =
                rule.ownMatcher?.captures(in: path) ?? (0..<captures.count).map { captures[$0] }
            fit = (rule, ranges, texts)
            return true
        }
        guard let (rule, ranges, texts) = fit else { return nil }
        return RuleMatch(rule, ranges: ranges, texts, link, path, host)
    }

    /// The first rule of a group with conditions that the items and the fragment fit, and the texts of their captures.
    private func firstRule(
        in group: Int,
        _ items: [URLQueryItem],
        _ fragment: String?
    ) -> (CompiledRule, [String?])? {
        for number in groups[group].indices {
            let rule = groups[group][number]
            // Most rules have no conditions.
            if rule.conditions.isEmpty { return (rule, []) }
            if let texts = rule.captures(in: items, fragment) { return (rule, texts) }
        }
        return nil
    }

    /// All rules whose paths a path fits, in the order in which they are tried; a rule whose path fits in several ways comes as often.
    func rules(fitting path: ByteView) -> [CompiledRule] {
        var rules: [CompiledRule] = []
        trie.firstMatch(canonical: path) { group, _ in
            rules += groups[group]
            return false
        }
        return rules
    }
}
