import DeepLinks
import Testing

@MainActor
struct NavigatorTests {
    let navigator = Navigator<String>(path: ["a"])

    @Test func `pushing goes on and popping goes back`() {
        navigator.push("b")
        navigator.push("c")
        #expect(navigator.path == ["a", "b", "c"])
        #expect(navigator.pop() == "c")
        #expect(navigator.path == ["a", "b"])
        navigator.popToRoot()
        #expect(navigator.path.isEmpty)
        #expect(navigator.pop() == nil)
        #expect(navigator.path.isEmpty)
    }

    @Test func `showing goes back to a destination that is there, else on to it`() {
        navigator.show("b")
        navigator.show("c")
        #expect(navigator.path == ["a", "b", "c"])
        navigator.show("b")
        #expect(navigator.path == ["a", "b"])
        navigator.show("b")
        #expect(navigator.path == ["a", "b"])
        navigator.replace(path: ["a", "b", "a", "c"])
        navigator.show("a")
        #expect(navigator.path == ["a", "b", "a"])
    }

    @Test func `what is freed with a destination may read the path`() {
        let navigator = Navigator<Owner>()
        let journal = Journal()
        func screen() -> Owner { Owner { journal.entries.append("\(navigator.path.count)") } }
        let first = screen()
        navigator.replace(path: [first, screen(), screen()])
        navigator.pop()
        navigator.show(first)
        navigator.push(screen())
        navigator.popToRoot()
        #expect(journal.entries == ["2", "1", "0"])
        withExtendedLifetime(first) {}
    }

    @Test func `each change is reported once, with the new path`() {
        var paths: [[String]] = []
        navigator.onChange = { paths.append($0) }
        navigator.push("b")
        navigator.path.append(contentsOf: ["c", "d"])
        navigator.path = ["a"]
        navigator.pop()
        #expect(paths == [["a", "b"], ["a", "b", "c", "d"], ["a"], []])
    }

    @Test func `the path that is there already is no change`() {
        var count = 0
        navigator.onChange = { _ in count += 1 }
        navigator.replace(path: ["a"])
        navigator.path.removeLast()
        navigator.popToRoot()
        navigator.pop()
        #expect(count == 1)
    }

    @Test func `a listener may change the path`() {
        var paths: [[String]] = []
        navigator.onChange = { [navigator] path in
            paths.append(path)
            if path.last == "login required" { navigator.replace(path: ["login"]) }
        }
        navigator.push("login required")
        #expect(navigator.path == ["login"])
        #expect(paths == [["a", "login required"], ["login"]])
    }

    @Test func `a reader is told of the next change, where the system observes`() throws {
        let notices = try observed { #expect(navigator.path.count == 1) }
        navigator.replace(path: ["a"])
        #expect(notices.count == 0)
        navigator.push("b")
        #expect(notices.count == 1)
        navigator.push("c")
        #expect(notices.count == 1)
    }
}
