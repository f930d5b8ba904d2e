import DeepLinks
import PathMatching

/// The memory that routes hold.
@MainActor
enum Memory {
    static var contests: [Contest] {
        [
            contest("GitHub API, 130 routes") { try RouteList(DataFile.github) },
            contest("static site, 157 routes") { try RouteList(DataFile.staticSite) },
            contest("100 000 routes", mark: 80) { Scale.routes(100_000) },
        ]
    }

    private static func contest(
        _ title: String,
        mark: Double? = nil,
        list: @escaping @MainActor () throws -> RouteList
    ) -> Contest {
        Contest(suite: "memory", title: title) {
            let patterns = try list().patterns
            let textBytes = patterns.reduce(0) { $0 + $1.utf8.count }
            return [
                Footprint(
                    name: "trie",
                    routes: patterns.count,
                    textBytes: textBytes,
                    mark: mark,
                    make: {
                        var trie = PathTrie<Int>()
                        for (index, pattern) in patterns.enumerated() {
                            try trie.insert(index, at: PathPattern(pattern))
                        }
                        return trie
                    }
                ),
                Footprint(
                    name: "handler, with actions",
                    routes: patterns.count,
                    textBytes: textBytes,
                    make: {
                        let handler = DeepLinkHandler()
                        for pattern in patterns {
                            try handler.register(pattern) { _ in }
                        }
                        return handler
                    }
                ),
                Footprint(
                    name: "dictionary of whole paths",
                    routes: patterns.count,
                    textBytes: textBytes,
                    make: {
                        var dictionary: [String: Int] = [:]
                        for (index, pattern) in patterns.enumerated() {
                            dictionary[pattern.copied] = index
                        }
                        return dictionary
                    }
                ),
            ]
        }
    }
}
