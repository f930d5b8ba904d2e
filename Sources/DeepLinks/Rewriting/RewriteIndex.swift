import PathMatching

/// Everything that a rewriter needs, compiled once and never changed.
package final class RewriteIndex: Sendable {
    let limits: Limits
    let descriptions: [RewriteSource]
    package let hosts: HostIndex
    let schemes: NameTable
    package let sources: [CompiledSource]

    /// Compiles the sources and rules that have no flaw.
    ///
    /// - Parameters:
    ///   - limits: How large a link may be.
    ///   - descriptions: The sources with their rules.
    ///   - flaws: Receives the flaws of all others, in order.
    init(limits: Limits, _ descriptions: [RewriteSource], flaws: inout [RewriteRuleError]) {
        flaws += limits.flaws
        var hosts = HostIndex()
        var schemes = NameTable()
        var sources: [CompiledSource] = []
        for (number, source) in descriptions.enumerated() {
            var found: [(flaw: RuleFlaw, rule: Int?)] = []
            switch source {
            case .domain(let domain):
                hosts.insert(domain, source: number, of: descriptions) { found.append(($0, nil)) }
            case .scheme(let scheme):
                schemes.insert(scheme, source: number, of: descriptions) { found.append(($0, nil)) }
            }
            sources.append(CompiledSource(source, number: number) { found.append(($0, $1)) })
            flaws += found.map { source.error($0.flaw, source: number, rule: $0.rule) }
        }
        self.limits = limits
        self.descriptions = descriptions
        self.hosts = hosts
        self.schemes = schemes
        self.sources = sources
    }

    /// Rewrites a link.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - trims: Whether ASCII white space around it is ignored.
    ///   - recorder: Records each decision.
    /// - Returns: The internal link, or the text of the wrapped link.
    /// - Throws: The reason why the link was refused, and the place.
    func rewrite(
        _ text: String,
        trims: Bool,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        try withBytes(of: text) { (bytes) throws(RewriteError) in
            guard bytes.count <= limits.bytes else {
                throw tooLong(bytes[0..<limits.bytes])
            }
            let inner = trims ? bytes.trimmed : 0..<bytes.count
            recorder?.began(bytes[inner], isTrimmed: inner.count < bytes.count)
            do throws(RewriteError) {
                return try takeSteps(bytes[inner], recorder: recorder)
            } catch {
                var error = error.moved(by: inner.lowerBound)
                error.source = error.source ?? nameOfSource(ofRefused: bytes[inner])
                throw error
            }
        }
    }

    /// The error for a link that is too long and begins with `start`, from which only its source is read.
    private func tooLong(_ start: ByteView) -> RewriteError {
        let limit = limits.bytes
        var error = RewriteError(.tooManyBytes(limit: limit), in: .link, at: limit)
        error.source = nameOfSource(ofRefused: start[start.trimmed], isCut: true)
        return error
    }

    /// Rewrites a link that has no white space around it: splits it, finds the source, matches, and builds the result.
    private func takeSteps(
        _ bytes: ByteView,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        let origin = try ExternalOrigin(bytes)
        recorder?.split(bytes, origin)
        let located = try locate(origin, bytes)
        recorder?.found(source: located.source)
        let source = sources[located.source]
        do throws(RewriteError) {
            if let rule = source.wholeLink {
                return try source.handOver(bytes, rule, limits, recorder: recorder)
            }
            var parts = try ExternalLinkParts(bytes, after: origin)
            parts.read(source.options.fragment)
            try parts.checkSizes(limits)
            return try source.applyRules(to: parts, located, limits, recorder: recorder)
        } catch {
            var error = error
            error.source = source.name
            throw error
        }
    }
}
