import DeepLinks
import LinkChecking

/// Answers what an association file says about links.
///
/// What Apple's documents leave open is decided as Apple's own tool answers, whose answers the tests have on record.
struct AssociationMatcher: Sendable {
    /// The entries with their compiled rules, in the order of the file.
    let entries: [Entry]

    /// The apps, each once, in the order of the file.
    let appIDs: [String]

    /// The indices of the entries for each app.
    let entryIndices: [String: [Int]]

    struct Entry: Sendable {
        let model: AssociationEntry
        let rules: [RuleMatcher]

        /// The numbers of the rules by the first segment of their paths; those for several segments are under nil.
        fileprivate let numbers: [[UInt8]?: [Int]]
    }

    init(entries: [AssociationEntry], variables: [String: [String]]) {
        var compiler = GlobCompiler(variables: variables)
        self.entries = entries.map { entry in
            let rules = entry.rules.map { RuleMatcher($0, compiler: &compiler) }
            let numbers = Dictionary(grouping: rules.indices) { rules[$0].firstSegment }
            return Entry(model: entry, rules: rules, numbers: numbers)
        }
        var entryIndices: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            for appID in entry.appIDs { entryIndices[appID, default: []].append(index) }
        }
        appIDs = entries.flatMap(\.appIDs).uniqued()
        self.entryIndices = entryIndices
    }

    /// The cost of all patterns together.
    var weight: Int { entries.flatMap(\.rules).reduce(0) { $0 + $1.weight } }

    func rule(at place: RulePlace) -> RuleMatcher { entries[place.entry].rules[place.rule] }

    /// What to ask about a link; nil if no rule can match it.
    func question(about url: String) -> Question? {
        (try? AssociationLink(url)).map { Question(link: $0, entries: entries) }
    }

    /// A link, and the rules that were found for it.
    struct Question {
        let link: AssociationLink
        let entries: [Entry]

        /// The first matching rule of each entry that was tried; an entry may be for many apps.
        private var firstMatches: [Int: Int?] = [:]

        /// How much work it was.
        private(set) var effort = 1

        init(link: AssociationLink, entries: [Entry]) {
            self.link = link
            self.entries = entries
        }

        /// The first matching rule in the entries for an app; nil if none matches.
        mutating func decider(in indices: [Int]) -> RulePlace? {
            for index in indices {
                let first = firstMatches[index] ?? firstMatch(in: index)
                firstMatches[index] = .some(first)
                if let first { return RulePlace(entry: index, rule: first) }
            }
            return nil
        }

        private mutating func firstMatch(in index: Int) -> Int? {
            // Of thousands of rules, few have the link's first segment.
            let (rules, numbers) = (entries[index].rules, entries[index].numbers)
            let segment = link.foldedPath.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            let candidates = (numbers[nil] ?? []) + (numbers[Array(segment)] ?? [])
            return candidates.sorted().first { number in
                effort += rules[number].effort(for: link.path.count)
                return rules[number].matches(link)
            }
        }
    }
}

/// The place of a rule: its entry, and its number in that entry.
struct RulePlace: Hashable {
    let entry: Int
    let rule: Int
}
