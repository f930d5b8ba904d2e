import PathMatching

/// Compiles sources and their rules, or names the first that cannot be.
struct RuleCompiler {
    private(set) var hosts = HostIndex()
    private(set) var schemes = FoldedTable()
    private(set) var sources: [CompiledSource] = []

    /// What cannot be compiled, in order.
    private(set) var flaws: [RewriteRuleError] = []

    private let descriptions: [RewriteSource]

    init(_ descriptions: [RewriteSource]) throws(RewriteRuleError) {
        self.descriptions = descriptions
        for index in descriptions.indices {
            compile(index)
            if let flaw = flaws.first { throw flaw }
        }
    }

    /// Compiles what can be, and notes ``flaws``.
    init(passingOverFlawsOf descriptions: [RewriteSource]) {
        self.descriptions = descriptions
        for index in descriptions.indices {
            compile(index)
        }
    }

    private mutating func compile(_ index: Int) {
        let source = descriptions[index]
        var rules: SourceCompiler
        switch source {
        case .domain(let domain):
            rules = SourceCompiler(source, hostCaptures: addHosts(of: domain, index))
        case .scheme(let scheme):
            addNames(of: scheme, index)
            rules = SourceCompiler(source, hostCaptures: [])
        }
        for flaw in rules.addPrefixes() {
            flaws.append(source.error(flaw.reason, source: index))
        }
        for (number, rule) in source.rules.enumerated() {
            do throws(RuleFlaw) {
                try rules.add(rule, number)
            } catch {
                flaws.append(source.error(error.reason, source: index, rule: number))
            }
        }
        sources.append(rules.compiled())
    }

    // MARK: - Hosts and schemes

    /// Adds the domain's hosts.
    ///
    /// - Returns: The names of the hosts' captures; a capture's number is its place here.
    private mutating func addHosts(of domain: Domain, _ index: Int) -> [String] {
        if domain.hosts.isEmpty { note(.emptySource, index) }
        var captures: [String] = []
        for host in domain.hosts {
            let pattern: HostPattern
            do {
                pattern = try HostPattern(host, allowsHTTP: domain.allowsHTTP)
            } catch {
                note(.host(host, error), index)
                continue
            }
            var capture: Int?
            if case .capture(let name) = pattern.prefix {
                capture = captures.firstIndex(of: name) ?? captures.count
                if capture == captures.count { captures.append(name) }
            }
            if let other = hosts.insert(pattern, source: index, capture: capture) {
                note(.duplicateHost(host, other: descriptions[other].name), index)
            }
        }
        return captures
    }

    private mutating func addNames(of scheme: Scheme, _ index: Int) {
        if scheme.names.isEmpty { note(.emptySource, index) }
        for name in scheme.names {
            let bytes = Array(name.utf8)
            guard let first = bytes.first, ByteSet.letters.contains(first),
                bytes.allSatisfy(ByteSet.scheme.contains)
            else {
                note(.malformedScheme(name), index)
                continue
            }
            guard !Self.foreignSchemes.contains(name.lowercased()) else {
                note(.foreignScheme(name.lowercased()), index)
                continue
            }
            if let other = schemes.insert(bytes, value: index) {
                note(.duplicateScheme(name, other: descriptions[other].name), index)
            }
        }
    }

    private mutating func note(_ reason: RewriteRuleError.Reason, _ index: Int) {
        flaws.append(descriptions[index].error(reason, source: index))
    }

    /// The schemes whose links browsers read in ways of their own, or open themselves.
    private static let foreignSchemes: Set<String> = [
        "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "vbscript", "ws",
        "wss",
    ]
}

extension RewriteSource {
    /// The source as it is named in messages.
    var name: String {
        switch self {
        case .domain(let domain): domain.hosts.first.map { "Domain '\($0)'" } ?? "Domain"
        case .scheme(let scheme): scheme.names.first.map { "Scheme '\($0)'" } ?? "Scheme"
        }
    }

    /// An error in this source.
    func error(
        _ reason: RewriteRuleError.Reason,
        source: Int,
        rule: Int? = nil
    ) -> RewriteRuleError {
        RewriteRuleError(
            source: name,
            rule: rule.map { rules[$0].pattern },
            reason: reason,
            sourceIndex: source,
            ruleIndex: rule
        )
    }
}

/// Compiles the rules of one source.
private struct SourceCompiler {
    /// A compiled rule, with what decides about its place among those with the same path.
    private struct Candidate {
        let rule: CompiledRule
        let pattern: ExternalPattern
        let text: String
    }

    private let source: RewriteSource
    private let options: SourceOptions
    private let hostCaptures: [String]
    /// The prefixes that rules stand under, each with its number.
    private var prefixes: [(number: Int, text: String)] = []
    /// The captures of all prefixes; under one without them they are absent.
    private var prefixCaptures: Set<String> = []
    /// The number of the group of each path.
    private var groupNumbers: PathTrie<Int>
    private var groups: [(path: PathPattern, candidates: [Candidate])] = []

    init(_ source: RewriteSource, hostCaptures: [String]) {
        self.source = source
        options = source.options
        self.hostCaptures = hostCaptures
        groupNumbers = PathTrie(ignoresCase: options.ignoresCase)
    }

