/// How the tool reads files, so that tests need no disk.
package struct FileAccess {
    /// Why a file cannot be read.
    package enum Failure: Error, Hashable, Sendable {
        /// There is no such file.
        case notFound
        /// It is a folder.
        case folder
        /// The user may not read it.
        case notPermitted
        /// Something else, in the words of the system.
        case other(String)
    }

    /// Reads a file's bytes.
    let read: @MainActor (String) -> Result<[UInt8], Failure>

    /// Lists the paths of what is in the folder of a file that was not found; only for messages.
    let neighbors: @MainActor (String) -> [String]

    /// Creates an access.
    ///
    /// - Parameters:
    ///   - read: Reads a file's bytes.
    ///   - neighbors: Lists the paths of what is in the folder of a file that was not found, written as that file was.
    package init(
        read: @escaping @MainActor (String) -> Result<[UInt8], Failure>,
        neighbors: @escaping @MainActor (String) -> [String] = { _ in [] }
    ) {
        self.read = read
        self.neighbors = neighbors
    }

    /// No files.
    package static var none: FileAccess { FileAccess { _ in .failure(.notFound) } }

    /// Files by name, and no others.
    package static func files(_ texts: [String: String]) -> FileAccess {
        FileAccess(
            read: { path in
                texts[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
            },
            neighbors: { _ in texts.keys.sorted() }
        )
    }
}
