import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds captures that no template uses.
    ///
    /// A name that begins with `_` marks a capture that is unused on purpose.
    mutating func checkCaptures(of rules: [CheckedRule], in source: Int) {
        var used: Set<String> = []
        for rule in rules {
            checkDroppedItems(of: rule, in: source)
            let names = usedNames(of: rule)
            used.formUnion(names)
            // The prefixes' captures are checked below.
            for name in rule.ownCaptures + rule.external.itemCaptures
            where !names.contains(name) && !name.hasPrefix("_") {
                add(
                    .unusedCapture,
                    at: externalPath(source, rule.number),
                    "'\(rule.text)' captures '\(name)', and nothing uses it; use it in the template, or call it '_\(name)' if that is intended."
                )
            }
        }
        guard !rules.isEmpty else { return }
        if case .domain(let domain) = sources[source] {
            for (number, host) in domain.hosts.enumerated() {
                let pattern = try? HostPattern(host, allowsHTTP: domain.allowsHTTP)
                guard case .capture(let name)? = pattern?.prefix else { continue }
                let place = path(source).key("hosts").index(number)
                checkShared([name], of: "'\(host)'", used, at: place)
            }
        }
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            let names = (try? PathPattern(prefix.isEmpty ? "/" : prefix))?.captureNames ?? []
            let place = path(source).key("prefixes").index(number)
            checkShared(names, of: "The prefix '\(prefix)'", used, at: place)
        }
    }

    /// The captures that some links of a rule lack.
    func optionalCaptures(of rule: CheckedRule, in source: Int) -> Set<String> {
        var optional = Set(rule.paths.flatMap(\.captures).filter(\.isOptional).map(\.name))
        for condition in rule.external.conditions where !condition.isRequired {
            guard case .capture(let value) = condition.kind else { continue }
            optional.formUnion(value.pattern.captureNames)
        }
        // A capture of some prefixes or hosts is absent under the others.
        let paths = rule.paths.map { Set($0.captureNames) }
        optional.formUnion(
            paths.joined().filter { name in !paths.allSatisfy { $0.contains(name) } }
        )
        if case .domain(let domain) = sources[source] {
            let hosts = domain.hosts.map { Domain(hosts: [$0]).hostCaptures.first }
            let all = hosts + (domain.anyHostAs.map { [$0] } ?? [])
            optional.formUnion(
                all.compactMap(\.self).filter { name in !all.allSatisfy { $0 == name } }
            )
        }
        return optional
    }

    /// Finds template items with several pieces of which some links lack one: these lose the whole item.
    private mutating func checkDroppedItems(of rule: CheckedRule, in source: Int) {
        guard let template = rule.pieces else { return }
        let optional = optionalCaptures(of: rule, in: source)
        for item in template.items {
            let pieces = item.value ?? []
            guard pieces.count > 1,
                let name = pieces.lazy.compactMap(\.capture).first(where: optional.contains)
            else { continue }
            add(
                .droppedItem,
                at: path(source, rule: rule.number).key("to"),
                "'\(rule.text)' makes no item '\(item.name)' of a link without '\(name)', although the item has more than that; write '{\(name)}' as an item of its own, or a rule for links without it."
            )
        }
    }

    /// The captures that a rule's template uses, or the capture of the inner link if the rule unwraps one.
    private func usedNames(of rule: CheckedRule) -> Set<String> {
        if let pieces = rule.pieces { return Set(pieces.captures) }
        let names = rule.compiled.flatMap(\.captures).map(\.name)
        return names.contains("target") ? ["target"] : Set(names)
    }

    /// Finds captures shared by all rules of a source that no template uses.
    private mutating func checkShared(
        _ names: [String],
        of subject: String,
        _ used: Set<String>,
        at place: JSONPath
    ) {
        for name in names where !used.contains(name) && !name.hasPrefix("_") {
            add(
                .unusedCapture,
                at: place,
                "\(subject) captures '\(name)', and no template uses it; use it in one, or call it '_\(name)' if that is intended."
            )
        }
    }
}
