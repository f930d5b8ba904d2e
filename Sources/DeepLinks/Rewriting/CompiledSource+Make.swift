import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CompiledSource {
    /// Lets a link pass that no rule fits, or refuses it.
    func pass(
        _ link: borrowing DecodedLink,
        _ path: ByteView
    ) throws(RewriteError) -> Rewritten {
        guard options.unmatched == .passThrough else { throw link.parts.error(.noRule) }
        let (items, removed) = items(of: link)
        let made = DeepLink(
            canonicalPath: String(path),
            queryItems: items,
            fragment: link.fragment
        )
        return .link(URLRewriter.Details(made, removed, of: self))
    }

    /// Does what the rule says that a link fits.
    func make(
        _ match: borrowing RuleMatch,
        _ link: borrowing DecodedLink
    ) throws(RewriteError) -> Rewritten {
        let rule = match.rule
        switch rule.action {
        case .refuse: throw link.parts.error(.refusedByRule(rule.pattern))
        case .unwrap(let target):
            guard let wrapped = match.text(of: target) else {
                throw RewriteError(
                    .noRule,
                    in: link.parts.pathPart,
                    at: link.parts.path.lowerBound,
                    obstacle: "The rule '\(rule.pattern)' finds no link to unwrap",
                    remedy: "write its capture without '?', so that other rules can take such links"
                )
            }
            let outer = rule.itemsBeside(target, in: link.items)
            return .wrapped(wrapped, outer: outer, isCustom: isCustomScheme)
        case .rewrite(let template):
            let madeItems = match.queryItems(template, roomFor: link.items.count)
            let (items, removed) =
                link.items.isEmpty ? (madeItems, []) : items(of: link, behind: madeItems, by: rule)
            let path =
                if let path = template.fixedPath { path } else {
                    try match.path(madeBy: template, link, limits)
                }
            let fragment = match.madeFragment(template) ?? match.ownFragment(of: link)
            let made = DeepLink(canonicalPath: path, queryItems: items, fragment: fragment)
            return .link(URLRewriter.Details(made, removed, by: rule, of: self))
        }
    }

    /// The items of the internal link, those that the template made before the link's own that are kept, and the items that are removed.
    private func items(
        of link: borrowing DecodedLink,
        behind made: consuming [URLQueryItem] = [],
        by rule: CompiledRule? = nil
    ) -> (kept: [URLQueryItem], removed: [URLQueryItem]) {
        // Usually, a link that passes keeps all of its items.
        if rule == nil, options.query == .keep { return (link.items, []) }
        let madeCount = made.count
        var (items, removed): ([URLQueryItem], [URLQueryItem]) = (made, [])
        let unnamed = rule?.unnamedItem(in: link.items)
        for (number, item) in link.items.enumerated() {
            let isUnnamed = number == unnamed
            switch isUnnamed ? .used : fate(of: item, behind: items, madeCount, by: rule) {
            case .kept: items.append(item)
            case .dropped: removed.append(item)
            case .used, .replaced: break
            }
        }
        return (items, removed)
    }

    /// What happens to one of a link's own items; the first `madeCount` of `items` are those that the template made.
    func fate(
        of item: URLQueryItem,
        behind items: [URLQueryItem],
        _ madeCount: Int,
        by rule: CompiledRule?
    ) -> ItemFate {
        if rule?.reads(item.name) == true { return .used }
        for index in 0..<madeCount where hasSameBytes(items[index].name, item.name) {
            return .replaced
        }
        return options.query.keeps(item.name) ? .kept : .dropped
    }
}

extension SourceOptions.Query {
    /// Whether an item with this name is kept.
    func keeps(_ name: String) -> Bool {
        switch self {
        case .keep: true
        case .drop: false
        case .keepOnly(let names): names.contains { hasSameBytes($0.rawValue, name) }
        case .strip(let names): !names.contains { Self.strips($0.rawValue, name) }
        }
    }

    /// Whether a stripped name, which may end in a `*` for any rest, fits the given name, ignoring ASCII case.
    private static func strips(_ stripped: String, _ name: String) -> Bool {
        let isBeginning = stripped.utf8.last == UInt8(ascii: "*")
        let wanted = stripped.utf8.dropLast(isBeginning ? 1 : 0)
        let rest = name.utf8.count - wanted.count
        return (isBeginning ? rest >= 0 : rest == 0)
            && zip(wanted, name.utf8).allSatisfy {
                ByteSet.lowercased($0) == ByteSet.lowercased($1)
            }
    }
}

