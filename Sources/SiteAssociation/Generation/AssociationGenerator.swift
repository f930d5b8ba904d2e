import DeepLinks
import PathMatching

/// Makes the rules of an association file from rewrite rules.
///
/// A claim's pattern takes all links of its rewrite rule and, as `*` goes on over slashes and takes any character, some
/// others. Those are taken away by exclusions in front of it. An exclusion is written only if no link of a rewrite rule
/// that is claimed behind it matches, so nothing that is handled is ever excluded. This gives the order:
///
/// 1. Paths in fragments, and those with any number of segments.
/// 2. Paths with a certain number of segments, the deeper ones first. In front of claims that could go on over a slash
///    stands an exclusion of all deeper paths, as whatever is handled of them was claimed before.
/// 3. Among those with as many segments, a claim goes before another whose exclusions would take some of its links.
///
/// Where two claims should each go before the other, one loses its exclusion and claims more than is handled. At the end,
/// claims are left out whose links later ones claim too.
struct AssociationGenerator {
    private let form: AppSiteAssociation.Form
    private var variables = VariableTable()
    private var claims: [AssociationClaim] = []

    /// Whether everything is claimed, as unmatched links pass.
    private var takesEverything = false

    /// How many steps comparing claims with exclusions may take; after that, exclusions are left out.
    private var budget = 1 << 21

    // What was written so far.
    private(set) var rules: [GeneratedRule] = []
    private var numbers: [GeneratedRule.Content: Int] = [:]
    private var compiler = GlobCompiler(variables: [:], options: AssociationMatcher.Options())
    private var compiled: [CompiledRule] = []
    private var index = HeadIndex<Int>()

    /// For each rule the paths that it must claim, or that it excludes.
    private var paths: [[Automaton]] = []

    /// Makes the rules for the links of some domains.
    ///
    /// - Parameters:
    ///   - domains: The domains.
    ///   - paths: The paths that the app registers, if they are told.
    ///   - form: Which form the rules are for.
    /// - Throws: That the old form cannot speak of paths in fragments.
    init(
        _ domains: [Domain],
        paths: [String]?,
        form: AppSiteAssociation.Form
    ) throws(SiteAssociationError) {
        self.form = form
        for domain in domains {
            let options = domain.options
            for shape in RewriteSource.domain(domain).externalShapes {
                add(shape.path, shape.items, options, name: shape.prefix + shape.rule.pattern)
            }
            guard options.unmatched == .passThrough else { continue }
            guard let paths else {
                takesEverything = true
                continue
            }
            for path in paths {
                guard let pattern = try? PathPattern(path) else { continue }
                add(pattern, [], options, name: "the registered path \(path)")
            }
        }
        if form == .paths, claims.contains(where: \.isFragment), !takesEverything {
            throw SiteAssociationError(
                making: .legacyPaths,
                "the configuration has paths in fragments, of which 'paths' cannot speak",
                remedy: "use the current form"
            )
        }
        compiler = GlobCompiler(
            variables: variables.definitions,
            options: AssociationMatcher.Options()
        )
        write()
        joinWithLater()
    }

    /// The definitions of the variables that the rules use.
    var usedVariables: [(name: String, values: [String])] {
        let definitions = variables.definitions
        var used: Set<String> = []
        for rule in rules {
            var patterns = [rule.content.path, rule.content.fragment].compactMap(\.self)
            if case .items(let items)? = rule.content.query { patterns += items.map(\.pattern) }
            for pattern in patterns {
                for part in pattern.components(after: "$(") {
                    used.insert(String(part.prefix { $0 != ")" }))
                }
            }
        }
        return used.sorted().compactMap { name in definitions[name].map { (name, $0) } }
    }
}

extension String {
    /// The pieces behind each `mark`.
    fileprivate func components(after mark: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: mark) {
            rest = rest[range.upperBound...]
            pieces.append(rest)
        }
        return pieces
    }
}

// MARK: - Claims

