@testable import DeepLinkTool

/// A configuration, and runs of the tool in a folder that has it.
enum ToolFixture {
    /// A few rules of every kind.
    static let configuration = """
        {
          "version": 1,
          "domains": [
            {
              "hosts": ["mydomain.io", "www.mydomain.io"],
              "query": { "strip": ["utm_source"] },
              "prefixes": ["", "/{locale:en-us|fr-fr}"],
              "rules": [
                {
                  "from": "/domainA/{id:int}",
                  "to": "/featureA/detail?id={id}&locale={locale}",
                  "examples": { "/domainA/872346": "/featureA/detail?id=872346" }
                },
                {
                  "from": "/domainA/items/{title}-{id:int}",
                  "to": "/featureA/detail?id={id}",
                  "examples": { "/domainA/items/red-shoe-872346": "/featureA/detail?id=872346" }
                },
                { "from": "/watch?v={video}&t={start?}", "to": "/player?id={video}&start={start}" },
                { "unwrap": "/mbar?redirect_to={target}" }
              ]
            }
          ],
          "schemes": [
            {
              "names": ["myapp"],
              "unmatched": "passThrough",
              "rules": [{ "from": "/open/{id}", "to": "/featureA/detail?id={id}" }]
            }
          ],
          "paths": ["/featureA/detail", "/player"]
        }

        """

    /// Runs the tool in a folder with `links.json` and the given files.
    static func run(
        _ arguments: String...,
        input: String = "",
        bytes: [UInt8]? = nil,
        configuration: String = configuration,
        files: [String: String] = [:]
    ) -> ToolResult {
        Tool.run(
            arguments: arguments,
            standardInput: .bytes(bytes ?? Array(input.utf8)),
            files: .files(["links.json": configuration].merging(files) { $1 })
        )
    }

    /// The result of a command line, which runs on the main actor if it is for the example systems.
    static func result(
        of arguments: [String],
        _ environment: [String: String] = [:],
        input: String = "",
        files: [String: String],
        isTerminal: Bool = false
    ) async -> ToolResult {
        @Sendable func run() -> ToolResult {
            Tool.run(
                arguments: arguments,
                environment: environment,
                standardInput: .text(input),
                files: .files(files),
                isTerminal: isTerminal
            )
        }
        return arguments.first == "demo" ? await MainActor.run(body: run) : run()
    }
}
