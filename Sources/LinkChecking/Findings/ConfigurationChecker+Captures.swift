import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds captures that no template uses.
    ///
    /// A name that begins with `_` says that this is meant.
    mutating func checkCaptures(of rules: [CheckedRule], in source: Int) {
        var used: Set<String> = []
        for rule in rules {
            let names = usedNames(of: rule)
            used.formUnion(names)
            // The prefixes' captures are looked at below.
            for name in rule.ownCaptures + rule.external.itemCaptures
            where !names.contains(name) && !name.hasPrefix("_") {
                add(
                    .unusedCapture,
                    at: externalPath(source, rule.number),
                    "'\(rule.text)' captures '\(name)', and nothing uses it; use it in the template, or call it '_\(name)' if that is meant."
                )
            }
        }
        guard !rules.isEmpty else { return }
        checkHostCaptures(used, in: source)
        checkPrefixCaptures(used, in: source)
    }

    /// The captures that a rule's template uses, or the wrapped link of one that takes a link out of another.
    private func usedNames(of rule: CheckedRule) -> Set<String> {
        if let pieces = rule.pieces { return Set(pieces.captures) }
        let names = rule.paths.flatMap(\.captureNames) + rule.external.itemCaptures
        return names.contains("target") ? ["target"] : Set(names)
    }

    private mutating func checkHostCaptures(_ used: Set<String>, in source: Int) {
        guard case .domain(let domain) = sources[source] else { return }
        for (number, host) in domain.hosts.enumerated() {
            guard let pattern = try? HostPattern(host, allowsHTTP: domain.allowsHTTP),
                case .capture(let name) = pattern.prefix, !used.contains(name),
                !name.hasPrefix("_")
            else { continue }
            add(
                .unusedCapture,
                at: path(source).key("hosts").index(number),
                "'\(host)' captures '\(name)', and no template uses it; use it in one, or call it '_\(name)' if that is meant."
            )
        }
    }

    private mutating func checkPrefixCaptures(_ used: Set<String>, in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            guard let pattern = try? PathPattern(prefix.isEmpty ? "/" : prefix) else { continue }
            for name in pattern.captureNames where !used.contains(name) && !name.hasPrefix("_") {
                add(
                    .unusedCapture,
                    at: path(source).key("prefixes").index(number),
                    "The prefix '\(prefix)' captures '\(name)', and no template uses it; use it in one, or call it '_\(name)' if that is meant."
                )
            }
        }
    }
}
