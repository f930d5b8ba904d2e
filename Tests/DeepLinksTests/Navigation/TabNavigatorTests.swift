import DeepLinks
import DeepLinksTestSupport
import Testing

private enum Tab: CaseIterable { case home, catalog, profile }
private enum Sheet: CaseIterable { case login, checkout, help, terms }
private typealias TestNavigator = TabNavigator<Tab, String, Sheet>

@MainActor
struct TabNavigatorTests {
    private let navigator = TestNavigator(tab: .home)

    @Test func `a link selects its tab and shows its path there`() {
        navigator[.home].push("news")
        navigator.show(["shoes", "shoe 5"], in: .catalog)
        #expect(navigator.tab == .catalog)
        #expect(navigator[.catalog].path == ["shoes", "shoe 5"])
        #expect(navigator[.home].path == ["news"])
    }

    @Test(arguments: 0..<6)
    func `a reset leaves nothing of what was shown, and nothing waits`(choice: Int) {
        let (open, isOnScreen) = ([nil, Sheet.login, .help][choice / 2], choice % 2 == 1)
        navigator.keepsSheet = { $0 == .login }
        navigator.show(["shoes", "shoe 5"], in: .catalog)
        navigator.show(["orders"], in: .profile)
        if let sheet = open {
            navigator.present(sheet)
            if isOnScreen { navigator.sheetDidOpen() }
            navigator.show(["settings"], in: .profile)
            navigator.present(.checkout)
        }
        navigator.reset(to: .home)
        #expect(navigator.sheet == nil)
        navigator.sheetDidClose()
        #expect(navigator.tab == .home && navigator.sheet == nil)
        #expect(Tab.allCases.allSatisfy { navigator[$0].path.isEmpty })
        navigator.show(["shoes"], in: .catalog)
        #expect(navigator.tab == .catalog && navigator[.catalog].path == ["shoes"])
        // Where no sheet was to appear, none appears late.
        guard open == nil else { return }
        navigator.present(.help)
        navigator.sheetDidOpen()
        navigator.sheetDidClose()
        navigator.show([], in: .catalog)
        #expect(navigator.sheet == nil && navigator[.catalog].path == ["shoes"])
    }

    // MARK: - Faults of real apps

    @Test func `what is shown already is not shown again`() {
        navigator.show(["shoes", "shoe 5"], in: .catalog)
        var changes = 0
        navigator.onChange = { changes += 1 }
        navigator.show(["shoes", "shoe 5"], in: .catalog)
        #expect(changes == 0)
    }

    @Test func `a path changes in one step, also with the tab`() {
        navigator.show(["shoes", "shoe 5"], in: .catalog)
        navigator.tab = .home
        var states: [String] = []
        navigator.onChange = { [navigator] in
            states.append("\(navigator.tab) \(navigator[.catalog].path)")
        }
        // A hook of the app's own for the path leaves that of the window in place.
        navigator[.catalog].onChange = { states.append("\($0.count)") }
        navigator.show(["shirts", "shirt 1"], in: .catalog)
        // The path is complete before its tab is selected.
        #expect(states == ["2", #"home ["shirts", "shirt 1"]"#, #"catalog ["shirts", "shirt 1"]"#])
    }

    // MARK: - Sheets

    @Test func `a sheet that is kept lets links wait until it closes itself`() {
        navigator.keepsSheet = { $0 == .login }
        navigator.present(.login)
        navigator.sheetDidOpen()
        navigator.show(["shoe 5"], in: .catalog)
        navigator.present(.help)
        navigator.show(["orders"], in: .profile)
        navigator.present(.checkout)
        #expect(navigator.sheet == .login)
        #expect(navigator.tab == .home)
        navigator.sheet = nil
        #expect(navigator.tab == .home)
        navigator.sheetDidClose()
        #expect(navigator.tab == .profile)
        #expect(navigator[.profile].path == ["orders"] && navigator[.catalog].path == [])
        #expect(navigator.sheet == .checkout)
    }

    @Test(arguments: [true, false], [true, false])
    func `a sheet that is asked for while another goes waits for that`(isLink: Bool, isKept: Bool) {
        let next = isKept ? Sheet.login : .help
        navigator.keepsSheet = { $0 == .login }
        navigator.present(.checkout)
        navigator.sheetDidOpen()
        var isFirst = true
        navigator.onChange = { [navigator] in
            guard isFirst else { return }
            isFirst = false
            navigator.present(next)
        }
        if isLink { navigator.show(["shoe 5"], in: .catalog) } else { navigator.sheet = nil }
        #expect(navigator.sheet == nil && navigator.tab == .home)
        navigator.sheetDidClose()
        #expect(navigator.sheet == next && navigator.tab == (isLink ? .catalog : .home))
        // It is taken back before it was on the screen, so nothing has to close.
        navigator.sheet = nil
        navigator.show(["orders"], in: .profile)
        #expect(navigator.tab == .profile && navigator[.profile].path == ["orders"])
    }

    @Test func `views are told of each property that they read`() throws {
        for (change, expected) in [
            ("tab", [1, 0, 0]), ("path", [0, 1, 0]), ("sheet", [0, 0, 1]),
        ] {
            let navigator = TestNavigator(tab: .home)
            let notices = [
                try observed { _ = navigator.tab }, try observed { _ = navigator[.home].path },
                try observed { _ = navigator.sheet },
            ]
            switch change {
            case "tab": navigator.tab = .catalog
            case "path": navigator[.home].push("a")
            default: navigator.present(.help)
            }
            #expect(notices.map(\.count) == expected)
        }
    }

