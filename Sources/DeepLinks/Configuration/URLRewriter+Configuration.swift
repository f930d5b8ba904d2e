extension URLRewriter {
    /// Makes a rewriter from a configuration, after checking all of its rules and their examples.
    ///
    /// If it cannot be made, the rewriter in use stays:
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

    /// The limits and sources of the rewriter, as data that can be written and read.
    ///
    /// Domains come before schemes, both in order.
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
    /// The place in the configuration's JSON that an error about the rules refers to.
    package func path(of error: RewriteRuleError) -> JSONPath {
        let place = error.sourceIndex.map { path(source: $0, rule: error.ruleIndex) } ?? .root
        return JSONPath(place.steps + error.flaw.place.steps)
    }

    /// The place of a source or of one of its rules in the configuration's JSON, such as `domains[0].rules[3]`.
    ///
    /// The rule of a scheme that hands its links over whole is at the place of the scheme.
    package func path(source: Int, rule: Int? = nil) -> JSONPath {
        let place =
            source < domains.count
            ? JSONPath.root.key("domains").index(source)
            : JSONPath.root.key("schemes").index(source - domains.count)
        guard let rule, !sources[source].takesWholeLinks else { return place }
        return place.key("rules").index(rule)
    }
}
