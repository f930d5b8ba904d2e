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

    /// The conditions on query items, without those that take every link.
    package let items: [ItemCondition]
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
                    items: pattern.conditions.filter { $0.canRefuse(false) }
                )
            }
        }
    }
}

/// A host of a domain, as systems are told of it.
package struct ExternalHost: Hashable, Sendable {
    /// The host in lower case, without its port and without what stands for any label.
    package let name: String

    /// Whether hosts below the name are meant, rather than the name itself.
    package let isWildcard: Bool

    /// The port, if it is not the default one.
    package let port: UInt16?

    /// Whether the name is an address, which has no association file.
    package let isAddress: Bool
}

extension Domain {
    /// The hosts in the order of declaration; those that no rewriter takes are left out.
    package var externalHosts: [ExternalHost] {
        hosts.compactMap { host in
            guard let pattern = try? HostPattern(host, allowsHTTP: allowsHTTP) else { return nil }
            return ExternalHost(
                name: String(decoding: pattern.name, as: UTF8.self),
                isWildcard: pattern.prefix != .none,
                port: pattern.port,
                isAddress: pattern.isAddress
            )
        }
    }
}
