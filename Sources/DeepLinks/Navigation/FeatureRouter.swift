/// A part of an app that makes the content of its own destinations.
///
/// With a router for each feature, a new destination is added to one of them, and the code that navigates stays as it
/// is. `Content` is whatever the app shows: an `AnyView`, a view controller, or, in a test, a string.
///
/// ```swift
/// struct CatalogRouter: FeatureRouter {
///     func canHandle(_ destination: AppDestination) -> Bool {
///         switch destination {
///         case .catalog, .productDetail: true
///         default: false
///         }
///     }
///
///     func makeView(for destination: AppDestination) -> AnyView { … }
/// }
/// ```
@MainActor
public protocol FeatureRouter<Destination, Content> {
    /// The destinations of the app.
    associatedtype Destination

    /// What is shown at a destination.
    associatedtype Content

    /// Whether a destination belongs to this feature.
    func canHandle(_ destination: Destination) -> Bool

    /// Makes what is shown at a destination for which ``canHandle(_:)`` is true.
    func makeView(for destination: Destination) -> Content
}

/// The routers of an app's features, which are asked in order.
///
/// ```swift
/// let routers = FeatureRouterGroup<AppDestination, AnyView>(CatalogRouter(), SettingsRouter())
/// routers.makeView(for: .catalog)
/// ```
@MainActor
public struct FeatureRouterGroup<Destination, Content> {
    /// The routers, in the order in which they are asked.
    public var routers: [any FeatureRouter<Destination, Content>]

    /// Creates a group.
    public init(_ routers: any FeatureRouter<Destination, Content>...) {
        self.routers = routers
    }

    /// The first router that can handle a destination; nil if there is none.
    public func router(
        for destination: Destination
    ) -> (any FeatureRouter<Destination, Content>)? {
        routers.first { $0.canHandle(destination) }
    }

    /// Whether a destination belongs to one of the features.
    public func canHandle(_ destination: Destination) -> Bool {
        router(for: destination) != nil
    }

    /// Makes what is shown at a destination, by the first router that can handle it; nil if there is none.
    public func makeView(for destination: Destination) -> Content? {
        router(for: destination)?.makeView(for: destination)
    }
}
