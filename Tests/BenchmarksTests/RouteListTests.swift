import Testing

@testable import DeepLinksBenchmarks

struct RouteListTests {
    @Test
    func `a line is a pattern and its path`() throws {
        let list = try RouteList(Array("# A remark.\n/a/{id}\t/a/1\n\n/b\t/b\n".utf8))
        #expect(list.patterns == ["/a/{id}", "/b"])
        #expect(list.paths == ["/a/1", "/b"])
    }

    @Test
    func `a line of another form is named`() {
        let error = #expect(throws: WrongAnswer.self) { try RouteList(Array("/a /a\n".utf8)) }
        #expect(error?.description == "'/a /a' is not a pattern, a tab and a path.")
    }

    @Test
    func `a miss is much like a hit, and has no answer`() throws {
        let list = RouteList(
            patterns: ["/a", "/b/{id}", "/{x}/{y}/z"],
            paths: ["/a", "/b/1", "/1/2/z"]
        )
        let misses = try list.misses(by: LinearMatcher(list.patterns))
        #expect(misses.map(\.path) == ["/ax", "/b/1/x", "/1/2/zx"])
        #expect(misses.allSatisfy { $0.answer == nil })
    }

    @Test
    func `paths that are like no miss are left out, and a list of nothing else is told`() throws {
        let list = RouteList(patterns: ["/a", "/b/{*rest}"], paths: ["/a", "/b/1"])
        let misses = try list.misses(by: LinearMatcher(list.patterns))
        #expect(misses.map(\.path) == ["/ax", "/x/b/1"])
        let all = RouteList(patterns: ["/{*all}"], paths: ["/a"])
        let error = #expect(throws: WrongAnswer.self) {
            try all.misses(by: LinearMatcher(all.patterns))
        }
        #expect(
            error?.description == "Every path similar to one of the list has an answer."
        )
    }

    @Test
    func `patterns without text and all but every second can be left out`() {
        let list = RouteList(
            patterns: ["/{a}", "/a", "/{*b}/{c}", "/b/{c}", "/{c}-{d}"],
            paths: ["/1", "/a", "/1/2", "/b/1", "/1-2"]
        )
        #expect(list.withoutCapturesAlone.patterns == ["/a", "/b/{c}", "/{c}-{d}"])
        #expect(list.withoutCapturesAlone.paths == ["/a", "/b/1", "/1-2"])
        #expect(list.every(2).paths == ["/1", "/1/2", "/1-2"])
    }

    @Test
    func `paths that miss GitLab's routes are missed by a plain matcher, too`() throws {
        let list = try RouteList(DataFile.gitlab).withoutCapturesAlone
        #expect(list.patterns.count == 1_769)
        let judge = LinearMatcher(list.patterns)
        let misses = try list.every(128).misses(by: judge)
        #expect(misses.count >= 7)
        try misses.verify("linear matcher") { judge.match($0)?.index }
        try misses.verify("tree", SegmentTree(list.patterns).match)
    }

    @Test
    func `a wrong answer is told with the path, what was found and what was not`() {
        let questions = [Question(path: "/a", answer: 0), Question(path: "/b", answer: nil)]
        let error = #expect(throws: WrongAnswer.self) { try questions.verify("a guess") { _ in 0 } }
        #expect(
            error?.description == "'a guess' finds route 0 for '/b', where the answer is no route."
        )
    }

    @Test(arguments: [
        (DataFile.github, 130), (DataFile.staticSite, 157),
        (DataFile.apps, 26),
    ])
    func `each path of the data has its own pattern as its answer`(
        file: DataFile,
        count: Int
    ) throws {
        let list = try RouteList(file)
        #expect(list.patterns.count == count)
        let matcher = LinearMatcher(list.patterns)
        try list.hits.verify("linear matcher") { matcher.match($0)?.index }
        #expect(Set(list.paths).count == count)
    }
}
