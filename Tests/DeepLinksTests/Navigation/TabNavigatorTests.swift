import DeepLinks
import DeepLinksTestSupport
import Observation
import Testing

private enum Tab: CaseIterable { case home, catalog, profile }
private enum Sheet: CaseIterable { case login, checkout, help }
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
        navigator.show(["shirts", "shirt 1"], in: .catalog)
        // The path is complete before its tab is selected.
        #expect(states == [#"home ["shirts", "shirt 1"]"#, #"catalog ["shirts", "shirt 1"]"#])
    }

    @Test func `a sheet that is presented while another closes comes after it`() {
        navigator.present(.help)
        navigator.sheetDidOpen()
        navigator.sheet = nil
        navigator.present(.checkout)
        #expect(navigator.sheet == nil)
        navigator.sheetDidClose()
        #expect(navigator.sheet == .checkout)
    }

    // MARK: - Sheets

    @Test func `a sheet that is kept lets links wait until it closes itself`() {
        navigator.keepsSheet = { $0 == .login }
        navigator.present(.login)
        navigator.sheetDidOpen()
        navigator.show(["orders"], in: .profile)
        navigator.present(.checkout)
        #expect(navigator.sheet == .login)
        #expect(navigator.tab == .home)
        navigator.sheet = nil
        #expect(navigator.tab == .home)
        navigator.sheetDidClose()
        #expect(navigator.tab == .profile)
        #expect(navigator[.profile].path == ["orders"])
        #expect(navigator.sheet == .checkout)
    }

    @Test func `a link that comes after a sheet asked for its turn takes the sheet's place`() {
        navigator.keepsSheet = { $0 == .login }
        navigator.present(.login)
        navigator.sheetDidOpen()
        navigator.present(.checkout)
        navigator.show(["orders"], in: .profile)
        navigator.sheet = nil
        navigator.sheetDidClose()
        #expect(navigator.sheet == nil)
        #expect(navigator.tab == .profile)
    }

    @Test func `what waits for a sheet that never appeared goes on when it is removed`() {
        navigator.keepsSheet = { $0 == .login }
        navigator.present(.login)
        navigator.show(["orders"], in: .profile)
        #expect(navigator.tab == .home)
        navigator.sheet = nil
        #expect(navigator.tab == .profile)
    }

    @Test func `presenting replaces an open sheet`() {
        navigator.present(.help)
        navigator.sheetDidOpen()
        navigator.present(.checkout)
        #expect(navigator.sheet == .checkout)
        // The view reports that the old one is gone; the new one is there.
        navigator.sheetDidClose()
        #expect(navigator.sheet == .checkout)
        navigator.sheetDidOpen()
        navigator.show(["shoe 5"], in: .catalog)
        #expect(navigator.tab == .home)
        navigator.sheetDidClose()
        #expect(navigator.tab == .catalog)
        // The one that is open does not wait for itself.
        navigator.keepsSheet = { $0 == .login }
        navigator.present(.login)
        navigator.sheetDidOpen()
        navigator.present(.login)
        navigator.sheet = nil
        navigator.sheetDidClose()
        #expect(navigator.sheet == nil)
    }

    @Test(arguments: [true, false])
    func `a sheet that appears after it was replaced or removed lets no link wait`(
        isRemoved: Bool
    ) {
        navigator.present(.help)
        if isRemoved { navigator.sheet = nil }
        navigator.present(.checkout)
        // The view had begun to show the first one, which closes at once.
        navigator.sheetDidOpen()
        navigator.show(["shoe 5"], in: .catalog)
        #expect(navigator.sheet == nil && navigator.tab == .home)
        navigator.sheetDidClose()
        #expect(navigator.tab == .catalog)

        navigator.present(.help)
        if isRemoved { navigator.sheet = nil }
        navigator.present(.checkout)
        navigator.sheetDidOpen()
        navigator.sheetDidClose()
        // The second one is not there yet, and never will be.
        navigator.show(["orders"], in: .profile)
        #expect(navigator.sheet == nil && navigator.tab == .profile)
    }

    @Test func `views are told of each property that they read`() {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
        for (change, expected) in [
            ("tab", [1, 0, 0]), ("path", [0, 1, 0]), ("sheet", [0, 0, 1]),
        ] {
            let navigator = TestNavigator(tab: .home)
            let notices = Notices()
            withObservationTracking {
                _ = navigator.tab
            } onChange: {
                notices.counts[0] += 1
            }
            withObservationTracking {
                _ = navigator[.home].path
            } onChange: {
                notices.counts[1] += 1
            }
            withObservationTracking {
                _ = navigator.sheet
            } onChange: {
                notices.counts[2] += 1
            }
            switch change {
            case "tab": navigator.tab = .catalog
            case "path": navigator[.home].push("a")
            default: navigator.present(.help)
            }
            #expect(notices.counts == expected)
        }
    }

    // MARK: - Any order of events

    /// A window as a person sees it: sheets take their time to appear and to go.
    @Test(arguments: UInt64(0)..<64)
    func `nothing changes below a sheet, and the latest link is shown in the end`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let navigator = TestNavigator(tab: .home)
        navigator.keepsSheet = { $0 == .login }
        var onScreen: Sheet?
        // What the view has begun to show.
        var coming: Sheet?
        var latest: (path: [String], tab: Tab)?
        var below: [String] { Tab.allCases.map { "\(navigator[$0].path)" } + ["\(navigator.tab)"] }
        for step in 0..<200 {
            let before = (below: below, sheet: navigator.sheet)
            var mayChange = onScreen == nil && before.sheet != .login
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                let tab = Tab.allCases[Int.random(in: 0...2, using: &random)]
                latest = (["\(step)"], tab)
                navigator.show(["\(step)"], in: tab)
                #expect(before.sheet != .login || navigator.sheet == .login)
            case 2:
                let sheet = Sheet.allCases[Int.random(in: 0...2, using: &random)]
                navigator.present(sheet)
                #expect(before.sheet != .login || navigator.sheet == .login)
                // While a sheet closes, no other is presented.
                if before.sheet == nil, onScreen != nil { #expect(navigator.sheet == nil) }
            case 3:
                mayChange = onScreen == nil
                navigator.sheet = nil
            default:
                // The view follows: one sheet goes before another comes.
                if onScreen != nil, navigator.sheet != nil, onScreen != navigator.sheet,
                    Bool.random(using: &random)
                {
                    // A view may also report the new sheet before the end of the old one.
                    onScreen = navigator.sheet
                    navigator.sheetDidOpen()
                    navigator.sheetDidClose()
                } else if onScreen != navigator.sheet, onScreen != nil {
                    onScreen = nil
                    mayChange = true
                    navigator.sheetDidClose()
                } else if onScreen == nil, coming != nil, navigator.sheet != nil {
                    // It may be one that was replaced meanwhile.
                    onScreen = coming
                    coming = nil
                    navigator.sheetDidOpen()
                } else if onScreen == nil {
                    coming = navigator.sheet
                }
            }
            #expect(mayChange || below == before.below, "step \(step)")
        }
        for _ in 0..<4 {
            navigator.sheet = nil
            if onScreen != nil {
                onScreen = nil
                navigator.sheetDidClose()
            }
        }
        #expect(navigator.sheet == nil)
        guard let latest else { return }
        #expect(navigator.tab == latest.tab)
        #expect(navigator[latest.tab].path == latest.path)
    }
}

/// How often each observer was called: always on the main actor's thread here, which the closure's type does not express.
private final class Notices: @unchecked Sendable { var counts = [0, 0, 0] }
