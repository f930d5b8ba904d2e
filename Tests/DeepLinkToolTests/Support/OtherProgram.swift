import Foundation

/// A program that may be installed, such as `node` or a browser.
struct OtherProgram: Sendable {
    let url: URL

    /// Finds the first of several programs in the folders of `PATH`.
    init?(named names: String...) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        for name in names {
            for folder in folders {
                let url = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
                guard FileManager.default.isExecutableFile(atPath: url.path) else { continue }
                self.url = url
                return
            }
        }
        return nil
    }

    /// A browser that runs without a screen.
    static let chromium = OtherProgram(
        named: "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable"
    )

    /// The folder with the built tests and the built program.
    static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return (bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent()
    }

    /// Runs the program and waits until it ends.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - folder: A folder for its output, which may be too long for a pipe.
    /// - Returns: What it wrote to standard output, and its exit code.
    /// - Throws: An error if it cannot be started, or its output cannot be read.
    func run(
        _ arguments: [String],
        in folder: TemporaryFolder
    ) throws -> (output: Data, exitCode: Int32) {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        let output = folder.url.appendingPathComponent("output")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try handle.close()
        return (try Data(contentsOf: output), process.terminationStatus)
    }
}

/// A folder that is removed when this object goes away.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "deeplink-\(UInt64.random(in: 0...UInt64.max))"
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file.
    func write(_ text: String, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
