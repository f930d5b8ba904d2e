import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Reading the parts of a link, once its source is known.

extension ExternalLinkParts {
    /// Reads the fragment according to the source's policy: it may be the path, or another query.
    mutating func read(_ policy: FragmentPolicy) {
        switch (policy, fragment) {
        case (.path, let text?) where !text.isEmpty:
            (path, pathPart, fragment) = (text, .fragment, nil)
            // Another number sign in the fragment is ordinary text.
            if let mark = bytes.firstOffset(of: UInt8(ascii: "?"), from: text.lowerBound) {
                path = text.lowerBound..<mark
                fragmentQuery = (mark + 1)..<bytes.count
            }
        case (.query, _): (fragmentQuery, fragment) = (fragment, nil)
        case (.keep, _), (.path, _): break
        }
    }

    /// The queries, each with the part of the link that it is in.
    var queries: [(text: Range<Int>, part: RewriteError.Part)] {
        [(fragmentQuery, .fragment), (query, .query)].compactMap { text, part in
            text.map { ($0, part) }
        }
    }

    /// An error at the place of the path.
    func error(_ reason: RewriteError.Reason) -> RewriteError {
        RewriteError(reason, in: pathPart, at: path.lowerBound)
    }

    /// Decodes the items: those of the fragment come before the link's own.
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

    /// Refuses a path or a query that exceeds the limits.
    func checkSizes(_ limits: Limits) throws(RewriteError) {
        // Every segment, and every item but the first, takes at least two bytes, so most links are too short to need counting.
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
    /// The ranges of the non-empty segments in a range.
    func segments(in range: Range<Int>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        forEachSegment(in: range) { segments.append($0) }
        return segments
    }

    /// The number of non-empty pieces between the bytes equal to `mark`.
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
    /// Creates an error about the text of a part, which begins at `start` in the link's bytes.
    init(_ error: PathTextError, in part: Part, from start: Int) {
        self.init(Reason(error.reason), in: part, at: start + error.offset)
    }
}

extension RewriteError.Reason {
    /// Creates the same obstacle for an external link.
    init(_ reason: PathTextError.Reason) {
        self =
            switch reason {
            case .dotSegment: .dotSegment
            case .controlCharacter: .controlCharacter
            case .malformedEscape: .malformedEscape
            case .invalidUTF8: .invalidUTF8
            // Does not occur: only paths that begin with a slash are checked.
            case .notAbsolute: .missingHost
            }
    }
}