extension AssociationGenerator {
    /// How many patterns the words of one path may be spelled out in.
    private static let spellings = 32

    /// How many claims may have to go before another.
    private static let mostHits = 256

    private mutating func add(
        _ pattern: PathPattern,
        _ items: [ExternalShape.Item],
        _ options: SourceOptions,
        name: String
    ) {
        let language = PathLanguage(pattern)
        if options.fragmentPaths {
            claims.append(claim(language, items, options, name: name, isFragment: true))
        }
        var claim = claim(language, items, options, name: name, isFragment: false)
        if form == .components {
            addExclusions(to: &claim)
        } else {
            claim.needsDepthLimit =
                !language.endsInRest && claim.variants.contains(where: \.hasWildcard)
        }
        claims.append(claim)
    }

    private mutating func claim(
        _ language: PathLanguage,
        _ items: [ExternalShape.Item],
        _ options: SourceOptions,
        name: String,
        isFragment: Bool
    ) -> AssociationClaim {
        let variants =
            form == .paths
            ? language.plainParts(limit: Self.spellings) : [language.parts(&variables)]
        let query = ClaimedQuery(items, variables: &variables)
        var notes = query.notes
        if variants.contains(where: \.hasUnwritableText) {
            notes.append("any character may stand for '*', and for '(' after '$'")
        }
        if options.ignoresCase, !query.isCaseless {
            notes.append("case does not count in the query either")
        }
        if isFragment {
            notes.append("whatever follows in the fragment")
        }
        return AssociationClaim(
            name: name,
            language: language,
            variants: variants,
            query: query,
            ignoresCase: options.ignoresCase,
            isFragment: isFragment,
            hasFragmentPaths: options.fragmentPaths && form == .components,
            automaton: Automaton(language, ignoresCase: options.ignoresCase),
            notes: notes
        )
    }

    /// Adds what takes away the links that a claim's pattern takes beyond its rule.
    private mutating func addExclusions(to claim: inout AssociationClaim) {
        let pieces = claim.language.segments
        let hasAny = pieces.joined().contains { if case .any = $0 { true } else { false } }
        if claim.depth != nil {
            claim.needsDepthLimit = hasAny
        } else if pieces.dropLast().contains(where: \.hasOpenEnd),
            pieces.drop(while: { !$0.hasOpenEnd }).dropFirst().contains(where: { !$0.isOnlyAny })
        {
            claim.notes.append("further segments may stand in the middle")
        }
        for (place, members, name) in claim.language.classPlaces {
            var isExact = false
            for replacement in [PathLanguage.Replacement.otherCharacter, .otherEnd] {
                if replacement == .otherEnd, place.piece + 1 < pieces[place.segment].count {
                    break
                }
                let parts = claim.language.parts(&variables, replacing: place, by: replacement)
                let automaton = Automaton(parts, ignoresCase: claim.ignoresCase)
                guard !automaton.intersects(claim.automaton, budget: &budget) else { continue }
                isExact = replacement == .otherCharacter
                claim.exclusions.append(
                    AssociationClaim.Exclusion(
                        content: GeneratedRule.Content(
                            path: parts.pattern,
                            isExclusion: true,
                            ignoresCase: claim.ignoresCase
                        ),
                        automaton: automaton,
                        head: parts.head,
                        reason: isExact
                            ? "{\(name)} has no other characters than \(members.description)"
                            : "{\(name)} ends with \(members.description)",
                        noteWithout:
                            "{\(name)} may have other characters than \(members.description)"
                    )
                )
                break
            }
            if !isExact {
                claim.needsDepthLimit = claim.depth != nil
                claim.notes.append("{\(name)} may have other characters inside")
            }
        }
        for (item, members) in claim.query.exclusions {
            guard let parts = claim.variants.first else { continue }
            claim.exclusions.append(
                AssociationClaim.Exclusion(
                    content: GeneratedRule.Content(
                        path: parts.pattern,
                        query: .items([item]),
                        isExclusion: true,
                        ignoresCase: claim.ignoresCase
                    ),
                    automaton: Automaton(parts, ignoresCase: claim.ignoresCase),
                    head: parts.head,
                    reason: "'\(item.name)' has no other characters than \(members.description)",
                    noteWithout:
                        "'\(item.name)' may have other characters than \(members.description)"
                )
            )
        }
    }
}

