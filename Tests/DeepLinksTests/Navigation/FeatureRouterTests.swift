import DeepLinks
import Testing

@MainActor
struct FeatureRouterTests {
    /// A router for the numbers of a range, which it shows as text.
    private struct RangeRouter: FeatureRouter {
        let name: String
        let range: Range<Int>

        func canHandle(_ destination: Int) -> Bool { range.contains(destination) }

        func makeView(for destination: Int) -> String { "\(name) \(destination)" }
    }

    /// A router with mutable state.
    private final class CountingRouter: FeatureRouter {
        var count = 0

        func canHandle(_ destination: Int) -> Bool { destination < 0 }

        func makeView(for destination: Int) -> String {
            count += 1
            return "view \(count)"
        }
    }

    @Test(arguments: [(1, "low 1"), (5, "low 5"), (12, "high 12"), (10, "high 10"), (20, nil)])
    func `the first router that can handle a destination shows it`(destination: Int, view: String?)
    {
        let group = FeatureRouterGroup(
            RangeRouter(name: "low", range: 0..<10),
            RangeRouter(name: "high", range: 3..<20)
        )
        #expect(group.makeView(for: destination) == view)
        #expect(group.canHandle(destination) == (view != nil))
        #expect((group.router(for: destination) != nil) == (view != nil))
    }

    @Test func `a group takes routers of all kinds, also later`() {
        var group = FeatureRouterGroup<Int, String>()
        #expect(group.makeView(for: -1) == nil)
        let counting = CountingRouter()
        group.routers.append(counting)
        group.routers.append(RangeRouter(name: "all", range: -9..<9))
        #expect(group.makeView(for: -1) == "view 1")
        #expect(group.makeView(for: -2) == "view 2")
        #expect(group.makeView(for: 2) == "all 2")
        #expect(counting.count == 2)
    }
}
