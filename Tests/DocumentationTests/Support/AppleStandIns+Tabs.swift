import Foundation

// What the recipes for tabs and sheets use of Apple's frameworks; see AppleStandIns.swift.

// MARK: - SwiftUI

@MainActor
@resultBuilder
enum ViewBuilder {
    static func buildBlock<each Content>(_ content: repeat each Content) -> [Any] {
        var views: [Any] = []
        for view in repeat each content { views.append(view) }
        return views
    }
}

struct TabView<Selection: Hashable>: View {
    let selection: Binding<Selection>
    let tabs: [Any]

    init(selection: Binding<Selection>, @ViewBuilder content: () -> [Any]) {
        self.selection = selection
        tabs = content()
    }
}

/// A tab of iOS 18.
@MainActor
struct Tab<Value: Hashable, Content: View> {
    let value: Value
    let content: Content

    init(_ title: String, systemImage: String, value: Value, content: () -> Content) {
        self.value = value
        self.content = content()
    }
}

struct Label: View { init(_ title: String, systemImage: String) {} }

extension View {
    func tabItem<Item: View>(_ item: () -> Item) -> Modified<Self, Void> {
        Modified(content: self, value: ())
    }

    func tag<Value: Hashable>(_ tag: Value) -> Modified<Self, Value> {
        Modified(content: self, value: tag)
    }

    func onAppear(perform action: (() -> Void)? = nil) -> Appearing<Self> {
        Modified(content: self, value: action)
    }

    func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        content: @escaping (Item) -> Content
    ) -> Sheeted<Self, Item, Content> {
        Sheeted(content: self, item: item, onDismiss: onDismiss, sheet: content)
    }
}

typealias Appearing<Content: View> = Modified<Content, (() -> Void)?>

/// What `sheet` gives; the real one is opaque.
struct Sheeted<Content: View, Item, Sheet: View>: View {
    let content: Content
    let item: Binding<Item?>
    let onDismiss: (() -> Void)?
    let sheet: (Item) -> Sheet
}

final class ObservableObjectPublisher: @unchecked Sendable {
    private(set) var count = 0

    func send() { count += 1 }
}

// MARK: - UIKit

@MainActor
class UIViewController: UIResponder {
    private(set) var presentedViewController: UIViewController?
    let presentationController: UIPresentationController? = UIPresentationController()

    func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = controller
        completion?()
    }

    func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = nil
        completion?()
    }
}

extension UIViewController: Equatable {
    nonisolated static func == (lhs: UIViewController, rhs: UIViewController) -> Bool {
        lhs === rhs
    }
}

@MainActor
final class UIPresentationController {
    weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

@MainActor
protocol UIAdaptivePresentationControllerDelegate: AnyObject {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

@MainActor
protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    )
}

final class UINavigationController: UIViewController {
    private(set) var viewControllers: [UIViewController]
    weak var delegate: (any UINavigationControllerDelegate)?

    init(rootViewController: UIViewController) {
        viewControllers = [rootViewController]
    }

    func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        self.viewControllers = viewControllers
        guard let last = viewControllers.last else { return }
        delegate?.navigationController(self, didShow: last, animated: animated)
    }
}

@MainActor
protocol UITabBarControllerDelegate: AnyObject {
    func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
    )
}

class UITabBarController: UIViewController {
    var viewControllers: [UIViewController]?
    var selectedIndex = 0
    weak var delegate: (any UITabBarControllerDelegate)?
}