extension [PathLanguage.Piece] {
    /// Whether the segment's pattern could go on over a slash.
    fileprivate var hasOpenEnd: Bool {
        contains { piece in
            switch piece {
            case .any, .some: true
            case .text, .uuid, .words, .rest: false
            }
        }
    }

    /// Whether the segment is whatever it is.
    fileprivate var isOnlyAny: Bool {
        guard count == 1 else { return false }
        return switch self[0] {
        case .any, .rest: true
        case .text, .uuid, .words, .some: false
        }
    }
}

// MARK: - Writing

extension AssociationGenerator {
    private mutating func write() {
        if takesEverything {
            write(
                GeneratedRule(
                    content: GeneratedRule.Content(path: "*"),
                    names: [],
                    reason: "Links that no rule fits pass through"
                ),
                Automaton([.many], ignoresCase: false)
            )
            return
        }
        for claim in claims where claim.isFragment {
            writeFragments(of: claim)
        }
        var groups: [Int: [Int]] = [:]
        for (number, claim) in claims.enumerated() where !claim.isFragment {
            groups[claim.depth ?? Int.max, default: []].append(number)
        }
        for depth in groups.keys.sorted(by: >) {
            write(groups[depth] ?? [], depth: depth, later: groups.filter { $0.key < depth })
        }
    }

    /// Writes the claims with the same number of segments.
    private mutating func write(_ group: [Int], depth: Int, later: [Int: [Int]]) {
        // Claims of fewer segments have no link that an exclusion of more segments takes; those of any number do.
        let isRest = depth == Int.max
        let heads = HeadTable(
            (isRest ? group + later.values.joined() : group).map { ($0, claims[$0].language.head) }
        )
        let members = Set(group)
        // For each claim those that go behind it, and how many go before it.
        var followers: [Int: [Int]] = [:]
        var unmet: [Int: Int] = [:]
        for number in group {
            var kept: [AssociationClaim.Exclusion] = []
            var leaders: Set<Int> = []
            for exclusion in claims[number].exclusions {
                let hit = claims(hitBy: exclusion, of: number, heads)
                if let hit, members.isSuperset(of: hit) {
                    kept.append(exclusion)
                    leaders.formUnion(hit)
                } else {
                    claims[number].leaveOut(exclusion)
                }
            }
            claims[number].exclusions = kept
            unmet[number] = leaders.count
            for leader in leaders { followers[leader, default: []].append(number) }
        }
        var isLimited = false
        var waiting = group
        while !waiting.isEmpty {
            var ready: [Int] = []
            for number in waiting where unmet[number] == 0 {
                ready.append(number)
                for follower in followers[number] ?? [] { unmet[follower, default: 0] -= 1 }
            }
            if ready.isEmpty {
                // A cycle is broken where the fewest claims wait.
                let number = waiting.min { unmet[$0, default: 0] < unmet[$1, default: 0] }
                guard let number else { return }
                dropExclusions(of: number, among: waiting)
                unmet[number] = 0
                continue
            }
            for number in ready {
                write(claims[number], depth: depth, isLimited: &isLimited)
            }
            let written = Set(ready)
            waiting.removeAll { written.contains($0) }
        }
    }

    /// The claims with links that an exclusion would take; nil if there are too many to tell.
    private mutating func claims(
        hitBy exclusion: AssociationClaim.Exclusion,
        of number: Int,
        _ heads: HeadTable
    ) -> Set<Int>? {
        var hits: Set<Int> = []
        for candidate in heads.candidates(for: exclusion.head) where candidate != number {
            if claims[candidate].automaton.intersects(exclusion.automaton, budget: &budget) {
                hits.insert(candidate)
            }
            guard budget > 0, hits.count <= Self.mostHits else { return nil }
        }
        return hits
    }

