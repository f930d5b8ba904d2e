package import DeepLinks
package import PathMatching

/// What the external side of a rule asks of a link, under one of its source's prefixes.
///
/// This is what others than the rewriter need to know of a rule: which paths it wants, and which query items.
package struct ExternalShape: Sendable {
    /// The rule, as it was declared.
    package let rule: RewriteRule

    /// The rule's number in its source.
    package let ruleIndex: Int

    /// The prefix that it stands under.
    package let prefix: String

    /// The path's pattern, prefix included.
    package let path: PathPattern

    /// The external side, prefix excluded.
    package let external: ExternalPattern

    /// What is asked of the query.
    package var items: [ItemCondition] { external.decisiveConditions }
}

extension RewriteSource {
    /// The shapes of all rules that handle links, each under every prefix, in the order of declaration.
    ///
    /// - Returns: The shapes; rules that no rewriter takes have none.
    package var externalShapes: [ExternalShape] { shapes(thatRefuse: false) }

    /// The same of all rules that refuse links.
    package var refusedShapes: [ExternalShape] { shapes(thatRefuse: true) }

    private func shapes(thatRefuse wanted: Bool) -> [ExternalShape] {
        rules.enumerated().flatMap { index, rule -> [ExternalShape] in
            let isRefusal = if case .refuse = rule { true } else { false }
            guard isRefusal == wanted, let pattern = try? ExternalPattern(rule.pattern) else {
                return []
            }
            return options.prefixes.compactMap { prefix in
                guard let path = try? pattern.pathPattern(under: prefix) else { return nil }
                return ExternalShape(
                    rule: rule,
                    ruleIndex: index,
                    prefix: prefix,
                    path: path,
                    external: pattern
                )
            }
        }
    }
}

extension ExternalPattern {
    /// The conditions on query items, without those that take every link.
    var decisiveConditions: [ItemCondition] { conditions.filter { $0.canRefuse(false) } }
}

extension Domain {
    /// The hosts in the order of declaration; those that no rewriter takes are left out.
    package var externalHosts: [HostPattern] {
        hosts.compactMap { try? HostPattern($0, allowsHTTP: allowsHTTP) }
    }
}

extension HostPattern {
    /// Whether hosts below the name are meant, rather than the name itself.
    package var isWildcard: Bool { prefix != .none }
}
