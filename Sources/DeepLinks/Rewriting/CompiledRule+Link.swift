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
    ///   - contents: The link's decoded items and fragment.
    ///   - reading: The link.
    ///   - source: The source that has the rule.
    ///   - limits: How large the internal link may be.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or the link that was in the link.
    /// - Throws: Why and where the link was refused.
    @inline(__always)
    func rewrite(
        _ values: CaptureValues,
        _ contents: LinkContents,
        _ reading: LinkReading,
        _ source: CompiledSource,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        if let target {
            guard let wrapped = values.text(of: target) else {
                throw reading.error(.noRule, source: source)
            }
            return .wrapped(wrapped)
        }
        var items: [URLQueryItem] = []
        items.reserveCapacity(template.items.count + contents.items.count)
        for item in template.items {
            if let item = item.queryItem(values) { items.append(item) }
        }
        var kept: [URLQueryItem] = []
        var removed: [URLQueryItem] = []
        for item in contents.items
        where !items.contains(where: { hasSameBytes($0.name, item.name) })
            && !conditions.contains(where: { hasSameBytes($0.name, item.name) })
        {
            if source.policy.keeps(item.name) { kept.append(item) } else { removed.append(item) }
        }
        recorder?.note(.items(contents.items, kept: kept))
        items += kept
        let link = DeepLink(
            canonicalPath: try path(values, reading, source, limits),
            queryItems: items,
            fragment: contents.fragment
        )
        return .link(
            RewriteDetails(
                link: link,
                removedItems: removed,
                pattern: pattern,
                sourceIndex: reading.source,
                ruleIndex: place.rule
            )
        )
    }

    /// The path that the template gives; captured text of the query can be no segment at all.
    private func path(
        _ values: CaptureValues,
        _ reading: LinkReading,
        _ source: CompiledSource,
        _ limits: Limits
    ) throws(RewriteError) -> String {
        if let path = template.fixedPath { return path }
        let bytes = template.path(values)
        guard bytes.count <= limits.bytes else {
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
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
