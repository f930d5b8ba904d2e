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
    ///   - limits: How large it may be.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or the link that was in the link.
    /// - Throws: Why and where it was refused.
    func rewrite(
        _ reading: LinkReading,
        _ limits: Limits,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> Rewritten {
        try reading.checkSizes(limits, self)
        let path = reading.bytes[reading.path.range]
        if CanonicalPath.isCanonical(path) {
            return try rewrite(reading, path: path, limits, recorder: recorder)
        }
        let canonical = String(decoding: try canonicalPath(reading), as: UTF8.self)
        return try withBytes(
            of: canonical,
            throwing: { (path) throws(RewriteError) in
                try rewrite(reading, path: path, limits, recorder: recorder)
            }
        )
    }

    /// What becomes of a link with this canonical path.
    private func rewrite(
        _ reading: LinkReading,
        path: ByteView,
        _ limits: Limits,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> Rewritten {
        recorder.note(.path(Array(path), in: reading.pathPart))
        let contents = try reading.contents(self)
        guard let choice = choose(path, contents.items, recorder: recorder) else {
            guard passesThrough else { throw reading.error(.noRule, source: self) }
            recorder.note(.passesThrough)
            return .link(passedThrough(path, contents, recorder: recorder), rule: nil)
        }
        recorder.note(
            .chose(rule: choice.rule, path: choice.pathCaptures, items: choice.itemCaptures)
        )
        return try rules[choice.rule].rewrite(
            CaptureValues(reading, path, choice),
            contents,
            reading,
            self,
            limits,
            recorder: recorder
        )
    }

    /// A link that no rule fits, and that is internal already.
    private func passedThrough(
        _ path: ByteView,
        _ contents: LinkContents,
        recorder: some RewriteRecorder
    ) -> DeepLink {
        let kept = contents.items.filter { policy.keeps($0.name) }
        recorder.note(.items(contents.items, kept: kept))
        return DeepLink(
            canonicalPath: String(path),
            queryItems: kept,
            fragment: contents.fragment
        )
    }
}

// MARK: - Rules

/// The rule that a link fits, and what it captured.
struct RuleChoice {
    /// The number of the compiled rule.
    let rule: Int
    /// The places of the path's captures, from the left.
    let pathCaptures: [Range<Int>]
    /// The texts of the captures of the rule's conditions.
    let itemCaptures: [String?]
}

extension CompiledSource {
    /// The first rule that a link fits: the most specific path goes first, and of rules with the same path the one that asks for
    /// most.
    private func choose(
        _ path: ByteView,
        _ items: [URLQueryItem],
        recorder: some RewriteRecorder
    ) -> RuleChoice? {
        var choice: RuleChoice?
        trie.firstMatch(canonical: path) { group, captures in
            for rule in groups[group] {
                guard let itemCaptures = rules[rule].captures(in: items) else {
                    recorder.note(.passedOver(rule: rule, items: items))
                    continue
                }
                choice = RuleChoice(
                    rule: rule,
                    pathCaptures: (0..<captures.count).map { captures[$0] },
                    itemCaptures: itemCaptures
                )
                return true
            }
            return false
        }
        return choice
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
