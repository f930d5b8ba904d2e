import DeepLinks
import LinkChecking

extension Command {
    static let map = Command(
        name: "map",
        summary: "show every external pattern and where it leads",
        options: [.config, .system, .mapFormat, .json],
        operands: [
            Operand(Option.file, .optional, "the rules; '-' is standard input")
        ],
        discussion: """
            '--json' is short for '--format json'.
            Rules whose examples fail are shown, too, and reported on standard error.
            """,
        examples: ["map", "map links.json --format html > links.html"],
        run: { invocation, context throws(ToolError) in
            let format = try invocation.format(.mapFormat, text: MapFormat.text, json: .json)
            let file = try context.configuration(invocation)
            let (rewriter, failures) = try file.rewriterDespiteExamples()
            let map = LinkMap(
                file.configuration,
                rewriter,
                day: context.files.day(file.file.name),
                places: try? JSONText(file.file.data).places
            )
            return ToolResult(
                output: try format.text(of: map, rewriter, context),
                errors: failures.map { Tool.complaint("map", "warning: \($0)") }.joined()
            )
        }
    )
}

extension Option {
    fileprivate static let mapFormat = Option.format(MapFormat.self)
}

enum MapFormat: String, CaseIterable {
    case text
    case json
    case markdown
    case mermaid
    case html

    /// The map in this format, with a line break at its end.
    func text(
        of map: LinkMap,
        _ rewriter: URLRewriter,
        _ context: ToolContext
    ) throws(ToolError) -> String {
        switch self {
        case .text: MapText(map: map, style: context.style, width: context.width).text
        case .json: try DeepLinkTool.json(map)
        case .markdown: MapMarkdown(map: map).text
        case .mermaid: MapMermaid(map: map).text
        case .html: MapPage(map: map, rewriter: rewriter).text
        }
    }
}
