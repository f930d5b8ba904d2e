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
        switch (policy, fragment) {
        case (.path, let text?) where !text.isEmpty:
            (path, pathPart, fragment) = (text, .fragment, nil)
            // A number sign in a fragment is text.
            if let mark = bytes.firstOffset(of: UInt8(ascii: "?"), from: text.lowerBound) {
                path = text.lowerBound..<mark
                fragmentQuery = (mark + 1)..<bytes.count
            }
        case (.query, _): (fragmentQuery, fragment) = (fragment, nil)
        case (.keep, _), (.path, _): break
        }
    }

    /// The queries, each with the part of the link that it stands in.
    var queries: [(text: Range<Int>, part: RewriteError.Part)] {
        [(fragmentQuery, .fragment), (query, .query)].compactMap { text, part in
            text.map { ($0, part) }
        }
    }

    /// An error at the place of the path.
    func error(_ reason: RewriteError.Reason) -> RewriteError {
        RewriteError(reason, in: pathPart, at: path.lowerBound)
    }

    /// Decodes the items: the fragment's go before the link's own.
    func items(plusIsSpace: Bool) throws(RewriteError) -> [URLQueryItem] {
        let first = try items(of: fragmentQuery, in: .fragment, plusIsSpace)
        let own = try items(of: query, in: .query, plusIsSpace)
        return first.isEmpty ? own : first + own
    }

    private func items(
        of query: Range<Int>?,
        in part: RewriteError.Part,
        _ plusIsSpace: Bool
    ) throws(RewriteError) -> [URLQueryItem] {
        guard let query else { return [] }
        do throws(PathTextError) {
            return try QueryText.items(of: bytes[query], plusIsSpace: plusIsSpace)
        } catch {
            throw RewriteError(error, in: part, from: query.lowerBound)
        }
    }

    /// Decodes the fragment; nil if there is none, or if it is the path or a query.
    func decodedFragment() throws(RewriteError) -> String? {
        guard let fragment else { return nil }
        do throws(PathTextError) {
            return try PercentEncoding.decode(bytes[fragment])
        } catch {
            throw RewriteError(error, in: .fragment, from: fragment.lowerBound)
        }
    }

    /// Refuses a path or a query that is larger than the limits.
    func checkSizes(_ limits: Limits) throws(RewriteError) {
        // A segment takes two bytes at least, and an item too, but for the first: most links are too short to be counted.
        guard bytes.count / 2 >= min(limits.segments, limits.queryItems) else { return }
        guard bytes[path].pieceCount(at: UInt8(ascii: "/")) <= max(0, limits.segments) else {
            throw error(.tooManySegments(limit: limits.segments))
        }
        var items = 0
        for (query, part) in queries {
            items += bytes[query].pieceCount(at: UInt8(ascii: "&"))
            guard items <= max(0, limits.queryItems) else {
                let reason = RewriteError.Reason.tooManyQueryItems(limit: limits.queryItems)
                throw RewriteError(reason, in: part, at: query.lowerBound)
            }
        }
    }
}

extension ByteView {
    /// The segments in a range, without the empty ones.
    func segments(in range: Range<Int>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        forEachSegment(in: range) { segments.append($0) }
        return segments
    }

    /// How many non-empty pieces there are between the bytes that are `mark`.
    func pieceCount(at mark: UInt8) -> Int {
        var (count, previous) = (0, mark)
        for offset in 0..<self.count {
            if self[offset] != mark, previous == mark { count += 1 }
            previous = self[offset]
        }
        return count
    }
}

extension RewriteError {
    /// An error about a part's text, which begins `start` bytes into the link.
    init(_ error: PathTextError, in part: Part, from start: Int) {
        self.init(Reason(error.reason), in: part, at: start + error.offset)
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
