import Testing

@testable import PathMatching

/// Properties of every constraint, so that the tests fail if a new one is forgotten somewhere.
struct PathConstraintTests {
    @Test(arguments: PathConstraint.allCases)
    func `a named constraint says what fits and what does not`(constraint: PathConstraint) throws {
        switch constraint.form {
        case .words, .any: #expect(constraint.name == nil)
        case .bytes, .groups:
            let name = try #require(constraint.name)
            #expect(PathConstraint(name: name) == constraint)
            #expect(!constraint.summary.isEmpty)
            #expect(!constraint.samples.isEmpty && !constraint.misfits.isEmpty)
        }
    }

    @Test(arguments: PathConstraint.names)
    func `a whole segment is taken if it fits`(name: String) throws {
        let constraint = try #require(PathConstraint(name: name))
        let trie = try PathTrie("/a/{x:\(name)}/b")
        for sample in constraint.samples { #expect(trie.match("/a/\(sample)/b")?["x"] == sample) }
        for misfit in constraint.misfits + ["", "!", "%20"] {
            #expect(trie.match("/a/\(misfit)/b") == nil, "\(misfit)")
        }
    }

    /// In each position of a segment, a capture is split off according to its constraint.
    @Test(arguments: PathConstraint.names)
    func `a part of a segment is taken if it fits`(name: String) throws {
        let constraint = try #require(PathConstraint(name: name))
        let last = try PathTrie("/{t}!{x:\(name)}")
        let first = try PathTrie("/{x:\(name)}!{t}")
        let middle = try PathTrie("/{t:alpha}!{x:\(name)}!{u}")
        let both = try PathTrie("/{x:\(name)}!{n:int}")
        for sample in constraint.samples {
            #expect(last.match("/a!b!\(sample)")?["x"] == sample)
            #expect(first.match("/\(sample)!a")?["x"] == sample)
            #expect(middle.match("/a!\(sample)!b")?["x"] == sample)
            #expect(both.match("/\(sample)!5")?["x"] == sample)
        }
        for misfit in constraint.misfits where !misfit.contains("!") {
            #expect(last.match("/a!\(misfit)") == nil, "\(misfit)")
            #expect(first.match("/\(misfit)!a") == nil, "\(misfit)")
            #expect(middle.match("/a!\(misfit)!b") == nil, "\(misfit)")
            #expect(both.match("/\(misfit)!5") == nil, "\(misfit)")
        }
    }

    @Test(arguments: PathConstraint.allCases)
    func `the last sample is taken by no earlier constraint`(constraint: PathConstraint) throws {
        guard let sample = constraint.samples.last else { return }
        let patterns = PathConstraint.names.map { "/{x:\($0)}" } + ["/{x}"]
        let expected = constraint.name.map { "/{x:\($0)}" } ?? "/{x}"
        #expect(try PathTrie(patterns.reversed()).match("/" + sample)?.value == expected)
    }

    @Test(arguments: PathConstraint.allCases)
    func `samples are canonical`(constraint: PathConstraint) {
        for sample in constraint.samples + constraint.misfits {
            #expect(withBytes(of: "/" + sample, CanonicalPath.isCanonical), "\(sample)")
        }
    }
}
