import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Finds parameters whose names suggest that they could harm the person who opens a link.
    mutating func checkNames(of rules: [CheckedRule], in source: Int) {
        checkKeptNames(in: source)
        for rule in rules {
            guard let template = rule.pieces else { continue }
            // The scheme of a whole link is known, and is not one of the web.
            if !rule.external.takesWholeLink { checkAddresses(rule, template, in: source) }
            checkSecrets(rule, template, in: source)
        }
        checkExampleNames(in: source)
        checkPassedSecrets(in: source)
    }

    // MARK: - Secrets

    private mutating func checkSecrets(
        _ rule: CheckedRule,
        _ template: TemplateText,
        in source: Int
    ) {
        guard case .scheme(let scheme) = sources[source] else { return }
        var names = rule.paths[0].captureNames + rule.external.itemCaptures
        names += rule.external.conditions.compactMap(\.name)
        for item in template.items {
            guard let value = item.value, value.contains(where: { $0.capture != nil }) else {
                continue
            }
            names.append(item.name)
        }
        guard let name = names.first(where: { NameWords($0).isSecret }) else { return }
        add(
            .secretInScheme,
            at: externalPath(source, rule.number),
            "'\(rule.text)' takes '\(name)', which looks like a secret, and any app can claim the scheme '\(scheme.names.first ?? "")' and read it; send it in links to a domain."
        )
    }

    /// Finds secrets in the registered paths that links of a custom scheme reach unchanged.
    private mutating func checkPassedSecrets(in source: Int) {
        guard case .scheme(let scheme) = sources[source], scheme.options.unmatched == .passThrough
        else { return }
        for path in configuration.paths ?? [] {
            guard let names = (try? PathPattern(path))?.captureNames,
                let name = names.first(where: { NameWords($0).isSecret })
            else { continue }
            add(
                .secretInScheme,
                at: self.path(source).key("unmatched"),
                "Links of the scheme '\(scheme.names.first ?? "")' reach '\(path)' as they are, with '\(name)', which looks like a secret that any app could read by claiming the scheme; reject unmatched links, or send it in links to a domain."
            )
        }
    }
}
