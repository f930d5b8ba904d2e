import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The external link that an internal one is made of, as it came in.
enum LinkSource {
    case url(URL)
    case text(String)
    /// The app opened an internal link.
    case none

    /// The URL; nil if there is none, or the text is no URL.
    var url: URL? {
        switch self {
        case .url(let url): url
        case .text(let text): URL(string: text)
        case .none: nil
        }
    }

    /// The text; nil if there is none.
    private var text: String? {
        switch self {
        case .url(let url): url.absoluteString
        case .text(let text): text
        case .none: nil
        }
    }

    /// Whether it can have come in as a universal link, for all that its scheme tells.
    var isWebLink: Bool { text?.beginsLikeWebLink ?? true }

    /// The configured host or scheme that the link is of, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter rewriter: Knows what is configured.
    /// - Returns: The name in lower case; nil if there is no link, or it is of another host or scheme, which is not repeated.
    func name(in rewriter: URLRewriter) -> String? {
        guard let text else { return nil }
        return withBytes(of: text) { bytes in
            guard let origin = try? ExternalOrigin(bytes) else { return nil }
            switch origin {
            case .web(let isSecure, let authority):
                let host = bytes[authority]
                guard rewriter.index.hosts.source(ofPlain: host) != nil else { return nil }
                return (isSecure ? "https://" : "http://") + String(host).lowercased()
            case .custom(let scheme):
                let scheme = bytes[scheme]
                guard rewriter.index.schemes.value(for: scheme) != nil else { return nil }
                return String(scheme).lowercased()
            }
        }
    }
}

extension DeepLinkCoordinator.Opening {
    /// Notes what is known of a link that came in.
    ///
    /// - Parameters:
    ///   - id: Its number.
    ///   - origin: Where it is said to come from. If it cannot have come in as a universal link, it came in by its scheme.
    ///   - source: What it was.
    @inline(never)
    init(id: LinkID, saidToComeFrom origin: LinkOrigin, source: LinkSource) {
        let isMisnamed = origin.rawValue == "universalLink" && !source.isWebLink
        self.init(id: id, origin: isMisnamed ? .customScheme : origin, source: source)
    }
}

extension String {
    /// Whether `https:` or `http:` is the first that is not white space.
    fileprivate var beginsLikeWebLink: Bool {
        withBytes(of: self) { bytes in
            var start = 0
            while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
            let word = FoldedTable.folded(bytes.word(at: start))
            // The two as little-endian words.
            return word & 0xFFFF_FFFF_FFFF == 0x3A73_7074_7468
                || word & 0xFF_FFFF_FFFF == 0x3A_7074_7468
        }
    }
}
