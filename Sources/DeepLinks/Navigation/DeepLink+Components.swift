import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLink {
    /// Reads a custom scheme's URL in which every segment may have a query of its own.
    ///
    /// ```swift
    /// let link = try DeepLink(url: url, matching: "example")  // example://detail?id=5/settings
    /// link.path                     // "/detail/settings"
    /// link.components[0].arguments  // ["id": .value("5")]
    /// ```
    ///
    /// A query begins at a segment's first `?` and ends at the next slash, so a slash in a value has to be written `%2F`. In
    /// the link, the names of all items but the last segment's begin with their segment's number: `id` of the first one is `0.id`. A
    /// URL without a slash after its first `?` is read as a ``URLRewriter`` reads one that passes through.
    ///
    /// The host counts as the first segment, so `example://detail`, `example:///detail` and `example:detail` are the same.
    ///
    /// - Parameters:
    ///   - url: The link, as the system hands it over.
    ///   - scheme: The scheme to read, compared without case. Links with `https` or `http` are always refused, as the host is
    ///     not checked.
    /// - Throws: ``RewriteError``, for another scheme and whatever else a ``URLRewriter`` refuses.
    public init(url: URL, matching scheme: String) throws(RewriteError) {
        try self.init(url.absoluteString, matching: scheme)
    }

    /// Reads a custom scheme's URL in text form, in which every segment may have a query of its own.
    ///
    /// ASCII white space around it, as in some push payloads, is ignored.
    ///
    /// - Throws: ``RewriteError``, as for a URL.
    public init(_ string: String, matching scheme: String) throws(RewriteError) {
        let limits = Limits()
        let source = RewriteSource.scheme(Scheme(scheme, unmatched: .passThrough))
        guard let rewriter = try? URLRewriter(limits: limits, sources: [source]) else {
            throw RewriteError(
                .unknownScheme(scheme),
                in: .scheme,
                at: 0,
                obstacle: "Links with the scheme '\(scheme)' cannot be read here",
                remedy: "name a custom scheme; a URLRewriter reads web links"
            )
        }
        let whole: DeepLink
        do throws(RewriteError) {
            // Everything behind the first question mark is read as a query here, so that no byte of it stays unchecked.
            whole = try rewriter.rewrite(string)
        } catch {
            guard error.reason.code == "unknown-scheme" else { throw error }
            throw RewriteError(
                error.reason,
                in: .scheme,
                at: error.offset,
                obstacle: "The link's scheme is not '\(scheme)'",
                remedy: "pass only links with that scheme"
            )
        }
        let (range, text) = (withBytes(of: string, \.trimmed), string.utf8)
        let body = text.dropFirst(range.lowerBound).prefix(range.count)
            .prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard body.drop(while: { $0 != UInt8(ascii: "?") }).contains(UInt8(ascii: "/")) else {
            // The query belongs to the last segment, or to the root.
            let count = whole.path == "/" ? 0 : whole.path.utf8.count { $0 == UInt8(ascii: "/") }
            self.init(
                canonicalPath: whole.path,
                queryItems: ComponentItem.named(whole.queryItems, at: count - 1, count: count),
                fragment: whole.fragment
            )
            return
        }
        let segments = body.split(separator: UInt8(ascii: "/"))
        guard segments.count <= limits.segments else {
            throw RewriteError(.tooManySegments(limit: limits.segments), in: .path, at: 0)
        }
        var path = ""
        var items: [URLQueryItem] = []
        for (number, segment) in segments.enumerated() {
            let name = segment.prefix { $0 != UInt8(ascii: "?") }
            do throws(RewriteError) {
                if name.isEmpty { throw RewriteError(.misplacedQuery, in: .query, at: 0) }
                path += try rewriter.rewrite("\(scheme):/\(Substring(name))").path
            } catch {
                var error = error
                error.offset = text.distance(from: text.startIndex, to: segment.startIndex)
                throw error
            }
            let query = String(Substring(segment[name.endIndex...].dropFirst()))
            // The escapes were checked above.
            let own = withBytes(of: query) { (try? QueryText.items(of: $0)) ?? [] }
            items += ComponentItem.named(own, at: number, count: segments.count)
        }
        guard items.count <= limits.queryItems else {
            throw RewriteError(.tooManyQueryItems(limit: limits.queryItems), in: .query, at: 0)
        }
        self.init(canonicalPath: path, queryItems: items, fragment: whole.fragment)
    }

    /// The segments of the path, each with its own arguments.
    ///
    /// A query item whose name begins with the number of a segment and a dot belongs to that segment, and all others to the
    /// last one: `/detail/settings?0.id=5&preview` is `detail` with `id`, and `settings` with the flag `preview`. The root has
    /// no components.
    public var components: [LinkComponent] {
        let names = withBytes(of: path) { path in
            path.segments(in: 0..<path.count).map {
                // A link's path always decodes.
                CanonicalPath.decode(path[$0]) ?? String(path[$0])
            }
        }
        var arguments = names.map { _ in [String: LinkComponent.Argument]() }
        guard !names.isEmpty else { return [] }
        for item in queryItems {
            let (index, name) =
                ComponentItem.parse(item.name, count: names.count)
                ?? (names.count - 1, item.name)
            if arguments[index][name] == nil {
                arguments[index][name] = item.value.map { .value($0) } ?? .flag
            }
        }
        return zip(names, arguments).map { LinkComponent(name: $0, arguments: $1) }
    }
}

/// How the items of a segment are named in a link: `0.id`.
enum ComponentItem {
    /// The segment to which an item belongs according to its name, and its name there; nil if the name does not begin with the number of a
    /// segment, a dot, and something after it.
    static func parse(_ name: String, count: Int) -> (index: Int, name: String)? {
        let bytes = name.utf8
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")),
            bytes.index(after: dot) < bytes.endIndex,
            let index = Int(parameterValue: String(name[..<dot])), 0..<count ~= index
        else { return nil }
        return (index, String(name[bytes.index(after: dot)...]))
    }

    /// The items of a segment as they are named in the link: with the segment's number, unless ``parse(_:count:)`` finds the last segment
    /// without it.
    static func named(_ items: [URLQueryItem], at index: Int, count: Int) -> [URLQueryItem] {
        items.map { item in
            let isPlain = index == count - 1 && parse(item.name, count: count) == nil
            let name = isPlain ? item.name : "\(index).\(item.name)"
            return URLQueryItem(name: name, value: item.value)
        }
    }
}
