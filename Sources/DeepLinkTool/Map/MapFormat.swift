import DeepLinks

/// The formats for a map.
enum MapFormat: String, CaseIterable {
    case text
    case json
    case markdown
    case mermaid
    case html

    /// The map in this format, with a line break at its end.
    ///
    /// - Parameters:
    ///   - map: The map.
    ///   - rewriter: The rewriter that the map was made from.
    ///   - context: The colours and the width, for the formats that have them.
    /// - Returns: The text for standard output.
    /// - Throws: An error if the map cannot be written in this format.
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
