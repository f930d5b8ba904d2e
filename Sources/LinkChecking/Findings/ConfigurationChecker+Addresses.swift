import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConfigurationChecker {
    /// Finds items of a template in which a link can put an address of its own.
    mutating func checkAddresses(
        _ rule: CheckedRule,
        _ template: TemplateText,
        in source: Int
    ) {
        let captures = AddressCaptures(rule)
        for item in template.items {
            guard let pieces = item.value else { continue }
            let value = AddressValue(pieces, captures)
            var sentence: String?
            if let capture = value.captureOfHost {
                sentence =
                    "'\(rule.text)' lets the capture '\(capture)' decide to which host '\(item.name)' leads; write the host in the template with a slash behind it, or let the app open only addresses of its own."
            } else if let capture = value.captureOfStart {
                let names = [item.name, capture] + [captures.itemNames[capture]].compactMap(\.self)
                if names.contains(where: { NameWords($0).isAddress }) {
                    sentence =
                        "'\(rule.text)' hands the app any text as '\(item.name)', which looks like an address to open; constrain the capture '\(capture)', or let the app open only addresses of its own."
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

    /// Finds such names among the items that a source lets through by name.
    mutating func checkKeptNames(in source: Int) {
        guard case .keepOnly(let names) = sources[source].options.query else { return }
        for (number, name) in names.enumerated() {
            let place = path(source).key("query").key("keepOnly").index(number)
            if NameWords(name.rawValue).isAddress {
                add(
                    .openRedirect,
                    at: place,
                    "'\(name.rawValue)' of any link goes on to the app, and looks like an address to open; take it from the list, or let the app open only addresses of its own."
                )
            }
            if case .scheme(let scheme) = sources[source], NameWords(name.rawValue).isSecret {
                add(
                    .secretInScheme,
                    at: place,
                    "'\(name.rawValue)' looks like a secret, and any app can claim the scheme '\(scheme.names.first ?? "")' and read it; send it in links to a domain."
                )
            }
        }
    }

    /// Finds addresses that examples show to go on.
    mutating func checkExampleNames(in source: Int) {
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
                    at: path(source, rule: number).key("examples").key(example),
                    "The example shows that '\(item.name)' goes on to the app, and it looks like an address to open; let the source drop it, or let the app open only addresses of its own."
                )
                break
            }
        }
    }
}

/// What the captures of a rule can be, as far as an address is concerned.
private struct AddressCaptures {
    enum Text {
        /// Anything, slashes and colons included.
        case any
        /// Digits: no name of a host on the internet ends in them.
        case digits
        /// Letters, digits and at most the marks of a slug: neither slashes nor colons.
        case plain
        case words([String])
    }

    private(set) var texts: [String: Text] = [:]
    /// The query items that captures are taken from.
    private(set) var itemNames: [String: String] = [:]

    init(_ rule: CheckedRule) {
        note(rule.paths[0])
        for condition in rule.external.conditions {
            switch condition.kind {
            case .flag, .equals: break
            case .capture(let value):
                note(value.pattern)
                for name in value.pattern.captureNames { itemNames[name] = condition.name }
            }
        }
    }

    private mutating func note(_ pattern: PathPattern) {
        for piece in PathShape(pattern).segments.joined() {
            switch piece {
            case .text: break
            case .rest(let name, _): texts[name] = .any
            case .capture(let constraint, let words, let name):
                texts[name] =
                    switch constraint {
                    case .any: .any
                    case .int: .digits
                    case .uuid, .hex, .alpha, .alnum, .slug: .plain
                    case .words: .words(words.map { String(decoding: $0, as: UTF8.self) })
                    }
            }
        }
    }

    /// The text of a capture; those of hosts and of other prefixes are labels or segments.
    subscript(name: String) -> Text { texts[name] ?? .plain }
}

/// The value of an item, read as a browser reads an address.
private struct AddressValue {
    /// The capture that can say to which host the value leads, where the template begins an address.
    private(set) var captureOfHost: String?
    /// The capture that can make the value an address, where the template does not.
    private(set) var captureOfStart: String?

    private enum Piece {
        case text(String)
        case capture(String, AddressCaptures.Text)
    }

    private static let schemeBytes = ByteSet.alphanumerics.union(ByteSet("+-."))

    /// Schemes after which browsers look for a host, with any number of slashes.
    private static let webSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    init(_ pieces: [TemplateText.Piece], _ captures: AddressCaptures) {
        var spellings: [[Piece]] = [[]]
        for piece in pieces {
            switch piece {
            case .text(let text): spellings = spellings.map { $0 + [.text(text)] }
            case .capture(let name), .segments(let name):
                // A list of words is so many texts; of long ones, the first few tell as much.
                if case .words(let words) = captures[name] {
                    spellings = words.prefix(16).flatMap { word in
                        spellings.prefix(64).map { $0 + [.text(word)] }
                    }
                } else {
                    spellings = spellings.map { $0 + [.capture(name, captures[name])] }
                }
            }
        }
        for spelling in spellings {
            read(spelling)
            if captureOfHost != nil { return }
        }
    }

    private mutating func read(_ pieces: [Piece]) {
        var head = ""
        var rest = pieces[...]
        while case .text(let text)? = rest.first {
            head += text
            rest = rest.dropFirst()
        }
        guard case .capture(let first, let text)? = rest.first else { return }
        if let authority = Self.authority(in: head) {
            captureOfHost = Self.captureOfHost([.text(authority)] + rest)
            return
        }
        if head.isEmpty, case .text(let next)? = rest.dropFirst().first, next.hasPrefix(":") {
            // The scheme is the link's to choose.
            captureOfHost = first
        } else if Self.canBegin(head) {
            // What is no address yet becomes one by a slash or a colon.
            let plain = rest.prefix { if case .capture(_, .plain) = $0 { true } else { false } }
            if case .any = text {
                captureOfStart = first
            } else if case .capture(let name, .any)? = rest.dropFirst(plain.count).first {
                captureOfStart = name
            }
        }
    }

    /// What stands behind the slashes of an address; nil if the text does not begin one.
    private static func authority(in head: String) -> String? {
        let isSlash: (Character) -> Bool = { $0 == "/" || $0 == "\\" }
        var rest = head[...]
        if let colon = head.firstIndex(of: ":"),
            head[..<colon].utf8.allSatisfy(schemeBytes.contains), colon > head.startIndex
        {
            rest = head[head.index(after: colon)...]
            if webSchemes.contains(head[..<colon].lowercased()) {
                return String(rest.drop(while: isSlash))
            }
        }
        guard rest.prefix(while: isSlash).count >= 2 else { return nil }
        return String(rest.drop(while: isSlash))
    }

    /// Whether a text in front of a capture can become the beginning of an address.
    private static func canBegin(_ head: String) -> Bool {
        head.isEmpty || head == "/" || head == "\\"
            || ["http:", "https:", "javascript:", "data:"].contains {
                $0.hasPrefix(head.lowercased())
            }
    }

    /// The capture that decides about the host of an address, which the pieces begin with.
    private static func captureOfHost(_ pieces: [Piece]) -> String? {
        // What stands at a host's end tells whose it is.
        var last: String?
        var isPort = false
        for piece in pieces {
            switch piece {
            case .text(let text):
                let host = text.prefix { !"/?#\\".contains($0) }
                if !host.isEmpty {
                    last = nil
                    isPort = host.hasSuffix(":")
                }
                if host.endIndex < text.endIndex { return last }
            case .capture(let name, .any): return name
            case .capture(_, .digits): last = nil
            case .capture(let name, _): last = isPort ? nil : name
            }
        }
        return last
    }
}
