import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Finds template items in which a link can put an address of its own choice.
    mutating func checkAddresses(
        _ rule: CheckedRule,
        _ template: TemplateText,
        in source: Int
    ) {
        let captures = AddressCaptures(rule)
        var anyHost: String?
        if case .domain(let domain) = sources[source] { anyHost = domain.anyHostAs }
        for item in template.items {
            guard let pieces = item.value else { continue }
            let value = AddressValue(pieces: pieces, captures: captures)
            var sentence: String?
            if let capture = value.captureOfHost {
                sentence =
                    "'\(rule.text)' lets the capture '\(capture)' choose the host to which '\(item.name)' leads; write the host in the template with a slash after it, or let the app open only its own addresses."
            } else if let capture = value.captureOfStart {
                let names = [item.name, capture] + [captures.itemNames[capture]].compactMap(\.self)
                let isRest =
                    rule.paths[0].endsInCatchAll && rule.paths[0].captureNames.last == capture
                // The rest of a link to any host is no address without the host, which the app gets too.
                let isWhole =
                    isRest && rule.external.takesWholeRest
                    && !template.captures.contains { $0 == anyHost }
                if isWhole || names.contains(where: { NameWords($0).isAddress }) {
                    let what =
                        isWhole
                        ? "any address, as it was written, as '\(item.name)'"
                        : "any text as '\(item.name)', which looks like an address to open"
                    let remedy =
                        isRest
                        ? "let the app open only its own addresses, or ask the user first, and allow 'open-redirect'"
                        : "constrain the capture '\(capture)', or let the app open only its own addresses"
                    sentence = "'\(rule.text)' gives the app \(what); \(remedy)."
                }
            }
            guard let sentence else { continue }
            add(
                .openRedirect,
                at: path(source, rule: rule.number).key("to"),
                sentence
            )
        }
    }
}

/// The texts that the captures of a rule can have.
private struct AddressCaptures {
    /// The captures that can be any text, slashes and colons included.
    private(set) var free: Set<String> = []

    /// A text of each capture that cannot be part of an address of somebody's choice: digits, or a word.
    private(set) var harmless: [String: String] = [:]

    /// The query items that captures are taken from, by the captures' names.
    private(set) var itemNames: [String: String] = [:]

    init(_ rule: CheckedRule) {
        note(rule.paths[0])
        for condition in rule.external.conditions {
            guard case .capture(let value) = condition.kind else { continue }
            note(value.pattern)
            for name in value.pattern.captureNames { itemNames[name] = condition.name }
        }
    }

    private mutating func note(_ pattern: PathPattern) {
        for piece in PathShape(pattern).segments.joined() {
            switch piece {
            case .text: break
            case .rest(let name, _): free.insert(name)
            case .capture(let constraint, let words, let name):
                switch constraint.form {
                case .any: free.insert(name)
                case .words:
                    harmless[name] = words.first.map { String(decoding: $0, as: UTF8.self) }
                // Letters can be a host's name.
                case .bytes(let bytes) where bytes.subtracting(.letters) == bytes:
                    harmless[name] = constraint.samples[0]
                case .bytes, .groups: break
                }
            }
        }
    }
}

/// The value of an item, tried with texts that a hostile link could contain.
private struct AddressValue {
    let pieces: [TemplateText.Piece]
    let captures: AddressCaptures

    /// A host that no template names; an address whose host ends in it leads there.
    private static let hostile = "evil"

    /// The capture that can decide to which host the value leads, if the template begins an address.
    var captureOfHost: String? {
        names.first { name in
            let texts =
                captures.free.contains(name)
                ? ["x@\(Self.hostile)/", "https://\(Self.hostile)/"] : [Self.hostile]
            return captures.harmless[name] == nil && Self.host(of: text()) != nil
                && texts.contains {
                    Self.host(of: text(name, $0))?.hasSuffix(Self.hostile) ?? false
                }
        }
    }

    /// The capture that can make the value an address, if the template does not begin one.
    var captureOfStart: String? {
        names.first { name in
            captures.free.contains(name) && Self.canBegin(text(upTo: name))
        }
    }

    private var names: [String] { pieces.compactMap(\.capture) }

    /// The value with the given text for one capture, and a harmless or the most dangerous text for all others.
    private func text(
        _ replaced: String? = nil,
        _ text: String = "",
        upTo end: String? = nil
    ) -> String {
        pieces.prefix { end == nil || $0.capture != end }.map { piece in
            switch piece {
            case .text(let text): text
            case .capture(replaced, _), .segments(replaced, _): text
            case .capture(let name, _), .segments(let name, _):
                captures.harmless[name] ?? "https"
            }
        }.joined()
    }

    /// The host that a browser finds in a text, without its port; nil if the text does not begin an address.
    private static func host(of text: String) -> String? {
        let text = text.replacing("\\", with: "/")
        let colon = text.firstIndex(of: ":") ?? text.startIndex
        let scheme = text[..<colon]
        let isScheme = !scheme.isEmpty && scheme.utf8.allSatisfy(schemeBytes.contains)
        let rest = isScheme ? text[colon...].dropFirst() : text[...]
        guard rest.hasPrefix("//") || isScheme && webSchemes.contains(scheme.lowercased()) else {
            return nil
        }
        let authority = rest.drop { $0 == "/" }.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return String(host.prefix { $0 != ":" })
    }

    private static let schemeBytes = ByteSet.alphanumerics.union(ByteSet("+-."))

    /// Schemes after which browsers expect a host, with any number of slashes.
    private static let webSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// Whether a text before a capture can become the beginning of an address.
    private static func canBegin(_ head: String) -> Bool {
        ["/", "\\", "http:", "https:", "javascript:", "data:"].contains {
            $0.hasPrefix(head.lowercased())
        }
    }
}
