import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The parts of a link as rules see them: the path in canonical form, the items and the fragment decoded.
///
/// All of them are read before a rule is applied: so a malformed link is refused, whatever the rule would do with it.
// It cannot be copied, so passing it on copies nothing.
struct DecodedLink: ~Copyable {
    let parts: ExternalLinkParts

    /// The canonical path, if the link's is written in another way; empty for a link that is handed over whole.
    private let canonicalPath: [UInt8]?

    /// The items: those of the fragment come before the link's own.
    let items: [URLQueryItem]

    /// The fragment; nil if there is none, or if it is the path or a query.
    let fragment: String?

    /// Reads the parts of a link as its source wants them.
    ///
    /// Of a link that is handed over whole, only the characters are checked, and it has no canonical path.
    init(
        _ bytes: ByteView,
        after beginning: LinkBeginning,
        of source: borrowing CompiledSource
    ) throws(RewriteError) {
        guard source.wholeLink == nil else {
            (parts, canonicalPath) = (try ExternalLinkParts(whole: bytes), [])
            (items, fragment) = ([], nil)
            return
        }
        let (limits, plusIsSpace) = (source.limits, source.options.plusIsSpace)
        let fragmentOption = source.options.fragment
        var parts = try ExternalLinkParts(bytes, after: beginning)
        if fragmentOption != .keep { parts.readFragment(as: fragmentOption) }
        // Every segment, and every item but the first, takes at least two bytes, so most links are too short to need counting.
        if bytes.count / 2 >= min(limits.segments, limits.queryItems) {
            try parts.checkSizes(limits)
        }
        if let replaced = parts.replacedPath { _ = try parts.canonical(replaced, in: .path) }
        let isCanonical = parts.isPlain || CanonicalPath.isCanonical(bytes[parts.path])
        let path = isCanonical ? nil : try parts.canonical(parts.path, in: parts.pathPart)
        // These are given only what they need, since the parts would be copied for each call.
        let first = try parts.fragmentQuery.map { (query) throws(RewriteError) in
            try bytes.items(of: query, in: .fragment, plusIsSpace)
        }
        let own = try parts.query.map { (query) throws(RewriteError) in
            try bytes.items(of: query, in: .query, plusIsSpace)
        }
        fragment = try parts.fragment.map(bytes.decodedFragment)
        items = if let first { first + (own ?? []) } else { own ?? [] }
        canonicalPath = path
        self.parts = parts
    }

    /// Calls `body` with the canonical path.
    func withCanonicalPath<Result>(
        _ body: (ByteView) throws(RewriteError) -> Result
    ) throws(RewriteError) -> Result {
        guard let canonicalPath else { return try body(parts.bytes[parts.path]) }
        return try withBytes(of: canonicalPath, body)
    }
}

/// The parts of a link after its scheme and host, as offsets into its bytes.
///
/// A part may be empty; a query or fragment is nil if the link does not have the mark before it.
struct ExternalLinkParts {
    /// The whole link.
    let bytes: ByteView

    /// The path; it may lack its leading slash, or be empty.
    var path: Range<Int>

    /// The path before the fragment, if the path is in the fragment; it is checked like any other.
    var replacedPath: Range<Int>?

    // The next two properties fill the padding behind an optional range. So this value has at most 128 bytes; a larger one would be
    // copied by each call that it is passed to.

    /// Whether the path is known to be canonical and without escapes.
    private(set) var isPlain = false

    /// The part of the link that the path is in.
    var pathPart = RewriteError.Part.path

    /// The text between the question mark and the fragment.
    let query: Range<Int>?

    /// The query in the fragment, if the source reads one there; its items come before the link's own.
    var fragmentQuery: Range<Int>?

    /// The text after the number sign, without a fragment directive, unless it is the path or a query.
    var fragment: Range<Int>?

    /// Where the parts end: at the end of the link, or before a fragment directive.
    var end: Int {
        [query, fragmentQuery, fragment].reduce(path.upperBound) { max($0, $1?.upperBound ?? 0) }
    }

    /// A link that is not split.
    init(whole bytes: ByteView) throws(RewriteError) {
        var offset = 0
        for scalar in String(bytes).unicodeScalars {
            guard !CanonicalPath.isControl(scalar) else {
                throw RewriteError(.controlCharacter, in: .link, at: offset)
            }
            offset += UTF8.width(scalar)
        }
        self.bytes = bytes
        path = 0..<bytes.count
        pathPart = .link
        query = nil
    }

