import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CompiledSource {
    /// What becomes of a link to this source.
    ///
    /// The path is brought to canonical form, the query and the fragment are decoded, and only then a rule is applied: what is
    /// malformed is refused whatever the rule makes of the link.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - located: Where its source was found.
    ///   - limits: How large the internal link may be.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or the link that was in the link.
    /// - Throws: Why and where it was refused.
    func applyRules(
        to link: ExternalLinkParts,
        _ located: RewriteIndex.Located,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        let path = link.bytes[link.path]
        if CanonicalPath.isCanonical(path) {
            return try matchAndBuild(link, path, located, limits, recorder: recorder)
        }
        return try withBytes(of: try canonicalPath(link)) { (path) throws(RewriteError) in
            try matchAndBuild(link, path, located, limits, recorder: recorder)
        }
    }

    /// What becomes of a link with this canonical path.
    private func matchAndBuild(
        _ link: ExternalLinkParts,
        _ path: ByteView,
        _ located: RewriteIndex.Located,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        recorder?.found(path: path, in: link.pathPart)
        let items = try link.items(plusIsSpace: options.plusIsSpace)
        let fragment = try link.decodedFragment()
        guard let match = match(link, path, located.capture, items, recorder: recorder) else {
            guard options.unmatched == .passThrough else { throw link.error(.noRule) }
            recorder?.passesThrough()
            var kept: [URLQueryItem] = []
            kept.reserveCapacity(items.count)
            let removed = add(items, to: &kept, by: nil, recorder: recorder)
            let passed = DeepLink(
                canonicalPath: String(path),
                queryItems: kept,
                fragment: fragment
            )
            return .link(RewriteDetails(passed, removed, by: nil, ofSource: located.source))
        }
        let rule = match.rule
        recorder?.chose(rule, match)
        switch rule.action {
        case .refuse: throw link.error(.refusedByRule(rule.pattern))
        case .unwrap(let target):
            guard let wrapped = match.text(of: target) else { throw link.error(.noRule) }
            return .wrapped(wrapped)
        case .rewrite(let template):
            var kept = match.queryItems(template, roomFor: items.count)
            let removed = add(items, to: &kept, by: rule, recorder: recorder)
            let made = DeepLink(
                canonicalPath: try self.path(template, match, limits),
                queryItems: kept,
                fragment: rule.takesWholeRest ? nil : fragment
            )
            recorder?.made(by: rule)
            return .link(RewriteDetails(made, removed, by: rule, ofSource: located.source))
        }
    }

    /// Puts those of the link's own items that go on behind those that a template made.
    ///
    /// - Parameters:
    ///   - own: The link's own items.
    ///   - items: The items that the template made.
    ///   - rule: The rule that the link fits; nil if none does.
    ///   - recorder: Takes note of what becomes of the link's own items.
    /// - Returns: The items that the source's query policy removed.
    private func add(
        _ own: [URLQueryItem],
        to items: inout [URLQueryItem],
        by rule: CompiledRule?,
        recorder: ExplanationRecorder?
    ) -> [URLQueryItem] {
        let made = items.count
        func fate(_ item: URLQueryItem) -> ItemFate {
            if rule?.reads(item.name) == true { return .used }
            let isMade = items[..<made].contains { hasSameBytes($0.name, item.name) }
            return isMade ? .replaced : options.query.keeps(item.name) ? .kept : .dropped
        }
        recorder?.found(own, fate)
        var removed: [URLQueryItem] = []
        for item in own {
            switch fate(item) {
            case .kept: items.append(item)
            case .dropped: removed.append(item)
            case .used, .replaced: break
            }
        }
        return removed
    }

    /// The path that a template gives; captured text of the query can be no segment at all.
    private func path(
        _ template: TemplateText,
        _ match: RuleMatch,
        _ limits: Limits
    ) throws(RewriteError) -> String {
        if let path = template.fixedPath { return path }
        let bytes = match.path(template)
        guard bytes.count <= limits.bytes else {
            let limit = limits.bytes
            throw RewriteError(.tooManyBytes(limit: limit), in: .link, at: limit)
        }
        do throws(PathTextError) {
            let canonical = try withBytes(of: bytes, CanonicalPath.canonical)
            return String(decoding: canonical, as: UTF8.self)
        } catch {
            // Where there is a query, its text has brought along what no path has.
            let reason = RewriteError.Reason(error.reason)
            if let query = match.link.queries.first {
                throw RewriteError(reason, in: query.part, at: query.text.lowerBound)
            }
            throw match.link.error(reason)
        }
    }

    /// The canonical spelling of a path that has another.
    private func canonicalPath(_ link: ExternalLinkParts) throws(RewriteError) -> [UInt8] {
        for offset in link.path where ByteSet.unreadable.contains(link.bytes[offset]) {
            throw .unreadable(link.bytes[offset], in: link.pathPart, at: offset)
        }
        let path = link.bytes[link.path]
        // A custom scheme's path, or a fragment's, may lack its slash, and any path may be empty.
        let isAbsolute = path.count > 0 && path[0] == UInt8(ascii: "/")
        let slash = isAbsolute ? [] : [UInt8(ascii: "/")]
        do throws(PathTextError) {
            return try withBytes(of: slash + path, CanonicalPath.canonical)
        } catch {
            throw RewriteError(error, in: link.pathPart, from: link.path.lowerBound - slash.count)
        }
    }
}

/// What becomes of an item that a link has.
enum ItemFate: String, CaseIterable {
    /// It goes on into the internal link.
    case kept = "kept"
    /// A condition of the rule is about items of its name.
    case used = "used by the rule"
    /// The template makes an item of its name.
    case replaced = "replaced by the template"
    /// The source's query policy removes it.
    case dropped = "dropped by the source"
}
