import DeepLinkTool

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FileAccess {
    /// The files of this machine.
    static var disk: FileAccess {
        let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        // The first component is the root.
        return FileAccess(
            folderDepth: max(0, folder.pathComponents.count - 1),
            read: Disk.read,
            neighbors: Disk.neighbors,
            day: Disk.day
        )
    }
}

private enum Disk {
    static func read(_ path: String) -> Result<[UInt8], FileAccess.Failure> {
        var isFolder: Bool = false
        guard exists(path, isFolder: &isFolder) else { return .failure(.notFound) }
        guard !isFolder else { return .failure(.folder) }
        if let bytes = Terminal.pipe(path) { return .success(bytes) }
        do {
            return .success(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        } catch let error as CocoaError where error.code == .fileReadNoPermission {
            // Foundation reports a device with the same error.
            return FileManager.default.isReadableFile(atPath: path)
                ? .failure(.other("it is a device; pass it as standard input, with '-'"))
                : .failure(.notPermitted)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return .failure(.notFound)
        } catch {
            return .failure(.other("\(error)"))
        }
    }

    private static func exists(_ path: String, isFolder: inout Bool) -> Bool {
        #if canImport(FoundationEssentials)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        #else
        var flag: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &flag)
        isFolder = flag.boolValue
        return exists
        #endif
    }

    static func day(_ path: String) -> String? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = attributes?[.modificationDate] as? Date
        return date?.formatted(.iso8601.year().month().day())
    }

    static func neighbors(_ path: String) -> [String] {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? ""
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: folder.isEmpty ? "." : folder
        )
        return (names ?? []).sorted().map { folder + $0 }
    }
}
