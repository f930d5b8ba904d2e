public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EduGo {
    /// Makes internal links from the links of both schemes and both domains.
    ///
    /// In a link with a custom scheme, the path begins where a web link has its host: `edugo://dashboard` is
    /// `https://edugo.app/dashboard`. The sources know this, so one list of rules serves all of them.
    ///
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules; a test makes sure that there is none.
    public static func rewriter() throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Scheme("edugo", "edugo-dev") { rules }
            Domain("edugo.app", "dev.edugo.app") { rules }
        }
    }

    @RewriteRule.Builder private static var rules: [RewriteRule] {
        Rewrite("/dashboard", to: "/dashboard")
        Rewrite("/materials/{materialId:uuid}", to: "/materials/{materialId}")
        Rewrite(
            "/assessments/{assessmentId:uuid}?userId={userId}",
            to: "/assessments/{assessmentId}?userId={userId}"
        )
        Rewrite("/profile/{userId:uuid}", to: "/profile/{userId}")
        Rewrite("/settings", to: "/settings")
    }

    /// Reads external links without opening them.
    public struct DeeplinkParser {
        /// Creates a parser.
        public init() {}

        private static let parts: (rewriter: URLRewriter, parser: DeepLinkParser<Deeplink>) = {
            do {
                return (try rewriter(), try parser())
            } catch {
                preconditionFailure("\(error)")
            }
        }()

        /// The destination of a URL.
        ///
        /// - Parameter url: The URL as the system passes it.
        /// - Returns: The destination; nil if the app does not handle the URL, or an identifier is not a UUID.
        public static func parse(_ url: URL) -> Deeplink? {
            guard let link = try? parts.rewriter.rewrite(url) else { return nil }
            return parts.parser.parse(link)
        }
    }
}
