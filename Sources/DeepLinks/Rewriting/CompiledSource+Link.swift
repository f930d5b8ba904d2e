import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CompiledSource {
    /// What becomes of a link to this source.
    ///
    /// - Parameters:
    ///   - reading: The link.
    ///   - limits: How large it may be.
    ///   - wrapped: Becomes the link that was in the link, and starts again.
    ///   - recorder: Takes note of what is decided.
    /// - Returns: The internal link, or nil if there was another link in it.
    /// - Throws: Why and where it was refused.
    @inline(never)
    func link(
        _ reading: LinkReading,
        _ limits: Limits,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        try reading.checkSizes(limits, self)
        let path = reading.bytes[reading.path.range]
        let found = trie.lookUp(path)
        let isCanonical =
            found.isNone
            ? found.isNoneOfCanonical || CanonicalPath.isCanonical(path) : !found.isCanonicalized
        guard isCanonical else {
            return try linkAfterCanonicalizing(
                reading,
                limits,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
        return try link(reading, path, found, limits, wrapped: &wrapped, recorder: recorder)
    }

    /// What becomes of a link whose canonical path was looked up.
    @inline(__always)
    private func link(
        _ reading: LinkReading,
        _ path: ByteView,
        _ found: PathIndexMatch,
        _ limits: Limits,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        recorder.note(.path(Array(path), in: reading.pathPart))
        guard !found.isNone else {
            return try unmatchedLink(reading, path, known: nil, recorder: recorder)
        }
        let group = groups[found.entry]
        guard group.isPlain, found.keepsAllCaptures else {
            return try linkByConditions(
                reading,
                path,
                found,
                limits,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
        let values = CaptureValues(reading, path, found, more: NoMoreCaptures())
        recorder.note(.chose(rule: group.first, path: values.pathRanges, items: []))
        return try rules.withObject(at: group.first) { (rule) throws(RewriteError) in
            try rule.link(
                values,
                known: nil,
                reading,
                self,
                limits,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
    }

    /// Passes a link on that no rule fits, or refuses it.
    private func unmatchedLink(
        _ reading: LinkReading,
        _ path: ByteView,
        known: [URLQueryItem]?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink {
        guard passesThrough else { throw reading.error(.noRule, source: self) }
        var items: [URLQueryItem]
        if let known {
            items = known
        } else {
            items = try reading.items(self)
        }
        recorder.note(.passesThrough)
        recorder.note(.items(items))
        policy.apply(to: &items)
        recorder.note(.kept(items))
        return DeepLink(
            canonicalPath: String(path),
            queryItems: items,
            fragment: try reading.decodedFragment(self)
        )
    }
}

// MARK: - Paths that are not canonical

extension CompiledSource {
    @inline(never)
    private func linkAfterCanonicalizing(
        _ reading: LinkReading,
        _ limits: Limits,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let canonical = try canonicalPath(reading)
        var failure: RewriteError?
        let result: DeepLink? = withBytes(of: canonical) { path in
            do throws(RewriteError) {
                return try link(
                    reading,
                    path,
                    trie.lookUp(path),
                    limits,
                    wrapped: &wrapped,
                    recorder: recorder
                )
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return result
    }

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

// MARK: - Rules with conditions

extension CompiledSource {
    /// Applies the first rule whose conditions the link fits.
    @inline(never)
    private func linkByConditions(
        _ reading: LinkReading,
        _ path: ByteView,
        _ found: PathIndexMatch,
        _ limits: Limits,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let items = try reading.items(self)
        // The most specific path mostly has the rule, and its captures are known.
        if found.keepsAllCaptures,
            let choice = firstRule(of: found.entry, fitting: items, recorder: recorder)
        {
            let more = ConditionCaptures(items: choice.captures)
            let values = CaptureValues(reading, path, found, more: more)
            return try link(
                choice,
                values,
                items,
                reading,
                limits,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
        var later: (choice: Choice, values: CaptureValues<ConditionCaptures>)?
        trie.firstMatch(canonical: path) { number, ranges in
            if found.keepsAllCaptures, number == found.entry { return false }
            guard let choice = firstRule(of: number, fitting: items, recorder: recorder) else {
                return false
            }
            let more = ConditionCaptures(
                ranges: (0..<ranges.count).map { ranges[$0] },
                items: choice.captures
            )
            later = (choice, CaptureValues(reading, path, found, more: more))
            return true
        }
        guard let (choice, values) = later else {
            return try unmatchedLink(reading, path, known: items, recorder: recorder)
        }
        return try link(
            choice,
            values,
            items,
            reading,
            limits,
            wrapped: &wrapped,
            recorder: recorder
        )
    }

    /// A rule that a link fits, and the captures of its conditions.
    private struct Choice {
        let rule: Int
        let captures: [String?]
    }

    /// Applies a rule that was chosen.
    private func link(
        _ choice: Choice,
        _ values: CaptureValues<ConditionCaptures>,
        _ items: [URLQueryItem],
        _ reading: LinkReading,
        _ limits: Limits,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        recorder.note(
            .chose(rule: choice.rule, path: values.pathRanges, items: choice.captures)
        )
        return try rules[choice.rule].link(
            values,
            known: items,
            reading,
            self,
            limits,
            wrapped: &wrapped,
            recorder: recorder
        )
    }

    /// The first rule of a group whose conditions the items fit.
    private func firstRule(
        of group: Int,
        fitting items: [URLQueryItem],
        recorder: some RewriteRecorder
    ) -> Choice? {
        let group = groups[group]
        for number in group.first..<(group.first + group.count) {
            if let captures = rules[number].captures(in: items) {
                return Choice(rule: number, captures: captures)
            }
            recorder.note(.passedOver(rule: number, items: items))
        }
        return nil
    }
}
