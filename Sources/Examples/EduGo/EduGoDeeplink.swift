public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension EduGo {
    /// A screen of the app.
    public enum Screen: Hashable, Sendable {
        /// The overview.
        case dashboard
        /// A piece of teaching material.
        case materialDetail(materialId: UUID)
        /// A user's result in an assessment.
        case assessment(assessmentId: UUID, userId: UUID)
        /// A user's profile.
        case profile(userId: UUID)
        /// The settings.
        case settings
    }

    /// The places where a link can lead.
    public enum Deeplink: Hashable, Sendable {
        /// The overview.
        case dashboard
        /// A piece of teaching material.
        case materialDetail(materialId: UUID)
        /// A user's result in an assessment.
        case assessment(assessmentId: UUID, userId: UUID)
        /// A user's profile.
        case profile(userId: UUID)
        /// The settings.
        case settings

        /// The screen to navigate to.
        public func toScreen() -> Screen {
            switch self {
            case .dashboard:
                .dashboard
            case .materialDetail(let materialId):
                .materialDetail(materialId: materialId)
            case .assessment(let assessmentId, let userId):
                .assessment(assessmentId: assessmentId, userId: userId)
            case .profile(let userId):
                .profile(userId: userId)
            case .settings:
                .settings
            }
        }

        /// The path and query of a link that leads here, for all schemes and domains.
        public var path: String {
            switch self {
            case .dashboard:
                "/dashboard"
            case .materialDetail(let materialId):
                "/materials/\(materialId.uuidString)"
            case .assessment(let assessmentId, let userId):
                "/assessments/\(assessmentId.uuidString)?userId=\(userId.uuidString)"
            case .profile(let userId):
                "/profile/\(userId.uuidString)"
            case .settings:
                "/settings"
            }
        }
    }

    /// Makes a ``Deeplink`` from an internal link.
    ///
    /// - Returns: The parser.
    /// - Throws: A fault of the routes; a test makes sure that there is none.
    public static func parser() throws(DeepLinkRegisterError) -> DeepLinkParser<Deeplink> {
        try DeepLinkParser {
            Route("/dashboard") { _ in .dashboard }
            Route("/materials/{materialId}") { queryItems in
                .materialDetail(materialId: try queryItems.require(.materialId))
            }
            Route("/assessments/{assessmentId}") { queryItems in
                .assessment(
                    assessmentId: try queryItems.require(.assessmentId),
                    userId: try queryItems.require(.userId)
                )
            }
            Route("/profile/{userId}") { queryItems in
                .profile(userId: try queryItems.require(.userId))
            }
            Route("/settings") { _ in .settings }
        }
    }
}

extension TypedParameter<UUID> {
    fileprivate static var materialId: Self { "materialId" }
    fileprivate static var assessmentId: Self { "assessmentId" }
    fileprivate static var userId: Self { "userId" }
}