    /// Splits the rest of a link, of which the path is not checked.
    ///
    /// It refuses a byte that no link may have in its query or fragment and, with a custom scheme, more than a segment in the place of the
    /// host.
    init(_ bytes: ByteView, after beginning: LinkBeginning) throws(RewriteError) {
        let start: Int
        switch beginning {
        case .web(_, let authority): start = authority.upperBound
        case .custom(let scheme):
            start = try Self.startOfCustomPath(bytes, from: scheme.upperBound + 1)
        }
        let (pathEnd, isPlain) = bytes.extentOfPath(from: start)
        var (query, fragment): (Range<Int>?, Range<Int>?)
        var end = pathEnd
        if end < bytes.count, bytes[end] == UInt8(ascii: "?") {
            end = bytes.endOfQuery(from: pathEnd + 1)
            query = (pathEnd + 1)..<end
            if end < bytes.count, bytes[end] != UInt8(ascii: "#") {
                throw .unreadable(bytes[end], in: .query, at: end)
            }
        }
        if end < bytes.count {
            let blank = bytes.firstOffset(in: .blank, from: end + 1)
            if blank < bytes.count { throw .unreadable(bytes[blank], in: .fragment, at: blank) }
            fragment = (end + 1)..<bytes.count
            if case .web = beginning, let directive = bytes.fragmentDirective(from: end + 1) {
                _ = try bytes.decodedFragment(directive..<bytes.count)
                fragment = (end + 1)..<directive
            }
        }
        (self.bytes, path, self.isPlain) = (bytes, start..<pathEnd, isPlain)
        (self.query, self.fragment) = (query, fragment)
    }

    /// The start of a custom scheme's path: the slash before its first segment, if there is one.
    ///
    /// `s://a/b`, `s:///a/b`, `s:/a/b` and `s:a/b` all have the path `/a/b`.
    private static func startOfCustomPath(
        _ bytes: ByteView,
        from start: Int
    ) throws(RewriteError) -> Int {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "/"),
            bytes[start + 1] == UInt8(ascii: "/")
        else { return start }
        let authority = (start + 2)..<bytes.endOfHost(from: start + 2)
        try checkCustomAuthority(bytes, authority)
        // If the place of the host is empty, the path has its own slash.
        let hasOwnSlash =
            authority.isEmpty && authority.upperBound < bytes.count
            && bytes[authority.upperBound] == UInt8(ascii: "/")
        return hasOwnSlash ? start + 2 : start + 1
    }

    /// Refuses text that could be something other than a first segment: user information, a port, an escape, an address.
    private static func checkCustomAuthority(
        _ bytes: ByteView,
        _ authority: Range<Int>
    ) throws(RewriteError) {
        if let at = bytes[authority].firstOffset(of: UInt8(ascii: "@")) {
            throw RewriteError(.userInfo, in: .host, at: authority.lowerBound + at)
        }
        for offset in authority {
            let byte = bytes[offset]
            guard !ByteSet.customAuthority.contains(byte) else { continue }
            switch byte {
            case UInt8(ascii: ":"): throw RewriteError(.unexpectedPort, in: .port, at: offset)
            case UInt8(ascii: "["):
                throw RewriteError(
                    .malformedHost(.address),
                    in: .host,
                    at: offset,
                    remedy: RewriteError.threeSlashes
                )
            default: throw .inHost(byte, at: offset, remedy: RewriteError.threeSlashes)
            }
        }
    }
}

// MARK: - Reading the parts, once the source is known

