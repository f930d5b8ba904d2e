import DeepLinks
import DeepLinksTestSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Rewriting, slow and plainly right: a link is cut at its marks, all of it is checked, and every rule is tried.
///
/// It reads the patterns that ``RewritingCase`` draws, not all that rules can say.
struct RewritingModel {
    let limits: Limits
    let sources: [RewriteSource]

    /// What becomes of a link that is not refused.
    struct Accepted {
        var path: String
        var items: [URLQueryItem]
        var fragment: String?
        var removed: [URLQueryItem]
        /// The rule that made it; nil if it passed.
        var rule: Rewrite?
        /// The innermost text, and how many others it was wrapped in.
        var text = ""
        var wrappers = 0
        /// The number of the source.
        var source: Int
    }

    struct Refused: Error {
        var source: Source
        /// The reason, if there can be no other.
        var reason: RewriteError.Reason?
        /// How many others the refused text was wrapped in.
        var wrappers = 0
    }

    /// The source that a refusal must name.
    enum Source {
        /// It depends on how the text is read.
        case any
        /// One of these; none if it is empty.
        case of(Set<String>)
    }

    func read(_ whole: String, trims: Bool) throws(Refused) -> Accepted {
        var text = whole
        var removed: [URLQueryItem] = []
        for wrappers in 0...3 {
            let outcome: Outcome
            do throws(Refused) {
                outcome = try readOne(text, trims: trims && wrappers == 0)
            } catch {
                throw Refused(source: error.source, reason: error.reason, wrappers: wrappers)
            }
            switch outcome {
            case .link(var accepted):
                accepted.wrappers = wrappers
                accepted.removed = removed + accepted.removed
                return accepted
            case .wrapped(let target, let others):
                text = target
                removed += others
            }
        }
        throw Refused(source: .any, reason: .tooManyWrappers)
    }

    private enum Outcome {
        case link(Accepted)
        case wrapped(String, others: [URLQueryItem])
    }

    private func readOne(_ whole: String, trims: Bool) throws(Refused) -> Outcome {
        let text = trims ? whole.trimmedOfBlanks : whole
        guard whole.utf8.count <= limits.bytes else { throw Refused(source: .any) }
        guard let parts = LinkParts(text), let located = locate(parts) else {
            throw Refused(source: owner(of: text))
        }
        let source = sources[located.source]
        let refused = Refused(source: .of([source.shortName]))
        if case .rewrite(let rule) = source.rules.first, rule.pattern == "{url}" {
            guard !text.hasControls, let link = made(by: rule, ["url": Capture(text: text)]) else {
                throw refused
            }
            return .link(
                Accepted(
                    path: link.path,
                    items: link.items,
                    removed: [],
                    rule: rule,
                    text: text,
                    source: located.source
                )
            )
        }
        // All of the text is well formed, also what is not used.
        guard parts.isWellFormed, var path = parts.path.segments, path.count <= limits.segments,
            let ownItems = Items(parts.query, source.options)
        else { throw refused }
        var (items, count) = (ownItems.items, ownItems.count)
        var fragment: String?
        var rawPath = parts.path
        // What a rest that is taken as it was written goes on with.
        var rawEnd = (parts.query.map { "?" + $0 } ?? "") + (parts.fragment.map { "#" + $0 } ?? "")
        switch (source.options.fragment, parts.fragment) {
        case (_, nil): break
        case (.path, ""): fragment = ""
        case (.keep, let text?):
            guard let decoded = text.percentDecoded else { throw refused }
            fragment = decoded
        case (.path, let text?):
            let (inner, query) = text.cut(at: "?")
            guard !inner.utf8.contains(UInt8(ascii: "\\")), let segments = inner.segments,
                segments.count <= limits.segments, let first = Items(query, source.options)
            else { throw refused }
            (path, items, count) = (segments, first.items + items, first.count + count)
            (rawPath, rawEnd) = (inner, query.map { "?" + $0 } ?? "")
        case (.query, let text?):
            guard let first = Items(text, source.options) else { throw refused }
            (items, count) = (first.items + items, first.count + count)
        }
        guard count <= limits.queryItems else { throw refused }

        for candidate in candidates(source, path) {
            guard var captures = candidate.captures(of: items, source.options),
                let anchor = candidate.captures(ofFragment: fragment, source.options)
            else { continue }
            captures.merge(anchor) { $1 }
            let usesFragment =
                candidate.fragment.map { !anchor.isEmpty || !$0.contains("{") } ?? false
            for (name, segments) in candidate.segments {
                let texts = segments.map { $0.percentDecoded ?? "" }
                captures[name] = Capture(text: texts.joined(separator: "/"), segments: segments)
            }
            if let (name, text) = located.capture { captures[name] = Capture(text: text) }
            if let name = candidate.rest {
                let before = path.count - (candidate.segments[name]?.count ?? 0)
                let rest = rawPath.afterSegments(before) + rawEnd
                captures[name] = rest.isEmpty ? nil : Capture(text: rest)
            }
            let unnamed = candidate.unnamed(items)
            let others = items.enumerated().filter { number, item in
                candidate.rest == nil && number != unnamed && !candidate.names(item)
            }.map(\.element)
            switch candidate.rule {
            case .refuse(let rule):
                throw Refused(source: refused.source, reason: .refusedByRule(rule.pattern))
            case .unwrap:
                var others = items
                if let target = candidate.conditions.first(where: {
                    $0.value?.contains("{target") == true
                }), let index = items.firstIndex(where: { target.name.isSame(as: $0.name) }) {
                    others.remove(at: index)
                }
                if candidate.rest != nil { others = [] }
                return .wrapped(captures["target"]?.text ?? "", others: others)
            case .rewrite(let rule):
                guard let (path, made) = made(by: rule, captures) else { throw refused }
                let (_, shown) = rule.template.cut(at: "#")
                let ownFragment = candidate.rest == nil && !usesFragment ? fragment : nil
                let free = others.filter { item in !made.contains { $0.name.isSame(as: item.name) }
                }
                return .link(
                    Accepted(
                        path: path,
                        items: made + free.filter { source.options.query.keeps($0.name) },
                        fragment: shown?.filled(captures) ?? ownFragment,
                        removed: free.filter { !source.options.query.keeps($0.name) },
                        rule: rule,
                        text: text,
                        source: located.source
                    )
                )
            }
        }
        guard source.options.unmatched == .passThrough else {
            throw Refused(source: refused.source, reason: .noRule)
        }
        return .link(
            Accepted(
                path: path.isEmpty ? "/" : path.map { "/" + $0 }.joined(),
                items: items.filter { source.options.query.keeps($0.name) },
                fragment: fragment,
                removed: items.filter { !source.options.query.keeps($0.name) },
                text: text,
                source: located.source
            )
        )
    }
}

