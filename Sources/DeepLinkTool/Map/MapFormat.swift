import DeepLinks

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
