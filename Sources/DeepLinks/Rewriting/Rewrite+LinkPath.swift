import PathMatching

extension Rewrite {
    /// Creates a rule that leads to a declared path.
    ///
    /// ```swift
    /// Rewrite("/p/{_slug}-{id:int}.html", to: Links.product)
    /// ```
    ///
    /// The external side, the source's hosts or its prefixes capture the path's captures by their names. They may capture a parameter of the
    /// query, too; otherwise it is taken from the link's own items, as far as the source keeps these. When the rewriter is made, a
    /// required parameter that some links do not have is an error, and so is an array of which the rule keeps only one item, or a flaw of
    /// the declaration. The path's constraints are not checked again.
    public init<Values>(
        _ pattern: String,
        to path: LinkPath<Values>,
        examples: [String: String?] = [:],
        claims: Bool = true,
        title: String? = nil,
        owner: String? = nil,
        allow: [String] = []
    ) {
        self.init(
            pattern,
            to: path.declared.template(ofRule: pattern, besides: []),
            examples: examples,
            claims: claims,
            title: title,
            owner: owner,
            allow: allow
        )
        declaredPath = path.declared
    }
}

extension RewriteSource {
    /// The captures of its hosts and prefixes.
    package var captures: [String] {
        var captures = options.prefixes.flatMap { (try? PathPattern($0))?.captureNames ?? [] }
        if case .domain(let domain) = self { captures += domain.hostCaptures }
        return captures
    }

    /// The source with templates, of its rules that lead to declared paths, which also use the captures of hosts and prefixes.
    var completed: RewriteSource {
        let captures = self.captures
        return mapDeclaredRules { rewrite, path in
            rewrite.template = path.template(ofRule: rewrite.pattern, besides: captures)
            rewrite.declaredPath = path
        }
    }

    /// The source with templates only, for a rewriter that has checked the declared paths: it is equal to the same source as data.
    var withoutDeclaredPaths: RewriteSource {
        mapDeclaredRules { rewrite, _ in rewrite.declaredPath = nil }
    }

    private func mapDeclaredRules(
        _ change: (inout Rewrite, DeclaredPath) -> Void
    ) -> RewriteSource {
        guard rules.contains(where: { $0.declaredPath != nil }) else { return self }
        let rules = rules.map { rule in
            guard case .rewrite(var rewrite) = rule, let path = rewrite.declaredPath else {
                return rule
            }
            change(&rewrite, path)
            return .rewrite(rewrite)
        }
        return with(rules)
    }

    /// The same source with other rules.
    package func with(_ rules: [RewriteRule]) -> RewriteSource {
        switch self {
        case .domain(var domain):
            domain.rules = rules
            return .domain(domain)
        case .scheme(var scheme):
            scheme.rules = rules
            return .scheme(scheme)
        }
    }
}

extension RewriteRule {
    /// The declared path that it leads to; nil if it leads to a template, or nowhere.
    var declaredPath: DeclaredPath? {
        if case .rewrite(let rewrite) = self { rewrite.declaredPath } else { nil }
    }
}

extension DeclaredPath {
    /// The internal side of a rule; the path as it was given if the declaration has a flaw.
    ///
    /// - Parameters:
    ///   - external: The rule's external side. If it is malformed, it has no captures, and making the rewriter fails.
    ///   - others: The captures of the source's hosts and prefixes.
    /// - Returns: The template, with an item for each parameter of the query that is captured.
    func template(ofRule external: String, besides others: [String]) -> String {
        guard case .success(let pattern) = pattern else { return path }
        var captured = others
        if let external = try? ExternalPattern(external),
            let path = try? external.pathPattern(under: "")
        {
            captured += path.captureNames + external.itemCaptures
        }
        var template = pattern.text { ($0.isCatchAll ? "{*" : "{") + $0.name + "}" }
        if template.isEmpty { template = "/" }
        let inPath = pattern.captureNames
        let items = names.filter { !inPath.has($0) && captured.has($0) }
        return items.isEmpty
            ? template : template + "?" + items.map { "\($0)={\($0)}" }.joined(separator: "&")
    }
}

// MARK: - Checks

extension DeclaredPath {
    /// Checks that the links of a rule under one of the prefixes have what the parameters need.
    func check(_ rule: CompiledRule, in source: RewriteSource) throws(RuleFlaw) {
        let inPath = (try? pattern.get())?.captureNames ?? []
        for (name, kind) in zip(names, kinds) {
            switch kind {
            case .optional: break
            case .one:
                let isItem = !inPath.has(name)
                guard !rule.hasValue(of: name, isItem: isItem, in: source) else { continue }
                throw RuleFlaw(
                    "absent-parameter",
                    "its LinkPath always needs '\(name)', which some of the rule's links would not have",
                    "capture it without '?', and for each host and prefix"
                        + (isItem
                            ? "; or remove the item from the rule and keep '\(name)' in the option 'query', or give the parameter an optional type"
                            : ""),
                    at: .root.key("to")
                )
            case .several:
                let taking = rule.conditions.first {
                    $0.name != nil
                        && (hasSameBytes($0.name, name)
                            || $0.pattern?.pattern.captureNames.has(name) ?? false)
                }
                guard let taking else { continue }
                throw RuleFlaw(
                    "dropped-parameter",
                    "its LinkPath takes all items '\(name)', but '\(taking.text)' leaves at most one",
                    "write the rule without it, and keep the items in the option 'query'",
                    at: .root.key("to")
                )
            }
        }
    }
}

extension CompiledRule {
    /// Whether all of its links have a value with this name: in a capture or, if it may be an item, in an item of their own.
    fileprivate func hasValue(of name: String, isItem: Bool, in source: RewriteSource) -> Bool {
        switch captures.first(where: { hasSameBytes($0.name, name) })?.slot {
        case .item(let number):
            return external.condition(ofCapture: number)?.isRequired ?? false
        case .path(let number), .segments(let number), .rest(let number):
            return !path.captures[number].isOptional
        case .host:
            if case .domain(let domain) = source, domain.allHostsCapture(name) { return true }
        case nil: break
        }
        // Where the host or the prefix does not capture it, a link can have an item of its own.
        return isItem && !reads(name) && source.options.query.keeps(name)
    }
}

extension Domain {
    /// Whether each of its hosts has this capture, and no other.
    fileprivate func allHostsCapture(_ name: String) -> Bool {
        (anyHostAs ?? name) == name
            && hosts.allSatisfy {
                Domain(hosts: [$0], allowsHTTP: allowsHTTP).hostCaptures == [name]
            }
    }
}

extension [String] {
    /// Whether it has a text with the same bytes.
    fileprivate func has(_ text: String) -> Bool { contains { hasSameBytes($0, text) } }
}
