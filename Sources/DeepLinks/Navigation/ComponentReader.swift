import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a link whose segments may have queries of their own: the grammar of external links, cut in another way.
struct ComponentReader {
    private let text: ByteView
    private let scheme: String
    private let limits: Limits

    init(_ text: ByteView, _ scheme: String, _ limits: Limits) {
        self.text = text
        self.scheme = scheme
        self.limits = limits
    }

    /// Throws if the link is longer than the limit.
    func checkSize() throws(LinkComponentError) {
        guard text.count <= limits.bytes else {
            throw .refused(
                RewriteError(.tooManyBytes(limit: limits.bytes), in: .link, at: limits.bytes)
            )
        }
    }

    /// The internal link.
    func link() throws(LinkComponentError) -> DeepLink {
        try checkSize()
        let origin = try origin()
        let parts = try parts(after: origin)
        let cut = try cut(parts)
        do throws(RewriteError) {
            return DeepLink(
                canonicalPath: try path(of: cut),
                queryItems: try items(of: cut),
                fragment: try parts.fragment.exists ? fragment(parts.fragment.range) : nil
            )
        } catch {
            throw .refused(error)
        }
    }

    // MARK: - Cutting

    /// Where the segments and their queries are.
    private struct Cut {
        var segments: [Range<Int>] = []
        /// Queries with the numbers of their segments, which is -1 for a query of the root.
        var queries: [(segment: Int, text: Range<Int>)] = []
    }

    private func origin() throws(LinkComponentError) -> ExternalOrigin {
        let origin: ExternalOrigin
        do throws(RewriteError) {
            origin = try ExternalOrigin(text)
        } catch {
            throw .refused(error)
        }
        guard case .custom(let range) = origin else { throw .webLink }
        let own = String(text[range])
        guard own.utf8.elementsEqual(scheme.utf8, by: { $0.folded == $1.folded }) else {
            throw .otherScheme(own, expected: scheme)
        }
        return origin
    }

    private func parts(
        after origin: ExternalOrigin
    ) throws(LinkComponentError) -> ExternalLinkParts {
        do throws(RewriteError) {
            return try ExternalLinkParts(text, after: origin)
        } catch {
            throw .refused(error)
        }
    }

    private func cut(_ parts: ExternalLinkParts) throws(LinkComponentError) -> Cut {
        var cut = Cut()
        let path = parts.path.range
        let query = parts.query.exists ? parts.query.range : nil
        if let query, text[query].firstOffset(of: UInt8(ascii: "/")) != nil {
            let all = path.lowerBound..<query.upperBound
            try check(text.pieceCount(in: all, at: UInt8(ascii: "/")), segmentsFrom: all.lowerBound)
            for piece in text.pieces(in: all, at: UInt8(ascii: "/")) {
                let mark = text[piece].firstOffset(of: UInt8(ascii: "?"))
                let end = mark.map { piece.lowerBound + $0 } ?? piece.upperBound
                guard end > piece.lowerBound else { throw .missingName(offset: end) }
                if mark != nil {
                    cut.queries.append((cut.segments.count, (end + 1)..<piece.upperBound))
                }
                cut.segments.append(piece.lowerBound..<end)
            }
        } else {
            try check(
                text.pieceCount(in: path, at: UInt8(ascii: "/")),
                segmentsFrom: path.lowerBound
            )
            cut.segments = text.pieces(in: path, at: UInt8(ascii: "/"))
            if let query {
                cut.queries = [(cut.segments.count - 1, query)]
            }
        }
        try checkItems(of: cut)
        try checkBytes(of: path)
        return cut
    }

    // MARK: - Checks

    private func check(_ count: Int, segmentsFrom start: Int) throws(LinkComponentError) {
        guard count <= limits.segments else {
            throw .refused(
                RewriteError(
                    .tooManySegments(limit: limits.segments),
                    in: .path,
                    at: start,
                    source: scheme
                )
            )
        }
    }

    private func checkItems(of cut: Cut) throws(LinkComponentError) {
        var room = limits.queryItems
        for query in cut.queries {
            room -= text.pieceCount(in: query.text, at: UInt8(ascii: "&"))
            guard room >= 0 else {
                throw .refused(
                    RewriteError(
                        .tooManyQueryItems(limit: limits.queryItems),
                        in: .query,
                        at: query.text.lowerBound,
                        source: scheme
                    )
                )
            }
        }
    }

    /// Throws if there is a byte that no path has; queries and fragments were checked when the link was cut.
    private func checkBytes(of path: Range<Int>) throws(LinkComponentError) {
        for offset in path where ByteSet.unreadable.contains(text[offset]) {
            throw .refused(.unreadable(text[offset], in: .path, at: offset))
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
                throw RewriteError(
                    RewriteError.Reason(error.reason),
                    in: .path,
                    at: segment.lowerBound + error.offset,
                    source: scheme
                )
            }
        }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }

    private func items(of cut: Cut) throws(RewriteError) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        for query in cut.queries {
            do throws(DeepLinkError) {
                for item in try QueryText.items(of: text[query.text]) {
                    let name = ComponentItem.name(
                        item.name,
                        at: query.segment,
                        count: cut.segments.count
                    )
                    items.append(URLQueryItem(name: name, value: item.value))
                }
            } catch {
                throw RewriteError(
                    error.reason == .malformedEscape ? .malformedEscape : .invalidUTF8,
                    in: .query,
                    at: query.text.lowerBound + error.offset,
                    source: scheme
                )
            }
        }
        return items
    }

    private func fragment(_ range: Range<Int>) throws(RewriteError) -> String {
        do throws(PathTextError) {
            return try PercentEncoding.decode(text[range])
        } catch {
            throw RewriteError(
                RewriteError.Reason(error.reason),
                in: .fragment,
                at: range.lowerBound + error.offset,
                source: scheme
            )
        }
    }
}

extension LinkComponentError {
    /// The same error for a link that begins `offset` bytes into its text.
    func moved(by offset: Int) -> LinkComponentError {
        switch self {
        case .webLink, .otherScheme: self
        case .missingName(let own): .missingName(offset: own + offset)
        case .refused(let error): .refused(error.moved(by: offset, wrappers: 0))
        }
    }
}

extension ByteView {
    /// The non-empty pieces of a range between the bytes that are `mark`.
    func pieces(in range: Range<Int>, at mark: UInt8) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = text(in: range).firstOffset(of: mark, from: start) ?? range.upperBound
            if end > start {
                pieces.append(start..<end)
            }
            start = end + 1
        }
        return pieces
    }

    /// How many non-empty pieces a range has between the bytes that are `mark`.
    func pieceCount(in range: Range<Int>, at mark: UInt8) -> Int {
        var count = 0
        var isInside = false
        for offset in range {
            if self[offset] == mark {
                isInside = false
            } else if !isInside {
                isInside = true
                count += 1
            }
        }
        return count
    }

    /// The view up to the end of a range, so that offsets stay.
    private func text(in range: Range<Int>) -> ByteView { self[0..<range.upperBound] }
}

extension UInt8 {
    /// The byte, in lower case if it is an ASCII letter.
    fileprivate var folded: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