extension RewritingModel {
    /// What a template makes of captures; nil if its path is none.
    private func made(
        by rule: Rewrite,
        _ captures: [String: Capture]
    ) -> (path: String, items: [URLQueryItem])? {
        let (template, query) = rule.template.cut(at: "#").0.cut(at: "?")
        let added = captures.filter { template.contains("{*\($0.key)}") }.compactMap(
            \.value.segments
        )
        guard added.allSatisfy({ $0.count <= limits.segments }),
            let path = template.path(captures), path.utf8.count <= limits.bytes
        else { return nil }
        let items = (query ?? "").split(separator: "&").compactMap { item -> URLQueryItem? in
            let (name, value) = String(item).cut(at: "=")
            guard let value else { return URLQueryItem(name: name, value: nil) }
            return value.filled(captures).map { URLQueryItem(name: name, value: $0) }
        }
        return (path, items)
    }
}

// MARK: - Sources

extension RewritingModel {
    private struct Located {
        var source: Int
        var capture: (String, String)?
    }

    /// The source of a link; nil if none has its scheme, host and port, or if one of them is misspelt.
    private func locate(_ parts: LinkParts) -> Located? {
        guard let authority = parts.authority else {
            return sources.firstIndex { $0.schemes.contains(parts.scheme) }.map {
                Located(source: $0)
            }
        }
        let (host, port) = authority.hostAndPort
        let usual = parts.scheme == "https" ? "443" : "80"
        guard host.isHost, port.map({ UInt16($0).map { "\($0)" } == $0 && $0 != "0" }) ?? true
        else { return nil }
        let name = host.asciiLowercased
        var best: (rank: [Int], located: Located)?
        for (number, source) in sources.enumerated() {
            for written in source.hosts {
                let (pattern, wanted) = written.hostAndPort
                guard wanted ?? usual == port ?? usual,
                    let (rank, capture) = name.fitsHost(pattern.asciiLowercasedBeforeBraces),
                    best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true
                else { continue }
                best = (rank, Located(source: number, capture: capture))
            }
        }
        if best == nil, port ?? usual == usual, !name.hasPrefix("["), name.contains("."),
            !name.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }),
            !name.isAddress, !sources.contains(where: { $0.hasHost(name) })
        {
            for case (let number, .domain(let domain)) in sources.enumerated() {
                guard let any = domain.anyHostAs else { continue }
                best = ([9], Located(source: number, capture: (any, name)))
            }
        }
        guard let located = best?.located, case .domain(let domain) = sources[located.source],
            parts.scheme == "https" || domain.allowsHTTP
        else { return nil }
        return located
    }

    /// The source that must be named when a text is refused before its source is certain.
    private func owner(of text: String) -> Source {
        let (scheme, rest) = text.cut(at: ":")
        guard rest != nil, scheme.isScheme else { return .of([]) }
        let name = scheme.asciiLowercased
        guard name == "https" || name == "http" else {
            return .of(Set(sources.filter { $0.schemes.contains(name) }.map(\.shortName)))
        }
        guard let authority = LinkParts(text)?.authority else { return .any }
        // Where such a host begins and ends depends on who reads it.
        let isReadable = authority.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\")
        }
        let host = String(
            authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        ).hostAndPort.name
        guard isReadable, host.isHost else { return .any }
        let owners = sources.filter { $0.hasHost(host.asciiLowercased) }.map(\.shortName)
        return owners.isEmpty ? .any : .of(Set(owners))
    }
}

