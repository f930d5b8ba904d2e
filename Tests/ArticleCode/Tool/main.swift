// usage: DeepLinksArticleCodeTool FOLDER PAGE.md… FILE.swift…
// Writes each file of tests as `FILE+Articles.swift` into the folder, with the code of the pages that it names, and `BlocksAlone.swift`.
import DeepLinksArticleCode
import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let inputs = try CommandLine.arguments.dropFirst(2).map { path in
    Page(
        path: path,
        lines: try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    )
}

/// Writes what has changed only, so that nothing else is compiled again.
func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name + ".swift")
    if (try? Data(contentsOf: file)) != Data(text.utf8) { try Data(text.utf8).write(to: file) }
}

do {
    var code = ArticleCode(pages: inputs.filter { $0.path.hasSuffix(".md") })
    for file in inputs where file.path.hasSuffix(".swift") {
        try write(try code.woven(file), to: file.name + "+Articles")
    }
    try write(
        code.blocksAlone(imports: [
            "DeepLinks", "Foundation", "LinkChecking", "PathMatching", "SiteAssociation", "Testing",
        ]),
        to: "BlocksAlone"
    )
} catch let problem as Problem {
    FileHandle.standardError.write(Data("\(problem)\n".utf8))
    exit(1)
}
