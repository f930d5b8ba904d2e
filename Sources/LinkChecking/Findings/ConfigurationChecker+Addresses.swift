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

/// The value of an item, to see where a hostile link could make it lead.
private struct AddressValue {
    let pieces: [TemplateText.Piece]
    let captures: AddressCaptures

    /// The capture that can decide to which host the value leads, if the template begins an address.
    var captureOfHost: String? {
        // A private character stands for each capture whose text the link chooses.
        var names: [Character: String] = [:]
        let value = text(of: pieces[...]) { name in
            let mark = Character(Unicode.Scalar(0xE000 + UInt32(names.count % 0x1000)) ?? "?")
            names[mark] = name
            return String(mark)
        }.replacing("\\", with: "/")
        let colon = value.firstIndex(of: ":") ?? value.startIndex
        let scheme = value[..<colon]
        let isScheme =
            !scheme.isEmpty
            && scheme.allSatisfy { character in
                names[character] != nil || character.utf8.allSatisfy(Self.schemeBytes.contains)
            }
        let isWeb =
            isScheme
            && (names[scheme.first ?? ":"] != nil || Self.webSchemes.contains(scheme.lowercased()))
        let rest = isScheme ? value[colon...].dropFirst() : value[...]
        guard rest.hasPrefix("//") || isWeb else { return nil }
        let authority = rest.drop { $0 == "/" }.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // Any text can end the host and begin another one; letters can only be its end.
        let free = authority.lazy.compactMap { names[$0] }.first(where: captures.free.contains)
        return free ?? host.prefix { $0 != ":" }.last.flatMap { names[$0] }
    }

    /// The capture that can make the value an address, if the template does not begin one.
    var captureOfStart: String? {
        pieces.indices.lazy.compactMap { index -> String? in
            let head = text(of: pieces[..<index]) { _ in "https" }.lowercased()
            guard let name = pieces[index].capture, captures.free.contains(name) else { return nil }
            return Self.beginnings.contains { $0.hasPrefix(head) } ? name : nil
        }.first
    }

    /// Some pieces, with a text for each capture that is not harmless.
    private func text(
        of pieces: ArraySlice<TemplateText.Piece>,
        _ choose: (String) -> String
    ) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .capture(let name, _), .segments(let name, _):
                captures.harmless[name] ?? choose(name)
            }
        }.joined()
    }

    private static let schemeBytes = ByteSet.alphanumerics.union(ByteSet("+-."))

    /// Schemes after which browsers expect a host, with any number of slashes.
    private static let webSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// What a text before a capture can be the beginning of, if the whole is to be an address.
    private static let beginnings = ["/", "\\", "http:", "https:", "javascript:", "data:"]
}
