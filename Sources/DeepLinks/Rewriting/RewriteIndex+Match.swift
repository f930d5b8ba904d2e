import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RewriteIndex {
    /// What a link says, once its source is known.
    private struct Reading {
        let source: CompiledSource
        /// The host's captured start; empty without a capture.
        let host: Range<Int>
        let hostCapture: Int?
        /// The path's text, and the part of the link that it stands in.
        let path: LinkSection
        let pathPart: RewriteError.Part
        /// The queries: the fragment's before the link's own.
        let fragmentQuery: LinkSection
        let query: LinkSection
        /// The fragment, unless it is the path.
        let fragment: LinkSection
    }

    /// Rewrites a link without white space around it.
    @inline(__always)
    func rewrite(
        _ bytes: ByteView,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        recorder.note(.began(Array(bytes)))
        let origin = try ExternalOrigin(bytes)
        recorder.note(.origin(origin))
        let located = try locate(origin, bytes)
        recorder.note(.located(located))
        let source = sources[located.source]
        let parts = try ExternalLinkParts(bytes, after: origin)
        if source.fragmentPaths, parts.fragment.count > 0 {
            return try rewriteFragment(
                located,
                parts,
                bytes,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
        let reading = Reading(
            source: source,
            host: located.hostCapture,
            hostCapture: located.capture,
            path: parts.path,
            pathPart: .path,
            fragmentQuery: .none,
            query: parts.query,
            fragment: parts.fragment
        )
        try checkSizes(reading, bytes)
        if parts.pathIsCanonical {
            return try match(
                bytes[parts.path.range],
                reading,
                bytes,
                wrapped: &wrapped,
                recorder: recorder
            )
        } else {
            return try rewriteAfterCanonicalizing(
                reading,
                bytes,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
    }

    /// Rewrites a link whose fragment is its path.
    @inline(never)
    private func rewriteFragment(
        _ located: Located,
        _ parts: ExternalLinkParts,
        _ bytes: ByteView,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let start = parts.fragment.start
        // A number sign in a fragment is text.
        let mark = bytes.firstOffset(of: UInt8(ascii: "?"), from: start) ?? bytes.count
        let reading = Reading(
            source: sources[located.source],
            host: located.hostCapture,
            hostCapture: located.capture,
            path: LinkSection(start: start, end: mark),
            pathPart: .fragment,
            fragmentQuery: mark < bytes.count
                ? LinkSection(start: mark + 1, end: bytes.count) : .none,
            query: parts.query,
            fragment: .none
        )
        try checkSizes(reading, bytes)
        return try rewriteAfterCanonicalizing(
            reading,
            bytes,
            wrapped: &wrapped,
            recorder: recorder
        )
    }

    // MARK: - Sizes

    @inline(__always)
    private func checkSizes(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) {
        // A segment takes two bytes at least, and an item too, but for the first.
        if reading.path.count / 2 >= limits.segments {
            try checkSegments(reading, bytes)
        }
        if (reading.query.count + reading.fragmentQuery.count) / 2 >= limits.queryItems {
            try checkItems(reading, bytes)
        }
    }

    @inline(never)
    private func checkSegments(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) {
        var room = limits.segments
        guard bytes.hasMorePieces(than: &room, at: UInt8(ascii: "/"), in: reading.path) else {
            return
        }
        throw RewriteError(
            .tooManySegments(limit: limits.segments),
            in: reading.pathPart,
            at: reading.path.start,
            source: reading.source.name
        )
    }

    @inline(never)
    private func checkItems(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) {
        var room = limits.queryItems
        for query in [reading.fragmentQuery, reading.query] {
            guard bytes.hasMorePieces(than: &room, at: UInt8(ascii: "&"), in: query) else {
                continue
            }
            throw RewriteError(
                .tooManyQueryItems(limit: limits.queryItems),
                in: .query,
                at: query.start,
                source: reading.source.name
            )
        }
    }

    // MARK: - Paths

    @inline(never)
    private func rewriteAfterCanonicalizing(
        _ reading: Reading,
        _ bytes: ByteView,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let path = bytes[reading.path.range]
        if path.count > 0, CanonicalPath.isCanonical(path) {
            return try match(path, reading, bytes, wrapped: &wrapped, recorder: recorder)
        }
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
        let canonical: [UInt8]
        do throws(PathTextError) {
            canonical = try Self.canonical(text)
        } catch {
            throw RewriteError(
                RewriteError.Reason(error.reason),
                in: reading.pathPart,
                at: reading.path.start + error.offset - (isAbsolute ? 0 : 1),
                source: reading.source.name
            )
        }
        var failure: RewriteError?
        let link: DeepLink? = withBytes(of: canonical) { path in
            do throws(RewriteError) {
                return try match(path, reading, bytes, wrapped: &wrapped, recorder: recorder)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return link
    }

    private static func canonical(_ text: [UInt8]) throws(PathTextError) -> [UInt8] {
        let canonical: Swift.Result<[UInt8], PathTextError> = withBytes(of: text) { text in
            do throws(PathTextError) {
                return .success(try CanonicalPath.canonical(text))
            } catch {
                return .failure(error)
            }
        }
        return try canonical.get()
    }

    // MARK: - Rules

    /// The rule that was chosen, and its captures.
    private struct Choice {
        /// The rule's number in its source; negative if there is none.
        var rule = -1
        var pathCaptures = CaptureRanges()
        var itemCaptures: [String?] = []
    }

    /// The link's items, which are decoded when the first rule asks for them.
    private struct KnownItems {
        var items: [URLQueryItem]?
        var failure: RewriteError?
    }

    /// Finds the rule for a canonical path, and applies it.
    private func match(
        _ path: ByteView,
        _ reading: Reading,
        _ bytes: ByteView,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let source = reading.source
        recorder.note(.path(Array(path), in: reading.pathPart))
        var choice = Choice()
        var known = KnownItems()
        if let found = source.trie.entry(canonical: path) {
            let group = source.groups[found.entry]
            if group.isPlain, found.keepsAllCaptures {
                choice.rule = group.first
                choice.pathCaptures = CaptureRanges(found)
            } else {
                source.trie.firstMatch(canonical: path) { group, captures in
                    choose(
                        source.groups[group],
                        captures,
                        reading,
                        bytes,
                        &known,
                        &choice,
                        recorder: recorder
                    )
                }
                if let failure = known.failure { throw failure }
            }
        }
        if choice.rule >= 0 {
            recorder.note(
                .chose(rule: choice.rule, path: choice.pathCaptures, items: choice.itemCaptures)
            )
            return try link(
                by: source.rules[choice.rule],
                choice,
                path,
                reading,
                bytes,
                known.items,
                wrapped: &wrapped,
                recorder: recorder
            )
        }
        guard source.passesThrough else {
            throw RewriteError(
                .noRule,
                in: reading.pathPart,
                at: reading.path.start,
                source: source.name
            )
        }
        var items = known.items ?? []
        if known.items == nil { try appendItems(reading, bytes, to: &items) }
        recorder.note(.passesThrough)
        recorder.note(.items(items))
        source.policy.apply(to: &items)
        recorder.note(.kept(items))
        return DeepLink(
            canonicalPath: String(path),
            queryItems: items,
            fragment: try fragment(reading, bytes)
        )
    }

    /// Chooses the first rule of several, or the only one, whose conditions the link's items fit.
    ///
    /// - Returns: Whether the search is over.
    @inline(never)
    private func choose(
        _ group: CompiledSource.Group,
        _ captures: PathCaptures,
        _ reading: Reading,
        _ bytes: ByteView,
        _ known: inout KnownItems,
        _ choice: inout Choice,
        recorder: some RewriteRecorder
    ) -> Bool {
        let items: [URLQueryItem]
        if let known = known.items {
            items = known
        } else {
            var decoded: [URLQueryItem] = []
            do throws(RewriteError) {
                try appendItems(reading, bytes, to: &decoded)
            } catch {
                known.failure = error
                return true
            }
            known.items = decoded
            items = decoded
        }
        for number in group.first..<(group.first + group.count) {
            if let itemCaptures = reading.source.rules[number].captures(in: items) {
                choice.rule = number
                choice.itemCaptures = itemCaptures
                choice.pathCaptures = CaptureRanges(captures)
                return true
            }
            recorder.note(.passedOver(rule: number, items: items))
        }
        return false
    }

    /// Makes of a link what the rule says.
    @inline(__always)
    private func link(
        by rule: CompiledRule,
        _ choice: Choice,
        _ path: ByteView,
        _ reading: Reading,
        _ bytes: ByteView,
        _ external: [URLQueryItem]?,
        wrapped: inout String?,
        recorder: some RewriteRecorder
    ) throws(RewriteError) -> DeepLink? {
        let values = CaptureValues(
            path: path,
            pathCaptures: choice.pathCaptures,
            host: bytes[reading.host],
            hostCapture: reading.hostCapture,
            items: choice.itemCaptures
        )
        if let target = rule.target {
            wrapped = values.text(of: target)
            guard wrapped == nil else { return nil }
            throw RewriteError(
                .noRule,
                in: reading.pathPart,
                at: reading.path.start,
                source: reading.source.name
            )
        }
        var items: [URLQueryItem] = []
        let others = max(reading.query.count, reading.fragmentQuery.count)
        // Room for a few items rather than a count of them, which would take another look at the query.
        items.reserveCapacity(rule.template.items.count + min(others, 4))
        rule.template.appendItems(values, to: &items)
        if others > 0 {
            let own = items.count
            if let external {
                items += external
            } else {
                try appendItems(reading, bytes, to: &items)
            }
            recorder.note(.items(Array(items[own...])))
            rule.dropNamedItems(from: own, in: &items, policy: reading.source.policy)
            recorder.note(.kept(Array(items[own...])))
        }
        let templatePath: String
        if let fixed = rule.template.fixedPath {
            templatePath = fixed
        } else {
            templatePath = try self.path(of: rule, values, reading)
        }
        return DeepLink(
            canonicalPath: templatePath,
            queryItems: items,
            fragment: try fragment(reading, bytes)
        )
    }

    /// The path that a template gives; captured text of the query can be no segment at all.
    @inline(never)
    private func path(
        of rule: CompiledRule,
        _ values: CaptureValues,
        _ reading: Reading
    ) throws(RewriteError) -> String {
        let bytes = rule.template.path(values)
        guard bytes.count <= limits.bytes else {
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
        }
        if withBytes(of: bytes, CanonicalPath.isCanonical) {
            return String(decoding: bytes, as: UTF8.self)
        }
        do throws(PathTextError) {
            return String(decoding: try Self.canonical(bytes), as: UTF8.self)
        } catch {
            // Only text of a query can bring along what no path has.
            let section = reading.fragmentQuery.exists ? reading.fragmentQuery : reading.query
            throw RewriteError(
                RewriteError.Reason(error.reason),
                in: section.exists
                    ? (reading.fragmentQuery.exists ? .fragment : .query) : reading.pathPart,
                at: section.exists ? section.start : reading.path.start,
                source: reading.source.name
            )
        }
    }

    // MARK: - Queries and fragments

    /// Appends all items of the link, those of the fragment's query first.
    private func appendItems(
        _ reading: Reading,
        _ bytes: ByteView,
        to items: inout [URLQueryItem]
    ) throws(RewriteError) {
        if reading.fragmentQuery.exists {
            try appendItems(
                of: reading.fragmentQuery.range,
                in: .fragment,
                reading,
                bytes,
                to: &items
            )
        }
        if reading.query.exists {
            try appendItems(of: reading.query.range, in: .query, reading, bytes, to: &items)
        }
    }

    private func appendItems(
        of query: Range<Int>,
        in part: RewriteError.Part,
        _ reading: Reading,
        _ bytes: ByteView,
        to items: inout [URLQueryItem]
    ) throws(RewriteError) {
        do throws(DeepLinkError) {
            try QueryText.appendItems(
                of: bytes[query],
                plusIsSpace: reading.source.plusIsSpace,
                to: &items
            )
        } catch {
            throw RewriteError(
                error.reason == .malformedEscape ? .malformedEscape : .invalidUTF8,
                in: part,
                at: query.lowerBound + error.offset,
                source: reading.source.name
            )
        }
    }

    @inline(__always)
    private func fragment(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) -> String? {
        guard reading.fragment.exists else { return nil }
        return try decodedFragment(reading.fragment.range, reading, bytes)
    }

    private func decodedFragment(
        _ fragment: Range<Int>,
        _ reading: Reading,
        _ bytes: ByteView
    ) throws(RewriteError) -> String {
        var scratch: [UInt8] = []
        do throws(PathTextError) {
            return try PercentEncoding.decode(bytes[fragment], scratch: &scratch)
        } catch {
            throw RewriteError(
                RewriteError.Reason(error.reason),
                in: .fragment,
                at: fragment.lowerBound + error.offset,
                source: reading.source.name
            )
        }
    }
}

extension ByteView {
    /// Whether `range` has more non-empty pieces between the bytes that are `mark` than there is room for; takes the
    /// room that they need.
    fileprivate func hasMorePieces(
        than room: inout Int,
        at mark: UInt8,
        in section: LinkSection
    ) -> Bool {
        guard section.exists else { return false }
        var isInside = false
        for offset in section.range {
            if self[offset] == mark {
                isInside = false
            } else if !isInside {
                isInside = true
                room -= 1
                if room < 0 { return true }
            }
        }
        return false
    }
}

extension RewriteError.Reason {
    /// The same obstacle in the words of external links.
    init(_ reason: PathTextError.Reason) {
        self =
            switch reason {
            case .dotSegment: .dotSegment
            case .controlCharacter: .controlCharacter
            case .malformedEscape: .malformedEscape
            case .invalidUTF8: .invalidUTF8
            // Only paths that begin with a slash are handed over.
            case .notAbsolute: .missingHost
            }
    }
}