extension RewriteSource {
    fileprivate var shortName: String {
        switch self {
        case .domain(let domain): domain.hosts.first ?? "any host"
        case .scheme(let scheme): scheme.names.first ?? ""
        }
    }

    fileprivate var hosts: [String] {
        if case .domain(let domain) = self { domain.hosts } else { [] }
    }

    fileprivate var schemes: [String] {
        if case .scheme(let scheme) = self { scheme.names.map(\.asciiLowercased) } else { [] }
    }

    /// Whether it has the host on any port.
    fileprivate func hasHost(_ host: String) -> Bool {
        hosts.contains { host.fitsHost($0.hostAndPort.name.asciiLowercasedBeforeBraces) != nil }
    }
}

extension String {
    fileprivate var isScheme: Bool {
        first.map { $0.isASCII && $0.isLetter } == true
            && utf8.allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }

    /// A host and a port, or a host's pattern and a port.
    fileprivate var hostAndPort: (name: String, port: String?) {
        guard let close = lastIndex(where: { $0 == "]" || $0 == "}" }) else { return cut(at: ":") }
        let (end, port) = String(self[close...]).cut(at: ":")
        return (self[..<close] + end, port)
    }

    /// Whether the text is a host as browsers write it, except for upper case.
    fileprivate var isHost: Bool {
        let labels = split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { $0.isAlphanumeric || "-_".utf8.contains($0) }
        }
        return (isName && utf8.count <= 253 || hasPrefix("["))
            && BrowserURL("https://\(self)/")?.host == asciiLowercased
    }

    /// Whether a host that browsers can read is an IPv4 address.
    fileprivate var isAddress: Bool {
        split(separator: ".").last?.utf8.allSatisfy(\.isDigit) == true
    }

    fileprivate var asciiLowercasedBeforeBraces: String { contains("{") ? self : asciiLowercased }

    /// The rank of a host's pattern, a smaller one first, and what it captures; nil if the host does not fit.
    fileprivate func fitsHost(_ pattern: String) -> (rank: [Int], capture: (String, String)?)? {
        guard pattern.contains("{") || pattern.contains("*") else {
            return self == pattern ? ([0], nil) : nil
        }
        let (first, rest) = pattern.cut(at: ".")
        let end = "." + (rest ?? "")
        let start = String(dropLast(end.count))
        let labels = start.split(separator: ".", omittingEmptySubsequences: false)
        guard hasSuffix(end), labels.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("xn--") }) else {
            return nil
        }
        guard first != "*" else { return ([3, -end.count], nil) }
        let (name, words) = String(first.dropFirst().dropLast()).cut(at: ":")
        guard labels.count == 1,
            words?.asciiLowercased.split(separator: "|").contains(where: { $0 == start }) ?? true
        else { return nil }
        return ([words == nil ? 2 : 1], (name, start))
    }
}

// MARK: - Rules

private struct Capture {
    var text: String
    /// A catch-all's segments, as in a canonical path.
    var segments: [String]?
}

