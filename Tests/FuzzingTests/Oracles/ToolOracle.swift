import DeepLinkTool
import DeepLinks
import SiteAssociation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tool with any file: it answers as the library does, with text that is safe to show in a terminal.
///
/// The input has an association file, a line of three dashes, rules, a line with a host and one with a URL.
enum ToolOracle {
    static func check(_ input: [UInt8]) throws {
        var pieces = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let url = String(decoding: pieces.popLast() ?? [], as: UTF8.self)
        let host = String(decoding: pieces.popLast() ?? [], as: UTF8.self)
        let dashes = pieces.firstIndex { $0.elementsEqual("---".utf8) } ?? pieces.endIndex
        let files = Files(
            association: [UInt8](pieces[..<dashes].joined(separator: "\n".utf8)),
            rules: [UInt8](pieces[dashes...].dropFirst().joined(separator: "\n".utf8))
        )
        try checkMatch(url, host: host, files)
        for command in [
            ["explain", "--", url], ["check", "--aasa=file"],
            ["check", "--aasa=file", "--host=\(host)"], ["map"], ["map", "--format=markdown"],
            ["map", "--format=mermaid"], ["map", "--format=html"], ["share", "--", url],
            ["aasa", "--app-id", "A1B2C3D4E5.com.example.app"],
            ["match", "-", "--aasa=file", "--config=rules", "--all"],
        ] { _ = try run(command, files, input: Array(url.utf8)) }
        // The input as lines of standard input.
        _ = try run(["explain", "-"], files, input: input)
        _ = try run(["check", "--config", "-"], files, input: files.rules)
    }

    private struct Files {
        let association: [UInt8]
        let rules: [UInt8]
    }

    /// `match` opens an app exactly if the file's matcher does.
    private static func checkMatch(_ url: String, host: String, _ files: Files) throws {
        let arguments = ["match", "--aasa=file", "--host=\(host)", "--", url]
        let result = try run(arguments, files, input: [])
        guard result.exitCode.rawValue < 2, url != "-",
            let association = try? AppSiteAssociation(data: Data(files.association))
        else { return }
        let isMatched = association.answer(for: url, domain: host).isMatched
        try demand(
            (result.exitCode == .success) == isMatched,
            "'match' says \(result.exitCode) of '\(url)' at '\(host)', and the file \(isMatched)"
        )
        // A file without a section is another one by mistake, and matches nothing.
        let isOther = !isMatched && result.errors.contains("no section for any service")
        try demand(
            result.errors.isEmpty || isOther,
            "an answer with a complaint: \(result.errors)"
        )
    }

    private static func run(
        _ arguments: [String],
        _ files: Files,
        input: [UInt8]
    ) throws -> ToolResult {
        let result = Tool.run(
            arguments: arguments,
            standardInput: .bytes(input),
            files: FileAccess(read: { .success($0 == "file" ? files.association : files.rules) })
        )
        for text in [result.output, result.errors] {
            try demand(text.isEmpty || text.utf8.last == UInt8(ascii: "\n"), "\(arguments): no end")
            let odd = text.unicodeScalars.first {
                $0 != "\n"
                    && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
            }
            try demand(odd == nil, "\(arguments) writes \(odd?.value ?? 0) as it is")
        }
        let isFine = result.exitCode == .success
        try demand(isFine || !(result.output + result.errors).isEmpty, "\(arguments): no reason")
        return result
    }
}
