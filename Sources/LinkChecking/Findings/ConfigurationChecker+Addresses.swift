import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds template items in which a link can put an address of its own choice.
    mutating func checkAddresses(of rule: CheckedRule, in source: Int) {
        // The scheme of a whole link is known, and is not one of the web.
        guard let template = rule.pieces, !sources[source].takesWholeLinks else { return }
        let captures = AddressCaptures(rule)
        let anyHost = sources[source].domain?.anyHostAs
        for item in template.items {
            let place = path(source, rule: rule.number).key("to")
            let starts = captures.starts(of: item.value ?? [])
            if let capture = starts.first(where: { $0.isHost })?.capture {
                let message =
                    "'\(rule.text)' lets the capture '\(capture)' choose the host to which '\(item.name)' leads; write the host in the template with a slash after it, or let the app open only its own addresses."
                add(.openRedirect, at: place, message)
            } else if let capture = starts.first?.capture {
                let names = [item.name, capture] + [captures.itemNames[capture]].compactMap(\.self)
                let isRest =
                    rule.paths[0].endsInCatchAll && rule.paths[0].captureNames.last == capture
                // The rest of a link to any host is no address without the host, which the app gets too.
                let isWhole =
                    isRest && rule.external.takesWholeRest
                    && !template.captures.contains { $0 == anyHost }
                guard isWhole || names.contains(where: { NameWords($0).isAddress }) else {
                    continue
                }
                let message =
                    "'\(rule.text)' gives the app any text as '\(item.name)', which can be an address to open; let the app open only its own addresses, or ask the user first, and allow 'open-redirect'."
                add(.openRedirect, at: place, message)
            }
        }
    }
}

/// The texts that the captures of a rule can have.
private struct AddressCaptures {
    /// The captures that can be any text, slashes and colons included.
    private var free: Set<String> = []

    /// A text of each capture that has a list of words or takes no letters.
    private var samples: [String: String] = [:]

    /// The query items that captures are taken from, by the captures' names.
    private(set) var itemNames: [String: String] = [:]

    init(_ rule: CheckedRule) {
        note(rule.paths[0])
        for condition in rule.external.conditions {
            guard let pattern = condition.pattern?.pattern else { continue }
            note(pattern)
            for name in pattern.captureNames { itemNames[name] = condition.name }
        }
    }

    private mutating func note(_ pattern: PathPattern) {
        for capture in pattern.captures {
            switch capture.constraint {
            case .any: free.insert(capture.name)
            case .words: samples[capture.name] = String(decoding: capture.words[0], as: UTF8.self)
            case .int: samples[capture.name] = capture.constraint.samples[0]
            default: break
            }
        }
    }

    /// The captures with which a link can make a value an address, or choose the host of one.
    func starts(of value: [TemplateText.Piece]) -> [(capture: String, isHost: Bool)] {
        var head = ""
        return value.indices.compactMap { index in
            guard let name = value[index].capture else {
                if case .text(let text) = value[index] { head += text.lowercased() }
                return nil
            }
            // What takes letters can be a scheme.
            defer { head += samples[name]?.lowercased() ?? "https" }
            let isHost = Self.endsInHost(head)
            if free.contains(name) {
                let isStart = Self.beginnings.contains { $0.hasPrefix(head) }
                return isHost || isStart ? (name, isHost) : nil
            }
            // Letters choose a host only where they are the end of its name.
            let isLast = index + 1 == value.endIndex || Self.endsHost(value[index + 1])
            let choosesHost = isHost && isLast && samples[name] == nil && !head.hasSuffix(":")
            return choosesHost ? (name, true) : nil
        }
    }

    private static func endsHost(_ piece: TemplateText.Piece) -> Bool {
        guard case .text(let text) = piece else { return false }
        return text.first.map { ":/\\?#".contains($0) } ?? true
    }

    /// Whether a text is an address whose host can go on; after these schemes, browsers expect a host behind any number of slashes.
    private static func endsInHost(_ text: String) -> Bool {
        let start = /((https?|wss?|ftp):[\/\\]*|([a-z0-9+.\-]+:)?[\/\\]{2,})[^\/\\?#]*/
        return !text.isEmpty && text.wholeMatch(of: start) != nil
    }

    /// What a text before a capture can be the beginning of, if the whole is to be an address.
    private static let beginnings = ["/", "\\", "http:", "https:", "javascript:", "data:"]
}