private struct Candidate {
    var rule: RewriteRule
    var segments: [String: [String]]
    /// The capture that takes the rest as it was written.
    var rest: String?
    /// The items' names, nil for an item that is only a capture, and their values.
    var conditions: [(name: String?, value: String?)]
    /// The pattern of the fragment.
    var fragment: String?

    /// More items that must be there, then more that have one value, then more that have a constraint, then the fragment.
    ///
    /// Of fragments, a text is before a capture that must be there, and that is before one that may; a constraint decides between two.
    var rank: [Int] {
        let required = conditions.filter { $0.value?.hasSuffix("?}") != true }
        let captured = required.compactMap(\.value).filter { $0.contains("{") }
        let constrained = captured.filter { $0.contains(":") || !$0.hasPrefix("{") }
        let rankOfFragment = fragment.map { text in
            text.contains("{") ? (text.contains("?") ? 0 : 2) + (text.contains(":") ? 1 : 0) : 4
        }
        return [
            required.count - captured.count, required.count, constrained.count, rankOfFragment ?? 0,
        ]
    }

    /// The captures of the fragment, which is absent if it is empty; nil if it does not fit.
    func captures(ofFragment text: String?, _ options: SourceOptions) -> [String: Capture]? {
        guard let pattern = fragment else { return [:] }
        let isOptional = pattern.contains("{") && pattern.contains("?")
        guard let text, !text.isEmpty else { return isOptional ? [:] : nil }
        guard pattern.contains("{") else {
            return pattern.percentDecoded.isSame(as: text) ? [:] : nil
        }
        if let (name, capture) = Self.capture(of: text, pattern) { return [name: capture] }
        return isOptional && options.malformedOptionals == .ignore ? [:] : nil
    }

    /// The captures of the rule's items; nil if they do not fit.
    func captures(of items: [URLQueryItem], _ options: SourceOptions) -> [String: Capture]? {
        var captures: [String: Capture] = [:]
        for (name, pattern) in conditions {
            let item =
                name == nil
                ? unnamed(items).map { items[$0] } : items.first { name.isSame(as: $0.name) }
            guard let pattern, pattern.contains("{") else {
                guard let item, item.value.isSame(as: pattern) else { return nil }
                continue
            }
            let isOptional = pattern.hasSuffix("?}")
            guard let value = name == nil ? item?.name : item?.value else {
                guard isOptional else { return nil }
                continue
            }
            guard let (name, capture) = Self.capture(of: value, pattern) else {
                guard isOptional, options.malformedOptionals == .ignore else { return nil }
                continue
            }
            // A path has no empty segments.
            guard !capture.text.isEmpty || !rule.putsIntoPath(name) else {
                guard isOptional else { return nil }
                continue
            }
            captures[name] = capture
        }
        return captures
    }

    /// The number of the item that the condition without a name takes: the first without a value that fits it.
    func unnamed(_ items: [URLQueryItem]) -> Int? {
        guard let pattern = conditions.first(where: { $0.name == nil })?.value else { return nil }
        return items.firstIndex {
            $0.value == nil && !names($0) && Self.capture(of: $0.name, pattern) != nil
        }
    }

    /// Whether a condition has an item's name.
    func names(_ item: URLQueryItem) -> Bool {
        conditions.contains { $0.name.isSame(as: item.name) }
    }

    /// What a pattern with one capture captures of a value; nil if the value does not fit.
    private static func capture(of value: String, _ pattern: String) -> (String, Capture)? {
        let (before, rest) = pattern.cut(at: "{")
        let (name, constraint) = (rest ?? "").filter { !"?}".contains($0) }.cut(at: ":")
        if constraint == "path" {
            return value.segmentsOfData.map { segments in
                let text = segments.joined(separator: "/")
                return (name, Capture(text: text, segments: segments.compactMap(\.asSegment)))
            }
        }
        let text = String(decoding: value.utf8.dropFirst(before.utf8.count), as: UTF8.self)
        let isAnything = constraint == nil && before.isEmpty
        guard
            isAnything
                || value.utf8.starts(with: before.utf8) && !text.isEmpty && text.fits(constraint)
        else { return nil }
        return (name, Capture(text: text))
    }
}

