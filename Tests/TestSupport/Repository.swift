#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The package's files.
package enum Repository {
    /// The folder of the manifest.
    package static let root: URL = {
        // Tests/Threads reads this file through a link.
        var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The text of a file.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
