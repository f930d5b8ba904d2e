public import Observation

/// The path of destinations that an app shows, without the root.
///
/// ```swift
/// let navigator = Navigator<AppDestination>()
/// navigator.push(.catalog)
/// navigator.show(.catalog)  // is there already: nothing changes
/// navigator.replace(path: [.catalog, .productDetail(id)])
/// ```
///
/// The path can be bound to a `NavigationStack`, which then removes the last destination when somebody goes back. Where the
/// system has `Observation` (iOS 17, macOS 14), a view that reads ``path`` updates by itself; for older systems
/// there is ``onChange``. <doc:TypedDestinations> shows both.
@MainActor
public final class Navigator<Destination: Hashable> {
    private let destinations: ObservedValue<[Destination]>

    /// Called with the new path after each change.
    ///
    /// Setting the path to its present value is no change. The closure may change the path itself.
    public var onChange: (@MainActor ([Destination]) -> Void)?

    /// Called after ``onChange``; set by the ``TabNavigator`` that the path is in.
    var onChangeInWindow: (@MainActor () -> Void)?

    /// Creates a navigator with a path to begin with; empty for the root.
    public init(path: [Destination] = []) {
        destinations = ObservedValue(path)
        destinations.onChange = { [unowned self] in
            onChange?(self.path)
            onChangeInWindow?()
        }
    }

    /// The destinations from the first after the root to the one that is shown; empty at the root.
    public var path: [Destination] {
        get { destinations.value }
        set { destinations.value = newValue }
    }

    /// Goes forward to a destination.
    public func push(_ destination: Destination) {
        path.append(destination)
    }

    /// Goes back to a destination if it is in the path, otherwise forward to it.
    ///
    /// So a link to something that is already open adds no second screen for it. If the destination is in the path more than once, the
    /// last one is shown.
    public func show(_ destination: Destination) {
        if let place = path.lastIndex(of: destination) {
            path = Array(path[...place])
        } else {
            push(destination)
        }
    }

    /// Replaces the whole path and shows its last destination; the same path is no change.
    public func replace(path: [Destination]) {
        self.path = path
    }

    /// Goes back by one destination, which is returned; at the root, nothing happens.
    @discardableResult
    public func pop() -> Destination? {
        path.popLast()
    }

    /// Goes back to the root.
    public func popToRoot() {
        path = []
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Navigator: Observable {}
