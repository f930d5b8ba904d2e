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
        for flaw in rules.addPrefixes() { note(flaw, index) }
        for (number, rule) in source.rules.enumerated() {
            do throws(RuleFlaw) {
                try rules.add(rule, number)
            } catch {
                note(error, index, rule: number)
            }
        }
        sources.append(rules.compiled())
    }

    private mutating func note(_ flaw: RuleFlaw, _ index: Int, rule: Int? = nil) {
        flaws.append(descriptions[index].error(flaw, source: index, rule: rule))
    }

    // MARK: - Hosts and schemes

    private static let emptySource = RuleFlaw(
        "empty-source",
        "it is empty; name at least one."
    )

    /// Adds the domain's hosts.
    private mutating func addHosts(of domain: Domain, _ index: Int) {
        if domain.hosts.isEmpty, domain.anyHostAs == nil { note(Self.emptySource, index) }
        let captures = domain.hostCaptures
        for host in domain.hosts {
            do throws(RuleFlaw) {
                let pattern = try HostPattern(host, allowsHTTP: domain.allowsHTTP)
                let capture: Int? =
                    if case .capture(let name) = pattern.prefix {
                        captures.firstIndex(of: name)
                    } else {
                        nil
                    }
                if let other = hosts.insert(pattern, source: index, capture: capture) {
                    throw RuleFlaw(
                        "duplicate-host",
                        "the host '\(host)' is configured in \(descriptions[other].name) already; remove one of the two.",
                        at: .repeatedName(host)
                    )
                }
            } catch {
                note(error, index)
            }
        }
        guard let name = domain.anyHostAs else { return }
        guard !name.isEmpty, withBytes(of: name, { $0.allMembers(of: .unreserved) }) else {
            let flaw = RuleFlaw(
                "malformed-any-host",
                "the capture for any host is named '\(name)'; write letters, digits, '-', '_', '.' and '~'.",
                at: .option("anyHostAs")
            )
            return note(flaw, index)
        }
        if domain.options.unmatched == .passThrough {
            let flaw = RuleFlaw(
                "any-host-passes",
                "it is for any host and lets unmatched links pass, so strangers choose what is opened; let only rules pass.",
                at: .option("unmatched")
            )
            note(flaw, index)
        }
        let capture = captures.firstIndex(of: name) ?? 0
        if let other = hosts.insertAnyHost(source: index, capture: capture) {
            let flaw = RuleFlaw(
                "duplicate-host",
                "any host is configured in \(descriptions[other].name) already; remove one of the two.",
                at: .option("anyHostAs")
            )
            note(flaw, index)
        }
    }

    private mutating func addNames(of scheme: Scheme, _ index: Int) {
        if scheme.names.isEmpty { note(Self.emptySource, index) }
        for name in scheme.names {
            do throws(RuleFlaw) {
                try Self.check(scheme: name)
                if let other = schemes.insert(Array(name.utf8), source: index) {
                    throw RuleFlaw(
                        "duplicate-scheme",
                        "the scheme '\(name)' is configured in \(descriptions[other].name) already; remove one of the two.",
                        at: .repeatedName(name)
                    )
                }
            } catch {
                note(error, index)
            }
        }
    }

    private static func check(scheme name: String) throws(RuleFlaw) {
        guard let first = name.utf8.first, ByteSet.letters.contains(first),
            name.utf8.allSatisfy(ByteSet.scheme.contains)
        else {
            throw RuleFlaw(
                "malformed-scheme",
                "'\(name)' is no scheme; write a letter, then letters, digits, '+', '-' and '.', without a colon.",
                at: .name(name)
            )
        }
        let lowercased = name.lowercased()
        guard foreignSchemes.contains(lowercased) else { return }
        let obstacle =
            switch lowercased {
            case "https", "http": "belong to hosts; configure them with a Domain."
            case "file":
                "are documents, which no rule can tell apart; open them where the app opens its documents."
            default: "belong to browsers and never open an app; use a scheme of the app's own."
            }
        throw RuleFlaw("foreign-scheme", "'\(lowercased)' links \(obstacle)", at: .name(name))
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
    func error(_ flaw: RuleFlaw, source: Int, rule: Int? = nil) -> RewriteRuleError {
        RewriteRuleError(
            source: name,
            rule: rule.map { rules[$0].pattern },
            reason: flaw.reason,
            sourceIndex: source,
            ruleIndex: rule
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
        guard !options.prefixes.isEmpty else {
            let flaw = RuleFlaw(
                "no-prefixes",
                "it has no prefix, so no rule could match; write \"\" for rules without a prefix.",
                at: .option("prefixes")
            )
            return [flaw]
        }
        var flaws: [RuleFlaw] = []
        var known = PathTrie<Int>(ignoresCase: options.ignoresCase)
        for (number, prefix) in options.prefixes.enumerated() {
            do throws(RuleFlaw) {
                let pattern = try Self.pattern(ofPrefix: prefix)
                guard known.insertIfAbsent(0, at: pattern) == nil else {
                    throw RuleFlaw(
                        "duplicate-prefix",
                        "the prefix '\(prefix)' stands there twice; remove one.",
                        at: .repeatedPrefix(prefix)
                    )
                }
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
            throw RuleFlaw(
                "malformed-prefix",
                "the prefix '\(prefix)' is no path pattern: \(error)",
                at: .prefix(prefix)
            )
        }
    }

    /// Adds a rule under each prefix.
    mutating func add(_ rule: RewriteRule, _ number: Int) throws(RuleFlaw) {
        let external = try ExternalPattern(rule.pattern)
        for (prefixNumber, prefix) in prefixes {
            let path = try external.pathPattern(under: prefix)
            let compiled = try CompiledRule(
                rule,
                external,
                path,
                at: CompiledRule.Place(rule: number, prefix: prefixNumber),
                hosts: hostCaptures,
                prefixes: prefixCaptures,
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
            throw RuleFlaw(
                "conflict",
                "it matches exactly the same links as the source's rule \(other.place.rule + 1), '\(other.pattern)', at '\(path)'; remove one of the two, or add a query item to one.",
                otherRule: other.place.rule
            )
        }
        let rank = rule.conditions.rank
        let place = group.firstIndex { $0.conditions.rank.lexicographicallyPrecedes(rank) }
        groups[number].insert(rule, at: place ?? group.count)
    }

    func compiled() -> CompiledSource {
        CompiledSource(source, trie: groupNumbers, groups: groups)
    }
}
