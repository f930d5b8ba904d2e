public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EduGo {
    /// What makes internal links of the links of both schemes and both domains.
    ///
    /// With a scheme, the first part of the path is where a web link has its host: `edugo://dashboard` is
    /// `https://edugo.app/dashboard`. The sources know that, so one list of rules is enough for all.
    ///
    /// - Returns: The rewriter.
    /// - Throws: A fault of the rules: none, as a test makes sure.
    public static func rewriter() throws(RewriteRuleError) -> URLRewriter {
        try URLRewriter {
            Scheme("edugo", "edugo-dev") { rules }
            Domain("edugo.app", "dev.edugo.app") { rules }
        }
    }

    @RuleBuilder private static var rules: [RewriteRule] {
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

        /// Where a URL leads.
        ///
        /// - Parameter url: The URL as the system hands it over.
        /// - Returns: The destination; nil if the URL is none of the app's, or an identifier is no UUID.
        public static func parse(_ url: URL) -> Deeplink? {
            guard let link = try? parts.rewriter.rewrite(url) else { return nil }
            return parts.parser.parse(link)
        }
    }
}
