import DeepLinks
import DeepLinksTestSupport
import Foundation

/// The link table of a real app, as the configuration that ships with the examples.
struct RealApp: Sendable, CustomStringConvertible {
    /// The file's name without its extension.
    let name: String

    /// The name.
    var description: String { name }

    /// The folder of the files.
    static let folder = Repository.root.appendingPathComponent("Sources/Examples/Apps")

    /// All apps that have a file there.
    static let all: [RealApp] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).sorted().map { RealApp(name: String($0.dropLast(5))) }
    }()

    /// The file's bytes.
    func data() throws -> Data {
        try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
    }

    /// What the file says.
    func configuration() throws -> LinkConfiguration { try LinkConfiguration(data: data()) }

    /// A rewriter of the file's rules; making it checked their examples.
    func rewriter() throws -> URLRewriter {
        guard let made = Self.rewriters[name] else { throw CocoaError(.fileNoSuchFile) }
        return try made.get()
    }

    /// The rewriters, each made once: some of the files are long.
    private static let rewriters: [String: Result<URLRewriter, any Error>] = {
        var rewriters: [String: Result<URLRewriter, any Error>] = [:]
        for app in all {
            rewriters[app.name] = Result { try URLRewriter(configuration: app.configuration()) }
        }
        return rewriters
    }()
}
