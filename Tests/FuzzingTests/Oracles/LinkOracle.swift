import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// External links with rules that are always the same: all that ``RewritingOracle`` checks, and what Foundation reads.
@MainActor
enum LinkOracle {
    /// Each source has options that the others do not have.
    private static let oracle = Result {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", "*.mydomain.io", "localhost:8080", query: .strip(["utm_source"]))
            {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}&t={title}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/to/{section}/{*rest}", to: "/x/{section}/y?rest={rest}")
                Rewrite("/files/{*rest}", to: "/files/{rest}")
                Rewrite("/say?text={text}", to: "/say/{text}")
            }
            Domain(
                "{shop}.example.com",
                allowsHTTP: true,
                query: .keepOnly(["q"]),
                plusIsSpace: true,
                ignoresCase: true,
                prefixes: ["", "/{locale:en-us|fr-fr}"]
            ) { Rewrite("/Items/{id:slug}", to: "/items/{id}?shop={shop}&locale={locale}") }
            Domain(
                "app.mydomain.net",
                "xn--rksmrgs-5wao1o.se",
                unmatched: .passThrough,
                fragment: .path
            )
            Domain("click.mydomain.net") { Unwrap("/track?url={target}") }
            Scheme("myapp", "my-app+2.0", unmatched: .passThrough) {
                Rewrite("/domainB/{id:uuid}", to: "/featureB?id={id}")
            }
        }
        return try RewritingOracle(rewriter.configuration)
    }

    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if try oracle.get().check(text) { try checkFoundation(text.trimmedOfBlanks) }
    }

    /// Checks that Foundation reads the same scheme, host and port, and no user.
    private static func checkFoundation(_ link: String) throws {
        guard let url = URL(string: link), let parts = LinkParts(link),
            let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { throw Violation("Foundation does not read '\(link)'") }
        try demand(components.user == nil && components.password == nil, "user of '\(link)'")
        try demand(components.scheme?.lowercased() == parts.scheme, "scheme of '\(link)'")
        // `host` would decode labels of other scripts. A custom scheme's host is a segment here.
        guard let authority = parts.authority else { return }
        let port = components.port.map { ":\($0)" } ?? ""
        let read = (components.encodedHost ?? "") + port
        try demand(read.lowercased() == authority.lowercased(), "host or port of '\(link)'")
    }
}

/// Internal links: canonical form is idempotent, and printing and reading agree, with Foundation as well.
enum InternalLinkOracle {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        guard let link = try? DeepLink(text) else { return }
        try checkReading(link)
    }

    static func checkReading(_ link: DeepLink) throws {
        try demand(link.path.utf8.first == UInt8(ascii: "/"), "'\(link.path)' is no path")
        let again = try DeepLink(
            path: link.path,
            queryItems: link.queryItems,
            fragment: link.fragment
        )
        try demand(again == link, "'\(link.path)' is not canonical")
        let read = try DeepLink(link.string)
        try demand(read == link, "'\(link.string)' is read as '\(read.string)'")
        try demand(
            read.path.utf8.elementsEqual(link.path.utf8),
            "'\(link.string)' is read with the path '\(read.path)'"
        )
        guard let components = URLComponents(string: link.string) else {
            throw Violation("Foundation does not read '\(link.string)'")
        }
        try demand(
            components.host == nil && components.scheme == nil,
            "'\(link.string)' has a host"
        )
        try demand(components.percentEncodedPath == link.path, "path of '\(link.string)'")
        let items = link.queryItems.isEmpty ? [] : components.queryItems ?? []
        try demand(
            items == link.queryItems || items == link.queryItems.map(\.withoutByteOrderMarks),
            "'\(link.string)' has the items \(items)"
        )
        try demand(
            components.fragment == link.fragment
                || components.fragment == link.fragment?.withoutByteOrderMark,
            "fragment of '\(link.string)'"
        )
        let decoded = try JSONDecoder().decode(DeepLink.self, from: JSONEncoder().encode(link))
        try demand(decoded == link, "'\(link.string)' is coded as '\(decoded.string)'")
    }
}

// Some versions of Foundation drop an escaped byte order mark at the beginning of a text, as a sign of its encoding. Browsers
// keep it, since decoded text is known to be UTF-8, and so does this package.

extension URLQueryItem {
    fileprivate var withoutByteOrderMarks: URLQueryItem {
        URLQueryItem(name: name.withoutByteOrderMark, value: value?.withoutByteOrderMark)
    }
}

extension String {
    fileprivate var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}