    /// Leaves out the exclusions of a claim that would take links of claims behind it.
    private mutating func dropExclusions(of number: Int, among waiting: [Int]) {
        let exclusions = claims[number].exclusions
        claims[number].exclusions = []
        for exclusion in exclusions {
            let hits = waiting.contains {
                $0 != number
                    && claims[$0].automaton.intersects(exclusion.automaton, budget: &budget)
            }
            if hits {
                claims[number].leaveOut(exclusion)
            } else {
                claims[number].exclusions.append(exclusion)
            }
        }
    }

    private mutating func write(_ claim: AssociationClaim, depth: Int, isLimited: inout Bool) {
        for variant in claim.variants {
            let rule = GeneratedRule(
                content: GeneratedRule.Content(
                    path: variant.pattern,
                    query: form == .paths ? nil : claim.query.pattern,
                    fragment: claim.hasFragmentPaths ? "" : nil,
                    ignoresCase: form == .components && claim.ignoresCase
                ),
                names: [claim.name],
                notes: claim.notes
            )
            guard !isCovered(rule, claim.automaton) else { continue }
            if claim.needsDepthLimit, !isLimited {
                isLimited = true
                writeDepthLimit(depth)
            }
            for exclusion in claim.exclusions {
                writeExclusion(
                    GeneratedRule(
                        content: exclusion.content,
                        names: [claim.name],
                        reason: exclusion.reason
                    ),
                    exclusion.automaton
                )
            }
            write(rule, claim.automaton)
        }
    }

    /// Writes an exclusion of paths with more than some segments.
    private mutating func writeDepthLimit(_ depth: Int) {
        let segment: [PatternPart] = [.text([UInt8(ascii: "/")]), .one, .many]
        let parts = Array(repeating: segment, count: depth + 1).flatMap(\.self)
        writeExclusion(
            GeneratedRule(
                content: GeneratedRule.Content(path: parts.pattern, isExclusion: true),
                names: [],
                reason: "Nothing else has more than \(depth) segment\(depth == 1 ? "" : "s")"
            ),
            Automaton(parts, ignoresCase: false)
        )
    }

    /// Writes a claim on fragments, with their slash in front and without.
    private mutating func writeFragments(of claim: AssociationClaim) {
        guard let parts = claim.variants.first else { return }
        let isRoot = claim.language.segments.isEmpty
        let text = parts.pattern + (isRoot || parts.last == .many ? "" : "*")
        for fragment in isRoot ? [text] : [text, String(text.dropFirst())] {
            let rule = GeneratedRule(
                content: GeneratedRule.Content(
                    fragment: fragment,
                    ignoresCase: claim.ignoresCase
                ),
                names: [claim.name],
                notes: claim.notes
            )
            if !isCovered(rule, claim.automaton) { write(rule, claim.automaton) }
        }
    }

    /// Whether a rule that was written decides about all links that this one would.
    ///
    /// No exclusion takes links of a claim behind it, so it is a claim that covers one; it then also bears its name.
    private mutating func isCovered(_ rule: GeneratedRule, _ automaton: Automaton) -> Bool {
        let own = CompiledRule(rule.rule, compiler: &compiler)
        for place in index.candidates(for: own.head).joined() where budget > 0 {
            guard rule.content.isExclusion || !rules[place].content.isExclusion else {
                continue
            }
            let inclusion = RuleInclusion(compiled[place], covers: own)
            budget -= inclusion.cost
            guard inclusion.holds else { continue }
            if !rule.content.isExclusion { join(rule.names, [automaton], with: place) }
            return true
        }
        return false
    }

