import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a link says, once its source is known.

extension ExternalLinkParts {
    /// Reads the fragment as the link's source has it: it may be the path, or a query of its own.
    mutating func read(_ policy: FragmentPolicy) {
        switch policy {
        case .path where fragment.count > 0:
            (path, pathPart, fragment) = (fragment, .fragment, .none)
            // A number sign in a fragment is text.
            if let mark = bytes.firstOffset(of: UInt8(ascii: "?"), from: path.start) {
                path = LinkSection(start: path.start, end: mark)
                fragmentQuery = LinkSection(start: mark + 1, end: bytes.count)
            }
        case .query where fragment.exists:
            (fragmentQuery, fragment) = (fragment, .none)
        case .keep, .path, .query: break
        }
    }

    /// The queries, each with the part of the link that it stands in.
    var queries: [(LinkSection, RewriteError.Part)] {
        [(fragmentQuery, .fragment), (query, .query)]
    }

    /// An error at the place of the path.
    func error(_ reason: RewriteError.Reason) -> RewriteError {
        RewriteError(reason, in: pathPart, at: path.start)
    }

    /// Decodes the items: the fragment's go before the link's own.
    func items(plusIsSpace: Bool) throws(RewriteError) -> [URLQueryItem] {
        let first = try items(of: fragmentQuery, in: .fragment, plusIsSpace)
        let own = try items(of: query, in: .query, plusIsSpace)
        return first.isEmpty ? own : first + own
    }

    private func items(
        of query: LinkSection,
        in part: RewriteError.Part,
        _ plusIsSpace: Bool
    ) throws(RewriteError) -> [URLQueryItem] {
        guard query.exists else { return [] }
        do throws(DeepLinkError) {
            return try QueryText.items(of: bytes[query.range], plusIsSpace: plusIsSpace)
        } catch {
            throw RewriteError(error, in: part, from: query.start)
        }
    }

    /// Decodes the fragment; nil if there is none, or if it is the path or a query.
    func decodedFragment() throws(RewriteError) -> String? {
        guard fragment.exists else { return nil }
        do throws(PathTextError) {
            return try PercentEncoding.decode(bytes[fragment.range])
        } catch {
            throw RewriteError(error, in: .fragment, from: fragment.start)
        }
    }

    /// Refuses a path or a query that is larger than the limits.
    func checkSizes(_ limits: Limits) throws(RewriteError) {
        // A segment takes two bytes at least, and an item too, but for the first: most links are too short to be counted.
        guard bytes.count / 2 >= min(limits.segments, limits.queryItems) else { return }
        guard pieceCount(of: path, at: UInt8(ascii: "/")) <= max(0, limits.segments) else {
            throw error(.tooManySegments(limit: limits.segments))
        }
        var items = 0
        for (query, part) in queries {
            items += pieceCount(of: query, at: UInt8(ascii: "&"))
            guard items <= max(0, limits.queryItems) else {
                let reason = RewriteError.Reason.tooManyQueryItems(limit: limits.queryItems)
                throw RewriteError(reason, in: part, at: query.start)
            }
        }
    }

    /// How many non-empty pieces a section has between the bytes that are `mark`.
    private func pieceCount(of section: LinkSection, at mark: UInt8) -> Int {
        guard section.exists else { return 0 }
        var (count, previous) = (0, mark)
        for offset in section.range {
            if bytes[offset] != mark, previous == mark { count += 1 }
            previous = bytes[offset]
        }
        return count
    }
}

extension RewriteError {
    /// An error about a part's text, which begins `start` bytes into the link.
    init(_ error: PathTextError, in part: Part, from start: Int, source: String? = nil) {
        self.init(Reason(error.reason), in: part, at: start + error.offset, source: source)
    }

    /// An error about a query, which begins `start` bytes into the link.
    init(_ error: DeepLinkError, in part: Part, from start: Int, source: String? = nil) {
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
