import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All that a rewriter needs, compiled once and never changed.
final class RewriteIndex: Sendable {
    let limits: Limits
    let descriptions: [RewriteSource]
    let hosts: HostIndex
    let schemes: FoldedTable
    let sources: FixedObjects<CompiledSource>

    init(limits: Limits, _ compiler: RuleCompiler, descriptions: [RewriteSource]) {
        self.limits = limits
        self.descriptions = descriptions
        hosts = compiler.hosts
        schemes = compiler.schemes
        sources = FixedObjects(compiler.sources)
    }

    /// Rewrites a link.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - trims: Whether ASCII white space around it does not count.
    ///   - wrapped: Becomes the link that was in the link, and starts again.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or nil if there was another link in it.
    /// - Throws: Why and where it was refused.
    @inline(__always)
    func rewrite(
        _ text: String,
        trims: Bool,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        // An error that passes through a generic closure would be boxed.
        var failure: RewriteError?
        let link: DeepLink? = withBytes(of: text) { bytes in
            do throws(RewriteError) {
                return try rewrite(bytes, trims: trims, wrapped: &wrapped, recorder: recorder)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return link
    }

    @inline(__always)
    private func rewrite(
        _ bytes: ByteView,
        trims: Bool,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        guard bytes.count <= limits.bytes else {
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
        }
        guard trims, bytes.hasOuterWhitespace else {
            return try rewrite(bytes, wrapped: &wrapped, recorder: recorder)
        }
        return try rewriteInside(bytes, wrapped: &wrapped, recorder: recorder)
    }

    /// Rewrites a link with white space around it.
    @inline(never)
    private func rewriteInside(
        _ bytes: ByteView,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let inner = LinkText.trimmed(bytes)
        do throws(RewriteError) {
            return try rewrite(bytes[inner], wrapped: &wrapped, recorder: recorder)
        } catch {
            throw error.moved(by: inner.lowerBound, wrappers: 0)
        }
    }
}

extension RewriteIndex {
    /// Rewrites a link without white space around it.
    @inline(__always)
    private func rewrite(
        _ bytes: ByteView,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        recorder.note(.began(Array(bytes)))
        let origin: ExternalOrigin
        let located: Located
        if let usual = usualOrigin(of: bytes) {
            (origin, located) = usual
            recorder.note(.origin(origin))
        } else {
            origin = try ExternalOrigin(bytes)
            recorder.note(.origin(origin))
            located = try locate(origin, bytes)
        }
        recorder.note(.located(located))
        let parts = try ExternalLinkParts(bytes, after: origin)
        return try sources.withObject(at: located.source) { (source) throws(RewriteError) in
            let reading =
                source.fragmentPaths && parts.fragment.count > 0
                ? LinkReading(fragmentOf: bytes, located, parts)
                : LinkReading(bytes, located, parts)
            return try source.link(reading, limits, wrapped: &wrapped, recorder: recorder)
        }
    }
}

extension ByteView {
    @inline(__always)
    fileprivate var hasOuterWhitespace: Bool {
        count > 0 && (self[0] <= 0x20 || self[count &- 1] <= 0x20)
    }
}
