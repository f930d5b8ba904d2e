import DeepLinks
import LinkChecking
import PathMatching

/// The rules, or one of two versions of them.
struct RuleVersion {
    let file: ConfigurationFile
    let rewriter: URLRewriter
    let failures: [String]

    fileprivate let paths: RegisteredPaths?

    init(_ file: ConfigurationFile) throws(ToolError) {
        self.file = file
        (rewriter, failures) = try file.rewriterDespiteExamples()
        paths = file.configuration.paths.map(RegisteredPaths.init)
    }

    /// What becomes of a link, and by which rule.
    func outcome(of url: String) -> RuleDifference.Outcome {
        guard let details = try? rewriter.details(of: url) else {
            return RuleDifference.Outcome(link: nil, rule: nil, isClaimed: false)
        }
        let isRegistered = paths.map { $0.pattern(for: details.link) != nil } ?? true
        let name = details.pattern.map { "'\($0)'" } ?? "Links that fit no rule"
        return RuleDifference.Outcome(
            link: isRegistered ? details.link : nil,
            rule: rule(name, details.sourceIndex, details.ruleIndex),
            isClaimed: rewriter.isClaimed(url, details)
        )
    }

    /// A rule of a source, or what the source does without one.
    fileprivate func rule(_ name: String, _ source: Int, _ rule: Int?) -> RuleDifference.Rule {
        let notes = rule.map { rewriter.sources[source].rules[$0].notes }
        return RuleDifference.Rule(
            name: name,
            title: notes?.title,
            owner: notes?.owner,
            file: file.file.name,
            place: file.configuration.path(source: source, rule: rule).description
        )
    }

    /// The limits, and the options and rules of each host or scheme, as they are written.
    fileprivate var parts: [RuleDifference.Part] {
        let limits = rewriter.limits
        let text =
            "\"bytes\": \(limits.bytes), \"segments\": \(limits.segments), \"queryItems\": \(limits.queryItems)"
        let ofAll = RuleDifference.Rule(name: "Limits", file: file.file.name, place: "limits")
        var parts: [RuleDifference.Part] = [(ofAll, "all links", "", "limits", text, nil)]
        for (number, source) in rewriter.sources.enumerated() {
            let ofSource = rule(source.name, number, nil)
            for (name, id) in source.names {
                // Acknowledged findings change no link.
                parts += source.options.descriptions.filter { $0.key != "allow" }.map {
                    (ofSource, name, id, $0.key, "\"\($0.key)\": \($0.value.line)", nil)
                }
                parts += source.rules.enumerated().map { index, rule in
                    var text = rule.template ?? "unwrapped"
                    if case .refuse = rule { text = "refused" }
                    let place = self.rule("'\(rule.pattern)'", number, index)
                    return (place, name, id, rule.pattern, text, [number, index])
                }
            }
        }
        return parts
    }

    /// Why a link is refused, as a sentence.
    func reason(of url: String) -> String {
        do throws(RewriteError) {
            let details = try rewriter.details(of: url)
            let cause = details.ruleIndex == nil ? "link" : "rule"
            return
                "It leads to '\(details.link.path)', which is not in 'paths'; add the path, or correct the \(cause)."
        } catch {
            return error.description
        }
    }
}

/// The links that two versions of the rules treat differently.
struct RuleDifference: Encodable {
    /// A rule of one of the versions.
    struct Rule: Hashable, Encodable {
        /// Its pattern, quoted, or words for what it is.
        let name: String
        var title: String?
        var owner: String?
        let file: String
        let place: String

        /// Its pattern with its title and owner.
        var heading: String {
            name + (RewriteRule.Notes(title: title, owner: owner).name.map { ", \($0)" } ?? "")
        }
    }

    /// An option of a host or scheme, or the external side of a rule with the numbers of its source and itself, and what is written there.
    ///
    /// The `id` is the same for all spellings of the host or scheme.
    typealias Part = (
        rule: Rule, name: String, id: String, key: String, text: String, number: [Int]?
    )

    /// What becomes of a link.
    struct Outcome {
        /// The internal link; nil if it is refused or its path is not registered.
        let link: DeepLink?
        let rule: Rule?

        /// Whether the rule lets the site claim the link for the app.
        let isClaimed: Bool
    }

    /// What changes for a link.
    enum Kind: String, CaseIterable, Encodable {
        /// It leads to another internal link.
        case changed
        /// It was handled and no longer is.
        case refused
        /// It was refused and is handled now.
        case opened
        /// It is handled, but the site no longer claims it for the app, or claims it now.
        case claims
        /// A limit, or an option of a source, differs.
        case option
        /// A rule differs or is missing, and no link shows what that changes.
        case notCompared = "not-compared"
    }

    /// A link with what became and what becomes of it, or what is compared as it is written: an option, or a rule without a link.
    struct Change: Encodable {
        let url: String
        let kind: Kind

        /// The old rule, or the new one for a link that opens anew.
        let rule: Rule?

        /// The internal link, or why there is none; for ``Kind/claims``, a sentence about the site; for others, how it is written.
        let before: String
        let after: String
    }

    /// The changes: of the given links first, then of examples, then of generated links, then of what is compared as it is written.
    let changes: [Change]

    let compared: Int

    /// How many changes there are of each kind.
    private let counts: [String: Int]

