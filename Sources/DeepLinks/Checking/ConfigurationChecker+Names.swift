import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Finds parameters that, going by their names, could harm who opens a link.
    mutating func checkNames(of rules: [CheckedRule], in source: Int) {
        checkKeptNames(in: source)
        var last: Int?
        for rule in rules where rule.number != last {
            last = rule.number
            guard let template = rule.pieces else { continue }
            checkAddresses(rule, template, in: source)
            checkSecrets(rule, template, in: source)
        }
        checkExampleNames(in: source)
        checkPassedSecrets(in: source)
    }

    // MARK: - Addresses

    private mutating func checkAddresses(
        _ rule: CheckedRule,
        _ template: TemplateText,
        in source: Int
    ) {
        let free = freeCaptures(of: rule)
        for item in template.items {
            // Text before the capture tells where the address leads.
            guard case .capture(let capture)? = item.value?.first, let itemName = free[capture]
            else { continue }
            let names = [item.name, capture] + [itemName].compactMap(\.self)
            guard names.contains(where: { NameWords($0).isAddress }) else { continue }
            add(
                .openRedirect,
                .warning,
                at: path(source, rule: rule.number).key("to"),
                "'\(rule.text)' hands the app any text as '\(item.name)', which looks like an address to open; constrain the capture '\(capture)', or let the app open only addresses of its own."
            )
        }
    }

    /// The captures that can be any text, with the name of the query item that they are taken from.
    private func freeCaptures(of rule: CheckedRule) -> [String: String?] {
        var free: [String: String?] = [:]
        RuleInverse.forEachPiece(of: rule.path) { piece in
            if case .capture(let name, let constraint) = piece, constraint.isEmpty {
                free[name] = .some(nil)
            }
        }
        for condition in rule.external.conditions {
            switch condition.kind {
            case .flag, .equals: break
            case .capture(let index, _): free[rule.external.itemCaptures[index]] = condition.name
            case .pattern(let pattern, _):
                // A value such as 'https://{rest}' is an address that only begins with the text before it.
                RuleInverse.forEachPiece(of: pattern.pattern) { piece in
                    if case .capture(let name, let constraint) = piece, constraint.isEmpty {
                        free[name] = condition.name
                    }
                }
            }
        }
        return free
    }

    /// Finds such names among the items that a source lets through by name.
    private mutating func checkKeptNames(in source: Int) {
        guard case .keepOnly(let names) = sources[source].options.query else { return }
        for (number, name) in names.enumerated() {
            let place = path(source).key("query").key("keepOnly").index(number)
            if NameWords(name.rawValue).isAddress {
                add(
                    .openRedirect,
                    .warning,
                    at: place,
                    "'\(name.rawValue)' of any link goes on to the app, and looks like an address to open; take it from the list, or let the app open only addresses of its own."
                )
            }
            if case .scheme(let scheme) = sources[source], NameWords(name.rawValue).isSecret {
                add(
                    .secretInScheme,
                    .warning,
                    at: place,
                    "'\(name.rawValue)' looks like a secret, and any app can claim the scheme '\(scheme.names.first ?? "")' and read it; send it in links to a domain."
                )
            }
        }
    }

    /// Finds addresses that examples show to go on.
    private mutating func checkExampleNames(in source: Int) {
        for (number, rule) in sources[source].rules.enumerated() {
            var templateNames: [String] = []
            if case .rewrite(let rewrite) = rule {
                templateNames = (try? TemplateText(rewrite.template))?.items.map(\.name) ?? []
            }
            for (example, result) in rule.examples.sorted(by: { $0.key < $1.key }) {
                guard let link = try? DeepLink(result),
                    let item = link.queryItems.first(where: { item in
                        NameWords(item.name).isAddress && !templateNames.contains(item.name)
                            && (item.value?.utf8.contains(UInt8(ascii: "/")) ?? false)
                    })
                else { continue }
                add(
                    .openRedirect,
                    .warning,
                    at: path(source, rule: number).key("examples").key(example),
                    "The example shows that '\(item.name)' goes on to the app, and it looks like an address to open; let the source drop it, or let the app open only addresses of its own."
                )
                break
            }
        }
    }

    // MARK: - Secrets

    private mutating func checkSecrets(
        _ rule: CheckedRule,
        _ template: TemplateText,
        in source: Int
    ) {
        guard case .scheme(let scheme) = sources[source] else { return }
        var names = rule.path.captureNames + rule.external.itemCaptures
        names += rule.external.conditions.map(\.name)
        for item in template.items {
            guard let value = item.value, value.contains(where: \.isCapture) else { continue }
            names.append(item.name)
        }
        guard let name = names.first(where: { NameWords($0).isSecret }) else { return }
        add(
            .secretInScheme,
            .warning,
            at: externalPath(source, rule.number),
            "'\(rule.text)' takes '\(name)', which looks like a secret, and any app can claim the scheme '\(scheme.names.first ?? "")' and read it; send it in links to a domain."
        )
    }

    /// Finds secrets in the registered paths that links of a custom scheme reach as they are.
    private mutating func checkPassedSecrets(in source: Int) {
        guard case .scheme(let scheme) = sources[source], scheme.options.unmatched == .passThrough
        else { return }
        for path in configuration.paths ?? [] {
            guard let names = (try? PathPattern(path))?.captureNames,
                let name = names.first(where: { NameWords($0).isSecret })
            else { continue }
            add(
                .secretInScheme,
                .warning,
                at: self.path(source).key("unmatched"),
                "Links of the scheme '\(scheme.names.first ?? "")' reach '\(path)' as they are, with '\(name)', which looks like a secret that any app could read by claiming the scheme; reject unmatched links, or send it in links to a domain."
            )
        }
    }
}

extension TemplateText.Piece {
    fileprivate var isCapture: Bool {
        if case .text = self { false } else { true }
    }
}