    /// Reads the prefixes.
    ///
    /// - Returns: What is wrong with some; rules do not stand under those.
    mutating func addPrefixes() -> [RuleFlaw] {
        guard !options.prefixes.isEmpty else { return [RuleFlaw(.noPrefixes)] }
        var flaws: [RuleFlaw] = []
        var known = PathTrie<Int>(ignoresCase: options.ignoresCase)
        for (number, prefix) in options.prefixes.enumerated() {
            do throws(RuleFlaw) {
                let pattern = try Self.pattern(ofPrefix: prefix)
                guard known[pattern] == nil else { throw RuleFlaw(.duplicatePrefix(prefix)) }
                known[pattern] = 0
                prefixCaptures.formUnion(pattern.captureNames)
                prefixes.append((number, prefix))
            } catch {
                flaws.append(error)
            }
        }
        return flaws
    }

    private static func pattern(ofPrefix prefix: String) throws(RuleFlaw) -> PathPattern {
        do throws(PathPatternError) {
            let pattern = try PathPattern(prefix.isEmpty ? "/" : prefix)
            // Something must be able to follow it.
            _ = try PathPattern(prefix + "/a")
            return pattern
        } catch {
            throw RuleFlaw(.prefix(prefix, error))
        }
    }

    mutating func add(_ rule: RewriteRule, _ number: Int) throws(RuleFlaw) {
        let pattern = try ExternalPattern(rule.pattern)
        let template: TemplateText? =
            if case .rewrite(let rewrite) = rule { try TemplateText(rewrite.template) } else { nil }
        for (prefixNumber, prefix) in prefixes {
            let place = CompiledRule.Place(rule: number, prefix: prefixNumber)
            let path = try pattern.pathPattern(under: prefix)
            let slots = try slots(path: path, pattern)
            let compiled: CompiledRule
            if let template {
                try check(template, slots, path)
                compiled = CompiledRule(
                    pattern,
                    at: place,
                    template: CompiledTemplate(template, slots: slots, catchAll: path.catchAllName)
                )
            } else {
                compiled = CompiledRule(pattern, at: place, target: try target(slots, pattern))
            }
            try add(Candidate(rule: compiled, pattern: pattern, text: rule.pattern), at: path)
        }
    }

    private mutating func add(_ candidate: Candidate, at path: PathPattern) throws(RuleFlaw) {
        guard let number = groupNumbers[path] else {
            groupNumbers[path] = groups.count
            groups.append((path, [candidate]))
            return
        }
        let rank = candidate.pattern.rank
        var place = groups[number].candidates.count
        for (index, other) in groups[number].candidates.enumerated() {
            guard !candidate.pattern.hasSameConditions(as: other.pattern) else {
                throw RuleFlaw(.conflict(other: other.text, path: path.description))
            }
            if other.pattern.rank.lexicographicallyPrecedes(rank) {
                place = min(place, index)
            }
        }
        groups[number].candidates.insert(candidate, at: place)
    }

    // MARK: - Captures

    /// Where each capture's text is found; those that this prefix lacks are absent.
    private func slots(
        path: PathPattern,
        _ pattern: ExternalPattern
    ) throws(RuleFlaw) -> [String: CaptureSlot] {
        var slots: [String: CaptureSlot] = [:]
        func add(_ name: String, _ slot: CaptureSlot) throws(RuleFlaw) {
            guard slots.updateValue(slot, forKey: name) == nil else {
                throw RuleFlaw(.duplicateCapture(name))
            }
        }
        for (index, name) in hostCaptures.enumerated() { try add(name, .host(index)) }
        for (index, name) in path.captureNames.enumerated() { try add(name, .path(index)) }
        for (index, name) in pattern.itemCaptures.enumerated() { try add(name, .item(index)) }
        for name in prefixCaptures where slots[name] == nil {
            slots[name] = .absent
        }
        return slots
    }

    private func check(
        _ template: TemplateText,
        _ slots: [String: CaptureSlot],
        _ path: PathPattern
    ) throws(RuleFlaw) {
        for name in template.captures where slots[name] == nil {
            throw RuleFlaw(.unknownCapture(name, known: slots.keys.sorted()))
        }
        for segment in template.segments {
            for case .segments(let name) in segment where path.catchAllName != name {
                throw RuleFlaw(.notCatchAll(name))
            }
        }
    }

    /// The capture that is the wrapped link.
    private func target(
        _ slots: [String: CaptureSlot],
        _ pattern: ExternalPattern
    ) throws(RuleFlaw) -> CaptureSlot {
        let present = slots.filter { $0.value != .absent }
        guard let (name, slot) = present.first(where: { $0.key == "target" || present.count == 1 })
        else { throw RuleFlaw(.noTarget) }
        // The captures of items have distinct names, so a name tells its condition.
        for condition in pattern.conditions
        where !condition.isRequired && condition.captureNames(in: pattern).contains(name) {
            throw RuleFlaw(.optionalTarget(name))
        }
        return slot
    }

    // MARK: - Result

    func compiled() -> CompiledSource {
        // The patterns were inserted in the order of the groups, and none was removed.
        var rules: [CompiledRule] = []
        let compiledGroups = groups.map { group in
            let first = rules.count
            rules += group.candidates.map(\.rule)
            return CompiledSource.Group(
                first: first,
                count: group.candidates.count,
                isPlain: rules[first].conditions.isEmpty
            )
        }
        return CompiledSource(source, trie: groupNumbers, groups: compiledGroups, rules: rules)
    }
}

extension ItemCondition {
    /// The names of the condition's own captures.
    fileprivate func captureNames(in pattern: ExternalPattern) -> [String] {
        switch kind {
        case .flag, .equals: []
        case .capture(let index, _): [pattern.itemCaptures[index]]
        case .pattern(let own, _): own.pattern.captureNames
        }
    }
}

extension PathPattern {
    /// The name of the catch-all, if the pattern ends in one.
    fileprivate var catchAllName: String? {
        segments.last?.kind == .catchAll ? captureNames.last : nil
    }
}
