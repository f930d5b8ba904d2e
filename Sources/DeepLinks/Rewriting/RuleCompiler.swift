import PathMatching

/// Compiles sources and their rules.
struct RuleCompiler {
    private(set) var hosts = HostIndex()
    private(set) var schemes = NameTable()
    private(set) var sources: [CompiledSource] = []

    /// What cannot be compiled, in order.
    private(set) var flaws: [RewriteRuleError] = []

    private let descriptions: [RewriteSource]

    /// Compiles what can be, and notes ``flaws``.
    init(_ descriptions: [RewriteSource]) {
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
            addHosts(of: domain, index)
            rules = SourceCompiler(source, hostCaptures: domain.hostCaptures)
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
    private mutating func addHosts(of domain: Domain, _ index: Int) {
        if domain.hosts.isEmpty, domain.anyHostAs == nil { note(.emptySource, index) }
        let captures = domain.hostCaptures
        for host in domain.hosts {
            let pattern: HostPattern
            do {
                pattern = try HostPattern(host, allowsHTTP: domain.allowsHTTP)
            } catch {
                note(.host(host, error), index)
                continue
            }
            let capture: Int? =
                if case .capture(let name) = pattern.prefix { captures.firstIndex(of: name) } else {
                    nil
                }
            if let other = hosts.insert(pattern, source: index, capture: capture) {
                note(.duplicateHost(host, other: descriptions[other].name), index)
            }
        }
        guard let name = domain.anyHostAs else { return }
        guard !name.isEmpty, withBytes(of: name, { $0.allMembers(of: .unreserved) }) else {
            note(.anyHostName(name), index)
            return
        }
        if domain.options.unmatched == .passThrough { note(.anyHostPasses, index) }
        let capture = captures.firstIndex(of: name) ?? 0
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
    private var groups: [[CompiledRule]] = []

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
        for (prefixNumber, prefix) in prefixes {
            let path = try pattern.pathPattern(under: prefix)
            let scope = try CaptureScope(
                path,
                pattern,
                hosts: hostCaptures,
                prefixes: prefixCaptures
            )
            let action: CompiledRule.Action
            switch rule {
            case .rewrite(let rewrite):
                action = .rewrite(
                    try Self.compiled(try TemplateText(rewrite.template), scope, path)
                )
            case .unwrap: action = .unwrap(try Self.target(scope, pattern))
            case .refuse: action = .refuse
            }
            let compiled = CompiledRule(
                rule.pattern,
                pattern,
                at: CompiledRule.Place(rule: number, prefix: prefixNumber),
                action,
                captures: scope.captures,
                ignoresMalformedOptionals: options.malformedOptionals == .ignore
            )
            try add(compiled, at: path)
        }
    }

    /// Adds a rule behind those with the same path that go before it.
    private mutating func add(_ rule: CompiledRule, at path: PathPattern) throws(RuleFlaw) {
        guard let number = groupNumbers.insertIfAbsent(groups.count, at: path) else {
            groups.append([rule])
            return
        }
        let group = groups[number]
        let ignoresMalformed = options.malformedOptionals == .ignore
        if let other = group.first(where: { other in
            rule.conditions.areSame(as: other.conditions, ignoresMalformed)
        }) {
            let (declared, path) = (other.place.rule, path.description)
            throw RuleFlaw(
                .conflict(other: other.pattern, number: declared + 1, path: path),
                otherRule: declared
            )
        }
        let rank = rule.conditions.rank
        let place = group.firstIndex { $0.conditions.rank.lexicographicallyPrecedes(rank) }
        groups[number].insert(rule, at: place ?? group.count)
    }

    // MARK: - Captures

    /// Compiles a template, or throws what is wrong with it.
    private static func compiled(
        _ template: TemplateText,
        _ scope: CaptureScope,
        _ path: PathPattern
    ) throws(RuleFlaw) -> CompiledTemplate {
        for name in template.captures where scope[name] == nil {
            throw RuleFlaw(
                path.description.contains("/:\(name)")
                    ? .colonCapture(name)
                    : .unknownCapture(name, known: scope.captures.map(\.name).sorted())
            )
        }
        for case .segments(let name) in template.segments.joined()
        where !scope.catchAlls.contains(name) {
            throw RuleFlaw(.notCatchAll(name))
        }
        return CompiledTemplate(template, scope)
    }

    /// The capture that is the wrapped link.
    private static func target(
        _ scope: CaptureScope,
        _ pattern: ExternalPattern
    ) throws(RuleFlaw) -> CaptureSlot {
        let present = scope.captures.filter { $0.slot != .absent }
        guard
            let (name, slot) = present.count == 1
                ? present.first : present.first(where: { $0.name == "target" })
        else { throw RuleFlaw(.noTarget) }
        // The captures of items have distinct names, so a name tells its condition.
        for condition in pattern.conditions where !condition.isRequired {
            if case .capture(let value) = condition.kind, value.pattern.captureNames.contains(name)
            {
                throw RuleFlaw(.optionalTarget(name))
            }
        }
        return slot
    }

    // MARK: - Result

    func compiled() -> CompiledSource {
        CompiledSource(source, trie: groupNumbers, groups: groups)
    }
}
