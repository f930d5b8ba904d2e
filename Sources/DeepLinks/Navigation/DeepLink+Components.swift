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
    ///   - limits: How large the link may be.
    /// - Throws: ``RewriteError``, for another scheme and whatever else a ``URLRewriter`` refuses.
    public init(
        url: URL,
        matching scheme: String,
        limits: Limits = Limits()
    ) throws(RewriteError) {
        try self.init(url.absoluteString, matching: scheme, limits: limits)
    }

    /// Reads a custom scheme's URL in text form, in which every segment may have a query of its own.
    ///
    /// ASCII white space around it, as in some push payloads, is ignored.
    ///
    /// - Parameters:
    ///   - string: The link.
    ///   - scheme: The scheme to read, compared without case.
    ///   - limits: How large the link may be.
    /// - Throws: ``RewriteError``, as for a URL.
    public init(
        _ string: String,
        matching scheme: String,
        limits: Limits = Limits()
    ) throws(RewriteError) {
        self = try withBytes(of: string) { (text) throws(RewriteError) in
            let range = limits.range(ofLinkIn: text)
            do throws(RewriteError) {
                return try ComponentReader(text: text[range], scheme: scheme, limits: limits).link()
            } catch {
                var error = error
                error.offset += range.lowerBound
                throw error
            }
        }
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
    /// The segment to which an item belongs according to its name, and its name there.
    ///
    /// - Parameters:
    ///   - name: The item's name in the link.
    ///   - count: The number of segments.
    /// - Returns: The two; nil if the name does not begin with the number of a segment, a dot, and something after it.
    static func parse(_ name: String, count: Int) -> (index: Int, name: String)? {
        let bytes = name.utf8
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")),
            bytes.index(after: dot) < bytes.endIndex,
            let index = Int(parameterValue: String(name[..<dot])), 0..<count ~= index
        else { return nil }
        return (index, String(name[bytes.index(after: dot)...]))
    }

    /// The name of an item in the link, from which ``parse(_:count:)`` finds the segment and the name; without a result, the last.
    static func name(_ name: String, at index: Int, count: Int) -> String {
        index == count - 1 && parse(name, count: count) == nil ? name : "\(index).\(name)"
    }
}
