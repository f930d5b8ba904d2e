import Testing

@testable import DeepLinksBenchmarks

/// The baselines find what the slow reference matcher finds.
struct BaselineTests {
    @Test(arguments: [DataFile.github, DataFile.staticSite, DataFile.apps])
    func `the scan and the tree agree with the judge`(file: DataFile) throws {
        let list = try RouteList(file)
        let judge = LinearMatcher(list.patterns)
        let (scan, tree) = (LinearScan(list.patterns), SegmentTree(list.patterns))
        for question in try list.hits + list.misses(by: judge) {
            #expect(scan.match(question.path) == question.answer, "\(question.path)")
            #expect(tree.match(question.path) == question.answer, "\(question.path)")
        }
    }

    @Test func `the tree and the judge know catch-alls`() throws {
        let patterns = ["/{*group}/-/issues/{id}", "/{*path}", "/{group}/-/{page}"]
        let (judge, tree) = (LinearMatcher(patterns), SegmentTree(patterns))
        for (path, index) in [("/a/b/-/issues/5", 0), ("/a/b", 1), ("/a/-/b", 2), ("/a/-/b/c", 1)] {
            #expect(judge.match(path)?.index == index)
            #expect(tree.match(path) == index)
        }
        #expect(judge.match("/a/b/-/issues/5")?.captures == ["a/b", "5"])
    }

    @Test func `each path of GitLab has its own pattern as its answer`() throws {
        let list = try RouteList(DataFile.gitlab)
        #expect(list.patterns.count == 1_772)
        try list.hits.verify("tree", SegmentTree(list.patterns).match)
    }
}
