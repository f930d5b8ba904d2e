package import DeepLinks
package import PathMatching

/// The paths that an app registers, as a configuration lists them.
package struct RegisteredPaths: Sendable {
    private var trie = PathTrie<Int>()

    /// The patterns that could be read, in their order.
    package private(set) var all: [PathPattern] = []

    /// The elements of the list that are not path patterns or occur twice, by their index, with the reason.
    package private(set) var flaws: [(index: Int, message: String)] = []

    private let likeness: PathLikeness

    /// Reads paths as they were written, which may be patterns.
    package init(_ paths: [String]) {
        for (index, path) in paths.enumerated() {
            do throws(PathPatternError) {
                let pattern = try PathPattern(path)
                if let first = trie.insertIfAbsent(index, at: pattern) {
                    flaws.append(
                        (index, "'\(path)' is the same path as '\(paths[first])'; remove one.")
                    )
                } else {
                    all.append(pattern)
                }
            } catch {
                flaws.append((index, error.description))
            }
        }
        likeness = PathLikeness(to: all)
    }

    /// A path for each pattern.
    package var samples: [String] { all.compactMap { SampleLinks($0).tails(1).first } }

    /// Paths that patterns match, with the texts of the given ones where they can; only of patterns whose segments may have some texts.
    func samples(like paths: [String], _ texts: [String?]) -> some Sequence<String> {
        all.lazy.filter { pattern in
            let segments = pattern.segments.prefix { $0.kind != .catchAll }
            return zip(segments, texts).allSatisfy { segment, text in
                guard let text, segment.kind == .literal else { return true }
                return pattern.text[segment.text]
                    .elementsEqual(text.percentEncoded(keeping: .segment).utf8)
            }
        }.flatMap { SampleLinks($0, like: paths).tails(4) }
    }

    /// The pattern that matches a link's path; nil if there is none.
    package func pattern(for link: DeepLink) -> PathPattern? {
        trie.match(link.path)?.pattern
    }

    /// The registered path that is spelled most like the given one; nil if none is near enough to be meant.
    package func nearest(to path: String) -> String? {
        likeness.nearest(to: path, limit: 1).first.map { all[$0].description }
    }
}