extension RewritingModel {
    /// The rules that a path fits, in the order in which they are tried.
    private func candidates(_ source: RewriteSource, _ path: [String]) -> [Candidate] {
        var found: [(decisions: [[Int]], candidate: Candidate)] = []
        for rule in source.rules {
            let (body, fragment) = rule.pattern.cut(at: "#", outsideBraces: true)
            let (path1, query) = body.cut(at: "?", outsideBraces: true)
            let conditions = (query ?? "").split(separator: "&").map { item in
                let (name, value) = String(item).cut(at: "=")
                return name.hasPrefix("{") ? (nil, name) : (name: name as String?, value: value)
            }
            let rest = path1.hasSuffix(":verbatim}") ? path1.split(separator: "*").last : nil
            let name = rest.map { String($0.prefix { $0 != ":" && $0 != "?" }) }
            let (path2, behindText) = path1.withCatchAllBehindText
            for prefix in source.options.prefixes {
                let pattern = prefix + path2.replacing(":verbatim", with: "")
                guard
                    var way = LinearMatcher.way(
                        of: path,
                        with: pattern,
                        ignoresCase: source.options.ignoresCase
                    )
                else { continue }
                if let behindText {
                    let rest = way.captures.removeValue(forKey: "rest~") ?? []
                    way.captures[behindText]? += rest
                }
                let candidate = Candidate(
                    rule: rule,
                    segments: way.captures,
                    rest: name,
                    conditions: conditions,
                    fragment: fragment
                )
                found.append((way.decisions, candidate))
            }
        }
        // The sort is stable: rules that tie are tried as they were declared.
        return found.sorted { left, right in
            left.decisions == right.decisions
                ? right.candidate.rank.lexicographicallyPrecedes(left.candidate.rank)
                : LinearMatcher.precedes(left.decisions, right.decisions)
        }.map(\.candidate)
    }
}

extension RewriteRule {
    fileprivate func putsIntoPath(_ capture: String) -> Bool {
        guard case .rewrite(let rewrite) = self else { return false }
        return rewrite.template.cut(at: "#").0.cut(at: "?").0.contains("{\(capture)}")
    }
}

extension SourceOptions.Query {
    fileprivate func keeps(_ name: String) -> Bool {
        switch self {
        case .keep: return true
        case .drop: return false
        case .keepOnly(let names): return names.contains { $0.rawValue.isSame(as: name) }
        case .strip(let names):
            let name = name.asciiLowercased
            return !names.map(\.rawValue.asciiLowercased).contains { stripped in
                stripped.hasSuffix("*")
                    ? name.utf8.starts(with: stripped.utf8.dropLast()) : stripped.isSame(as: name)
            }
        }
    }
}

extension String {
    fileprivate func fits(_ constraint: String?) -> Bool {
        switch constraint {
        case nil: true
        case "int": utf8.allSatisfy(\.isDigit)
        case let words?: words.split(separator: "|").contains { String($0).isSame(as: self) }
        }
    }

    /// The template's text with its captures filled in; nil if one is absent.
    fileprivate func filled(_ captures: [String: Capture]) -> String? {
        var (result, rest) = ("", self[...])
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
            guard let capture = captures[String(rest[rest.index(after: open)..<close])] else {
                return nil
            }
            result += rest[..<open] + capture.text
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// The path that a template makes; nil if it is none.
    fileprivate func path(_ captures: [String: Capture]) -> String? {
        var segments: [String] = []
        for piece in split(separator: "/") {
            if piece.hasPrefix("{*") {
                let added = captures[String(piece.dropFirst(2).dropLast())]?.segments ?? []
                // What follows text in a segment can be a dot.
                guard !added.contains("."), !added.contains("..") else { return nil }
                segments += added
            } else if let text = String(piece).filled(captures) {
                guard let segment = text.asSegment else { return nil }
                segments.append(segment)
            }
        }
        return segments.isEmpty ? "/" : segments.map { "/" + $0 }.joined()
    }
}

// MARK: - The text of a link

/// A link, cut at its marks and checked in no way but for its scheme.
struct LinkParts {
    /// In lower case.
    var scheme: String
    /// What stands between the slashes and the path of a web link; nil for another scheme, whose host is a segment.
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?
    /// Whether nothing in it is repaired by browsers, and the first segment of another scheme's link is only that.
    var isWellFormed: Bool