extension ExternalLinkParts {
    /// Reads the fragment as the source's option says: it may be the path, or another query.
    fileprivate mutating func readFragment(as option: SourceOptions.Fragment) {
        switch (option, fragment) {
        case (.path, let text?) where !text.isEmpty:
            (replacedPath, path, pathPart, fragment) = (path, text, .fragment, nil)
            isPlain = false
            // Another number sign in the fragment is ordinary text.
            if let length = bytes[text].firstOffset(of: UInt8(ascii: "?")) {
                path = text.prefix(length)
                fragmentQuery = text.dropFirst(length + 1)
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

    /// The paths, each with the part of the link that it is in.
    private var paths: [(text: Range<Int>, part: RewriteError.Part)] {
        (replacedPath.map { [($0, .path)] } ?? []) + [(path, pathPart)]
    }

    /// An error at the place of the path.
    func error(_ reason: RewriteError.Reason) -> RewriteError {
        RewriteError(reason, in: pathPart, at: path.lowerBound)
    }

    /// The numbers of the items that follow an unescaped target of a wrapper, as `b` does in `?u=myapp://q?a=1&b=2`; none if the target
    /// is escaped.
    func itemsBehind(_ item: Int) -> Range<Int> {
        // The first item of the query follows those of the fragment.
        var start = 0
        for query in queries {
            let texts = bytes[query.text].split(separator: UInt8(ascii: "&")).filter {
                $0.first != UInt8(ascii: "=")
            }
            let numbers = start..<(start + texts.count)
            start = numbers.upperBound
            guard numbers.contains(item) else { continue }
            let isUnescaped = texts[item - numbers.lowerBound].contains(UInt8(ascii: "?"))
            return isUnescaped ? (item + 1)..<numbers.upperBound : 0..<0
        }
        return 0..<0
    }

    /// Refuses a path or a query that exceeds the limits.
    func checkSizes(_ limits: Limits) throws(RewriteError) {
        for (path, part) in paths {
            guard bytes[path].pieceCount(at: UInt8(ascii: "/")) <= limits.segments else {
                let reason = RewriteError.Reason.tooManySegments(limit: limits.segments)
                throw RewriteError(reason, in: part, at: path.lowerBound)
            }
        }
        var items = 0
        for (query, part) in queries {
            items += bytes[query].pieceCount(at: UInt8(ascii: "&"))
            guard items <= limits.queryItems else {
                let reason = RewriteError.Reason.tooManyQueryItems(limit: limits.queryItems)
                throw RewriteError(reason, in: part, at: query.lowerBound)
            }
        }
    }
}

extension ExternalLinkParts {
    /// The canonical form of a path that is in the given part of the link.
    fileprivate func canonical(
        _ path: Range<Int>,
        in part: RewriteError.Part
    ) throws(RewriteError) -> [UInt8] {
        for offset in path where ByteSet.unreadable.contains(bytes[offset]) {
            throw .unreadable(bytes[offset], in: part, at: offset)
        }
        let text = bytes[path]
        // The path of a custom scheme, or in a fragment, may lack its leading slash, and any path may be empty.
        let isAbsolute = text.count > 0 && text[0] == UInt8(ascii: "/")
        let slash = isAbsolute ? [] : [UInt8(ascii: "/")]
        do throws(PathTextError) {
            return try withBytes(of: slash + text, CanonicalPath.canonical)
        } catch {
            throw RewriteError(error, in: part, from: path.lowerBound - slash.count)
        }
    }
}

extension ByteView {
    /// The items of a query.
    fileprivate func items(
        of query: Range<Int>,
        in part: RewriteError.Part,
        _ plusIsSpace: Bool
    ) throws(RewriteError) -> [URLQueryItem] {
        do throws(PathTextError) {
            return try QueryText.items(of: self[query], plusIsSpace: plusIsSpace)
        } catch {
            throw RewriteError(error, in: part, from: query.lowerBound)
        }
    }

    /// The decoded text of a fragment.
    func decodedFragment(_ fragment: Range<Int>) throws(RewriteError) -> String {
        do throws(PathTextError) {
            return try PercentEncoding.decode(self[fragment])
        } catch {
            throw RewriteError(error, in: .fragment, from: fragment.lowerBound)
        }
    }

    /// The offset of the first `:~:` at or after `start`; nil if there is none.
    ///
    /// What follows it is for the browser, such as `:~:text=word`, which marks a word. Browsers take it off before a page sees the
    /// fragment (WICG, "URL Fragment Text Directives").
    func fragmentDirective(from start: Int) -> Int? {
        var tilde = firstOffset(of: UInt8(ascii: "~"), from: start)
        while let place = tilde {
            if place > start, self[place - 1] == UInt8(ascii: ":"),
                self[place..<count].starts(with: "~:".utf8)
            {
                return place - 1
            }
            tilde = firstOffset(of: UInt8(ascii: "~"), from: place + 1)
        }
        return nil
    }

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

extension RewriteError {
    /// The way out for text that stands in the place of a custom scheme's host, which it does not have.
    static let threeSlashes = "put three slashes before it, which make it a part of the path"

    /// The error for a byte that no host may have.
    static func inHost(_ byte: UInt8, at offset: Int, remedy: String? = nil) -> RewriteError {
        let flaw: HostFlaw
        switch byte {
        case UInt8(ascii: "%"): flaw = .percentSign
        case 0x80...: flaw = .nonASCII
        case _ where ByteSet.unreadable.contains(byte):
            return unreadable(byte, in: .host, at: offset)
        default: flaw = .character
        }
        return RewriteError(.malformedHost(flaw), in: .host, at: offset, remedy: remedy)
    }

    /// The error for a byte that no link may have before its fragment.
    static func unreadable(_ byte: UInt8, in part: Part, at offset: Int) -> RewriteError {
        switch byte {
        case UInt8(ascii: " "): RewriteError(.space, in: part, at: offset)
        case UInt8(ascii: "\\"): RewriteError(.backslash, in: part, at: offset)
        default: RewriteError(.controlCharacter, in: part, at: offset)
        }
    }
}
