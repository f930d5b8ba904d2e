package import DeepLinks
package import PathMatching

/// The paths that an app registers, as a configuration lists them.
package struct RegisteredPaths: Sendable {
    private var trie = PathTrie<Int>()

    /// The patterns that could be read, in their order.
    package private(set) var all: [PathPattern] = []

    /// The shapes of the patterns, each with its index in the list, by the text of their first segment; nil for those that begin with a
    /// capture.
    private var shapes: [[UInt8]?: [(index: Int, shape: PathShape)]] = [:]

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
                    let shape = PathShape(pattern)
                    shapes[shape.start, default: []].append((index, shape))
                }
            } catch {
                flaws.append((index, error.description))
            }
        }
        likeness = PathLikeness(to: all)
    }

    /// The index in the list of the first path that can be one of some shape; nil if there is none.
    func firstIndex(of shape: PathShape) -> Int? {
        // The shapes whose first segment may be the same.
        let near = shape.start.map { [shapes[$0] ?? [], shapes[nil] ?? []] }
        return (near ?? Array(shapes.values))
            .compactMap { $0.first { !shape.isDisjoint(from: $0.shape) }?.index }.min()
    }

    /// A path for each pattern.
    package var samples: [String] { all.compactMap { SampleLinks($0).tails(1).first } }

    /// The pattern that matches a link's path; nil if there is none.
    package func pattern(for link: DeepLink) -> PathPattern? {
        trie.match(link.path)?.pattern
    }

    /// The registered path that is spelled most like the given one; nil if none is near enough to be meant.
    package func nearest(to path: String) -> String? {
        likeness.nearest(to: path, limit: 1).first.map { all[$0].description }
    }
}