    init?(_ text: String) {
        let (start, rest) = text.cut(at: ":")
        guard start.isScheme, var rest else { return nil }
        scheme = start.asciiLowercased
        isWellFormed = !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
        (rest, fragment) = rest.cut(at: "#")
        isWellFormed = isWellFormed && !rest.utf8.contains(UInt8(ascii: "\\"))
        (rest, query) = rest.cut(at: "?")
        path = rest
        guard rest.utf8.starts(with: "//".utf8) else {
            if scheme == "https" || scheme == "http" { return nil }
            return
        }
        let (host, others) = String(rest.unicodeScalars.dropFirst(2)).cut(at: "/")
        guard scheme == "https" || scheme == "http" else {
            let plain = "-._~!$&'()*+,;=".utf8
            isWellFormed =
                isWellFormed && host.utf8.allSatisfy { $0.isAlphanumeric || plain.contains($0) }
            path = host + (others.map { "/" + $0 } ?? "")
            return
        }
        authority = host
        path = others.map { "/" + $0 } ?? ""
    }
}

private struct Items {
    var items: [URLQueryItem] = []
    var count = 0

    /// Decodes a query; nil if it is malformed.
    init?(_ query: String?, _ options: SourceOptions) {
        for piece in query?.unicodeScalars.split(separator: "&") ?? [] {
            count += 1
            let scalars = piece.map { options.plusIsSpace && $0 == "+" ? "%20" : String($0) }
            let (name, value) = scalars.joined().cut(at: "=")
            guard let decoded = name.percentDecoded, value == nil || value?.percentDecoded != nil
            else { return nil }
            if !name.isEmpty {
                items.append(URLQueryItem(name: decoded, value: value?.percentDecoded))
            }
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isAlphanumeric: Bool {
        isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}

extension String {
    /// The text with its escapes decoded; nil if one is malformed, or if the bytes are not UTF-8.
    var percentDecoded: String? { BrowserURL.decoded(self) }

    /// The text before and after the first mark; nil if there is none.
    func cut(at mark: Unicode.Scalar, outsideBraces: Bool = false) -> (String, String?) {
        var isInBraces = false
        let place = unicodeScalars.firstIndex { scalar in
            if outsideBraces, scalar == "{" { isInBraces = true }
            if outsideBraces, scalar == "}" { isInBraces = false }
            return scalar == mark && !isInBraces
        }
        guard let place else { return (self, nil) }
        return (
            String(unicodeScalars[..<place]),
            String(unicodeScalars[unicodeScalars.index(after: place)...])
        )
    }

    /// The canonical segments of a path; nil if it has none.
    var segments: [String]? {
        var segments: [String] = []
        for piece in unicodeScalars.split(separator: "/") {
            guard let segment = String(piece).percentDecoded?.asSegment else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// The texts between the slashes of a text that is a path, one before it not counted; nil if one of them cannot be a segment.
    fileprivate var segmentsOfData: [String]? {
        let pieces = unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        let segments = pieces.count > 1 && pieces[0].isEmpty ? pieces[1...] : pieces[...]
        return segments.allSatisfy { !$0.isEmpty && $0.asSegment != nil } ? Array(segments) : nil
    }

    fileprivate var hasControls: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// A text as a canonical segment; nil if it cannot be one.
    fileprivate var asSegment: String? {
        guard self != ".", self != "..", !hasControls else { return nil }
        return percentEncoded(except: "-._~!$&'()*+,;=:@")
    }

    /// The text with escapes for all but ASCII letters, digits and some other characters.
    func percentEncoded(except others: String) -> String {
        utf8.map { byte in
            byte.isAlphanumeric || others.utf8.contains(byte)
                ? String(Unicode.Scalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// What follows a number of segments, beginning right after the slash that ends them.
    fileprivate func afterSegments(_ count: Int) -> String {
        var rest = Array(utf8)[...]
        for _ in 0..<count {
            rest = rest.drop { $0 == UInt8(ascii: "/") }.drop { $0 != UInt8(ascii: "/") }
        }
        if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
        return String(decoding: rest, as: UTF8.self)
    }

    var trimmedOfBlanks: String {
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
        let trimmed = utf8.drop(while: blanks.contains).reversed().drop(while: blanks.contains)
        return String(decoding: Array(trimmed.reversed()), as: UTF8.self)
    }

    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    func isSame(as other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let own?, let other?): own.isSame(as: other)
        default: false
        }
    }
}

extension String {
    /// A path whose last segment has a catch-all behind text, with the text of that segment and further segments apart, and its name.
    fileprivate var withCatchAllBehindText: (path: String, name: String?) {
        guard let open = lastIndex(of: "{"), self[open...].hasPrefix("{*"), hasSuffix("}"),
            !hasSuffix(":verbatim}"), self[..<open].last != "/"
        else { return (self, nil) }
        let name = self[open...].dropFirst(2).dropLast()
        return ("\(self[..<open]){\(name)}/{*rest~?}", String(name))
    }
}
