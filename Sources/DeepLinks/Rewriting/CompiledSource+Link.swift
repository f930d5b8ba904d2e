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
    @inline(__always)
    func rewrite(
        _ reading: LinkReading,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        try reading.checkSizes(limits, self)
        let path = reading.bytes[reading.path.range]
        if CanonicalPath.isCanonical(path) {
            return try rewrite(reading, path: path, limits, recorder: recorder)
        }
        return try rewriteAfterCanonicalizing(reading, limits, recorder: recorder)
    }

    private func rewriteAfterCanonicalizing(
        _ reading: LinkReading,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        let canonical = String(decoding: try canonicalPath(reading), as: UTF8.self)
        return try withBytes(
            of: canonical,
            throwing: { (path) throws(RewriteError) in
                try rewrite(reading, path: path, limits, recorder: recorder)
            }
        )
    }

    /// What becomes of a link with this canonical path.
    @inline(__always)
    private func rewrite(
        _ reading: LinkReading,
        path: ByteView,
        _ limits: Limits,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> Rewritten {
        recorder?.note(.path(Array(path), in: reading.pathPart))
        let contents = try reading.contents(self)
        guard let choice = choose(path, contents.items, recorder: recorder) else {
            guard passesThrough else { throw reading.error(.noRule, source: self) }
            recorder?.note(.passesThrough)
            return .link(passedThrough(reading, path, contents, recorder: recorder))
        }
        let values = CaptureValues(reading, path, choice)
        recorder?.note(
            .chose(rule: choice.rule, path: values.pathCaptures, items: choice.itemCaptures)
        )
        return try rules[choice.rule].rewrite(
            values,
            contents,
            reading,
            self,
            limits,
            recorder: recorder
        )
    }

    /// A link that no rule fits, and that is internal already.
    private func passedThrough(
        _ reading: LinkReading,
        _ path: ByteView,
        _ contents: LinkContents,
        recorder: ExplanationRecorder?
    ) -> RewriteDetails {
        let kept = contents.items.filter { policy.keeps($0.name) }
        recorder?.note(.items(contents.items, kept: kept))
        let link = DeepLink(
            canonicalPath: String(path),
            queryItems: kept,
            fragment: contents.fragment
        )
        return RewriteDetails(
            link: link,
            removedItems: contents.items.filter { !policy.keeps($0.name) },
            pattern: nil,
            sourceIndex: reading.source,
            ruleIndex: nil
        )
    }
}

// MARK: - Rules

/// The rule that a link fits, and what it captured.
struct RuleChoice {
    /// The captures of a path.
    enum PathCaptures {
        /// The few captures of the most specific path, which its look-up keeps.
        case kept(PathIndexMatch)
        /// Their places, from the left.
        case places([Range<Int>])
    }

    /// The number of the compiled rule.
    let rule: Int
    let pathCaptures: PathCaptures
    /// The texts of the captures of the rule's conditions.
    let itemCaptures: [String?]
}

extension CompiledSource {
    /// The first rule that a link fits: the most specific path goes first, and of rules with the same path the one that asks for
    /// most.
    @inline(__always)
    private func choose(
        _ path: ByteView,
        _ items: [URLQueryItem],
        recorder: ExplanationRecorder?
    ) -> RuleChoice? {
        // Nearly always it is a rule of the most specific path, and has so few captures that looking it up needs no room.
        let found = trie.lookUp(path)
        guard !found.isNone else { return nil }
        let isQuick = found.keepsAllCaptures
        if isQuick, let (rule, texts) = rule(of: found.entry, items, recorder: recorder) {
            return RuleChoice(rule: rule, pathCaptures: .kept(found), itemCaptures: texts)
        }
        var choice: RuleChoice?
        trie.firstMatch(canonical: path) { group, captures in
            if isQuick, group == found.entry { return false }
            guard let (rule, texts) = rule(of: group, items, recorder: recorder) else {
                return false
            }
            let places = (0..<captures.count).map { captures[$0] }
            choice = RuleChoice(rule: rule, pathCaptures: .places(places), itemCaptures: texts)
            return true
        }
        return choice
    }

    /// The first rule of a group whose conditions the items fit, and the captures of these.
    @inline(__always)
    private func rule(
        of group: Int,
        _ items: [URLQueryItem],
        recorder: ExplanationRecorder?
    ) -> (Int, [String?])? {
        for rule in groups[group] {
            if let captures = rules[rule].captures(in: items) { return (rule, captures) }
            recorder?.note(.passedOver(rule: rule, items: items))
        }
        return nil
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
