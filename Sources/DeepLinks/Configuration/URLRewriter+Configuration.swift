extension URLRewriter {
    /// Makes a rewriter of a configuration, after checking all of its rules and their examples.
    ///
    /// A rewriter that cannot be made leaves the one that is in use as it is:
    ///
    /// ```swift
    /// coordinator.rewriter = try URLRewriter(configuration: configuration)
    /// ```
    ///
    /// - Parameter configuration: The domains and schemes with their rules, and the limits.
    /// - Throws: The first fault, with its place in the configuration's JSON, the rule, the obstacle and the way out.
    public init(configuration: LinkConfiguration) throws(LinkConfigurationError) {
        do throws(RewriteRuleError) {
            try self.init(limits: configuration.limits, sources: configuration.sources)
        } catch {
            throw LinkConfigurationError(.rule(error), at: configuration.path(of: error))
        }
    }

    /// What the rewriter was made of, as data that can be written and read.
    ///
    /// Domains come before schemes, each kind in its order.
    public var configuration: LinkConfiguration {
        var configuration = LinkConfiguration(limits: limits)
        for source in sources {
            switch source {
            case .domain(let domain): configuration.domains.append(domain)
            case .scheme(let scheme): configuration.schemes.append(scheme)
            }
        }
        return configuration
    }
}

extension LinkConfiguration {
    /// The place in the configuration's JSON of what a rewriter's rules are refused for.
    package func path(of error: RewriteRuleError) -> JSONPath {
        let path = path(source: error.sourceIndex, rule: error.ruleIndex)
        let source = sources[error.sourceIndex]
        let rule = error.ruleIndex.map { source.rules[$0] }
        let whole: String
        switch (rule, source) {
        case (.rewrite, _): whole = "from"
        case (.unwrap, _): whole = "unwrap"
        case (.refuse, _): whole = "refuse"
        case (nil, .domain): whole = "hosts"
        case (nil, .scheme): whole = "names"
        }
        func element(_ key: String, _ index: Int?) -> JSONPath {
            index.map { path.key(key).index($0) } ?? path.key(key)
        }
        let prefixes = source.options.prefixes
        switch error.reason.place {
        case .whole: return path.key(whole)
        case .name(let name):
            return element(whole, source.names.firstIndex(of: name))
        case .repeatedName(let name): return element(whole, source.names.lastIndex(of: name))
        case .prefix(let prefix): return element("prefixes", prefixes.firstIndex(of: prefix))
        case .repeatedPrefix(let prefix): return element("prefixes", prefixes.lastIndex(of: prefix))
        case .option(let key): return path.key(key)
        case .template: return path.key("to")
        case .queryItem:
            // Both sides have items; the external one is read first.
            let isExternal = rule.map { (try? ExternalPattern($0.pattern)) == nil } ?? false
            return path.key(isExternal ? whole : "to")
        case .example(let example): return path.key("examples").key(example)
        }
    }

    /// The place of a source or of one of its rules in the configuration's JSON.
    ///
    /// - Parameters:
    ///   - source: The number of the source in ``sources``.
    ///   - rule: The number of the rule in its source; nil for the source itself.
    /// - Returns: Such as `domains[0].rules[3]`.
    package func path(source: Int, rule: Int? = nil) -> JSONPath {
        let place =
            source < domains.count
            ? JSONPath.root.key("domains").index(source)
            : JSONPath.root.key("schemes").index(source - domains.count)
        return rule.map { place.key("rules").index($0) } ?? place
    }
}

extension RewriteSource {
    /// The hosts or schemes.
    fileprivate var names: [String] {
        switch self {
        case .domain(let domain): domain.hosts
        case .scheme(let scheme): scheme.names
        }
    }
}
