import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// External links: Foundation reads an accepted link in the same way, and the link becomes canonical.
@MainActor
enum LinkOracle {
    /// Each source has options that the others do not have.
    private static let rewriter = Result {
        try URLRewriter {
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
    }

    private static let coordinator = Result {
        let handler = DeepLinkHandler()
        try handler.register("/{*path}") { _ in }
        try handler.register("/") { _ in }
        var options = DeepLinkCoordinator.Options()
        options.duplicateWindow = .zero
        options.rateLimit = nil
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try rewriter.get(),
            options: options
        )
        coordinator.activate()
        return coordinator
    }

    static func check(_ input: [UInt8]) throws {
        let rewriter = try rewriter.get()
        let text = String(decoding: input, as: UTF8.self)
        let result = Result { () throws(RewriteError) in try rewriter.rewrite(text) }
        let explanation = rewriter.explain(text)
        try demand(
            explanation.result == result,
            "explain says \(explanation.result), not \(result)"
        )
        _ = String(describing: explanation)
        switch (result, try coordinator.get().open(text)) {
        case (.success(let link), .handled(let opened)):
            try demand(opened == link, "opened is \(opened.string), not \(link.string)")
        case (.failure(let error), .rejected(.external(let refusal))):
            try demand(refusal == error, "refused with \(refusal), not \(error)")
        case (_, let outcome):
            throw Violation("\(result) became \(outcome)")
        }
        guard case .success(let link) = result else { return }
        try InternalLinkOracle.checkReading(link)
        try checkShape(link, explanation)
        try checkFoundation(text, explanation)
    }

    /// Captured text fills the places in the template, and adds no segment or item.
    private static func checkShape(_ link: DeepLink, _ explanation: Explanation) throws {
        guard let template = explanation.rule?.template,
            !template.contains("{rest}") || template.contains("?rest")
        else { return }
        let path = template.utf8.prefix { $0 != UInt8(ascii: "?") }
        try demand(
            link.path.utf8.count { $0 == UInt8(ascii: "/") }
                == path.count { $0 == UInt8(ascii: "/") },
            "\(link.string) has other segments than \(template)"
        )
        let names = template.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            .split(separator: UInt8(ascii: "&"))
            .compactMap { $0.split(separator: UInt8(ascii: "="), maxSplits: 1).first }
            .map { String(decoding: $0, as: UTF8.self) }
        for name in names {
            let count = link.queryItems.count { $0.name.utf8.elementsEqual(name.utf8) }
            try demand(count <= 1, "\(link.string) has '\(name)' \(count) times")
        }
    }

    /// Checks that Foundation reads the same scheme, host and port, and no user.
    private static func checkFoundation(_ text: String, _ explanation: Explanation) throws {
        guard let split = explanation.steps.first(where: { $0.label == "split" })?.text else {
            throw Violation("accepted without being cut")
        }
        let whitespace: Set<UInt8> = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]
        let trimmed = text.utf8.drop { whitespace.contains($0) }.reversed()
            .drop { whitespace.contains($0) }.reversed()
        let link = String(decoding: Array(trimmed), as: UTF8.self)
        guard
            let components = URL(string: link).flatMap({
                URLComponents(url: $0, resolvingAgainstBaseURL: false)
            })
        else { throw Violation("Foundation does not read '\(link)'") }
        try demand(components.user == nil && components.password == nil, "user of '\(link)'")
        var parts = "scheme \(components.scheme ?? "")"
        // `host` would decode labels of other scripts. A custom scheme's host is a segment here.
        if split.hasPrefix("scheme http") { parts += ", host \(components.encodedHost ?? "")" }
        if let port = components.port { parts += ", port \(port)" }
        try demand(
            split.lowercased().hasPrefix(parts.lowercased() + ", "),
            "'\(link)' has other parts than \(split)"
        )
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
