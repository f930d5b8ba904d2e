import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Finds captures that no template uses.
    ///
    /// A name that begins with `_` marks a capture that is unused on purpose.
    mutating func checkCaptures(of rules: [CheckedRule], in source: Int) {
        var used: Set<String> = []
        for rule in rules {
            checkDroppedItems(of: rule, in: source)
            let names = usedNames(of: rule, in: source)
            used.formUnion(names)
            // The prefixes' captures are checked below.
            checkUse(
                of: rule.ownCaptures + rule.external.itemCaptures,
                names,
                "'\(rule.text)'",
                at: externalPath(source, rule.number)
            )
        }
        guard !rules.isEmpty else { return }
        if let domain = sources[source].domain {
            for (number, host) in domain.hosts.enumerated() {
                let place = path(source).key("hosts").index(number)
                checkUse(of: Domain(hosts: [host]).hostCaptures, used, "'\(host)'", at: place)
            }
        }
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            let names = (try? PathPattern(prefix.isEmpty ? "/" : prefix))?.captureNames ?? []
            let place = path(source).key("prefixes").index(number)
            checkUse(of: names, used, "The prefix '\(prefix)'", at: place)
        }
    }

    private mutating func checkUse(
        of names: [String],
        _ used: Set<String>,
        _ subject: String,
        at place: JSONPath
    ) {
        let hasTemplate = place.steps.last != .key("unwrap")
        for name in names where !used.contains(name) && !name.hasPrefix("_") {
            let message =
                "\(subject) captures '\(name)', and nothing uses it; \(hasTemplate ? "use it in the template, or " : "")call it '_\(name)' if that is intended."
            add(.unusedCapture, at: place, message)
        }
    }

    /// Finds template items with several pieces that a sample link of the rule does not get: if it lacks one capture, it loses all of the item.
    private mutating func checkDroppedItems(of rule: CheckedRule, in source: Int) {
        for item in rule.pieces?.items ?? [] where item.value?.count ?? 0 > 1 {
            let lacking = rule.compiled.compactMap { compiled in
                let tails = SampleLinks(compiled.path, compiled.conditions).tails(8)
                return rewriter.links(tails, by: compiled, of: source)
                    .first { made in !made.link.queryItems.contains { $0.name == item.name } }
            }
            guard let url = lacking.first?.url else { continue }
            let message =
                "'\(rule.text)' makes no item '\(item.name)' of '\(url)', as a capture of the item is absent there; write each capture as an item of its own."
            add(.droppedItem, at: path(source, rule: rule.number).key("to"), message)
        }
    }

    /// The captures that a rule's template uses, or the capture of the inner link if the rule unwraps one.
    ///
    /// A template in the syntax of another router uses them too, and has its own finding.
    private func usedNames(of rule: CheckedRule, in source: Int) -> Set<String> {
        if let pieces = rule.pieces, let template = rule.template {
            let isText = allows(.foreignCapture, in: (source, rule.number))
            let foreign = isText ? nil : ForeignText(template, as: .template(of: rule.text))
            return Set(pieces.captures + ForeignText.captures(in: foreign?.meant ?? ""))
        }
        let names = rule.compiled.flatMap(\.captures).map(\.name)
        return names.contains("target") ? ["target"] : Set(names)
    }
}
