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
    ///   - reading: The link.
    ///   - limits: How large the internal link may be.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or the link that was in the link.
    /// - Throws: Why and where it was refused.
    func rewrite(
        _ reading: LinkReading,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        let path = reading.bytes[reading.path.range]
        if CanonicalPath.isCanonical(path) {
            return try rewrite(reading, path, limits, recorder: recorder)
        }
        let canonical = String(decoding: try canonicalPath(reading), as: UTF8.self)
        return try withBytes(
            of: canonical,
            throwing: { (path) throws(RewriteError) in
                try rewrite(reading, path, limits, recorder: recorder)
            }
        )
    }

    /// What becomes of a link with this canonical path.
    private func rewrite(
        _ reading: LinkReading,
        _ path: ByteView,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        recorder?.note(.path(Array(path), in: reading.pathPart))
        let items = try reading.items(self)
        let fragment = try reading.decodedFragment(self)
        guard let match = match(reading, path, items, recorder: recorder) else {
            guard passesThrough else { throw reading.error(.noRule, source: self) }
            recorder?.note(.passesThrough)
            return .link(
                passedThrough(reading, path, items, fragment: fragment, recorder: recorder)
            )
        }
        recorder?.note(.chose(match))
        let rule = rules[match.rule]
        switch rule.action {
        case .refuse:
            throw reading.error(.refusedByRule(rule.pattern), source: self)
        case .unwrap(let target):
            guard let wrapped = match.text(of: target) else {
                throw reading.error(.noRule, source: self)
            }
            return .wrapped(wrapped)
        case .rewrite:
            return .link(
                try link(rule, match, items, fragment: fragment, limits, recorder: recorder)
            )
        }
    }

    /// The link that a rule's template gives.
    private func link(
        _ rule: CompiledRule,
        _ match: RuleMatch,
        _ own: consuming [URLQueryItem],
        fragment: String?,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> RewrittenLink {
        recorder?.note(.items(own, rule, match))
        let (items, removed) = rule.items(own, match, policy)
        let link = DeepLink(
            canonicalPath: try rule.path(match, match.reading, self, limits),
            queryItems: items,
            fragment: rule.takesWholeRest ? nil : fragment
        )
        return RewrittenLink(
            link: link,
            removedItems: removed,
            source: match.reading.source,
            rule: match.rule
        )
    }

    /// A link that no rule fits, and that is internal already.
    private func passedThrough(
        _ reading: LinkReading,
        _ path: ByteView,
        _ own: consuming [URLQueryItem],
        fragment: String?,
        recorder: ExplanationRecorder?
    ) -> RewrittenLink {
        var items = own
        recorder?.note(.items(items, nil, nil))
        var removed: [URLQueryItem] = []
        if !policy.keepsAll {
            removed = items.filter { !policy.keeps($0.name) }
            items.removeAll { !policy.keeps($0.name) }
        }
        return RewrittenLink(
            link: DeepLink(canonicalPath: String(path), queryItems: items, fragment: fragment),
            removedItems: removed,
            source: reading.source,
            rule: nil
        )
    }
}

// MARK: - Paths that are not canonical

extension CompiledSource {
    private func canonicalPath(_ reading: LinkReading) throws(RewriteError) -> [UInt8] {
        let path = reading.bytes[reading.path.range]
        var text: [UInt8] = []
        // A custom scheme's path, or a fragment's, may lack its slash, and any path may be empty.
        let isAbsolute = path.count > 0 && path[0] == UInt8(ascii: "/")
        if !isAbsolute { text.append(UInt8(ascii: "/")) }
        for offset in 0..<path.count {
            let byte = path[offset]
            if ByteSet.unreadable.contains(byte) {
                throw .unreadable(byte, in: reading.pathPart, at: reading.path.start + offset)
            }
            text.append(byte)
        }
        do throws(PathTextError) {
            return try CanonicalPath.canonical(text)
        } catch {
            throw RewriteError(
                RewriteError.Reason(error.reason),
                in: reading.pathPart,
                at: reading.path.start + error.offset - (isAbsolute ? 0 : 1),
                source: name
            )
        }
    }
}

extension CanonicalPath {
    /// The canonical spelling of a path.
    static func canonical(_ text: [UInt8]) throws(PathTextError) -> [UInt8] {
        let canonical: Result<[UInt8], PathTextError> = withBytes(of: text) { text in
            do throws(PathTextError) {
                return .success(try CanonicalPath.canonical(text))
            } catch {
                return .failure(error)
            }
        }
        return try canonical.get()
    }
}
