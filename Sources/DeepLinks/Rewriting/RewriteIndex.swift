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
        let descriptions = descriptions.map(\.completed)
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
        self.descriptions = descriptions.map(\.withoutDeclaredPaths)
        self.hosts = hosts
        self.schemes = schemes
        self.sources = sources
    }

    /// Rewrites a link in five steps: where it leads, its source, its parts, the rule that it fits, and what the rule makes of it.
    ///
    /// ``Explainer`` takes the same steps, and writes down what each gives.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - trims: Whether ASCII white space around it is ignored.
    ///   - wrappers: The number of links that it was wrapped in.
    /// - Returns: The internal link, or the text of the wrapped link.
    /// - Throws: The reason why the link was refused, and the place.
    func rewrite(_ text: String, trims: Bool, wrappers: Int) throws(RewriteError) -> Rewritten {
        try withBytes(of: text) { (text) throws(RewriteError) in
            let range = limits.range(ofLinkIn: text, trims: trims)
            let bytes = text[range]
            var source: Int?
            do throws(RewriteError) {
                try limits.check(text)
                let origin = try ExternalOrigin(bytes)
                let located = try locate(origin, bytes)
                source = located.source
                let found = sources[located.source]
                if let rule = found.wholeLink { return try found.handOver(bytes, rule, limits) }
                let link = try DecodedLink(
                    bytes,
                    after: origin,
                    found.options.fragment,
                    plusIsSpace: found.options.plusIsSpace,
                    limits
                )
                return try link.withCanonicalPath { (path) throws(RewriteError) in
                    guard let fit = found.fit(of: link, path) else {
                        return try found.pass(link, path)
                    }
                    let match = RuleMatch(consume fit, link, path, located.capture)
                    return try found.make(match, link, limits)
                }
            } catch {
                throw refusal(error, of: text, range, source, wrappers)
            }
        }
    }

    /// An error as it leaves the rewriter: with its place in the whole text, its source and the number of wrappers.
    ///
    /// - Parameters:
    ///   - error: What a step has thrown, about the link without white space around it.
    ///   - text: The text.
    ///   - range: The range of the link in it.
    ///   - source: The number of the source, if it was found.
    ///   - wrappers: The number of links that the link was wrapped in.
    /// - Returns: The error.
    @inline(never)
    func refusal(
        _ error: RewriteError,
        of text: ByteView,
        _ range: Range<Int>,
        _ source: Int?,
        _ wrappers: Int
    ) -> RewriteError {
        var error = error
        error.wrappers = wrappers
        if text.count > limits.bytes {
            // Only the source is read, from the part within the limit.
            let start = text[0..<limits.bytes]
            error.source = nameOfSource(ofRefused: start[start.trimmed], isCut: true)
        } else {
            error.offset += range.lowerBound
            error.source = source.map { sources[$0].name } ?? nameOfSource(ofRefused: text[range])
        }
        return error
    }
}
