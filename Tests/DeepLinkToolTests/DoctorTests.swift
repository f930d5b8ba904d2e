import Foundation
import Testing

@testable import DeepLinkTool

/// What `deeplink doctor` makes of files that a transcript cannot show.
struct DoctorTests {
    private static let headers = "HTTP/2 200\ncontent-type: application/json\n\n"

    private static func association(excluding path: String = "/watch/private") -> String {
        """
        { "applinks": { "details": [ {
          "appIDs": ["A1B2C3D4E5.com.example.app"],
          "components": [
            { "/": "\(path)", "exclude": true },
            { "/": "/watch/*" }
          ]
        } ] } }

        """
    }

    /// Runs the command with rules for `a.io`, and declarations in binary form.
    private static func run(
        _ arguments: String...,
        domains: [String] = ["applinks:*.a.io", "applinks:a.io"],
        answer: Data
    ) throws -> ToolResult {
        let rules = #"""
            {"version": 1, "domains": [{"hosts": ["a.io", "www.a.io"], "rules": [
              {"from": "/watch/{video}", "to": "/player?id={video}"}
            ]}], "schemes": [{"names": ["myapp"], "unmatched": "passThrough"}], "paths": ["/player"]}
            """#
        let files = [
            "links.json": Data(rules.utf8),
            "App.entitlements": try PropertyListSerialization.data(
                fromPropertyList: [
                    "com.apple.developer.associated-domains": domains,
                    "keychain-access-groups": ["A1B2C3D4E5.*"], "token": Data([1, 2]),
                ],
                format: .binary,
                options: 0
            ),
            "Info.plist": try PropertyListSerialization.data(
                fromPropertyList: [
                    "CFBundleURLTypes": [["CFBundleURLSchemes": ["myapp"]]],
                    "Built": Date.distantPast,
                    "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": false],
                    "CFBundleIdentifier": "com.example.app",
                ],
                format: .binary,
                options: 0
            ),
            "a.txt": answer,
        ]
        return Tool.run(
            arguments: ["doctor"] + arguments + [
                "--entitlements", "App.entitlements", "--info", "Info.plist", "--response", "a.txt",
            ],
            files: FileAccess(
                read: { name in files[name].map { .success(Array($0)) } ?? .failure(.notFound) }
            )
        )
    }

    @Test func `property lists are read in binary form, too`() throws {
        let result = try Self.run(
            "https://www.a.io/watch/cats",
            "myapp://player",
            "--host",
            "a.io",
            answer: Data((Self.headers + Self.association()).utf8)
        )
        for line in [
            "entitlement  'applinks:*.a.io' is declared, and the file is the one of 'a.io'.",
            "app          The file names 'A1B2C3D4E5.com.example.app'; the prefix is in your developer account and in the entitlements of the built app.",
            "component    { \"/\": \"/watch/*\" } matches, and no exclusion before it does.",
            "scheme       'myapp' is a scheme of the app's URL types.",
            "scenes       The app has scenes, which get its links.",
        ] {
            #expect(result.output.contains("  found     \(line)\n"), "\(result.output)")
        }
        #expect(result.exitCode == .success)
    }

    /// What precedes the file in an answer, and the number of its lines.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type:application/json\r\n\r\n",
        "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 200 \r\nserver: x\r\nCONTENT-TYPE: Application/JSON;charset=utf-8\r\n\r\n",
        "HTTP/3 200\ncontent-type: application/json\nlink: </a>; rel=b\n\n",
        "HTTP/1.1 200 OK\nApple-Origin-Format: json\nApple-From: https://www.a.io/.well-known/apple-app-site-association\n\n",
    ])
    func `answers have several blocks of headers and any kind of line ends`(start: String) throws {
        let lines = start.utf8.count { $0 == UInt8(ascii: "\n") }
        let host = start.contains("www.") ? "www.a.io" : "a.io"
        let file = start + Self.association(excluding: "/watch/cats")
        let result = try Self.run(
            "https://\(host)/watch/cats",
            domains: ["applinks:\(host)"],
            answer: Data(file.utf8)
        )
        let excluded = "  broken    component    a.txt:\(lines + 4):5: { "
        #expect(result.output.contains(excluded), "\(result.output)")
        #expect(result.output.contains("1 error.\n"), "\(result.output)")
    }

    @Test(arguments: [
        ("content-encoding: gzip\n", [0x1F, 0x8B, 0x08]),
        ("content-encoding: br\n", [0x8B, 0x00, 0x80, 0x61]),
    ])
    func `an answer that is compressed is not judged`(header: String, body: [UInt8]) throws {
        let headers = "HTTP/2 200\ncontent-type: application/json\n\(header)\n"
        let result = try Self.run("https://a.io/watch/cats", answer: Data(headers.utf8 + body))
        #expect(
            result.output.contains(
                "  unknown   file         a.txt: The body of the answer is compressed; save it with 'curl -si --compressed'. If it still is, the server has to send 'Content-Encoding: gzip'. [not-given]\n"
            ),
            "\(result.output)"
        )
        #expect(!result.output.contains("  component ") && result.exitCode == .success)
        // What 'curl --compressed' saves, with the header of the compressed answer.
        let saved = try Self.run(
            "https://a.io/watch/cats",
            answer: Data((headers + Self.association()).utf8)
        )
        #expect(saved.output.contains("  found     component "), "\(saved.output)")
    }

    @Test func `links that were not compared are not said to match`() throws {
        let match = "Components match the links of all rules."
        let file = Self.headers + Self.association()
        let whole = try Self.run("--host", "a.io", answer: Data(file.utf8))
        #expect(whole.output.contains(match), "\(whole.output)")
        let repeated = file.replacing(
            #""components": ["#,
            with: #""components": [], "components": ["#
        )
        let result = try Self.run("--host", "a.io", answer: Data(repeated.utf8))
        #expect(result.output.contains("[duplicate-key]") && !result.output.contains(match))
    }

    @Test func `a file may have 128 kibibytes`() throws {
        let file = Self.association()
        for (size, isError) in [(128 * 1024, false), (128 * 1024 + 1, true)] {
            let blanks = String(repeating: " ", count: size - file.utf8.count)
            let text = Self.headers + file + blanks
            let result = try Self.run("https://a.io/watch/cats", answer: Data(text.utf8))
            let line =
                "  broken    file         a.txt:4:1: The file has 131073 bytes, and systems ignore files of more than 131072; remove white space and comments, or combine rules with wildcards or substitution variables. [too-large]\n"
            #expect(result.output.contains(line) == isError, "\(result.output)")
            #expect(result.exitCode == (isError ? .findings : .success))
        }
    }
}
