#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A link as it came in.
enum IncomingLink {
    /// The text of a URL from outside.
    case external(String)
    /// The app opened an internal link.
    case `internal`(DeepLink)

    /// The URL as it came in; nil if the text is no URL, or there is none.
    var url: URL? {
        switch self {
        case .external(let text): URL(string: text)
        case .internal: nil
        }
    }
}

/// An internal link that was made of one that came in, and where it comes from.
///
/// It is a reference because each step hands it to the next: copies of its texts were a tenth of the instructions of opening a link.
final class Candidate {
    let link: DeepLink
    let origin: LinkOrigin
    let source: IncomingLink

    init(link: DeepLink, origin: LinkOrigin, source: IncomingLink) {
        self.link = link
        self.origin = origin
        self.source = source
    }

    /// The same one, redirected to another link.
    func redirected(to link: DeepLink) -> Candidate {
        Candidate(link: link, origin: origin, source: source)
    }
}

extension URLRewriter {
    /// Makes an internal link of one that came in.
    ///
    /// - Parameters:
    ///   - source: The link as it came in.
    ///   - declared: Where the app says that it comes from.
    /// - Returns: The internal link. One that was wrapped in another has the origin that it would have if it had come alone.
    /// - Throws: Why the link was refused.
    func candidate(
        _ source: IncomingLink,
        from declared: LinkOrigin
    ) throws(RewriteError) -> Candidate {
        switch source {
        case .internal(let link):
            return Candidate(link: link, origin: declared, source: source)
        case .external(let text):
            let details = try details(of: text)
            let inner = details.unwrappedURL.map { IncomingLink.external($0) } ?? source
            let origin = LinkOrigin(declared, of: inner)
            return Candidate(link: details.link, origin: origin, source: source)
        }
    }

    /// The configured host or scheme that a link is of, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter source: The link as it came in.
    /// - Returns: The name in lower case; nil if it is of another host or scheme, which is not repeated.
    func configuredName(of source: IncomingLink) -> String? {
        guard case .external(let text) = source else { return nil }
        let bytes = text.utf8.drop { $0 <= 0x20 }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = String(text[bytes.startIndex..<colon]).lowercased()
        guard scheme == "https" || scheme == "http" else {
            return sources.contains { $0.names(scheme: scheme) } ? scheme : nil
        }
        let rest = text.utf8[colon...].dropFirst()
        guard rest.starts(with: "//".utf8) else { return nil }
        let host = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let name = String(text[host.startIndex..<host.endIndex]).lowercased()
        return sources.contains { $0.names(host: name) } ? "\(scheme)://\(name)" : nil
    }
}

extension RewriteSource {
    fileprivate func names(scheme: String) -> Bool {
        guard case .scheme(let source) = self else { return false }
        return source.names.contains { hasSameBytes($0.lowercased(), scheme) }
    }

    fileprivate func names(host: String) -> Bool {
        guard case .domain(let source) = self else { return false }
        return source.hosts.contains { hasSameBytes($0.lowercased(), host) }
    }
}

extension LinkOrigin {
    /// Where a link comes from for which the app says `declared`.
    ///
    /// A universal link is always a web link, so one with another scheme came in by its scheme.
    init(_ declared: LinkOrigin, of source: IncomingLink) {
        if declared == .universalLink, case .external(let text) = source, !text.beginsLikeWebLink {
            self = .customScheme
        } else {
            self = declared
        }
    }
}

extension String {
    /// Whether `https:` or `http:` is the first that is not white space.
    fileprivate var beginsLikeWebLink: Bool {
        let start = utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
        return start.starts(with: "https:".utf8) || start.starts(with: "http:".utf8)
    }
}
