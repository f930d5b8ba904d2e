import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a link whose segments may have queries of their own: the grammar of external links, split differently.
struct ComponentReader {
    let text: ByteView
    let scheme: String
    let limits: Limits

    /// The internal link.
    func link() throws(RewriteError) -> DeepLink {
        try limits.check(text)
        let origin = try ExternalOrigin(text)
        try checkScheme(of: origin)
        do throws(RewriteError) {
            let parts = try ExternalLinkParts(text, after: origin)
            let cut = try cut(parts)
            try checkSizes(of: cut, parts)
            // Queries and fragments were checked when the link was split.
            for offset in parts.path where ByteSet.unreadable.contains(text[offset]) {
                throw RewriteError.unreadable(text[offset], in: .path, at: offset)
            }
            return DeepLink(
                canonicalPath: try path(of: cut),
                queryItems: try items(of: cut),
                fragment: try parts.bytes.decodedFragment(at: parts.fragment)
            )
        } catch {
            var error = error
            error.source = scheme
            throw error
        }
    }

    private func checkScheme(of origin: ExternalOrigin) throws(RewriteError) {
        let own: String
        switch origin {
        case .web(let isSecure, _): own = isSecure ? "https" : "http"
        case .custom(let range):
            own = String(text[range])
            if hasSameBytes(own.asciiLowercased, scheme.asciiLowercased) { return }
        }
        let isMeant = hasSameBytes(own, scheme.asciiLowercased)
        throw RewriteError(
            .unknownScheme(own),
            in: .scheme,
            at: 0,
            obstacle: "The link's scheme is '\(own)', "
                + (isMeant ? "and its host is not checked here" : "not '\(scheme)'"),
            remedy: isMeant ? "pass it to a URLRewriter" : "pass only links with that scheme"
        )
    }

    // MARK: - Cutting

    /// Where the segments and their queries are.
    private struct Cut {
        var segments: [Range<Int>] = []
        /// Queries with the numbers of their segments; -1 for a query of the root.
        var queries: [(segment: Int, text: Range<Int>)] = []
    }

    private func cut(_ parts: ExternalLinkParts) throws(RewriteError) -> Cut {
        guard let query = parts.query else { return Cut(segments: text.segments(in: parts.path)) }
        guard text[query].firstOffset(of: UInt8(ascii: "/")) != nil else {
            // A query without a slash belongs to the last segment, or to the root.
            let segments = text.segments(in: parts.path)
            return Cut(segments: segments, queries: [(segments.count - 1, query)])
        }
        var cut = Cut()
        for piece in text.segments(in: parts.path.lowerBound..<query.upperBound) {
            let length = text[piece].firstOffset(of: UInt8(ascii: "?"))
            let end = length.map { piece.lowerBound + $0 } ?? piece.upperBound
            guard end > piece.lowerBound else {
                throw RewriteError(.misplacedQuery, in: .query, at: end)
            }
            if length != nil {
                cut.queries.append((cut.segments.count, (end + 1)..<piece.upperBound))
            }
            cut.segments.append(piece.lowerBound..<end)
        }
        return cut
    }

    private func checkSizes(of cut: Cut, _ parts: ExternalLinkParts) throws(RewriteError) {
        guard cut.segments.count <= limits.segments else {
            throw parts.error(.tooManySegments(limit: limits.segments))
        }
        let counts = cut.queries.map { text[$0.text].pieceCount(at: UInt8(ascii: "&")) }
        guard counts.reduce(0, +) <= limits.queryItems else {
            let reason = RewriteError.Reason.tooManyQueryItems(limit: limits.queryItems)
            throw RewriteError(reason, in: .query, at: parts.query?.lowerBound ?? 0)
        }
    }

    // MARK: - Decoding

    private func path(of cut: Cut) throws(RewriteError) -> String {
        var path: [UInt8] = []
        for segment in cut.segments {
            path.append(UInt8(ascii: "/"))
            do throws(PathTextError) {
                try CanonicalPath.appendCanonicalSegment(text[segment], to: &path)
            } catch {
                throw RewriteError(error, in: .path, from: segment.lowerBound)
            }
        }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }

    private func items(of cut: Cut) throws(RewriteError) -> [URLQueryItem] {
        let count = cut.segments.count
        var items: [URLQueryItem] = []
        for query in cut.queries {
            do throws(PathTextError) {
                for item in try QueryText.items(of: text[query.text]) {
                    let name = ComponentItem.name(item.name, at: query.segment, count: count)
                    items.append(URLQueryItem(name: name, value: item.value))
                }
            } catch {
                throw RewriteError(error, in: .query, from: query.text.lowerBound)
            }
        }
        return items
    }
}