    /// Compares two versions by some links and by those that the rules give.
    init(_ old: RuleVersion, _ new: RuleVersion, _ urls: [String]) {
        let (first, second) = (old.rewriter, new.rewriter)
        let paths = [old, new].compactMap(\.paths)
        let links =
            (urls + first.probes(paths: paths) + second.probes(paths: paths)).uniqued()
        compared = links.count
        let changes = links.compactMap { url -> Change? in
            let (before, after) = (old.outcome(of: url), new.outcome(of: url))
            func change(_ kind: Kind, _ rule: Rule?, _ before: String, _ after: String) -> Change {
                Change(url: url, kind: kind, rule: rule, before: before, after: after)
            }
            switch (before.link, after.link) {
            case (nil, nil): return nil
            case (nil, let link?):
                return change(.opened, after.rule, old.reason(of: url), link.string)
            case (let link?, nil):
                return change(.refused, before.rule, link.string, new.reason(of: url))
            case (let link?, let other?) where link != other:
                return change(.changed, before.rule, link.string, other.string)
            case _ where before.isClaimed == after.isClaimed: return nil
            default:
                let sides = [before, after].map {
                    $0.isClaimed
                        ? "the site claims it for the app" : "the site keeps it to itself"
                }
                return change(.claims, before.rule, sides[0], sides[1])
            }
        }
        self.changes = changes + Self.written(old, new, links)
        counts = tally(self.changes.map(\.kind))
    }

    /// What differs as it is written: options, and rules that take none of the compared links.
    private static func written(
        _ old: RuleVersion,
        _ new: RuleVersion,
        _ links: [String]
    ) -> [Change] {
        let (first, second) = (old.parts, new.parts)
        var told: Set<[String]> = []
        let sides = [(old, first, second, true), (new, second, first, false)]
        return sides.flatMap { version, own, other, isOld in
            let others = Dictionary(other.map { ([$0.id, $0.key], $0) }) { $1 }
            let parts = own.filter { others[[$0.id, $0.key]]?.text != $0.text }
            var unseen = Set(parts.compactMap(\.number))
            for url in links where !unseen.isEmpty {
                unseen.subtract(version.rewriter.rulesTaking(url).map { [$0.source, $0.number] })
            }
            return parts.compactMap { part -> Change? in
                let match = others[[part.id, part.key]]
                guard part.number.map(unseen.contains) ?? (isOld && match != nil) else {
                    return nil
                }
                // A source may have several names, and both versions the rule.
                let places = [part.rule.place, match?.rule.place ?? ""]
                guard told.insert([part.key] + (isOld ? places : places.reversed())).inserted else {
                    return nil
                }
                let other = match?.text ?? "no such rule of '\(part.name)'"
                return Change(
                    url: part.number == nil ? part.name : part.key,
                    kind: part.number == nil ? .option : .notCompared,
                    rule: part.rule,
                    before: isOld ? part.text : other,
                    after: isOld ? other : part.text
                )
            }
        }
    }

    /// Whether something is known to differ; a rule that was not compared may be one that takes no link at all.
    var hasDifferences: Bool { changes.contains { $0.kind != .notCompared } }

    /// The changes by rule, in the order of the first link of each, and by kind.
    var groups: [(rule: Rule?, kind: Kind, changes: [Change])] {
        let changesByRule = Dictionary(grouping: changes, by: \.rule)
        return changes.map(\.rule).uniqued().flatMap { rule in
            Kind.allCases.map { kind in
                (rule, kind, changesByRule[rule, default: []].filter { $0.kind == kind })
            }
        }.filter { !$0.changes.isEmpty }
    }

    /// A sentence with the numbers.
    var summary: String {
        let words: [(Kind, String)] = [
            (.changed, "another destination"), (.refused, "refused now"),
            (.opened, "opened anew"), (.claims, "with another claim"),
        ]
        let parts = words.compactMap { kind, word in
            counts[kind.rawValue].flatMap { $0 == 0 ? nil : "\($0) \(word)" }
        }
        let options = counts[Kind.option.rawValue, default: 0]
        let rules = counts[Kind.notCompared.rawValue, default: 0]
        let links = parts.isEmpty ? ", no differences" : ": \(parts.joined(separator: ", "))"
        let file =
            changes.contains { $0.kind == .claims } ? " Write the association file again." : ""
        return "\(count(compared, "link")) compared\(links)"
            + (options == 0 ? "" : "; \(count(options, "option")) changed")
            + (rules == 0 ? "" : "; \(count(rules, "changed rule")) not compared") + ".\(file)"
    }
}

extension RewriteSource {
    /// Its hosts or schemes as they are written, each with the `id` of its parts.
    fileprivate var names: [(String, String)] {
        switch self {
        case .domain(let domain):
            // The hosts of a rewriter have no flaw, so each has a pattern.
            Array(zip(domain.hosts, domain.externalHosts.map(\.id)))
                + (domain.anyHostAs == nil ? [] : [("any host", "any host")])
        case .scheme(let scheme): scheme.names.map { ($0, $0.asciiLowercased) }
        }
    }
}

extension HostPattern {
    fileprivate var id: String {
        let words = constraint.dropFirst().split(separator: "|").sorted().joined(separator: "|")
        return "\(prefix == .wildcard) \(isWildcard) \(words) \(name) \(port ?? 0)"
    }
}
