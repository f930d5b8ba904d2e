import Foundation

/// A file in the folder `Data`.
///
/// It is read from the checkout: as arrays in code, the files would take longer to compile than everything else here.
enum DataFile: String {
    case apps = "apps.txt"
    case github = "github.txt"
    case gitlab = "gitlab.txt"
    case staticSite = "static.txt"
    case wikipedia = "wikipedia.json"

    /// The file's bytes.
    var data: Data {
        get throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            return try Data(contentsOf: folder.appendingPathComponent("../Data/" + rawValue))
        }
    }
}
