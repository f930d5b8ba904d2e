import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a link whose segments may have queries of their own: the grammar of external links, cut in another way.
struct ComponentReader {
    let text: ByteView
    let scheme: String
    let limits: Limits

    /// The internal link.
    func link() throws(RewriteError) -> DeepLink {
        guard text.count <= limits.bytes else {
            throw RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
        }
        let origin = try ExternalOrigin(text)
        try checkScheme(of: origin)
        let parts = try ExternalLinkParts(text, after: origin)
        let cut = try cut(parts)
        try checkSizes(of: cut, parts)
        // Queries and fragments were checked when the link was split.
        for offset in parts.path.range where ByteSet.unreadable.contains(text[offset]) {
            var error = RewriteError.unreadable(text[offset], in: .path, at: offset)
            error.source = scheme
            throw error
        }
        return DeepLink(
            canonicalPath: try path(of: cut),
            queryItems: try items(of: cut),
            fragment: try fragment(of: parts)
        )
    }

    private func checkScheme(of origin: ExternalOrigin) throws(RewriteError) {
        let own: String
        switch origin {
        case .web(let isSecure, _): own = isSecure ? "https" : "http"
        case .custom(let range):
            own = String(text[range])
            if hasSameBytes(own.asciiLowercased, scheme.asciiLowercased) { return }
        }
        throw RewriteError(.unknownScheme(own), in: .scheme, at: 0)
    }

    // MARK: - Cutting

    /// Where the segments and their queries are.
    private struct Cut {
        var segments: [Range<Int>] = []
        /// Queries with the numbers of their segments, which is -1 for a query of the root.
        var queries: [(segment: Int, text: Range<Int>)] = []
    }

    private func cut(_ parts: ExternalLinkParts) throws(RewriteError) -> Cut {
        let path = parts.path.range
        guard parts.query.exists else { return Cut(segments: text.pieces(in: path)) }
        let query = parts.query.range
        guard text[0..<query.upperBound].firstOffset(of: Self.slash, from: query.lowerBound) != nil
        else {
            // A query without a slash is the last segment's, or the root's.
            let segments = text.pieces(in: path)
            return Cut(segments: segments, queries: [(segments.count - 1, query)])
        }
        var cut = Cut()
        for piece in text.pieces(in: path.lowerBound..<query.upperBound) {
            let mark = text[0..<piece.upperBound]
                .firstOffset(of: UInt8(ascii: "?"), from: piece.lowerBound)
            if let mark {
                guard mark > piece.lowerBound else {
                    throw RewriteError(.misplacedQuery, in: .query, at: mark, source: scheme)
                }
                cut.queries.append((cut.segments.count, (mark + 1)..<piece.upperBound))
            }
            cut.segments.append(piece.lowerBound..<(mark ?? piece.upperBound))
        }
        return cut
    }

    private static let slash = UInt8(ascii: "/")

    private func checkSizes(of cut: Cut, _ parts: ExternalLinkParts) throws(RewriteError) {
        guard cut.segments.count <= limits.segments else {
            throw RewriteError(
                .tooManySegments(limit: limits.segments),
                in: .path,
                at: parts.path.start,
                source: scheme
            )
        }
        let itemCount = cut.queries.reduce(0) {
            $0 + text.pieces(in: $1.text, at: UInt8(ascii: "&")).count
        }
        guard itemCount <= limits.queryItems else {
            throw RewriteError(
                .tooManyQueryItems(limit: limits.queryItems),
                in: .query,
                at: parts.query.start,
                source: scheme
            )
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
                throw RewriteError(error, in: .path, from: segment.lowerBound, source: scheme)
            }
        }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }

    private func items(of cut: Cut) throws(RewriteError) -> [URLQueryItem] {
        let count = cut.segments.count
        var items: [URLQueryItem] = []
        for query in cut.queries {
            do throws(DeepLinkError) {
                for item in try QueryText.items(of: text[query.text]) {
                    let name = ComponentItem.name(item.name, at: query.segment, count: count)
                    items.append(URLQueryItem(name: name, value: item.value))
                }
            } catch {
                throw RewriteError(error, in: .query, from: query.text.lowerBound, source: scheme)
            }
        }
        return items
    }

    private func fragment(of parts: ExternalLinkParts) throws(RewriteError) -> String? {
        guard parts.fragment.exists else { return nil }
        do throws(PathTextError) {
            return try PercentEncoding.decode(text[parts.fragment.range])
        } catch {
            throw RewriteError(error, in: .fragment, from: parts.fragment.start, source: scheme)
        }
    }
}

extension ByteView {
    /// The pieces of a range between the bytes that are `mark`, without the empty ones.
    func pieces(in range: Range<Int>, at mark: UInt8 = UInt8(ascii: "/")) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let end =
                self[0..<range.upperBound].firstOffset(of: mark, from: start) ?? range.upperBound
            if end > start { pieces.append(start..<end) }
            start = end + 1
        }
        return pieces
    }
}
