import PathMatching

/// Compiles sources and their rules, or names the first that cannot be.
struct RuleCompiler {
    private(set) var hosts = HostIndex()
    private(set) var schemes = NameTable()
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
                flaws.append(
                    source.error(
                        error.reason,
                        source: index,
                        rule: number,
                        otherRule: error.otherRule
                    )
                )
            }
        }
        sources.append(rules.compiled())
    }

    // MARK: - Hosts and schemes

    /// Adds the domain's hosts.
    ///
    /// - Returns: The names of the hosts' captures; a capture's number is its place here.
    private mutating func addHosts(of domain: Domain, _ index: Int) -> [String] {
        if domain.hosts.isEmpty, domain.anyHostAs == nil { note(.emptySource, index) }
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
        if let name = domain.anyHostAs { addAnyHost(name, of: domain, index, &captures) }
        return captures
    }

    private mutating func addAnyHost(
        _ name: String,
        of domain: Domain,
        _ index: Int,
        _ captures: inout [String]
    ) {
        guard !name.isEmpty, withBytes(of: name, { $0.allMembers(of: .unreserved) }) else {
            note(.anyHostName(name), index)
            return
        }
        if domain.options.unmatched == .passThrough { note(.anyHostPasses, index) }
        let capture = captures.firstIndex(of: name) ?? captures.count
        if capture == captures.count { captures.append(name) }
        if let other = hosts.insertAnyHost(source: index, capture: capture) {
            note(.duplicateAnyHost(other: descriptions[other].name), index)
        }
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
                note(.foreignScheme(name), index)
                continue
            }
            if let other = schemes.insert(bytes, source: index) {
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
    package var name: String {
        switch self {
        case .domain(let domain):
            domain.hosts.first.map { "Domain '\($0)'" }
                ?? (domain.anyHostAs == nil ? "Domain" : "Domain of any host")
        case .scheme(let scheme): scheme.names.first.map { "Scheme '\($0)'" } ?? "Scheme"
        }
    }

    /// An error in this source.
    func error(
        _ reason: RewriteRuleError.Reason,
        source: Int,
        rule: Int? = nil,
        otherRule: Int? = nil
    ) -> RewriteRuleError {
        RewriteRuleError(
            source: name,
            rule: rule.map { rules[$0].pattern },
            reason: reason,
            sourceIndex: source,
            ruleIndex: rule,
            otherRuleIndex: otherRule
        )
    }
}

/// Compiles the rules of one source.
private struct SourceCompiler {
    /// A compiled rule, with what decides about its place among those with the same path.
    private struct Candidate {
        let rule: CompiledRule
        let pattern: ExternalPattern
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
    /// The rules with the same path, in the order in which they are tried.
    private var groups: [[Candidate]] = []

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
            if let text = rule.template { try TemplateText(text) } else { nil }
        for (prefixNumber, prefix) in prefixes {
            let path = try pattern.pathPattern(under: prefix)
            let scope = CaptureScope(path, pattern, hosts: hostCaptures, prefixes: prefixCaptures)
            try scope.check()
            let action: CompiledRule.Action
            switch rule {
            case .rewrite: action = .rewrite
            case .unwrap: action = .unwrap(try target(scope))
            case .refuse: action = .refuse
            }
            let compiled = CompiledRule(
                rule.pattern,
                pattern,
                at: CompiledRule.Place(rule: number, prefix: prefixNumber),
                action,
                template: try template.map { text throws(RuleFlaw) in
                    try Self.compiled(text, scope)
                } ?? CompiledTemplate(),
                ignoresMalformedOptionals: options.malformedOptionals == .ignore
            )
            try add(Candidate(rule: compiled, pattern: pattern), at: path)
        }
    }

    /// Adds a rule behind those with the same path that go before it.
    private mutating func add(_ candidate: Candidate, at path: PathPattern) throws(RuleFlaw) {
        guard let number = groupNumbers.insertIfAbsent(groups.count, at: path) else {
            groups.append([candidate])
            return
        }
        let rank = candidate.pattern.rank
        var place = groups[number].count
        for (index, other) in groups[number].enumerated() {
            let isSame = candidate.pattern.hasSameConditions(
                as: other.pattern,
                ignoresMalformedOptionals: options.malformedOptionals == .ignore
            )
            if isSame {
                throw RuleFlaw(
                    .conflict(
                        other: other.rule.pattern,
                        number: other.rule.place.rule + 1,
                        path: path.description
                    ),
                    otherRule: other.rule.place.rule
                )
            }
            if place > index, other.pattern.rank.lexicographicallyPrecedes(rank) { place = index }
        }
        groups[number].insert(candidate, at: place)
    }

    // MARK: - Captures

    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - scope: The captures that it may name.
    /// - Returns: The compiled template.
    /// - Throws: What is wrong with it.
    private static func compiled(
        _ template: TemplateText,
        _ scope: CaptureScope
    ) throws(RuleFlaw) -> CompiledTemplate {
        for name in template.captures where scope[name] == nil {
            throw RuleFlaw(
                scope.path.description.contains("/:\(name)")
                    ? .colonCapture(name)
                    : .unknownCapture(name, known: scope.names.sorted())
            )
        }
        let catchAlls = scope.catchAlls
        for segment in template.segments {
            for case .segments(let name) in segment where !catchAlls.contains(name) {
                throw RuleFlaw(.notCatchAll(name))
            }
        }
        return CompiledTemplate(template, scope)
    }

    /// The capture that is the wrapped link.
    private func target(_ scope: CaptureScope) throws(RuleFlaw) -> CaptureSlot {
        let present = scope.names.filter { scope[$0] != .absent }
        guard
            let name = present.count == 1
                ? present.first : present.first(where: { $0 == "target" }),
            let slot = scope[name]
        else { throw RuleFlaw(.noTarget) }
        // The captures of items have distinct names, so a name tells its condition.
        for condition in scope.pattern.conditions
        where !condition.isRequired && condition.captureNames(in: scope.pattern).contains(name) {
            throw RuleFlaw(.optionalTarget(name))
        }
        return slot
    }

    // MARK: - Result

    func compiled() -> CompiledSource {
        var rules: [CompiledRule] = []
        var numbers: [Range<Int>] = []
        for group in groups {
            let first = rules.count
            rules += group.map(\.rule)
            numbers.append(first..<rules.count)
        }
        return CompiledSource(source, trie: groupNumbers, groups: numbers, rules: rules)
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
