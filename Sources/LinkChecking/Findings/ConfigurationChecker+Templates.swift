import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Checks what a rule makes of the captured texts; the captures of the source's hosts and prefixes may be unused in it.
    mutating func checkTemplate(
        of rule: CheckedRule,
        besides ofSource: [String],
        _ origins: [String]
    ) {
        checkUse(of: rule, besides: ofSource)
        guard let template = rule.compiled[0].template else { return }
        for item in template.items {
            checkDropping(of: item.value ?? [], "item", item.name, rule, origins) { link in
                link.queryItems.contains { $0.name == item.name }
            }
            checkAddress(in: item, of: template, rule)
        }
        // A segment that has only captures is meant to be left out.
        for segment in template.segments where TemplateText.hasWords(segment) {
            let shape = segment.map { piece in
                piece.capture.map { "{\($0)}" } ?? piece.text.percentEncoded(keeping: .segment)
            }.joined()
            // No pattern has two captures side by side.
            guard let pattern = try? PathPattern("/" + shape) else { continue }
            checkDropping(of: segment, "segment", shape, rule, origins) { link in
                link.path.split(separator: "/").contains { pattern.matches("/" + $0) }
            }
        }
        checkCatchAll(in: template, of: rule)
        if case .scheme(let scheme) = sources[rule.source], let name = rule.compiled[0].secretName {
            let message =
                "'\(rule.text)' takes '\(name)', which looks like a secret, and any app can claim the scheme '\(scheme.names.first ?? "")' and read it; send it in links to a domain."
            add(.secretInScheme, at: rule.externalPlace, message)
        }
    }

    /// Finds captures of a rule that nothing uses; a name that begins with `_` marks one that is unused on purpose.
    private mutating func checkUse(of rule: CheckedRule, besides ofSource: [String]) {
        let names = rule.compiled[0].captures.map(\.name).filter { !ofSource.contains($0) }
        let template = rule.compiled[0].template
        // A rule that unwraps links uses the capture of the inner one.
        let used = template?.captures ?? (names.contains("target") ? ["target"] : names)
        for name in names where !used.contains(name) && !name.hasPrefix("_") {
            let message =
                "'\(rule.text)' captures '\(name)', and nothing uses it; \(template == nil ? "" : "use it in the template, or ")call it '_\(name)' if that is intended."
            add(.unusedCapture, at: rule.externalPlace, message)
        }
    }

    /// Finds an item or a segment with several pieces that a sample link of the rule does not get: if it lacks one capture, it loses all of it.
    private mutating func checkDropping(
        of pieces: [TemplateText.Piece],
        _ kind: String,
        _ name: String,
        _ rule: CheckedRule,
        _ origins: [String],
        isIn: @escaping (DeepLink) -> Bool
    ) {
        let mayLack = pieces.compactMap(\.capture).contains { name in
            rule.compiled.contains { $0.mayLack(name) }
        }
        guard pieces.count > 1, mayLack else { return }
        let lacking = rule.compiled.lazy.compactMap { [rewriter] compiled in
            let tails = SampleLinks(compiled.path, compiled.conditions).tails(8)
            return rewriter.links(tails, by: compiled, of: rule.source, origins)
                .first { !isIn($0.link) }
        }
        guard let url = lacking.first?.url else { return }
        let remedy = "write each capture as \(kind == "item" ? "an" : "a") \(kind) of its own"
        let message =
            "'\(rule.text)' makes no \(kind) '\(name)' of '\(url)', as a capture of the \(kind) is absent there; \(remedy)."
        add(.droppedItem, at: rule.place.key("to"), message)
    }

    /// Finds a catch-all, or an item's path, whose slashes the template encodes.
    private mutating func checkCatchAll(in template: TemplateText, of rule: CheckedRule) {
        let paths = rule.compiled[0].conditions.compactMap(\.pattern).filter(\.takesSegments)
        let joined = template.segments.joined().first { piece in
            switch piece.slot {
            case .segments?: !piece.addsSegments
            case .item(let number)?:
                !piece.addsSegments && paths.contains { $0.firstCapture == number }
            case nil, .path?, .host?, .rest?: false
            }
        }
        guard let piece = joined, let name = piece.capture else { return }
        let kind = if case .item? = piece.slot { "path" } else { "catch-all" }
        add(
            cause: .joinedSegments,
            at: rule.place.key("to"),
            "'\(rule.rule.template ?? "")' puts the \(kind) '\(name)' into one segment, so that its 'x/y' becomes 'x%2Fy'",
            "write '{*\(name)}' alone between two slashes for its segments",
            standingFor: failingExamples(of: rule) { made, given in
                made.path.replacing("%2F", with: "/") == given.path
            },
            allowed: allowed(rule.source, rule: rule.number)
        )
    }

    // MARK: - Addresses

    /// What a text before a capture can be the beginning of, if the whole is to be an address.
    private static let beginnings = ["/", "\\", "http:", "https:", "javascript:", "data:"]

    /// Whether a text is an address whose host can go on; after these schemes, browsers expect a host behind any number of slashes.
    private static func endsInHost(_ text: String) -> Bool {
        let start = /((https?|wss?|ftp):[\/\\]*|([a-z0-9+.\-]+:)?[\/\\]{2,})[^\/\\?#]*/
        return !text.isEmpty && text.wholeMatch(of: start) != nil
    }

    /// Finds an item that a capture of any text can make an address of the sender's choice, or whose host it chooses.
    private mutating func checkAddress(
        in item: TemplateText.Item,
        of template: TemplateText,
        _ rule: CheckedRule
    ) {
        // The scheme of a whole link is known, and is not one of the web.
        guard !sources[rule.source].takesWholeLinks else { return }
        let compiled = rule.compiled[0]
        let patterns = compiled.conditions.compactMap(\.pattern?.pattern) + [compiled.path]
        let captures = Dictionary(patterns.flatMap(\.captures).map { ($0.name, $0) }) { $1 }
        let anyHost = sources[rule.source].domain?.anyHostAs
        var head = ""
        for piece in item.value ?? [] {
            guard let name = piece.capture else {
                if case .text(let text) = piece { head += text.lowercased() }
                continue
            }
            let place = rule.place.key("to")
            let isAny = captures[name]?.constraint == .any
            if isAny || name == anyHost, Self.endsInHost(head) {
                let remedy =
                    name == anyHost
                    ? "let the app use only hosts that it knows"
                    : "write the host in the template with a slash after it, or let the app open only its own addresses"
                let message =
                    "'\(rule.text)' lets the capture '\(name)' choose the host to which '\(item.name)' leads; \(remedy), or ask the user first, and allow 'open-redirect'."
                return add(.openRedirect, at: place, message)
            }
            if isAny, Self.beginnings.contains(where: { $0.hasPrefix(head) }) {
                let source = compiled.conditions.first {
                    $0.pattern?.pattern.captureNames.contains(name) ?? false
                }
                // The rest of a link to any host is no address without the host, which the app gets too.
                let isWhole =
                    compiled.takesWholeRest && compiled.path.captureNames.last == name
                    && !template.captures.contains { $0 == anyHost }
                let names = [item.name, name] + [source?.name].compactMap(\.self)
                if isWhole || names.contains(where: { NameWords($0).isAddress }) {
                    let message =
                        "'\(rule.text)' gives the app any text as '\(item.name)', which can be an address to open; let the app open only its own addresses, or ask the user first, and allow 'open-redirect'."
                    return add(.openRedirect, at: place, message)
                }
            }
            // What takes letters can be a scheme.
            let takesLetters =
                captures[name]?.allows(Array("https".utf8)) ?? true
            head += takesLetters ? "https" : "-"
        }
    }
}

extension CompiledRule {
    /// Whether a link of the rule may lack a capture of the template: one that is optional, of another prefix, or of a host.
    fileprivate func mayLack(_ name: String) -> Bool {
        let required =
            path.captures.filter { !$0.isOptional }.map(\.name)
            + conditions.filter(\.isRequired).flatMap {
                $0.pattern?.pattern.captures.map(\.name) ?? []
            }
        return !required.contains(name)
    }
}
