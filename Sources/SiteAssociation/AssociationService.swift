/// A section of the association file: what its apps may do with the site.
public enum AssociationService: String, Hashable, Sendable, Codable, CaseIterable {
    /// Universal links, the only service with rules about URLs.
    case applinks

    /// Passwords shared between site and app.
    case webcredentials

    /// Handoff from app to site.
    case activitycontinuation

    /// App Clips.
    case appclips

    /// Single sign-on extensions.
    case authsrv
}
