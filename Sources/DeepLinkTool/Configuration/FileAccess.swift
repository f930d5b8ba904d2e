/// How the tool reads files, so that tests need no disk.
package struct FileAccess {
    package enum Failure: Error, Hashable, Sendable {
        case notFound
        case folder
        case notPermitted
        /// Another failure, as the system describes it.
        case other(String)
    }

    let read: (String) -> Result<[UInt8], Failure>

    /// Lists the paths in the folder of a file that was not found; only used for messages.
    let neighbors: (String) -> [String]

    /// The day on which a file was last changed, such as `2026-11-26`; nil if that is not known.
    let day: (String) -> String?

    /// How many folders are above the current one.
    let folderDepth: Int

    package init(
        folderDepth: Int = 0,
        read: @escaping (String) -> Result<[UInt8], Failure>,
        neighbors: @escaping (String) -> [String] = { _ in [] },
        day: @escaping (String) -> String? = { _ in nil }
    ) {
        self.folderDepth = folderDepth
        self.read = read
        self.neighbors = neighbors
        self.day = day
    }

    package static var none: FileAccess { FileAccess { _ in .failure(.notFound) } }

    /// Only the given files, seen from a folder of the given depth.
    package static func files(_ texts: [String: String], folderDepth: Int = 0) -> FileAccess {
        FileAccess(
            folderDepth: folderDepth,
            read: { path in
                texts[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
            },
            neighbors: { _ in texts.keys.sorted() }
        )
    }
}
