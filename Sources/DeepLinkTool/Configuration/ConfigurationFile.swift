import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that the command line names.
struct InputFile {
    /// The file as the user wrote it, for messages.
    let name: String

    /// The file's bytes.
    let data: Data

    /// An error about the file's content.
    func error(_ description: String) -> ToolError {
        ToolError(exitCode: .findings, message: "\(name): \(description)")
    }
}

/// A configuration that was read, with the text that it was read from.
struct ConfigurationFile {
    /// The file.
    let file: InputFile

    /// What it says.
    let configuration: LinkConfiguration

    /// Makes the rewriter that the configuration describes.
    ///
    /// - Throws: The first fault of its rules, with line and column.
    func rewriter() throws(ToolError) -> URLRewriter {
        do throws(LinkConfigurationError) {
            return try URLRewriter(configuration: configuration)
        } catch {
            throw file.error(error.located(in: file.data).description)
        }
    }
}

extension Option {
    /// The option of all commands that need rules.
    static let config = Option(
        name: "config",
        placeholder: "FILE",
        summary: "the rules (default: '\(defaultConfiguration)'); '-' for standard input"
    )

    /// The configuration's file if none is named.
    static let defaultConfiguration = "deeplinks.json"
}

extension ToolContext {
    /// Reads the configuration that a command line names, or the one in the current folder.
    ///
    /// - Parameter invocation: The command line, of a command with ``Option/config``.
    /// - Returns: The configuration, whose rules are not checked yet.
    /// - Throws: An error for a file that cannot be read, or that is no configuration.
    @MainActor
    func configuration(_ invocation: Invocation) throws(ToolError) -> ConfigurationFile {
        let file = try configurationFile(invocation)
        do throws(LinkConfigurationError) {
            return ConfigurationFile(
                file: file,
                configuration: try LinkConfiguration(checking: file.data)
            )
        } catch {
            throw file.error(error.description)
        }
    }

    /// Reads the file that a command line names as its configuration, or the one in the current folder.
    @MainActor
    func configurationFile(_ invocation: Invocation) throws(ToolError) -> InputFile {
        guard let name = invocation.value(of: .config) else {
            return try file(Option.defaultConfiguration, of: nil)
        }
        guard name != "-" || !invocation.operands.contains("-") else {
            throw .usage(
                "'-' is given as an argument and for '--config', and standard input can be read only once."
            )
        }
        return try file(name, of: .config)
    }

    /// Reads a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - name: The file as the user wrote it.
    ///   - option: The option that it is the value of; nil for the default file.
    /// - Returns: The file with its bytes.
    /// - Throws: An error that exits with 66.
    @MainActor
    func file(_ name: String, of option: Option?) throws(ToolError) -> InputFile {
        guard option == nil || name != "-" else {
            return InputFile(name: "standard input", data: Data(standardInput()))
        }
        switch files.read(name) {
        case .success(let bytes): return InputFile(name: name, data: Data(bytes))
        case .failure(let failure): throw error(failure, reading: name, of: option)
        }
    }

    @MainActor
    private func error(
        _ failure: FileAccess.Failure,
        reading name: String,
        of option: Option?
    ) -> ToolError {
        let place = option.map { " of '\($0.word)'" } ?? ""
        let message: String
        switch failure {
        case .notFound where option == nil:
            message =
                "There is no \(quoted(name)) in the current folder; name the file with '\(Option.config.usage)'."
        case .notFound:
            let nearest = nearest(to: name, in: files.neighbors(name).filter { $0 != name })
            message =
                "There is no file \(quoted(name))\(place); "
                + (nearest.map { "did you mean \(quoted($0))?" } ?? "check the name and the folder.")
        case .folder: message = "\(quoted(name))\(place) is a folder; name a file in it."
        case .notPermitted:
            message = "\(quoted(name))\(place) cannot be read; you lack the permission."
        case .other(let reason):
            message = "\(quoted(name))\(place) cannot be read; \(reason)."
        }
        return ToolError(exitCode: .unreadable, message: message)
    }
}
