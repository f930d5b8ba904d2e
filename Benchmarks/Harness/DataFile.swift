import Foundation

/// A file of the folder `Data`.
///
/// It is read from the checkout: as an array in code, the files would take the compiler longer than all else here.
enum DataFile: String {
    case apps = "apps.txt"
    case github = "github.txt"
    case gitlab = "gitlab.txt"
    case staticSite = "static.txt"
    case wikipedia = "wikipedia.json"

    /// What is in it.
    var data: Data {
        get throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            return try Data(contentsOf: folder.appendingPathComponent("../Data/" + rawValue))
        }
    }
}
