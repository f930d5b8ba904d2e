import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CompiledRule {
    /// What the rule makes of a link that it fits.
    ///
    /// - Parameters:
    ///   - values: The captures.
    ///   - known: The link's items, if they have been decoded.
    ///   - reading: The link.
    ///   - source: The source that has the rule.
    ///   - limits: How large the link may be, and what becomes of it.
    ///   - wrapped: Becomes the link that was in the link, and starts again.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or nil if there was another link in it.
    /// - Throws: Why and where the link was refused.
    @inline(__always)
    func link(
        _ values: CaptureValues<some MoreCaptures>,
        known: [URLQueryItem]?,
        _ reading: LinkReading,
        _ source: CompiledSource,
        _ limits: Limits,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        if let target {
            wrapped = values.text(of: target)
            guard wrapped == nil else { return nil }
            throw reading.error(.noRule, source: source)
        }
        let path: String
        if let fixed = template.fixedPath {
            path = fixed
        } else {
            path = try self.path(values, reading, source, limits)
        }
        return DeepLink(
            canonicalPath: path,
            queryItems: try items(values, known, reading, source, recorder: recorder),
            fragment: try reading.decodedFragment(source)
        )
    }

    /// The path that the template gives; captured text of the query can be no segment at all.
    @inline(never)
    private func path(
        _ values: CaptureValues<some MoreCaptures>,
        _ reading: LinkReading,
        _ source: CompiledSource,
        _ limits: Limits
    ) throws(RewriteError) -> String {
        let bytes = template.path(values)
        guard bytes.count <= limits.bytes else {
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
        }
        if withBytes(of: bytes, CanonicalPath.isCanonical) {
            return String(decoding: bytes, as: UTF8.self)
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

    /// The items that the template makes, and those of the link that go on behind them.
    @inline(__always)
    private func items(
        _ values: CaptureValues<some MoreCaptures>,
        _ known: [URLQueryItem]?,
        _ reading: LinkReading,
        _ source: CompiledSource,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> [URLQueryItem] {
        guard reading.hasQuery || template.items.count != 1 else {
            // The usual link, for which an array of one needs no room to grow.
            guard let item = template.item(0, values) else { return [] }
            return [item]
        }
        var items: [URLQueryItem] = []
        // Room for a few items rather than a count of them, which would take another look at the query.
        items.reserveCapacity(template.items.count + (known?.count ?? (reading.hasQuery ? 3 : 0)))
        for index in template.items.indices {
            if let item = template.item(index, values) { items.append(item) }
        }
        guard reading.hasQuery else { return items }
        let own = items.count
        if let known {
            items += known
        } else {
            try reading.appendItems(source, to: &items)
        }
        recorder.note(.items(Array(items[own...])))
        dropNamedItems(from: own, in: &items, policy: source.policy)
        recorder.note(.kept(Array(items[own...])))
        return items
    }

    /// Removes, of the items from `start` on, those with a name that the rule names or that an item before `start` has,
    /// and those that the source does not let through.
    private func dropNamedItems(
        from start: Int,
        in items: inout [URLQueryItem],
        policy: ItemPolicy
    ) {
        // Mostly there are none.
        var end = start
        while end < items.count, keeps(items[end].name, before: start, in: items, policy: policy) {
            end += 1
        }
        guard end < items.count else { return }
        for index in (end + 1)..<items.count {
            guard keeps(items[index].name, before: start, in: items, policy: policy) else {
                continue
            }
            items.swapAt(end, index)
            end += 1
        }
        items.removeLast(items.count - end)
    }

    @inline(__always)
    private func keeps(
        _ name: String,
        before start: Int,
        in items: [URLQueryItem],
        policy: ItemPolicy
    ) -> Bool {
        // Most names differ in length already.
        let length = name.utf8.count
        for index in 0..<start
        where items[index].name.utf8.count == length && Self.isSame(items[index].name, name) {
            return false
        }
        for index in conditions.indices
        where conditions[index].name.utf8.count == length
            && Self.isSame(conditions[index].name, name)
        {
            return false
        }
        if case .keep = policy { return true }
        return policy.keeps(name)
    }

    /// Whether two names are the same, out of the way of those that are not.
    @inline(never)
    private static func isSame(_ name: String, _ other: String) -> Bool {
        hasSameBytes(name, other)
    }
}
