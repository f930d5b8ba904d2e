import Testing

@testable import DeepLinkTool

/// What the demo tells of links in each of the systems.
@MainActor
struct DemoSystemTests {
    @Test func `composable replaces the path of screens`() {
        let result = Tool.run(arguments: [
            "demo",
            "composable",
            "example://home/settings",
            "example://detail?id=872346/settings",
            "example://home",
            "https://example.com/home",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        composable: parsers that are put together replace the path of screens
                        Sources/Examples/ComposableExample

                        External link               Internal link               Decision          What ran
                        --------------------------  --------------------------  ----------------  --------------------------
                        example://home/settings     /home/settings              replace the path  opened home, settings
                        example://detail            /detail/settings            replace the path  opened home, detail of
                        ?id=872346/settings         ?0.id=872346                                  872346, settings
                        example://home              /home
                                                    refused: No parser knows the link.
                        https://example.com/home    refused: The link is a web link, whose host is not looked at here; give
                                                    it to a rewriter with a Domain.

                        4 links: 2 ran, 2 refused.

                        """,
                    exitCode: .findings
                )
        )
    }
}
