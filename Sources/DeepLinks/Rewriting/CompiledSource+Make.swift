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
        return .link(details(String(path), [], link.fragment, link, by: nil))
    }

    /// Does what the rule says that a link fits.
    func make(
        _ match: borrowing RuleMatch,
        _ link: borrowing DecodedLink,
        _ limits: Limits
    ) throws(RewriteError) -> Rewritten {
        let rule = match.rule
        switch rule.action {
        case .refuse: throw link.parts.error(.refusedByRule(rule.pattern))
        case .unwrap(let target):
            guard let wrapped = match.text(of: target) else { throw link.parts.error(.noRule) }
            let outer = rule.itemsBeside(target, in: link.items)
            return .wrapped(wrapped, outer: outer, isCustom: isCustomScheme)
        case .rewrite(let template):
            let items = match.queryItems(template, roomFor: link.items.count)
            let path = try self.path(template, match, link, limits)
            let fragments = match.fragments(template, of: link)
            return .link(details(path, items, fragments.made ?? fragments.own, link, by: rule))
        }
    }

    /// Makes an internal link of the whole text of a link, of which only the characters are checked.
    func handOver(
        _ bytes: ByteView,
        _ rule: CompiledRule,
        _ limits: Limits
    ) throws(RewriteError) -> Rewritten {
        var offset = 0
        for scalar in String(bytes).unicodeScalars {
            guard !CanonicalPath.isControl(scalar) else {
                throw RewriteError(.controlCharacter, in: .link, at: offset)
            }
            offset += UTF8.width(scalar)
        }
        let link = DecodedLink(whole: bytes)
        let match = RuleMatch(handingOver: bytes, to: rule)
        return try make(match, link, limits)
    }

    /// The internal link with a path, the items that the template made, a fragment and those of the link's own items that are kept.
    private func details(
        _ path: consuming String,
        _ made: consuming [URLQueryItem],
        _ fragment: consuming String?,
        _ link: borrowing DecodedLink,
        by rule: CompiledRule?
    ) -> URLRewriter.Details {
        // Usually, a link that passes keeps all of its items.
        if rule == nil, options.query == .keep {
            let link = DeepLink(canonicalPath: path, queryItems: link.items, fragment: fragment)
            return URLRewriter.Details(link, of: self)
        }
        let madeCount = made.count
        var (items, removed): ([URLQueryItem], [URLQueryItem]) = (made, [])
        items.reserveCapacity(madeCount + link.items.count)
        let unnamed = rule?.unnamedItem(in: link.items)
        for (number, item) in link.items.enumerated() {
            let isUnnamed = number == unnamed
            switch isUnnamed ? .used : fate(of: item, behind: items, madeCount, by: rule) {
            case .kept: items.append(item)
            case .dropped: removed.append(item)
            case .used, .replaced: break
            }
        }
        let link = DeepLink(canonicalPath: path, queryItems: items, fragment: fragment)
        return URLRewriter.Details(link, removed, by: rule, of: self)
    }

    /// What happens to one of a link's own items; the first `made` of `items` are those that the template made.
    func fate(
        of item: URLQueryItem,
        behind items: [URLQueryItem],
        _ made: Int,
        by rule: CompiledRule?
    ) -> ItemFate {
        if rule?.reads(item.name) == true { return .used }
        for index in 0..<made where hasSameBytes(items[index].name, item.name) { return .replaced }
        return options.query.keeps(item.name) ? .kept : .dropped
    }

    /// The path that a template makes; captured text from the query can make it malformed.
    private func path(
        _ template: TemplateText,
        _ match: borrowing RuleMatch,
        _ link: borrowing DecodedLink,
        _ limits: Limits
    ) throws(RewriteError) -> String {
        if let path = template.fixedPath { return path }
        if !match.rule.itemCapturesInPath.isEmpty {
            try checkAddedSegments(template, match, link, limits)
        }
        let bytes = match.path(template)
        guard bytes.count <= limits.bytes else {
            // The link itself may be shorter than that: escapes take three bytes for one.
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: 0)
        }
        do throws(PathTextError) {
            let canonical = try withBytes(of: bytes, CanonicalPath.canonical)
            return String(decoding: canonical, as: UTF8.self)
        } catch {
            let reason = RewriteError.Reason(error.reason)
            // The text of an item or of the fragment is most likely malformed.
            let items = match.rule.itemCapturesInPath.inOrder(by: <)
            var item = items.first
            for other in items.reversed() where match.isNoSegment(itemCapture: other) {
                item = other
            }
            guard let item else { throw link.parts.error(reason) }
            throw self.error(reason, inTextOf: item, match, link)
        }
    }

    /// Refuses the text of an item that adds more segments than a link's path may have.
    private func checkAddedSegments(
        _ template: TemplateText,
        _ match: borrowing RuleMatch,
        _ link: borrowing DecodedLink,
        _ limits: Limits
    ) throws(RewriteError) {
        for piece in template.segments.joined() where piece.addsSegments {
            guard case .item(let item)? = piece.slot,
                let text = match.itemCaptures[item]
            else { continue }
            let count = withBytes(of: text) { $0.pieceCount(at: UInt8(ascii: "/")) }
            guard count <= limits.segments else {
                let reason = RewriteError.Reason.tooManySegments(limit: limits.segments)
                throw error(reason, inTextOf: item, match, link)
            }
        }
    }

    /// An error at the place of the query or the fragment, from which the text of a capture is.
    private func error(
        _ reason: RewriteError.Reason,
        inTextOf capture: Int,
        _ match: borrowing RuleMatch,
        _ link: borrowing DecodedLink
    ) -> RewriteError {
        let condition = match.rule.condition(ofCapture: capture)
        if condition?.subject == .fragment, let fragment = link.parts.fragment {
            return RewriteError(reason, in: .fragment, at: fragment.lowerBound)
        }
        guard let query = link.parts.queries.first else { return link.parts.error(reason) }
        return RewriteError(reason, in: query.part, at: query.text.lowerBound)
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

    /// Whether the text of a capture of an item or of the fragment cannot be a segment.
    func isNoSegment(itemCapture number: Int) -> Bool {
        var path: [UInt8] = []
        CanonicalPath.append(itemCaptures[number] ?? "", to: &path)
        return !withBytes(of: path, CanonicalPath.isCanonical)
    }

    /// The fragment that a template makes, and the link's own if the rule does not use it; the former takes the place of the latter.
    func fragments(
        _ template: TemplateText,
        of link: borrowing DecodedLink
    ) -> (made: String?, own: String?) {
        (
            template.fragment.flatMap { text(of: [$0]) },
            rule.takesWholeRest || rule.usesFragment(itemCaptures) ? nil : link.fragment
        )
    }

    /// The path that a template makes; it is canonical, except that captured text can add dot segments and control characters.
    func path(_ template: TemplateText) -> [UInt8] {
        var path: [UInt8] = []
        for pieces in template.segments {
            switch pieces[0].slot {
            case .path(let index)? where pieces.count == 1,
                .segments(let index)? where pieces[0].addsSegments:
                // A part of a canonical path is encoded canonically. An empty one is an absent catch-all.
                let captured = bytes(ofPathCapture: index)
                guard captured.count > 0 else { continue }
                path.append(UInt8(ascii: "/"))
                path.append(contentsOf: captured)
            case .item(let index)? where pieces[0].addsSegments:
                // The condition has checked its segments.
                guard let text = itemCaptures[index] else { continue }
                path.append(UInt8(ascii: "/"))
                withBytes(of: text) { PercentEncoding.append($0, keeping: .pathText, to: &path) }
            case nil, .path?, .segments?, .host?, .item?, .rest?, .link?:
                if let text = text(of: pieces) { CanonicalPath.append(text, to: &path) }
            }
        }
        if path.isEmpty { path.append(UInt8(ascii: "/")) }
        return path
    }
}

extension CompiledRule {
    /// The number of the item that a capture is read from; nil if it is read from another part of the link.
    func item(of slot: CaptureSlot, in items: [URLQueryItem]) -> Int? {
        guard case .item(let number) = slot else { return nil }
        return condition(ofCapture: number).flatMap { item(for: $0, in: items) }
    }

    /// The condition that has a capture.
    func condition(ofCapture number: Int) -> ItemCondition? {
        conditions.first { condition in
            guard case .capture(let pattern) = condition.kind else { return false }
            return pattern.captureNumbers.contains(number)
        }
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