/// What matching finds: the rule that a link fits, and where its captures are; their texts are read from the link.
// It cannot be copied, so passing it on copies nothing.
struct RuleMatch: ~Copyable {
    let rule: CompiledRule
    /// The ranges of the path's captures, from the left; nil if `found` has them.
    private let ranges: [Range<Int>]?
    /// What the look-up of the most specific path found.
    private let found: PathIndexMatch
    /// The texts of the captures of the rule's conditions.
    let itemCaptures: [String?]
    /// The whole link, and where its path is in it.
    let link: ByteView
    let writtenPath: Range<Int>
    /// The link's canonical path.
    let path: ByteView
    /// Whether the path is known to have no escapes.
    private let isPlain: Bool
    let hostCapture: HostCapture?

    init(
        _ rule: CompiledRule,
        ranges: [Range<Int>]?,
        found: PathIndexMatch = .none,
        _ itemCaptures: [String?],
        _ link: borrowing DecodedLink,
        _ path: ByteView,
        _ hostCapture: HostCapture?
    ) {
        self.rule = rule
        self.ranges = ranges
        self.found = found
        self.itemCaptures = itemCaptures
        self.link = link.parts.bytes
        writtenPath = link.parts.path
        isPlain = link.parts.isPlain
        self.path = path
        self.hostCapture = hostCapture
    }

    /// The range of a capture in the path.
    private func range(ofPathCapture index: Int) -> Range<Int> {
        func range(_ index: Int) -> Range<Int> {
            if let ranges { ranges[index] } else { found[index] }
        }
        guard index == rule.splitCatchAll else { return range(index) }
        let (start, rest) = (range(index), range(index + 1))
        return rest.isEmpty ? start : start.lowerBound..<rest.upperBound
    }

    /// The text of a capture, encoded as in the path.
    func bytes(ofPathCapture index: Int) -> ByteView { path[range(ofPathCapture: index)] }

    /// The decoded text of a capture; nil if it is absent.
    func text(of slot: CaptureSlot) -> String? {
        switch slot {
        // Only an absent catch-all has empty text.
        case .segments(let index) where bytes(ofPathCapture: index).count == 0: nil
        case .path(let index), .segments(let index):
            isPlain
                ? String(bytes(ofPathCapture: index))
                : CanonicalPath.decode(bytes(ofPathCapture: index))
        case .item(let index): itemCaptures[index]
        case .host(let name): hostCapture.flatMap { $0.name == name ? $0.text : nil }
        case .rest(let index): rest(ofCapture: index)
        }
    }

    /// The text of several pieces; nil if one of their captures is absent.
    func text(of pieces: [TemplateText.Piece]) -> String? {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .capture(_, _, let slot):
                guard let slot, let text = text(of: slot) else { return nil }
                result += text
            }
        }
        return result
    }

    /// The rest of the link as it was written, after the slash that ends the segment before a catch-all; nil if nothing follows.
    private func rest(ofCapture index: Int) -> String? {
        let range = range(ofPathCapture: index)
        let slash = UInt8(ascii: "/")
        // A catch-all begins after a slash; an absent one has no slash, and is at the end of the path.
        let end = range.isEmpty ? path.count : range.lowerBound - 1
        let before = end > 1 ? path[0..<end].occurrences(of: slash) : 0
        var start = writtenPath.lowerBound
        if before > 0 { start = link.segments(in: writtenPath)[before - 1].upperBound }
        if start < writtenPath.upperBound, link[start] == slash { start += 1 }
        return start == link.count ? nil : String(link[start..<link.count])
    }
}

