import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RewriteIndex {
    /// What a link says, as offsets into its bytes, once its source is known.
    private struct Reading {
        let source: CompiledSource
        /// The host's captured start; empty without a capture.
        let host: Range<Int>
        let hostCapture: Int?
        /// The path's text, and the part of the link that it stands in.
        let path: Range<Int>
        let pathPart: RewriteError.Part
        /// The queries: the fragment's before the link's own.
        let fragmentQuery: Range<Int>?
        let query: Range<Int>?
        /// The fragment, unless it is the path.
        let fragment: Range<Int>?
    }

    @inline(__always)
    func outcome(for bytes: ByteView) throws(RewriteError) -> Outcome {
        let reading = try read(bytes)
        let path = bytes[reading.path]
        try checkSizes(reading, bytes)
        if path.count > 0, CanonicalPath.isCanonical(path) {
            return try match(path, reading, bytes)
        }
        return try outcomeAfterCanonicalizing(reading, bytes)
    }

    /// Cuts the link.
    @inline(__always)
    private func read(_ bytes: ByteView) throws(RewriteError) -> Reading {
        let origin = try ExternalOrigin(bytes)
        let located = try locate(origin, bytes)
        let parts = try ExternalLinkParts(bytes, after: origin)
        guard located.source.fragmentPaths, let fragment = parts.fragment, !fragment.isEmpty else {
            return Reading(
                source: located.source,
                host: located.hostCapture,
                hostCapture: located.capture,
                path: parts.path,
                pathPart: .path,
                fragmentQuery: nil,
                query: parts.query,
                fragment: parts.fragment
            )
        }
        // A number sign in a fragment is text.
        let mark = bytes.firstOffset(ofAny: 0x3F, 0x3F, 0x3F, from: fragment.lowerBound)
        return Reading(
            source: located.source,
            host: located.hostCapture,
            hostCapture: located.capture,
            path: fragment.lowerBound..<mark,
            pathPart: .fragment,
            fragmentQuery: mark < bytes.count ? (mark + 1)..<bytes.count : nil,
            query: parts.query,
            fragment: nil
        )
    }

    // MARK: - Sizes

    @inline(__always)
    private func checkSizes(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) {
        // A segment takes two bytes at least, and an item too, but for the first.
        if reading.path.count / 2 >= limits.segments {
            try checkSegments(reading, bytes)
        }
        let length = (reading.query?.count ?? 0) + (reading.fragmentQuery?.count ?? 0)
        if length / 2 >= limits.queryItems {
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
            at: reading.path.lowerBound,
            source: reading.source.name
        )
    }

    @inline(never)
    private func checkItems(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) {
        var room = limits.queryItems
        for query in [reading.fragmentQuery, reading.query] {
            guard let query, bytes.hasMorePieces(than: &room, at: UInt8(ascii: "&"), in: query)
            else { continue }
            throw RewriteError(
                .tooManyQueryItems(limit: limits.queryItems),
                in: .query,
                at: query.lowerBound,
                source: reading.source.name
            )
        }
    }

    // MARK: - Paths

    @inline(never)
    private func outcomeAfterCanonicalizing(
        _ reading: Reading,
        _ bytes: ByteView
    ) throws(RewriteError) -> Outcome {
        let path = bytes[reading.path]
        var text: [UInt8] = []
        // A custom scheme's path, or a fragment's, may lack its slash, and any path may be empty.
        let isAbsolute = path.count > 0 && path[0] == UInt8(ascii: "/")
        if !isAbsolute { text.append(UInt8(ascii: "/")) }
        for offset in 0..<path.count {
            let byte = path[offset]
            if ByteSet.unreadable.contains(byte) {
                throw .unreadable(byte, in: reading.pathPart, at: reading.path.lowerBound + offset)
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
                at: reading.path.lowerBound + error.offset - (isAbsolute ? 0 : 1),
                source: reading.source.name
            )
        }
        let outcome: Result<Outcome, RewriteError> = withBytes(of: canonical) { path in
            do throws(RewriteError) {
                return .success(try match(path, reading, bytes))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private static func canonical(_ text: [UInt8]) throws(PathTextError) -> [UInt8] {
        let canonical: Result<[UInt8], PathTextError> = withBytes(of: text) { text in
            do throws(PathTextError) {
                return .success(try CanonicalPath.canonical(text))
            } catch {
                return .failure(error)
            }
        }
        return try canonical.get()
    }

    // MARK: - Rules

    /// Finds the rule for a canonical path, and applies it.
    @inline(__always)
    private func match(
        _ path: ByteView,
        _ reading: Reading,
        _ bytes: ByteView
    ) throws(RewriteError) -> Outcome {
        let source = reading.source
        var outcome: Result<Outcome, RewriteError>?
        // Decoded when the first rule asks for items, and at the latest when they go on into the internal link.
        var external: [URLQueryItem]?
        source.trie.firstMatch(canonical: path) { group, captures in
            for index in group.rules {
                let rule = source.rules[index]
                do throws(RewriteError) {
                    var itemCaptures: [String?] = []
                    if !rule.conditions.isEmpty {
                        let items = try self.items(reading, bytes, known: external)
                        external = items
                        guard let captures = rule.captures(in: items) else { continue }
                        itemCaptures = captures
                    }
                    let values = CaptureValues(
                        path: path,
                        pathCaptures: captures,
                        host: bytes[reading.host],
                        hostCapture: reading.hostCapture,
                        items: itemCaptures
                    )
                    outcome = .success(try apply(rule, values, external, reading, bytes))
                } catch {
                    outcome = .failure(error)
                }
                return true
            }
            return false
        }
        if let outcome { return try outcome.get() }
        guard source.passesThrough else {
            throw RewriteError(
                .noRule,
                in: reading.pathPart,
                at: reading.path.lowerBound,
                source: source.name
            )
        }
        var items = try items(reading, bytes, known: external)
        if case .keep = source.policy {
        } else {
            items.removeAll { !source.policy.keeps($0.name) }
        }
        return .link(
            DeepLink(
                canonicalPath: String(path),
                queryItems: items,
                fragment: try fragment(reading, bytes)
            )
        )
    }

    /// Makes of a link what the rule says.
    @inline(__always)
    private func apply(
        _ rule: CompiledRule,
        _ values: CaptureValues,
        _ external: [URLQueryItem]?,
        _ reading: Reading,
        _ bytes: ByteView
    ) throws(RewriteError) -> Outcome {
        switch rule.action {
        case .unwrap(let slot):
            guard let target = values.text(of: slot) else {
                throw RewriteError(
                    .noRule,
                    in: reading.pathPart,
                    at: reading.path.lowerBound,
                    source: reading.source.name
                )
            }
            return .wrapped(target)
        case .rewrite(let template):
            var items: [URLQueryItem] = []
            template.appendItems(values, to: &items)
            try appendOthers(external, behind: rule, to: &items, reading, bytes)
            let path: String
            if let fixed = template.fixedPath {
                path = fixed
            } else {
                path = try self.path(of: template, values, reading)
            }
            return .link(
                DeepLink(
                    canonicalPath: path,
                    queryItems: items,
                    fragment: try fragment(reading, bytes)
                )
            )
        }
    }

    /// The path that a template gives; captured text of the query can be no segment at all.
    @inline(never)
    private func path(
        of template: CompiledTemplate,
        _ values: CaptureValues,
        _ reading: Reading
    ) throws(RewriteError) -> String {
        let bytes = template.path(values)
        guard bytes.count <= limits.bytes else {
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
        }
        if withBytes(of: bytes, CanonicalPath.isCanonical) {
            return String(decoding: bytes, as: UTF8.self)
        }
        do throws(PathTextError) {
            return String(decoding: try Self.canonical(bytes), as: UTF8.self)
        } catch {
            let (part, range) =
                reading.fragmentQuery.map { (RewriteError.Part.fragment, $0) }
                ?? reading.query.map { (.query, $0) } ?? (reading.pathPart, reading.path)
            throw RewriteError(
                RewriteError.Reason(error.reason),
                in: part,
                at: range.lowerBound,
                source: reading.source.name
            )
        }
    }

    // MARK: - Queries and fragments

    /// All items of the link, those of the fragment's query first.
    private func items(
        _ reading: Reading,
        _ bytes: ByteView,
        known: [URLQueryItem]?
    ) throws(RewriteError) -> [URLQueryItem] {
        if let known { return known }
        let inner = try items(reading.fragmentQuery, in: .fragment, reading, bytes)
        let outer = try items(reading.query, in: .query, reading, bytes)
        return inner.isEmpty ? outer : inner + outer
    }

    private func items(
        _ query: Range<Int>?,
        in part: RewriteError.Part,
        _ reading: Reading,
        _ bytes: ByteView
    ) throws(RewriteError) -> [URLQueryItem] {
        guard let query else { return [] }
        do throws(DeepLinkError) {
            return try QueryText.items(of: bytes[query], plusIsSpace: reading.source.plusIsSpace)
        } catch {
            throw RewriteError(
                error.reason == .malformedEscape ? .malformedEscape : .invalidUTF8,
                in: part,
                at: query.lowerBound + error.offset,
                source: reading.source.name
            )
        }
    }

    /// Appends the link's items, but for those that the rule has made or names and those that the source does not let
    /// through.
    @inline(__always)
    private func appendOthers(
        _ external: [URLQueryItem]?,
        behind rule: CompiledRule,
        to items: inout [URLQueryItem],
        _ reading: Reading,
        _ bytes: ByteView
    ) throws(RewriteError) {
        guard reading.query != nil || reading.fragmentQuery != nil else { return }
        let own = items.count
        items += try self.items(reading, bytes, known: external)
        var end = own
        for index in own..<items.count {
            let name = items[index].name
            guard reading.source.policy.keeps(name),
                !items[..<own].contains(where: { hasSameBytes($0.name, name) }),
                !rule.conditions.contains(where: { hasSameBytes($0.name, name) })
            else { continue }
            items.swapAt(end, index)
            end += 1
        }
        items.removeLast(items.count - end)
    }

    @inline(__always)
    private func fragment(_ reading: Reading, _ bytes: ByteView) throws(RewriteError) -> String? {
        guard let fragment = reading.fragment else { return nil }
        return try decodedFragment(fragment, reading, bytes)
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
        in range: Range<Int>
    ) -> Bool {
        var isInside = false
        for offset in range {
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
