import DeepLinks
import DeepLinksExamples
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

    let data: Data

    func error(_ description: String) -> ToolError {
        ToolError(exitCode: .findings, message: "\(name): \(description)")
    }
}

/// A configuration with the file that it was read from.
struct ConfigurationFile {
    let file: InputFile
    let configuration: LinkConfiguration

    /// Reads a file, whose rules are not checked yet.
    init(_ file: InputFile) throws(ToolError) {
        self.file = file
        do throws(LinkConfigurationError) {
            configuration = try LinkConfiguration(checking: file.data)
        } catch {
            throw file.error(error.description)
        }
    }

    /// Makes the rewriter that the configuration describes, or throws the first fault of its rules, with line and column.
    func rewriter() throws(ToolError) -> URLRewriter {
        do throws(LinkConfigurationError) {
            return try URLRewriter(configuration: configuration)
        } catch {
            throw file.error(error.located(in: file.data).description)
        }
    }
}

extension ConfigurationFile {
    /// Makes the rewriter even if examples of its rules fail, as then only a rule or an example needs a correction.
    ///
    /// There is a sentence for each example that fails. Another fault is thrown.
    func rewriterDespiteExamples() throws(ToolError) -> (URLRewriter, failures: [String]) {
        var flaws: [RewriteRuleError] = []
        let rewriter = URLRewriter(
            passingOverFlaws: &flaws,
            limits: configuration.limits,
            sources: configuration.sources
        )
        let failures = flaws.compactMap { flaw -> String? in
            guard flaw.reason.code == LinkFinding.Code.failingExample.rawValue else { return nil }
            let error = LinkConfigurationError(.rule(flaw), at: configuration.path(of: flaw))
            return "\(file.name): \(error.located(in: file.data).description)"
        }
        return failures.count == flaws.count
            ? (rewriter, failures) : (try self.rewriter(), failures: [])
    }
}

extension Option {
    static let config = Option(
        "config FILE",
        "the rules (default: \(ConfigurationFile.usualNames), here or above)"
    )
}

extension Option {
    /// The option that takes the rules of an example system instead.
    static let system = Option(
        "system NAME",
        "an example's rules",
        choices: ExampleSystem.all.map(\.name)
    )
}

extension ConfigurationFile {
    /// The file names that are looked for if the command line names no file.
    static let names = ["links.json", "deeplinks.json"]

    /// These names, for help and messages.
    static let usualNames = names.map(quoted).listed("or")
}

extension ToolContext {
    /// Reads the configuration that a command line names, or the nearest one; its rules are not checked yet.
    func configuration(_ invocation: Invocation) throws(ToolError) -> ConfigurationFile {
        let files = try configurationFiles(invocation)
        guard let file = files.first, files.count == 1 else {
            throw .usage("There are \(files.count) files with rules; name one of them.")
        }
        return try ConfigurationFile(file)
    }

    /// Reads the files that a command line names as its configurations, or the nearest one.
    func configurationFiles(_ invocation: Invocation) throws(ToolError) -> [InputFile] {
        let option = try invocation.value(of: .config).map { name throws(ToolError) in
            try file(name, of: Option.config.word)
        }
        let operands = try invocation.files.map { name throws(ToolError) in
            try file(name, of: nil)
        }
        let system = ExampleSystem.all.first { $0.name == invocation.value(of: .system) }.map {
            InputFile(name: $0.path, data: Data($0.text.utf8))
        }
        let files = [option, system].compactMap(\.self) + operands
        if !files.isEmpty { return files }
        guard let file = try nearestConfiguration() else {
            throw ToolError(
                exitCode: .unreadable,
                message:
                    "There is no \(ConfigurationFile.usualNames) in the current folder or above; name the file with '\(Option.config.usage)'."
            )
        }
        return [file]
    }

    /// Reads the configuration in the current folder, or in the nearest folder above it; nil if there is none.
    func nearestConfiguration() throws(ToolError) -> InputFile? {
        for level in 0...files.folderDepth {
            for name in ConfigurationFile.names {
                let path = String(repeating: "../", count: level) + name
                switch files.read(path) {
                case .success(let bytes): return InputFile(name: path, data: Data(bytes))
                case .failure(.notFound), .failure(.folder): continue
                case .failure(let failure): throw error(failure, reading: path, of: nil)
                }
            }
        }
        return nil
    }

    /// Reads a file, `-` is standard input; its name is the value of an option, or without one an operand.
    func file(_ name: String, of option: String?) throws(ToolError) -> InputFile {
        guard name != "-" else {
            return InputFile(name: "standard input", data: Data(standardInput.all))
        }
        switch files.read(name) {
        case .success(let bytes): return InputFile(name: name, data: Data(bytes))
        case .failure(let failure): throw error(failure, reading: name, of: option)
        }
    }

    private func error(
        _ failure: FileAccess.Failure,
        reading name: String,
        of option: String?
    ) -> ToolError {
        let place = option.map { " of '\($0)'" } ?? ""
        let message: String
        switch failure {
        case .notFound:
            let nearest = nearest(to: name, in: files.neighbors(name).filter { $0 != name })
            message =
                "There is no file \(quoted(name))\(place); "
                + (nearest.map { "did you mean \(quoted($0))?" } ?? "check the name and the folder.")
        case .folder: message = "\(quoted(name))\(place) is a folder; name a file in it."
        case .notPermitted:
            message = "\(quoted(name))\(place) cannot be read; you have no permission to read it."
        case .other(let reason):
            message = "\(quoted(name))\(place) cannot be read; \(reason)."
        }
        return ToolError(exitCode: .unreadable, message: message)
    }
}
