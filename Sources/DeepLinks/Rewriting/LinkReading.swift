import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a link says, as places in its bytes, once its source is known.
struct LinkReading {
    let bytes: ByteView
    /// The link's source, and what its host captured.
    let located: RewriteIndex.Located
    /// The path's text, and the part of the link that it stands in.
    let path: LinkSection
    let pathPart: RewriteError.Part
    /// The queries: the fragment's goes before the link's own.
    let fragmentQuery: LinkSection
    let query: LinkSection
    /// The fragment, unless it is the path.
    let fragment: LinkSection

    /// Reads the parts of a link as its source has them: a fragment may be the path, or a query of its own.
    init(
        _ bytes: ByteView,
        _ located: RewriteIndex.Located,
        _ parts: ExternalLinkParts,
        _ fragment: FragmentPolicy
    ) {
        self.bytes = bytes
        self.located = located
        query = parts.query
        switch fragment {
        case .path where parts.fragment.count > 0:
            let start = parts.fragment.start
            // A number sign in a fragment is text.
            if let mark = bytes.firstOffset(of: UInt8(ascii: "?"), from: start) {
                path = LinkSection(start: start, end: mark)
                fragmentQuery = LinkSection(start: mark + 1, end: bytes.count)
            } else {
                path = parts.fragment
                fragmentQuery = .none
            }
            pathPart = .fragment
            self.fragment = .none
        case .query where parts.fragment.exists:
            path = parts.path
            fragmentQuery = parts.fragment
            pathPart = .path
            self.fragment = .none
        case .keep, .path, .query:
            path = parts.path
            fragmentQuery = .none
            pathPart = .path
            self.fragment = parts.fragment
        }
    }

    /// The queries, each with the part of the link that it stands in.
    var queries: [(LinkSection, RewriteError.Part)] {
        [(fragmentQuery, .fragment), (query, .query)]
    }

    /// An error at the place of the path.
    func error(_ reason: RewriteError.Reason, source: CompiledSource) -> RewriteError {
        RewriteError(reason, in: pathPart, at: path.start, source: source.name)
    }
}

// MARK: - Items and fragments

extension LinkReading {
    /// Decodes the items: the fragment's go before the link's own.
    func items(_ source: CompiledSource) throws(RewriteError) -> [URLQueryItem] {
        guard fragmentQuery.exists else {
            return query.exists ? try items(of: query.range, in: .query, source) : []
        }
        let items = try items(of: fragmentQuery.range, in: .fragment, source)
        return query.exists ? items + (try self.items(of: query.range, in: .query, source)) : items
    }

    /// Decodes the fragment; nil if there is none, or if it is the path or a query.
    func decodedFragment(_ source: CompiledSource) throws(RewriteError) -> String? {
        guard fragment.exists else { return nil }
        do throws(PathTextError) {
            return try PercentEncoding.decode(bytes[fragment.range])
        } catch {
            throw RewriteError(error, in: .fragment, from: fragment.start, source: source.name)
        }
    }

    private func items(
        of query: Range<Int>,
        in part: RewriteError.Part,
        _ source: CompiledSource
    ) throws(RewriteError) -> [URLQueryItem] {
        do throws(DeepLinkError) {
            return try QueryText.items(of: bytes[query], plusIsSpace: source.plusIsSpace)
        } catch {
            throw RewriteError(error, in: part, from: query.lowerBound, source: source.name)
        }
    }
}

// MARK: - Sizes

extension LinkReading {
    /// Refuses a path or a query that is larger than the limits.
    func checkSizes(_ limits: Limits, _ source: CompiledSource) throws(RewriteError) {
        // A segment takes two bytes at least, and an item too, but for the first: most links are too short to be counted.
        guard bytes.count / 2 >= min(limits.segments, limits.queryItems) else { return }
        var segments = limits.segments
        if hasMorePieces(than: &segments, at: UInt8(ascii: "/"), in: path) {
            throw error(.tooManySegments(limit: limits.segments), source: source)
        }
        var items = limits.queryItems
        for (section, part) in queries
        where hasMorePieces(than: &items, at: UInt8(ascii: "&"), in: section) {
            throw RewriteError(
                .tooManyQueryItems(limit: limits.queryItems),
                in: part,
                at: section.start,
                source: source.name
            )
        }
    }

    /// Whether a section has more non-empty pieces between the bytes that are `mark` than there is room for; takes the
    /// room that they need.
    private func hasMorePieces(
        than room: inout Int,
        at mark: UInt8,
        in section: LinkSection
    ) -> Bool {
        guard section.exists else { return false }
        var isInside = false
        for offset in section.range {
            if bytes[offset] == mark {
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

extension RewriteError {
    /// An error about a part's text, which begins `start` bytes into the link.
    init(_ error: PathTextError, in part: Part, from start: Int, source: String) {
        self.init(Reason(error.reason), in: part, at: start + error.offset, source: source)
    }

    /// An error about a query, which begins `start` bytes into the link.
    init(_ error: DeepLinkError, in part: Part, from start: Int, source: String) {
        let reason: Reason = error.reason == .malformedEscape ? .malformedEscape : .invalidUTF8
        self.init(reason, in: part, at: start + error.offset, source: source)
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
