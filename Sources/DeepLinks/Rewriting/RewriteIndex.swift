import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All that a rewriter needs, compiled once and never changed.
package final class RewriteIndex: Sendable {
    let limits: Limits
    let descriptions: [RewriteSource]
    let hosts: HostIndex
    let schemes: FoldedTable
    package let sources: [CompiledSource]

    init(limits: Limits, _ compiler: RuleCompiler, descriptions: [RewriteSource]) {
        self.limits = limits
        self.descriptions = descriptions
        hosts = compiler.hosts
        schemes = compiler.schemes
        sources = compiler.sources
    }

    /// Rewrites a link.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - trims: Whether ASCII white space around it does not count.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or the link that was in the link, and the number of its source.
    /// - Throws: Why and where it was refused.
    func rewrite(
        _ text: String,
        trims: Bool,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> (Rewritten, source: Int) {
        try withBytes(
            of: text,
            throwing: { (bytes) throws(RewriteError) in
                guard bytes.count <= limits.bytes else {
                    throw RewriteError(
                        .tooManyBytes(limit: limits.bytes),
                        in: .link,
                        at: limits.bytes
                    )
                }
                let inner = trims ? LinkText.trimmed(bytes) : 0..<bytes.count
                do throws(RewriteError) {
                    return try rewrite(bytes[inner], recorder: recorder)
                } catch {
                    throw error.moved(by: inner.lowerBound, wrappers: 0)
                }
            }
        )
    }

    /// Rewrites a link without white space around it.
    private func rewrite(
        _ bytes: ByteView,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> (Rewritten, source: Int) {
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
        let source = sources[located.source]
        let reading =
            source.fragmentPaths && parts.fragment.count > 0
            ? LinkReading(fragmentOf: bytes, located, parts)
            : LinkReading(bytes, located, parts)
        let rewritten = try source.rewrite(reading, limits, recorder: recorder)
        return (rewritten, located.source)
    }
}
