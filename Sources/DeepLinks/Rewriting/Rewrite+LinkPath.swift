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
    /// the declaration.
    ///
    /// - Parameters:
    ///   - pattern: The external side.
    ///   - path: The path with its parameters; its constraints are not checked again.
    ///   - examples: External links with the internal links that they must become, or nil if they must be refused.
    ///   - claims: Whether the site claims the rule's links for the app.
    ///   - title: What the rule is called by people.
    ///   - owner: The team or person that owns the rule.
    ///   - allow: The codes of the findings about this rule that are intended.
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
        let items = names.filter { !pattern.captureNames.has($0) && captured.has($0) }
        return items.isEmpty
            ? template : template + "?" + items.map { "\($0)={\($0)}" }.joined(separator: "&")
    }
}

// MARK: - Checks

extension DeclaredPath {
    /// Checks that the links of a rule under one of the prefixes have what the parameters need.
    func check(_ rule: CompiledRule, in source: RewriteSource) throws(RuleFlaw) {
        do throws(RuleFlaw) {
            for (name, kind) in zip(names, kinds) {
                switch kind {
                case .one: try checkPresence(of: name, rule, source)
                case .several: try checkItems(of: name, rule, source.options)
                case .optional: break
                }
            }
        } catch {
            throw error.at(.root.key("to"))
        }
    }

    /// Checks that a parameter which may not be absent has a value in each link.
    private func checkPresence(
        of name: String,
        _ rule: CompiledRule,
        _ source: RewriteSource
    ) throws(RuleFlaw) {
        let isItem = (try? pattern.get())?.captureNames.has(name) == false
        func absent(_ obstacle: String, _ remedy: String) -> RuleFlaw {
            RuleFlaw(
                "absent-parameter",
                "its LinkPath always needs '\(name)', and links \(obstacle)",
                remedy + (isItem ? ", or give the parameter an optional type" : "")
            )
        }
        var absence: RuleFlaw?
        switch rule.captures.first(where: { hasSameBytes($0.name, name) })?.slot {
        case .host:
            guard case .domain(let domain) = source, !domain.allHostsCapture(name) else { return }
            absence = absent("to some hosts lack it", "move these to another Domain")
        case let slot?:
            guard let (text, required) = rule.optionalText(of: slot) else { return }
            throw absent("may lack '\(text)'", "write '\(required)'")
        case nil:
            let prefixes = source.options.prefixes
            if prefixes.contains(where: { (try? PathPattern($0))?.captureNames.has(name) == true })
            {
                let prefix = prefixes[rule.place.prefix]
                absence = absent("under the prefix '\(prefix)' lack it", "remove that prefix")
            }
        }
        // Where the host or the prefix does not capture it, a link can have an item of its own.
        let loss = lossOfItem(named: name, rule, source.options)
        if isItem, loss == nil { return }
        if let flaw = absence ?? loss { throw flaw }
    }

    /// Checks that a parameter of several items gets all of them.
    private func checkItems(
        of name: String,
        _ rule: CompiledRule,
        _ options: SourceOptions
    ) throws(RuleFlaw) {
        for condition in rule.conditions where condition.name != nil {
            let captures = condition.pattern?.pattern.captureNames.has(name) ?? false
            guard captures || hasSameBytes(condition.name, name) else { continue }
            throw RuleFlaw(
                "dropped-parameter",
                "its LinkPath takes all items '\(name)', but '\(condition.text)' \(captures ? "keeps only one" : "removes them")",
                "write the rule without it"
                    + (options.query.keeps(name)
                        ? "" : ", and keep '\(name)' in the option 'query'")
            )
        }
    }

    /// Why links lose an item of their own; nil if it is kept.
    private func lossOfItem(
        named name: String,
        _ rule: CompiledRule,
        _ options: SourceOptions
    ) -> RuleFlaw? {
        let canBeCaptured = BracedText.isName(name)
        let (obstacle, remedy): (String, String)
        if rule.takesWholeRest {
            obstacle = "':verbatim' takes with the rest of a link"
            remedy = "write '\(rule.pattern.replacing(":verbatim}", with: "}"))'"
        } else if let condition = rule.conditions.first(where: { hasSameBytes($0.name, name) }) {
            obstacle = "'\(condition.text)' removes"
            remedy = canBeCaptured ? "write '\(name)={\(name)}'" : "write the rule without it"
        } else if !options.query.keeps(name) {
            obstacle = "the option 'query' removes"
            remedy =
                "keep '\(name)' there"
                + (canBeCaptured ? ", or capture it as '\(name)={\(name)}'" : "")
        } else {
            return nil
        }
        return RuleFlaw(
            "dropped-parameter",
            "its LinkPath reads '\(name)', which \(obstacle)",
            remedy
        )
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

extension CompiledRule {
    /// A part of the external side with a capture that may be absent, and the same without its '?'; nil if the capture is always there.
    func optionalText(of slot: CaptureSlot) -> (text: String, required: String)? {
        switch slot {
        case .item(let number):
            guard let condition = external.condition(ofCapture: number), !condition.isRequired
            else {
                return nil
            }
            return (condition.text, condition.text.dropLast("?}".count) + "}")
        case .path(let number), .segments(let number), .rest(let number):
            let capture = path.captures[number]
            let end = takesWholeRest && number == path.captures.count - 1 ? ":verbatim}" : "}"
            return capture.isOptional
                ? ("{*\(capture.name)?\(end)", "{*\(capture.name)\(end)") : nil
        case .host: return nil
        }
    }
}

extension [String] {
    /// Whether it has a text with the same bytes.
    fileprivate func has(_ text: String) -> Bool { contains { hasSameBytes($0, text) } }
}
