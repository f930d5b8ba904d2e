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

final class UIView: UIResponder {
    var window: UIWindow?
}

/// A controller whose sheets take their time: `finishAnimation()` lets one be there, or gone.
@MainActor
class UIViewController: UIResponder {
    let view = UIView()
    private(set) var presentedViewController: UIViewController?
    let presentationController: UIPresentationController? = UIPresentationController()

    /// How often UIKit refused to present or to dismiss; it would only log this.
    private(set) var refusals = 0
    private var animationEnd: (() -> Void)?
    private var isPulledDown = false

    func viewDidAppear(_ animated: Bool) {}

    /// Refuses, without calling the completion, while another sheet is there or the view is in no window.
    func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        guard presentedViewController == nil, view.window != nil else {
            refusals += 1
            return
        }
        presentedViewController = controller
        animationEnd = completion ?? {}
    }

    /// Refuses, without calling the completion, while the sheet comes or goes; a person may pull it down at any time.
    func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        guard presentedViewController != nil, animationEnd == nil else {
            if !isPulledDown { refusals += 1 }
            return
        }
        animationEnd = { [self] in
            isPulledDown = false
            presentedViewController = nil
            completion?()
        }
    }

    /// A person pulls the sheet down.
    func pullDown() {
        guard let sheet = presentedViewController?.presentationController, animationEnd == nil
        else { return }
        dismiss(animated: true) { sheet.delegate?.presentationControllerDidDismiss(sheet) }
        isPulledDown = true
    }

    /// Finishes the animation that runs.
    ///
    /// - Returns: Whether one ran.
    @discardableResult
    func finishAnimation() -> Bool {
        guard let end = animationEnd else { return false }
        animationEnd = nil
        end()
        return true
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

    init(rootViewController: UIViewController) { viewControllers = [rootViewController] }

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

final class UITab {}

class UITabBarController: UIViewController {
    var tabs: [UITab] = []
    var viewControllers: [UIViewController]?
    var selectedIndex = 0
    weak var delegate: (any UITabBarControllerDelegate)?
}