    /// Writes an exclusion, unless no link is left for it.
    private mutating func writeExclusion(_ rule: GeneratedRule, _ automaton: Automaton) {
        if numbers[rule.content] != nil || !isCovered(rule, automaton) { write(rule, automaton) }
    }

    /// Lets a rule that was written speak for others too.
    private mutating func join(_ names: [String], _ automata: [Automaton], with number: Int) {
        for name in names where !rules[number].names.contains(name) {
            rules[number].names.append(name)
        }
        paths[number] += automata
    }

    private mutating func write(_ rule: GeneratedRule, _ automaton: Automaton) {
        if let number = numbers[rule.content] {
            join(rule.names, [automaton], with: number)
            return
        }
        numbers[rule.content] = rules.count
        let own = CompiledRule(rule.rule, compiler: &compiler)
        index.insert(rules.count, head: own.head)
        compiled.append(own)
        rules.append(rule)
        paths.append([automaton])
    }
}

// MARK: - Joining

extension AssociationGenerator {
    /// Leaves out claims whose links a later one claims too, unless an exclusion between them takes some.
    private mutating func joinWithLater() {
        let exclusions = rules.indices.filter { rules[$0].content.isExclusion }
        var isJoined = Array(repeating: false, count: rules.count)
        for number in rules.indices
        where !rules[number].content.isExclusion && rules[number].content.path != nil {
            guard let cover = laterCover(of: number),
                isKept(number, behind: exclusions.filter { (number..<cover).contains($0) })
            else { continue }
            join(rules[number].names, paths[number], with: cover)
            isJoined[number] = true
        }
        rules = rules.indices.filter { !isJoined[$0] }.map { rules[$0] }
    }

    /// The nearest claim behind another that takes all of its links.
    private mutating func laterCover(of number: Int) -> Int? {
        var nearest: Int?
        for place in index.candidates(for: compiled[number].head).joined() where budget > 0 {
            guard place > number, place < nearest ?? Int.max,
                !rules[place].content.isExclusion
            else { continue }
            let inclusion = RuleInclusion(compiled[place], covers: compiled[number])
            budget -= inclusion.cost
            if inclusion.holds { nearest = place }
        }
        return nearest
    }

    /// Whether no exclusion takes what a claim has to claim.
    private mutating func isKept(_ number: Int, behind exclusions: [Int]) -> Bool {
        let head = compiled[number].head
        return exclusions.allSatisfy { exclusion in
            budget -= 1
            let other = compiled[exclusion].head
            if !head.starts(with: other), !other.starts(with: head) { return true }
            return paths[number].allSatisfy { own in
                paths[exclusion].allSatisfy { !$0.intersects(own, budget: &budget) }
            }
        }
    }
}

extension AssociationClaim {
    /// Notes what is claimed without an exclusion.
    fileprivate mutating func leaveOut(_ exclusion: Exclusion) {
        notes.append(exclusion.noteWithout)
        needsDepthLimit = depth != nil
    }
}

/// Claims by the texts that their paths begin with.
struct HeadTable {
    private let sorted: [(number: Int, head: [UInt8])]

    init(_ heads: [(number: Int, head: [UInt8])]) {
        sorted = heads.sorted {
            $0.head == $1.head
                ? $0.number < $1.number : $0.head.lexicographicallyPrecedes($1.head)
        }
    }

    /// The claims whose text begins with `head`, or begins it.
    func candidates(for head: [UInt8]) -> [Int] {
        var candidates: [Int] = []
        for length in 0..<head.count {
            let prefix = Array(head.prefix(length))
            var place = firstPlace(of: prefix)
            while place < sorted.count, sorted[place].head == prefix {
                candidates.append(sorted[place].number)
                place += 1
            }
        }
        var place = firstPlace(of: head)
        while place < sorted.count, sorted[place].head.starts(with: head) {
            candidates.append(sorted[place].number)
            place += 1
        }
        return candidates
    }

    /// The first place whose text does not go before `head`.
    private func firstPlace(of head: [UInt8]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].head.lexicographicallyPrecedes(head) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