    @Test func `a tab's navigator can be kept longer than the window's`() {
        var navigator: TestNavigator? = TestNavigator(tab: .home)
        let home = navigator?[.home]
        navigator = nil
        home?.push("a")
        #expect(home?.path == ["a"])
    }

    // MARK: - Any order of events

    /// Links, people and what `onChange` asks for, in any order, against a window in which sheets come and go at once.
    @Test(arguments: UInt64(0)..<UInt64(rounds(100)))
    func `the window shows in the end what it would show if sheets took no time`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let navigator = TestNavigator(tab: .home)
        navigator.keepsSheet = Instant.keeps
        let view = SheetView(navigator)
        var expected = Instant()
        var (inside, isReset) = (0, false)
        func isExpected() -> Bool {
            navigator.tab == expected.tab && navigator[navigator.tab].path == expected.path
                && navigator.sheet == expected.sheet
        }
        var below: [String] { Tab.allCases.map { "\(navigator[$0].path)" } + ["\(navigator.tab)"] }
        func ask() {
            let tab = Tab.allCases[Int.random(in: 0...2, using: &random)]
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2:
                let path = ["\(UInt8.random(in: 0...2, using: &random))"]
                expected.ask(for: .path(path, tab))
                navigator.show(path, in: tab)
            case 3...5:
                let sheet = Sheet.allCases[Int.random(in: 0...3, using: &random)]
                expected.ask(for: .sheet(sheet))
                navigator.present(sheet)
            case 6, 7:
                guard navigator.sheet != nil else { return }
                expected.close()
                navigator.sheet = nil
            default:
                expected = Instant(tab: tab)
                isReset = true
                navigator.reset(to: tab)
            }
        }
        navigator.onChange = {
            guard inside > 0, Int.random(in: 0..<3, using: &random) == 0 else { return }
            inside -= 1
            ask()
        }
        for _ in 0..<64 {
            (inside, isReset) = (4, false)
            let (before, isHidden) = (below, view.hidesBelow)
            if Bool.random(using: &random) { ask() }
            // Only a reset changes what is below a sheet.
            #expect(!isHidden || isReset || below == before)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                view.goOn(isEarly: Bool.random(using: &random))
            }
        }
        inside = 0
        repeat {
            while view.goOn(isEarly: false) {}
            #expect(isExpected(), "\(navigator.tab) \(navigator.sheet as Any), not \(expected)")
            expected.close()
            navigator.sheet = nil
        } while navigator.sheet != nil || view.isShown
        navigator.show(["last"], in: .catalog)
        #expect(navigator.tab == .catalog && navigator[.catalog].path == ["last"])
    }
}

/// What a window shows if sheets come and go at once.
private struct Instant {
    enum Wish: Equatable {
        case path([String], Tab)
        case sheet(Sheet)
    }

    var tab = Tab.home
    var path: [String] = []
    var sheet: Sheet?
    var waiting: [Wish] = []

    static func keeps(_ sheet: Sheet) -> Bool { sheet == .login || sheet == .terms }

    mutating func ask(for wish: Wish) {
        if let sheet, Self.keeps(sheet) {
            if case .sheet(let other) = wish, Self.keeps(other),
                sheet == other || waiting.contains(wish)
            {
                return
            }
            waiting.append(wish)
            return
        }
        switch wish {
        case .path(let path, let tab): (self.path, self.tab, sheet) = (path, tab, nil)
        case .sheet(let other): sheet = other
        }
    }

    mutating func close() {
        sheet = nil
        let wishes = waiting
        waiting = []
        for wish in wishes { ask(for: wish) }
    }
}

/// What SwiftUI does with `sheet(item:onDismiss:)`: one step at a time, and one sheet at a time.
@MainActor
private final class SheetView {
    private enum Phase {
        case none
        case coming(Sheet)
        case shown(Sheet)
        case going
    }

    private let navigator: TestNavigator
    private var phase = Phase.none

    init(_ navigator: TestNavigator) { self.navigator = navigator }

    var isShown: Bool { if case .none = phase { false } else { true } }

    /// Whether a sheet hides what is below it; one that was removed before it appeared does so for a moment, which nobody can know.
    private(set) var hidesBelow = false

    /// Takes the next step.
    ///
    /// - Parameter isEarly: Whether a sheet that takes another's place is reported before the end of the other.
    /// - Returns: Whether there was a step.
    @discardableResult
    func goOn(isEarly: Bool) -> Bool {
        switch phase {
        case .none:
            guard let sheet = navigator.sheet else { return false }
            phase = .coming(sheet)
        case .coming(let sheet):
            phase = .shown(sheet)
            hidesBelow = navigator.sheet != nil
            navigator.sheetDidOpen()
        case .shown(let sheet):
            guard navigator.sheet != sheet else { return false }
            if isEarly, let next = navigator.sheet {
                phase = .shown(next)
                navigator.sheetDidOpen()
                navigator.sheetDidClose()
            } else {
                phase = .going
            }
        case .going:
            phase = .none
            hidesBelow = false
            navigator.sheetDidClose()
        }
        return true
    }
}