extension RuleMatch {
    /// The items that a template makes, except those with an absent capture; capacity for `count` more is reserved.
    func queryItems(_ template: TemplateText, roomFor count: Int) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        items.reserveCapacity(template.items.count + count)
        // Read in place, as a copy of each item would be retained and released.
        for index in template.items.indices {
            let value =
                if let slot = template.items[index].slot { text(of: slot) } else {
                    template.items[index].value.flatMap { text(of: $0) }
                }
            if value != nil || template.items[index].value == nil {
                items.append(URLQueryItem(name: template.items[index].name, value: value))
            }
        }
        return items
    }

    /// The fragment that a template makes, which takes the place of the link's own.
    func madeFragment(_ template: TemplateText) -> String? {
        template.fragment.flatMap { text(of: [$0]) }
    }

    /// The link's fragment, unless the rule uses it.
    func ownFragment(of link: borrowing DecodedLink) -> String? {
        guard let fragment = link.fragment, !rule.takesWholeRest, !rule.usesFragment(itemCaptures)
        else { return nil }
        return fragment
    }

    /// The path that a template makes.
    func path(
        madeBy template: TemplateText,
        _ link: borrowing DecodedLink,
        _ limits: Limits
    ) throws(RewriteError) -> String {
        var made: [UInt8] = []
        for pieces in template.segments {
            switch pieces[0].slot {
            case .path(let index)? where pieces.count == 1,
                .segments(let index)? where pieces[0].addsSegments:
                // A part of a canonical path is encoded canonically. An empty one is an absent catch-all.
                let captured = bytes(ofPathCapture: index)
                guard captured.count > 0 else { continue }
                made.append(UInt8(ascii: "/"))
                made.append(contentsOf: captured)
            case .item(let index)? where pieces[0].addsSegments:
                // The condition has checked its segments.
                guard let text = itemCaptures[index] else { continue }
                let count = withBytes(of: text) { $0.pieceCount(at: UInt8(ascii: "/")) }
                guard count <= limits.segments else {
                    throw error(.tooManySegments(limit: limits.segments), inTextOf: index, link)
                }
                made.append(UInt8(ascii: "/"))
                withBytes(of: text) { PercentEncoding.append($0, keeping: .pathText, to: &made) }
            case nil, .path?, .segments?, .host?, .item?, .rest?:
                if let text = text(of: pieces) { CanonicalPath.append(text, to: &made) }
            }
        }
        if made.isEmpty { made.append(UInt8(ascii: "/")) }
        guard made.count <= limits.bytes else {
            // The link itself may be shorter than that: escapes take three bytes for one.
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: 0)
        }
        // Captured text can add dot segments and control characters.
        do throws(PathTextError) {
            return String(
                decoding: try withBytes(of: made, CanonicalPath.canonical),
                as: UTF8.self
            )
        } catch {
            let reason = RewriteError.Reason(error.reason)
            // The text of an item or of the fragment is malformed, as the link's path is canonical.
            guard let item = rule.itemCapturesInPath.min() else { throw link.parts.error(reason) }
            throw self.error(reason, inTextOf: item, link)
        }
    }

    /// An error at the place of the query or the fragment, from which the text of a capture is.
    private func error(
        _ reason: RewriteError.Reason,
        inTextOf capture: Int,
        _ link: borrowing DecodedLink
    ) -> RewriteError {
        let condition = rule.external.condition(ofCapture: capture)
        if condition?.subject == .fragment, let fragment = link.parts.fragment {
            return RewriteError(reason, in: .fragment, at: fragment.lowerBound)
        }
        guard let query = link.parts.queries.first else { return link.parts.error(reason) }
        return RewriteError(reason, in: query.part, at: query.text.lowerBound)
    }
}

extension CompiledRule {
    /// The number of the item that the rule's condition without a name is about.
    func unnamedItem(in items: [URLQueryItem]) -> Int? {
        conditions.first { $0.subject == .unnamedItem }.flatMap { item(for: $0, in: items) }
    }

    /// Whether a condition has this name.
    func hasCondition(named name: String) -> Bool {
        conditions.contains { hasSameBytes($0.name, name) }
    }

    /// Whether a condition reads items with this name, or the rule takes the whole rest of the link.
    func reads(_ name: String) -> Bool { takesWholeRest || hasCondition(named: name) }

    /// Whether the rule's fragment was there, so that the internal link does not keep it.
    func usesFragment(_ captures: [String?]) -> Bool {
        conditions.contains { condition in
            guard condition.subject == .fragment else { return false }
            return condition.pattern.map { captures[$0.firstCapture] != nil } ?? true
        }
    }

    /// The number of the item that a capture is read from; nil if it is read from another part of the link.
    func item(of slot: CaptureSlot, in items: [URLQueryItem]) -> Int? {
        guard case .item(let number) = slot else { return nil }
        return external.condition(ofCapture: number).flatMap { item(for: $0, in: items) }
    }

    /// The items of a wrapper, without the one that holds the wrapped link.
    func itemsBeside(
        _ target: CaptureSlot,
        in items: [URLQueryItem]
    ) -> [URLQueryItem] {
        // The rest of a link has all of its items.
        if case .rest = target { return [] }
        var items = items
        if let index = item(of: target, in: items) { items.remove(at: index) }
        return items
    }
}

/// What happens to a query item of a link.
enum ItemFate: String, CaseIterable {
    /// It is kept in the internal link.
    case kept = "kept"
    /// A condition of the rule reads it, or items with its name.
    case used = "used by the rule"
    /// The template makes an item with its name.
    case replaced = "replaced by the template"
    /// The source's query policy removes it.
    case dropped = "dropped by the source"
}
