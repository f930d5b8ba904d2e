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
        let place = file.configuration.path(source: details.sourceIndex, rule: details.ruleIndex)
        let rules = rewriter.sources[details.sourceIndex].rules
        let notes = details.ruleIndex.map { rules[$0].notes }
        return RuleDifference.Outcome(
            link: isRegistered ? details.link : nil,
            rule: RuleDifference.Rule(
                name: details.pattern.map { "'\($0)'" } ?? "Links that fit no rule",
                title: notes?.title,
                owner: notes?.owner,
                file: file.file.name,
                place: place.description
            ),
            isClaimed: rewriter.isClaimed(url, details)
        )
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
        let title: String?
        let owner: String?
        let file: String
        let place: String

        /// Its pattern with its title and owner.
        var heading: String {
            name + (RewriteRule.Notes(title: title, owner: owner).name.map { ", \($0)" } ?? "")
        }
    }

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
        /// An option of a source differs.
        case option
    }

    /// A link with what became and what becomes of it, or a host or scheme with an option of its source.
    struct Change: Encodable {
        let url: String
        let kind: Kind

        /// The old rule, or the new one for a link that opens anew.
        let rule: Rule?

        /// The internal link, or why there is none; for ``Kind/claims``, a sentence about the site; for ``Kind/option``, its JSON.
        let before: String
        let after: String
    }

    /// The changes: of the given links first, then of examples, then of generated links, then of options.
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
        self.changes = changes + Self.options(old, new)
        counts = tally(self.changes.map(\.kind))
    }

    /// The options that differ between sources with the same host or scheme.
    private static func options(_ old: RuleVersion, _ new: RuleVersion) -> [Change] {
        let sources = new.rewriter.sources
        let numbers = sources.enumerated().flatMap { number, source in
            source.names.map { ($0, number) }
        }
        let numberByName = Dictionary(numbers) { first, _ in first }
        return old.rewriter.sources.enumerated().flatMap { number, source -> [Change] in
            // The names of one source may stand in several sources of the new version.
            var others: [Int: String] = [:]
            for name in source.names.reversed() {
                if let other = numberByName[name] { others[other] = name }
            }
            let rule = Rule(
                name: source.name,
                title: nil,
                owner: nil,
                file: old.file.file.name,
                place: old.file.configuration.path(source: number).description
            )
            return others.sorted { $0.key < $1.key }.flatMap { other, name in
                zip(source.options.descriptions, sources[other].options.descriptions).compactMap {
                    // Acknowledged findings change no link.
                    guard $0.value != $1.value, $0.key != "allow" else { return nil }
                    return Change(
                        url: name,
                        kind: .option,
                        rule: rule,
                        before: "\"\($0.key)\": \($0.value.line)",
                        after: "\"\($1.key)\": \($1.value.line)"
                    )
                }
            }
        }
    }

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
        let links = parts.isEmpty ? ", no differences" : ": \(parts.joined(separator: ", "))"
        let file =
            changes.contains { $0.kind == .claims } ? " Write the association file again." : ""
        return "\(count(compared, "link")) compared\(links)"
            + (options == 0 ? "." : "; \(count(options, "option")) changed.") + file
    }
}

extension RewriteSource {
    /// Its hosts or schemes.
    fileprivate var names: [String] {
        switch self {
        case .domain(let domain): domain.hosts + (domain.anyHostAs == nil ? [] : ["any host"])
        case .scheme(let scheme): scheme.names
        }
    }
}
