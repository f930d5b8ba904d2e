public import Observation

/// What a window with tabs shows: the selected tab, a path of screens in each tab, and the sheet above them.
///
/// ```swift
/// let navigator = TabNavigator<ShopTab, ShopScreen, ShopSheet>(tab: .home)
/// navigator.show([.category(3), .product(5)], in: .catalog)
/// navigator.present(.checkout)
/// ```
///
/// A link says where it leads, and the navigator finds the way there: it selects the tab, keeps the screens that are shown already, and
/// waits for a sheet to be gone before it changes what is below. It has no views. Bind ``tab`` to the selection of a `TabView`, the
/// path of each tab's ``Navigator`` to a `NavigationStack`, and ``sheet`` to `sheet(item:)`, with ``sheetDidOpen()`` in the sheet's
/// `onAppear` and ``sheetDidClose()`` in `onDismiss`. <doc:TabsAndSheets> has the code for SwiftUI and for UIKit.
///
/// Each window needs a navigator of its own.
@MainActor
public final class TabNavigator<
    Tab: Hashable,
    Screen: Hashable,
    Sheet: Hashable
> {
    /// How far the sheet is on its way.
    private enum SheetState {
        /// There is no sheet, or it is not on the screen yet.
        case notShown
        case shown
        /// Another sheet is to take its place, and neither has said so yet.
        case replaced
        /// The sheet was removed, and is still on the screen.
        case closing
    }

    private let selection: ObservedValue<Tab>
    private let presented = ObservedValue<Sheet?>(nil)
    private var navigators: [Tab: Navigator<Screen>] = [:]
    private var sheetState = SheetState.notShown

    /// Whether a sheet that was removed or replaced before it was on the screen may still come there, and close at once.
    private var mayAppearLate = false

    /// Something that was asked for.
    private enum Wish: Equatable {
        case path([Screen], in: Tab)
        case sheet(Sheet)
    }

    /// What is shown as soon as no sheet is in the way, in this order.
    ///
    /// A new path replaces a waiting path. A new path or sheet replaces a waiting sheet, unless that sheet is kept.
    private var waiting: [Wish] = []

    /// Whether a change is under way: what ``onChange`` asks for meanwhile comes after it.
    private var isChanging = false

    /// Called after each change of the tab, of a path or of the sheet, for systems and views without `Observation`.
    ///
    /// If the closure calls ``show(_:in:)`` or ``present(_:)``, the navigator completes the present change first.
    public var onChange: (@MainActor () -> Void)?

    /// Whether a sheet has to be closed by the person or by itself, such as a login or terms of use.
    ///
    /// What ``show(_:in:)`` and ``present(_:)`` ask for while such a sheet is open, or waits, comes when it is gone. Any other sheet is
    /// dismissed or replaced. By default, no sheet is kept.
    public var keepsSheet: (Sheet) -> Bool = { _ in false }

    /// Creates a navigator with the tab to begin with.
    public init(tab: Tab) {
        selection = ObservedValue(tab)
        selection.onChange = { [unowned self] in onChange?() }
        presented.onChange = { [unowned self] in onChange?() }
    }

    /// The selected tab.
    public var tab: Tab {
        get { selection.value }
        set { selection.value = newValue }
    }

    /// The navigator of a tab, which is made on first use and stays the same.
    public subscript(tab: Tab) -> Navigator<Screen> {
        if let navigator = navigators[tab] { return navigator }
        let navigator = Navigator<Screen>()
        // A view may keep the tab's navigator longer than this one.
        navigator.onChangeInWindow = { [weak self] in self?.onChange?() }
        navigators[tab] = navigator
        return navigator
    }

    /// The sheet that is presented, or nil.
    ///
    /// Setting nil dismisses the sheet, also one that is kept. Setting a sheet is the same as ``present(_:)``.
    public var sheet: Sheet? {
        get { presented.value }
        set {
            if let newValue {
                present(newValue)
            } else {
                change(dismiss)
            }
        }
    }

    /// Selects a tab and shows a path in it, from the tab's root on, so that "back" leads through the path.
    ///
    /// What is shown already stays: a path with the same beginning loses only its other screens, in one change. An open sheet is
    /// dismissed first, and the rest follows when it is gone. If the sheet has to be kept, the path waits until it closes. Of paths that
    /// wait for the same sheet, only the latest is shown.
    public func show(_ path: [Screen], in tab: Tab) {
        // A sheet that waits would be above the new path, and would be dismissed by it if it was open.
        dropWaitingSheet()
        if case .path? = waiting.last { waiting.removeLast() }
        change { waiting.append(.path(path, in: tab)) }
    }

    /// Presents a sheet, in place of the one that is open.
    ///
    /// If the open sheet has to be kept, or is closing, the new one is presented when it is gone. Of sheets that wait, only the latest is
    /// presented, and those that have to be kept: each of them, once.
    public func present(_ sheet: Sheet) {
        let wish = Wish.sheet(sheet)
        if keepsSheet(sheet), presented.value == sheet || waiting.contains(wish) { return }
        dropWaitingSheet()
        change { waiting.append(wish) }
    }

    /// Drops the sheet that another path or sheet would dismiss or replace if it was open.
    private func dropWaitingSheet() {
        if case .sheet(let sheet)? = waiting.last, !keepsSheet(sheet) { waiting.removeLast() }
    }

    /// Goes back to the beginning, so that the next user sees nothing of this one.
    ///
    /// Every tab goes back to its root. The sheet is dismissed, also one that is kept, and nothing waits any more. What is shown next
    /// waits until the sheet is gone: if you replace the window's views together with the sheet, ``sheetDidClose()`` is not called in its
    /// `onDismiss`, so call it after the reset.
    public func reset(to tab: Tab) {
        change {
            waiting = [.path([], in: tab)]
            dismiss()
            for navigator in navigators.values { navigator.popToRoot() }
        }
    }

    /// Says that the sheet is on the screen; call it in the sheet's `onAppear`.
    public func sheetDidOpen() {
        if presented.value != nil { sheetState = mayAppearLate ? .replaced : .shown }
        mayAppearLate = false
    }

    /// Says that the sheet is gone, and shows what waits for that; call it in `onDismiss`.
    ///
    /// While ``sheet`` is set, nothing happens: then one sheet has replaced another.
    public func sheetDidClose() {
        if presented.value == nil {
            change { sheetState = .notShown }
        } else if sheetState == .replaced {
            sheetState = .notShown
        }
    }

    /// Removes the sheet.
    private func dismiss() {
        guard presented.value != nil else { return }
        // A sheet that never was on the screen does not report that it has closed.
        mayAppearLate = sheetState == .notShown
        if !mayAppearLate { sheetState = .closing }
        presented.value = nil
    }

    /// Changes something, then shows what waits, until a sheet is in the way.
    private func change(_ something: () -> Void) {
        let isInside = isChanging
        isChanging = true
        something()
        guard !isInside else { return }
        while sheetState != .closing, let wish = waiting.first {
            if let sheet = presented.value, keepsSheet(sheet) { break }
            switch wish {
            case .path where presented.value != nil:
                dismiss()
            case .path(let path, let tab):
                waiting.removeFirst()
                self[tab].replace(path: path)
                self.tab = tab
            case .sheet(let sheet):
                waiting.removeFirst()
                if presented.value != nil, presented.value != sheet {
                    if sheetState == .notShown { mayAppearLate = true }
                    if sheetState == .shown { sheetState = .replaced }
                }
                presented.value = sheet
            }
        }
        isChanging = false
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension TabNavigator: Observable {}
