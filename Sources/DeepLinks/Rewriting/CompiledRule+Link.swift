import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CompiledRule {
    /// The items of the internal link: those of the template, and behind them the link's own that are neither used by the rule, nor
    /// replaced by the template, nor removed by the source's query policy.
    ///
    /// - Parameters:
    ///   - own: The link's own items, which become the others in place: most links have none or a few.
    ///   - match: The captures.
    ///   - policy: The source's query policy.
    /// - Returns: The items, and those that the policy removed.
    func items(
        _ own: consuming [URLQueryItem],
        _ match: RuleMatch,
        _ policy: ItemPolicy
    ) -> (items: [URLQueryItem], removed: [URLQueryItem]) {
        var items = own
        var removed: [URLQueryItem] = []
        if items.isEmpty { items.reserveCapacity(template.items.count) }
        var made = 0
        for index in template.items.indices {
            guard let item = template.items[index].queryItem(match) else { continue }
            items.insert(item, at: made)
            made += 1
        }
        var end = made
        for index in made..<items.count {
            let name = items[index].name
            if reads(name) || (0..<made).contains(where: { hasSameBytes(items[$0].name, name) }) {
                continue
            }
            guard policy.keeps(name) else {
                removed.append(items[index])
                continue
            }
            if index > end { items.swapAt(index, end) }
            end += 1
        }
        if end < items.count { items.removeSubrange(end...) }
        return (items, removed)
    }

    /// Whether a condition is about items of this name, or the rule takes the whole rest of the link.
    func reads(_ name: String) -> Bool {
        takesWholeRest || conditions.contains { hasSameBytes($0.name, name) }
    }

    /// The path that the template gives; captured text of the query can be no segment at all.
    func path(
        _ match: RuleMatch,
        _ reading: LinkReading,
        _ source: CompiledSource,
        _ limits: Limits
    ) throws(RewriteError) -> String {
        if let path = template.fixedPath { return path }
        let bytes = template.path(match)
        guard bytes.count <= limits.bytes else {
            throw RewriteError(
                .tooManyBytes(limit: limits.bytes),
                in: .link,
                at: limits.bytes,
                source: source.name
            )
        }
        do throws(PathTextError) {
            return String(decoding: try CanonicalPath.canonical(bytes), as: UTF8.self)
        } catch {
            let reason = RewriteError.Reason(error.reason)
            // Where there is a query, its text has brought along what no path has.
            if reading.fragmentQuery.exists {
                let start = reading.fragmentQuery.start
                throw RewriteError(reason, in: .fragment, at: start, source: source.name)
            }
            if reading.query.exists {
                let start = reading.query.start
                throw RewriteError(reason, in: .query, at: start, source: source.name)
            }
            throw reading.error(reason, source: source)
        }
    }
}
