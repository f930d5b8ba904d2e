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
        let place = path(source: error.sourceIndex, rule: error.ruleIndex)
        let description =
            error.sourceIndex < domains.count
            ? RewriteSource.domain(domains[error.sourceIndex])
            : .scheme(schemes[error.sourceIndex - domains.count])
        guard let rule = error.ruleIndex else {
            return Self.path(of: error.reason, in: description, at: place)
        }
        return Self.path(of: error.reason, in: description.rules[rule], at: place)
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

    /// The place of what is wrong with a source itself.
    private static func path(
        of reason: RewriteRuleError.Reason,
        in source: RewriteSource,
        at path: JSONPath
    ) -> JSONPath {
        let names: (key: String, texts: [String]) =
            switch source {
            case .domain(let domain): ("hosts", domain.hosts)
            case .scheme(let scheme): ("names", scheme.names)
            }
        func element(_ key: String, _ texts: [String], _ index: Int?) -> JSONPath {
            index.map { path.key(key).index($0) } ?? path.key(key)
        }
        switch reason {
        case .host(let name, _):
            return element(names.key, names.texts, names.texts.firstIndex(of: name))
        case .malformedScheme(let name), .foreignScheme(let name):
            let index = names.texts.firstIndex { $0.asciiLowercased == name.asciiLowercased }
            return element(names.key, names.texts, index)
        case .duplicateHost(let name, _), .duplicateScheme(let name, _):
            return element(names.key, names.texts, names.texts.lastIndex(of: name))
        case .prefix(let prefix, _):
            let prefixes = source.options.prefixes
            return element("prefixes", prefixes, prefixes.firstIndex(of: prefix))
        case .duplicatePrefix(let prefix):
            let prefixes = source.options.prefixes
            return element("prefixes", prefixes, prefixes.lastIndex(of: prefix))
        case .noPrefixes:
            return path.key("prefixes")
        case .anyHostName, .duplicateAnyHost:
            return path.key("anyHostAs")
        case .anyHostPasses:
            return path.key("unmatched")
        default:
            return path.key(names.key)
        }
    }

    /// The place of what is wrong with a rule.
    private static func path(
        of reason: RewriteRuleError.Reason,
        in rule: RewriteRule,
        at path: JSONPath
    ) -> JSONPath {
        let external: String
        switch rule {
        case .rewrite: external = "from"
        case .unwrap: external = "unwrap"
        case .refuse: external = "refuse"
        }
        switch reason {
        case .template, .unknownCapture, .colonCapture, .notCatchAll:
            return path.key("to")
        case .queryItem:
            // Both sides have items; the external one is read first.
            let isExternal = (try? ExternalPattern(rule.pattern)) == nil
            return path.key(isExternal ? external : "to")
        case .example(let example, _):
            return path.key("examples").key(example)
        default:
            return path.key(external)
        }
    }
}
