import Foundation
import Testing

@testable import DeepLinkTool

@MainActor
struct DoctorTests {
    /// The files of an app in which nothing is broken.
    nonisolated static let files: [String: String] = [
        "links.json": #"""
        {"version": 1, "domains": [{"hosts": ["a.io", "www.a.io"], "rules": [
          {"from": "/watch/{video}", "to": "/player?id={video}", "examples": {"/watch/cats": "/player?id=cats"}}
        ]}], "schemes": [{"names": ["myapp"], "unmatched": "passThrough"}], "paths": ["/player"]}
        """#,
        "App.entitlements": """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>application-identifier</key>
        	<string>A1B2C3D4E5.com.example.app</string>
        	<key>com.apple.developer.associated-domains</key>
        	<array>
        		<string>applinks:a.io</string>
        		<string>applinks:www.a.io</string>
        	</array>
        	<key>get-task-allow</key>
        	<false/>
        </dict>
        </plist>

        """,
        "Info.plist": """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        	<key>CFBundleIdentifier</key>
        	<string>com.example.app</string>
        	<key>CFBundleURLTypes</key>
        	<array>
        		<dict>
        			<key>CFBundleURLSchemes</key>
        			<array>
        				<string>MyApp</string>
        			</array>
        		</dict>
        	</array>
        	<key>BuildDate</key>
        	<date>2026-11-01T10:00:00Z</date>
        	<key>DTSDKName</key>
        	<string>iphoneos27.0</string>
        	<key>UIApplicationSceneManifest</key>
        	<dict>
        		<key>UISceneConfigurations</key>
        		<dict>
        			<key>UIWindowSceneSessionRoleApplication</key>
        			<array>
        				<dict>
        					<key>UISceneDelegateClassName</key>
        					<string>App.SceneDelegate</string>
        				</dict>
        			</array>
        		</dict>
        	</dict>
        </dict>
        </plist>

        """,
        "a.txt": headers + association,
    ]

    nonisolated static let headers = """
        HTTP/2 200\u{20}
        content-type: application/json; charset=utf-8


        """

    nonisolated static let association = """
        { "applinks": { "details": [ {
          "appIDs": ["A1B2C3D4E5.com.example.app"],
          "components": [
            { "/": "/watch/private", "exclude": true },
            { "/": "/watch/*" }
          ]
        } ] } }

        """

    private static func run(
        _ arguments: [String],
        files: [String: String] = files,
        binary: [String: Data] = [:],
        input: String = ""
    ) -> ToolResult {
        Tool.run(
            arguments: ["doctor"] + arguments,
            standardInput: .text(input),
            files: FileAccess(
                read: { name in
                    let data = binary[name] ?? files[name].map { Data($0.utf8) }
                    return data.map { .success(Array($0)) } ?? .failure(.notFound)
                }
            )
        )
    }

    private nonisolated static let all = [
        "--entitlements", "App.entitlements", "--info", "Info.plist", "--response", "a.txt",
    ]

    @Test func `of an unbroken chain, each part is found`() {
        let result = Self.run(["https://a.io/watch/cats", "myapp://player?id=1"] + Self.all)
        #expect(
            result.output == """
                https://a.io/watch/cats
                  found     rules        'a.io' is in the rules.
                  found     entitlement  'applinks:a.io' is declared.
                  found     file         200, without a redirect, \(Self.association.utf8.count) bytes.
                  found     app          The file names 'A1B2C3D4E5.com.example.app'.
                  found     component    { "/": "/watch/*" } matches, and no exclusion before it does.
                  found     rule         '/watch/{video}' makes it '/player?id=cats'.

                myapp://player?id=1
                  found     rules        'myapp' is in the rules.
                  found     scheme       'MyApp' is a scheme of the app's URL types.
                  found     rule         It passes through as '/player?id=1'.

                the app
                  found     scenes       Links go to the delegates of scenes (App.SceneDelegate), not to the app's delegate.

                Only a device can tell
                  which file Apple's network has
                    curl -si https://app-site-association.cdn-apple.com/a/v1/a.io > apple.txt
                    deeplink doctor --response apple.txt --host a.io
                  which file a device or a Mac has, and whether the user chose the browser
                    sudo swcutil show
                    sudo swcutil dl -d a.io
                  where the link goes on a simulator and on a device
                    xcrun simctl openurl booted 'https://a.io/watch/cats'
                    xcrun devicectl device process launch --device DEVICE --payload-url 'https://a.io/watch/cats' com.example.app

                No findings.

                """
        )
        #expect(result.errors == "" && result.exitCode == .success)
    }

    // MARK: - Broken once

    /// A change of a file.
    typealias Change = (file: String, old: String, new: String)

    /// A part of the chain that is broken, the line about it, and the changes that follow its advice.
    typealias Row = (broken: [Change], line: String, advice: [Change])

    private nonisolated static let web: [Row] = [
        (
            [("links.json", "\"a.io\"", "\"b.io\"")],
            "broken    rules        links.json: 'a.io' is not a host of the rules, so the app refuses its links; did you mean 'b.io'? [not-in-rules]",
            [("links.json", "\"b.io\"", "\"a.io\"")]
        ),
        (
            [("links.json", "\"a.io\"", "\"elsewhere.org\"")],
            "broken    rules        links.json: 'a.io' is not a host of the rules, so the app refuses its links; add it to 'hosts'. [not-in-rules]",
            [("links.json", "\"hosts\": [", "\"hosts\": [\"a.io\", ")]
        ),
        (
            [
                (
                    "App.entitlements", "com.apple.developer.associated-domains",
                    "keychain-access-groups"
                )
            ],
            "broken    entitlement  App.entitlements: The app has no associated domains, so no web link opens it; add the capability 'Associated Domains' in Xcode, with 'applinks:a.io'. [domain-not-declared]",
            [
                (
                    "App.entitlements", "<dict>",
                    "<dict><key>com.apple.developer.associated-domains</key><array><string>applinks:a.io</string></array>"
                )
            ]
        ),
        (
            [("App.entitlements", "\t\t<string>applinks:a.io</string>\n", "")],
            "broken    entitlement  App.entitlements: No entry is for links to 'a.io' ('applinks:www.a.io' is only for that host); declare 'applinks:a.io'. [domain-not-declared]",
            [("App.entitlements", "<array>", "<array><string>applinks:a.io</string>")]
        ),
        (
            [("App.entitlements", "applinks:a.io", "webcredentials:a.io")],
            "broken    entitlement  App.entitlements: No entry is for links to 'a.io' ('webcredentials:a.io' is for another service); declare 'applinks:a.io'. [domain-not-declared]",
            [("App.entitlements", "<array>", "<array><string>applinks:a.io</string>")]
        ),
        (
            [("App.entitlements", "applinks:a.io", "applinks:https://a.io/")],
            "broken    entitlement  App.entitlements:9: 'applinks:https://a.io/' is not written as systems read it; write 'applinks:a.io'. [malformed-domain]",
            [("App.entitlements", "applinks:https://a.io/", "applinks:a.io")]
        ),
        (
            [("App.entitlements", "applinks:a.io", "applinks:a.io?mode=developer")],
            "broken    entitlement  App.entitlements:9: 'applinks:a.io?mode=developer' is only for builds that are signed for development; in a release, declare 'applinks:a.io', too. [special-mode]",
            [("App.entitlements", "<array>", "<array><string>applinks:a.io</string>")]
        ),
        (
            [
                ("App.entitlements", "applinks:a.io", "applinks:a.io?mode=managed"),
                ("App.entitlements", "<false/>", "<true/>"),
            ],
            "doubtful  entitlement  App.entitlements:9: 'applinks:a.io?mode=managed' is only for devices that a company manages; in a release, declare 'applinks:a.io', too. [special-mode]",
            [("App.entitlements", "<array>", "<array><string>applinks:a.io</string>")]
        ),
        (
            [
                ("App.entitlements", "applinks:a.io", "applinks:*.a.io"),
                ("App.entitlements", "\t\t<string>applinks:www.a.io</string>\n", ""),
            ],
            "doubtful  entitlement  App.entitlements:9: 'applinks:*.a.io' is for hosts below 'a.io', and Apple's texts disagree about 'a.io' itself; declare 'applinks:a.io', too. [domain-not-declared]",
            [("App.entitlements", "<array>", "<array><string>applinks:a.io</string>")]
        ),
        (
            [("App.entitlements", "applinks:a.io", "applinks:$(LINK_HOST)")],
            "  No entry names 'a.io', but 'applinks:$(LINK_HOST)' has a variable of the build; look at the built app: 'codesign -d --entitlements - --xml App.app'. [build-variable]",
            [("App.entitlements", "applinks:$(LINK_HOST)", "applinks:a.io")]
        ),
        (
            [("a.txt", "HTTP/2 200", "HTTP/2 301\nlocation: https://www.a.io/x\n\nHTTP/2 200")],
            "broken    file         a.txt: The answer is a redirect (301) to 'https://www.a.io/x', and systems do not follow it; serve the file at 'https://a.io/.well-known/apple-app-site-association' itself. [redirected]",
            [("a.txt", "HTTP/2 301\nlocation: https://www.a.io/x\n\n", "")]
        ),
        (
            [("a.txt", headers + association, "HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n")],
            "broken    file         a.txt: The answer is a redirect (302) to '/login', and systems do not follow it; serve the file at 'https://a.io/.well-known/apple-app-site-association' itself. [redirected]",
            [("a.txt", "HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n", headers + association)]
        ),
        (
            [("a.txt", "HTTP/2 200", "HTTP/2 404")],
            "broken    file         a.txt: The status is 404, not 200; serve the file at 'https://a.io/.well-known/apple-app-site-association'. [bad-status]",
            [("a.txt", "HTTP/2 404", "HTTP/2 200")]
        ),
        (
            [("a.txt", "HTTP/2 200", "HTTP/2 403")],
            "broken    file         a.txt: The status is 403, not 200; let every program from every address read it, without a login. [bad-status]",
            [("a.txt", "HTTP/2 403", "HTTP/2 200")]
        ),
        (
            [("a.txt", "HTTP/2 200", "HTTP/2 503")],
            "broken    file         a.txt: The status is 503, not 200; look into the server's log. [bad-status]",
            [("a.txt", "HTTP/2 503", "HTTP/2 200")]
        ),
        (
            [
                (
                    "a.txt", headers + association,
                    "HTTP/1.1 404 Not Found\nApple-Failure-Details: {\"status\":\"403 Forbidden\"}\nApple-Failure-Reason: SWCERR00101 Bad HTTP Response: 403 Forbidden\nApple-From: https://a.io/.well-known/apple-app-site-association\nApple-Try-Direct: false\n\nNot Found"
                )
            ],
            "broken    file         a.txt: Apple's network could not get the file: 'SWCERR00101 Bad HTTP Response: 403 Forbidden {\"status\":\"403 Forbidden\"}'; let every program from every address read 'https://a.io/.well-known/apple-app-site-association'; often a firewall, a login or a protection against bots refuses Apple. [cdn-failure]",
            [
                (
                    "a.txt", "*",
                    "HTTP/1.1 200 OK\nApple-From: https://a.io/.well-known/apple-app-site-association\nApple-Origin-Format: json\n\n"
                        + association
                )
            ]
        ),
        (
            [
                (
                    "a.txt", headers + association,
                    "HTTP/1.1 404 Not Found\nApple-Failure-Reason: SWCERR00101 Bad HTTP Response: 404 Not Found\n\n"
                )
            ],
            "broken    file         a.txt: Apple's network could not get the file: 'SWCERR00101 Bad HTTP Response: 404 Not Found'; serve the file at 'https://a.io/.well-known/apple-app-site-association'. [cdn-failure]",
            [("a.txt", "*", headers + association)]
        ),
        (
            [
                (
                    "a.txt", headers + association,
                    "HTTP/1.1 404 Not Found\napple-failure-reason: SWCERR00301 Timeout\napple-try-direct: true\n\n"
                )
            ],
            "broken    file         a.txt: Apple's network could not get the file: 'SWCERR00301 Timeout'; ask the server itself, with 'curl -si https://a.io/.well-known/apple-app-site-association', also from another network. [cdn-failure]",
            [("a.txt", "*", headers + association)]
        ),
        (
            [("a.txt", association, "\n<!DOCTYPE html><html></html>")],
            "broken    file         a.txt: The answer is a web page, not the file; serve 'https://a.io/.well-known/apple-app-site-association' before the site's rule for all other paths. [web-page]",
            [("a.txt", "\n<!DOCTYPE html><html></html>", association)]
        ),
        (
            [("a.txt", "application/json; charset=utf-8", "text/plain")],
            "doubtful  file         a.txt: The file is sent as 'text/plain', and Apple asks for JSON; send 'Content-Type: application/json'. [content-type]",
            [("a.txt", "content-type: text/plain", "Content-Type: application/json")]
        ),
        (
            [("a.txt", "content-type: application/json; charset=utf-8\n", "")],
            "doubtful  file         a.txt: The file is sent without a type, and Apple asks for JSON; send 'Content-Type: application/json'. [content-type]",
            [("a.txt", "HTTP/2 200", "HTTP/2 200\nContent-Type: application/json")]
        ),
        (
            [("a.txt", "] } }", ",] } }")],
            "broken    file         a.txt:10:",
            [("a.txt", ",] } }", "] } }")]
        ),
        (
            [("a.txt", "\"exclude\"", "\"exlude\"")],
            "broken    file         a.txt:7:",
            [("a.txt", "\"exlude\"", "\"exclude\"")]
        ),
        (
            [("a.txt", "] } }", "] } }" + String(repeating: " ", count: 128 * 1024))],
            "broken    file         a.txt:4:1: The file has \(association.utf8.count + 128 * 1024) bytes, and systems ignore files of more than 131072; combine rules with wildcards or substitution variables. [too-large]",
            [("a.txt", String(repeating: " ", count: 128 * 1024), "")]
        ),
        (
            [("a.txt", "A1B2C3D4E5.com.example.app", "F1B2C3D4E5.com.example.app")],
            "broken    app          a.txt: The file names 'F1B2C3D4E5.com.example.app', and the app is 'A1B2C3D4E5.com.example.app'; write 'A1B2C3D4E5.com.example.app' in 'appIDs'. [app-not-in-file]",
            [("a.txt", "F1B2C3D4E5.com.example.app", "A1B2C3D4E5.com.example.app")]
        ),
        (
            [
                ("App.entitlements", "application-identifier", "something-else"),
                ("a.txt", "com.example.app", "com.example.App"),
            ],
            "broken    app          a.txt: The file names 'A1B2C3D4E5.com.example.App', and the app is 'com.example.app'; write its prefix, a dot and 'com.example.app' in 'appIDs'. [app-not-in-file]",
            [("a.txt", "com.example.App", "com.example.app")]
        ),
        (
            [("a.txt", "\"/watch/*\"", "\"/wtach/*\"")],
            "broken    component    a.txt:8:5: No component matches the link; nearest is { \"/\": \"/wtach/*\" }: the path '/watch/cats' is not '/wtach/*'. Correct that one, or add one. [not-matched]",
            [("a.txt", "\"/wtach/*\"", "\"/watch/*\"")]
        ),
        (
            [("a.txt", "/watch/private", "/watch/c*")],
            "broken    component    a.txt:7:5: { \"/\": \"/watch/c*\", \"exclude\": true } excludes the link; make it narrower, or move a component that matches the link before it. [excluded]",
            [("a.txt", "/watch/c*", "/watch/private")]
        ),
        (
            [
                ("links.json", "/watch/{video}", "/video/{video}"),
                ("links.json", "/watch/cats", "/video/cats"),
            ],
            "broken    rule         links.json: No rule of 'a.io' fits the link; add one, or let unmatched links pass through. Nearest: '/video/{video}': segment 1 is 'watch', not 'video'. [refused]",
            [
                (
                    "links.json", "\"rules\": [",
                    "\"rules\": [{\"from\": \"/watch/{video}\", \"to\": \"/player?id={video}\"},"
                )
            ]
        ),
        (
            [("links.json", "[\"/player\"]", "[\"/players\"]")],
            "broken    rule         links.json: The link becomes '/player?id=cats', whose path is not in 'paths'; did you mean '/players'? [unregistered-path]",
            [("links.json", "[\"/players\"]", "[\"/player\"]")]
        ),
    ]

    private nonisolated static let scheme: [Row] = [
        (
            [("links.json", "\"myapp\"", "\"other\"")],
            "broken    rules        links.json: 'myapp' is not a scheme of the rules, so the app refuses its links; add it to 'schemes'. [not-in-rules]",
            [("links.json", "\"names\": [", "\"names\": [\"myapp\", ")]
        ),
        (
            [("Info.plist", "MyApp", "youapp")],
            "broken    scheme       Info.plist: No URL type of the app has the scheme 'myapp'; write 'myapp' in 'CFBundleURLSchemes' of a type in 'CFBundleURLTypes'. [scheme-not-declared]",
            [("Info.plist", "youapp", "myapp")]
        ),
        (
            [
                (
                    "Info.plist", "<key>CFBundleURLTypes</key>",
                    "<key>LSApplicationQueriesSchemes</key><array><string>myapp</string></array>\n<key>Types</key>"
                )
            ],
            "broken    scheme       Info.plist: No URL type of the app has the scheme 'myapp' ('LSApplicationQueriesSchemes' is for the schemes of other apps); write 'myapp' in 'CFBundleURLSchemes' of a type in 'CFBundleURLTypes'. [scheme-not-declared]",
            [("Info.plist", "<key>Types</key>", "<key>CFBundleURLTypes</key>")]
        ),
        (
            [("Info.plist", "MyApp", "myapp://")],
            "broken    scheme       Info.plist:11: 'myapp://' is not a scheme, but more; write 'myapp' in 'CFBundleURLSchemes'. [malformed-scheme]",
            [("Info.plist", "myapp://", "myapp")]
        ),
        (
            [("Info.plist", "MyApp", "${URL_SCHEME}")],
            "  No URL type has the scheme 'myapp', but '${URL_SCHEME}' has a variable of the build; look at the built app: 'plutil -p App.app/Info.plist'. [build-variable]",
            [("Info.plist", "${URL_SCHEME}", "myapp")]
        ),
        (
            [("Info.plist", "UIApplicationSceneManifest", "Other")],
            "broken    scenes       Info.plist: The app has no scenes and is built with 'iphoneos27.0', so iOS 27 does not start it; add 'UIApplicationSceneManifest'. [no-scenes]",
            [("Info.plist", "Other", "UIApplicationSceneManifest")]
        ),
        (
            [
                ("Info.plist", "UIApplicationSceneManifest", "Other"),
                ("Info.plist", "iphoneos27.0", "iphoneos18.2"),
            ],
            "doubtful  scenes       Info.plist: The app has no scenes; built with the SDK of iOS 27, it will not start there. Add 'UIApplicationSceneManifest'. [no-scenes]",
            [("Info.plist", "Other", "UIApplicationSceneManifest")]
        ),
        (
            [
                ("Info.plist", "UIApplicationSceneManifest", "Other"),
                ("Info.plist", "DTSDKName", "SDK"),
            ],
            "  The app has no scenes in this file; if the built app has none either, and is built with the SDK of iOS 27, it does not start there. Add 'UIApplicationSceneManifest', or look at the built app: 'plutil -p App.app/Info.plist'. [no-scenes]",
            [("Info.plist", "Other", "UIApplicationSceneManifest")]
        ),
    ]

    private static func changed(
        _ files: [String: String],
        _ changes: [Change]
    ) throws -> [String: String] {
        var files = files
        for (name, old, new) in changes {
            let text = try #require(files[name])
            if old == "*" {
                files[name] = new
                continue
            }
            let place = try #require(text.firstRange(of: old), "\(name): \(old)")
            files[name] = text.replacingCharacters(in: place, with: new)
        }
        return files
    }

    @Test(arguments: (web + scheme).indices)
    func `a broken part is told with its way out, which mends it`(number: Int) throws {
        let row = (Self.web + Self.scheme)[number]
        let url = number < Self.web.count ? "https://a.io/watch/cats" : "myapp://player?id=1"
        let files = try Self.changed(Self.files, row.broken)
        let broken = Self.run([url] + Self.all, files: files)
        let line = broken.output.split(separator: "\n").first {
            $0.hasPrefix("  \(row.line)") || $0 == row.line
        }
        #expect(line != nil, "\(row.line)\n\(broken.output)")
        let isError = row.line.hasPrefix("broken")
        #expect(broken.exitCode == (isError ? .findings : .success))
        #expect(
            Self.run([url, "--fail-on", "note"] + Self.all, files: files).exitCode == .findings
        )
        let code = try #require(line?.split(separator: "[").last)
        let mended = Self.run([url] + Self.all, files: try Self.changed(files, row.advice))
        #expect(!mended.output.contains("[\(code)"), "\(mended.output)")
        #expect(mended.exitCode == .success, "\(mended.output)")
    }

    // MARK: - Files

    @Test func `property lists are read in binary form, too`() throws {
        let entitlements = try PropertyListSerialization.data(
            fromPropertyList: [
                "com.apple.developer.associated-domains": ["applinks:*.a.io", "applinks:a.io"],
                "keychain-access-groups": ["A1B2C3D4E5.*"], "token": Data([1, 2]),
            ],
            format: .binary,
            options: 0
        )
        let info = try PropertyListSerialization.data(
            fromPropertyList: [
                "CFBundleURLTypes": [["CFBundleURLSchemes": ["myapp"]]], "Built": Date.distantPast,
                "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": false],
                "CFBundleIdentifier": "com.example.app",
            ],
            format: .binary,
            options: 0
        )
        let result = Self.run(
            ["https://www.a.io/watch/cats", "myapp://player", "--host", "a.io"] + Self.all,
            binary: ["App.entitlements": entitlements, "Info.plist": info]
        )
        for line in [
            "entitlement  'applinks:*.a.io' is declared, and the file is the one of 'a.io'.",
            "app          The file names 'A1B2C3D4E5.com.example.app'; the prefix is in your developer account and in the entitlements of the built app.",
            "component    { \"/\": \"/watch/*\" } matches, and no exclusion before it does.",
            "scheme       'myapp' is a scheme of the app's URL types.",
            "scenes       The app has scenes; SwiftUI or the code says what gets their links.",
        ] {
            #expect(result.output.contains("  found     \(line)\n"), "\(result.output)")
        }
        #expect(result.exitCode == .success)
    }

    /// What precedes the file in an answer, and the number of its lines.
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", 3),
        (
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type:application/json\r\n\r\n",
            5
        ),
        (
            "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 200 \r\nserver: x\r\nCONTENT-TYPE: Application/JSON;charset=utf-8\r\n\r\n",
            6
        ),
        ("HTTP/3 200\ncontent-type: application/json\nlink: </a>; rel=b\n\n", 4),
        (
            "HTTP/1.1 200 OK\nApple-Origin-Format: json\nApple-From: https://www.a.io/.well-known/apple-app-site-association\n\n",
            4
        ),
    ])
    func `answers have several blocks of headers and any kind of line ends`(
        start: String,
        lines: Int
    ) throws {
        let host = start.contains("www.") ? "www.a.io" : "a.io"
        var files = Self.files
        files["a.txt"] =
            start + Self.association.replacing("/watch/private", with: "/watch/cats")
        let result = Self.run(["https://\(host)/watch/cats"] + Self.all, files: files)
        let excluded = "  broken    component    a.txt:\(lines + 4):5: { "
        #expect(result.output.contains(excluded), "\(result.output)")
        #expect(result.output.contains("1 error.\n"), "\(result.output)")
    }

    @Test(arguments: [
        (
            "HTTP/2 200\ncontent-type: application/json\n\n",
            "The answer has no body; save it with 'curl -si', without '-I'. Name the file with '--response FILE' and its host with '--host HOST'. [not-given]"
        ),
        (
            "HTTP/2 200\ncontent-type: application/json\ncontent-encoding: gzip\n\n\u{1F}\u{8B}",
            "The body of the answer is compressed; save it with 'curl -si --compressed'. Name the file with '--response FILE' and its host with '--host HOST'. [not-given]"
        ),
    ])
    func `an answer whose file cannot be read is not judged`(text: String, line: String) {
        var bytes = Data(text.utf8)
        // In UTF-8, the second byte of a compressed file is two.
        if let place = bytes.lastIndex(of: 0xC2) { bytes.remove(at: place) }
        let arguments = ["https://a.io/watch/cats"] + Self.all
        let result = Self.run(arguments, binary: ["a.txt": bytes])
        #expect(result.output.contains("Not known\n  \(line)\n"), "\(result.output)")
        #expect(!result.output.contains("  component "))
        #expect(result.exitCode == .success)
    }

    @Test(arguments: [
        (
            "https://a.io/drafts/5",
            "links.json: '/drafts/{id:int}' has 'claims: false'",
            "'/drafts/{id:int}' makes it '/draft?id=5'."
        ),
        (
            "https://b.io/drafts/5", "links.json: The domain of 'b.io' has 'claims: false'",
            "'/drafts/{id}' makes it '/draft?id=5'."
        ),
    ])
    func `a link that the rules do not claim is the only obstacle`(
        url: String,
        start: String,
        end: String
    ) {
        var files = Self.files
        let rule = #"{"from": "/drafts/{id:int}", "to": "/draft?id={id}", "claims": false}"#
        let other = #"{"from": "/drafts/{id}", "to": "/draft?id={id}"}"#
        func rules(_ rule: String) -> String {
            """
            {"version": 1, "domains": [{"hosts": ["a.io"], "rules": [
              \(rule)
            ]}, {"hosts": ["b.io"], "claims": false, "rules": [\(other)]}]}
            """
        }
        files["links.json"] = rules(rule)
        let host = url.split(separator: "/")[1]
        #expect(
            Self.run([url] + Self.all, files: files).output.hasPrefix(
                """
                \(url)
                  found     rules        '\(host)' is in the rules.
                  broken    rules        \(start), which keeps its links in the browser; remove it if they must open the app. [not-claimed]
                  found     rule         \(end)

                """
            )
        )
        // Without it, the file has to have the link.
        files["links.json"] = rules(other).replacing(#", "claims": false"#, with: "")
        let result = Self.run([url] + Self.all, files: files)
        #expect(!result.output.contains("[not-claimed]"))
        #expect(result.output.contains(host == "a.io" ? "[not-matched]" : "[domain-not-declared]"))
        // A file may claim it all the same.
        files["links.json"] = rules(rule)
        files["a.txt"] = Self.files["a.txt"]?.replacing("/watch/*", with: "/drafts/*")
        let claimed = Self.run(["https://a.io/drafts/5"] + Self.all, files: files)
        #expect(claimed.exitCode == .success)
    }

    @Test(arguments: ["applinks:", "applinks:*", "applinks:**.a.io", "applinks:*."])
    func `an entry without a host is named once, and no command is for it`(entry: String) {
        var files = Self.files
        files["App.entitlements"] = Self.files["App.entitlements"]?
            .replacing("applinks:www.a.io", with: entry)
        let arguments = ["--entitlements", "App.entitlements", "--format", "json"]
        let result = Self.run(["https://a.io/watch/cats"] + arguments, files: files)
        let message =
            "'\(entry)' names no host; write one, as in 'applinks:mydomain.io', or '*.' and one."
        #expect(result.output.contains(message), "\(result.output)")
        #expect(result.exitCode == .findings)
        let all = Self.run(["--entitlements", "App.entitlements"], files: files)
        #expect(all.output.ranges(of: "names no host").count == 1, "\(all.output)")
        #expect(!all.output.contains("v1/*") && !all.output.contains("v1/ "))
        // The advice, followed.
        for advised in ["applinks:mydomain.io", "applinks:*.mydomain.io"] {
            files["App.entitlements"] = Self.files["App.entitlements"]?
                .replacing("applinks:www.a.io", with: advised)
            let cured = Self.run(["https://a.io/watch/cats"] + arguments, files: files)
            #expect(!cured.output.contains("names no host") && cured.exitCode == .success)
        }
    }

    @Test func `an answer with an empty file is broken`() {
        var files = Self.files
        files["a.txt"] = "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 0\n\n"
        let result = Self.run(["https://a.io/watch/cats"] + Self.all, files: files)
        #expect(
            result.output.contains(
                "  broken    file         a.txt:5:1: The text is empty; write a JSON value, such as '{}'. [json-empty]\n"
            ),
            "\(result.output)"
        )
        #expect(result.exitCode == .findings)
    }

    @Test func `a file without headers says what it can, and differs from the answer or not`() {
        var files = Self.files
        files["aasa"] = Self.association
        var result = Self.run(["https://a.io/watch/cats", "--aasa", "aasa"], files: files)
        let size = Self.association.utf8.count
        #expect(
            result.output.contains("  found     file         The file is JSON, \(size) bytes.\n")
        )
        #expect(result.output.contains("  found     component    { \"/\": \"/watch/*\" } matches"))
        #expect(result.exitCode == .success)
        let both = ["https://a.io/watch/cats", "--aasa", "aasa", "--response", "a.txt"]
        #expect(!Self.run(both, files: files).output.contains("different"))
        files["aasa"] = Self.association.replacing("private", with: "public")
        result = Self.run(both, files: files)
        #expect(
            result.output.contains(
                "  doubtful  file         a.txt: The answer has another file than the one that was given; publish that one, or wait until a cache such as Apple's has it. [different-copies]\n"
            )
        )
    }

    @Test(arguments: [
        (
            ["--info", "a.txt"], 1,
            "deeplink doctor: a.txt: The file of '--info' is not a property list with keys; name the project's file, or save what 'plutil -convert xml1 -o - App.app/Info.plist' prints.\n"
        ),
        (
            ["--entitlements", "a.txt"], 1,
            "deeplink doctor: a.txt: The file of '--entitlements' is not a property list with keys; name the project's file, or save what 'codesign -d --entitlements - --xml App.app' prints.\n"
        ),
        (
            ["--response", "Info.plist"], 1,
            "deeplink doctor: Info.plist: The file does not begin with headers such as 'HTTP/2 200'; save it with 'curl -si', or name a file without headers with '--aasa FILE'.\n"
        ),
        (
            ["--response", "a.txt"], 2,
            """
            deeplink doctor: '--response' is of one host, and there are 2; name it, such as '--host a.io': 'a.io' and 'www.a.io'.
            'deeplink doctor --help' shows how to use it.

            """
        ),
        (
            ["--info", "none"], 66,
            "deeplink doctor: There is no file 'none' of '--info'; check the name and the folder.\n"
        ),
    ])
    func `a file that is something else is refused`(
        arguments: [String],
        exitCode: Int32,
        errors: String
    ) {
        let result = Self.run(arguments)
        #expect(result.errors == errors)
        #expect(result.output == "" && result.exitCode.rawValue == exitCode)
    }

    // MARK: - Without links

    @Test func `a host that cannot have universal links is told so, and gets no entry`() {
        var files = Self.files
        files["links.json"] = #"""
            {"version": 1, "domains": [
              {"hosts": ["a.io", "localhost:8080"], "rules": [{"from": "/watch/{v}", "to": "/player?id={v}"}]},
              {"anyHostAs": "server", "rules": [{"from": "/p/{id}", "to": "/post?id={id}&on={server}"}]}
            ]}
            """#
        let arguments = ["--entitlements", "App.entitlements"]
        let local = Self.run(["https://localhost:8080/watch/cats"] + arguments, files: files)
        let text =
            "'localhost' cannot have universal links here: they need a public name, such as 'mydomain.io', and no port. Open its links within the app, or with a custom scheme."
        #expect(local.output.contains(text), "\(local.output)")
        #expect(local.exitCode == .success)
        #expect(!local.output.contains("applinks:localhost"))
        let any = Self.run(["https://b.example/p/5"] + arguments, files: files)
        #expect(
            any.output.contains(
                "The rules take links to any host, but systems give an app only links to hosts that it declares. So this one opens the app only from within it; if the site is yours, declare 'applinks:b.example'."
            ),
            "\(any.output)"
        )
        #expect(any.exitCode == .success)
        #expect(Self.run(arguments, files: files).output.contains(text))
        // The advice, followed.
        files["App.entitlements"] = files["App.entitlements"]?
            .replacing("www.a.io", with: "b.example")
        let declared = Self.run(["https://b.example/p/5"] + arguments, files: files)
        #expect(declared.output.contains("'applinks:b.example' is declared."))
    }

    @Test func `an entitlement that is one text declares nothing`() throws {
        var files = Self.files
        let array =
            "<array>\n\t\t<string>applinks:a.io</string>\n\t\t<string>applinks:www.a.io</string>\n\t</array>"
        files["App.entitlements"] = Self.files["App.entitlements"]?
            .replacing(array, with: "<string>applinks:a.io</string>")
        let arguments = ["https://a.io/watch/cats", "--entitlements", "App.entitlements"]
        let result = Self.run(arguments, files: files)
        let advice = "<array><string>applinks:a.io</string></array>"
        #expect(
            result.output.contains(
                "App.entitlements:8: 'com.apple.developer.associated-domains' is a single text, and systems read only an array; write '\(advice)'. [malformed-domain]"
            ),
            "\(result.output)"
        )
        #expect(result.exitCode == .findings)
        // The advice, followed.
        files["App.entitlements"] = files["App.entitlements"]?
            .replacing("<string>applinks:a.io</string>", with: advice)
        #expect(Self.run(arguments, files: files).exitCode == .success)
    }

    @Test func `without links, there is a chain for each host and scheme`() {
        let result = Self.run(["--host", "a.io"] + Self.all)
        let heads = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(
            heads == [
                "a.io", "www.a.io", "myapp://", "the app", "Not known", "Only a device can tell",
                "1 note.",
            ]
        )
        #expect(
            result.output.contains(
                "  found     component    Components match the links of all rules.\n"
            )
        )
        let asked =
            "  The answer of 'www.a.io' was not given; save it with 'curl -si https://www.a.io/.well-known/apple-app-site-association'. Name the file with '--response FILE' and its host with '--host HOST'. [not-given]\n"
        #expect(result.output.contains(asked))
        #expect(result.exitCode == .success)
        let other = Self.run(["--host", "www.a.io"] + Self.all)
        #expect(!other.output.contains("The answer of 'www.a.io'"))
    }

    @Test func `without links, the links of all rules are compared with the file`() throws {
        let files = try Self.changed(Self.files, [("a.txt", "\"/watch/*\"", "\"/wtach/*\"")])
        let result = Self.run(["--host", "a.io"] + Self.all, files: files)
        #expect(
            result.output.contains(
                "  broken    component    a.txt:4:28: No rule claims links that the rewrite rule '/watch/{video}' of 'a.io' handles, so they stay in the browser; add a component for them. Example: https://a.io/watch/cats [handled-not-claimed]\n"
            ),
            "\(result.output)"
        )
        #expect(result.exitCode == .findings)
    }

    @Test func `a host that only the app declares is doubtful`() throws {
        let files = try Self.changed(
            Self.files,
            [("App.entitlements", "<array>", "<array><string>applinks:old.io</string>")]
        )
        let result = Self.run(["--host", "a.io"] + Self.all, files: files)
        #expect(
            result.output.contains(
                """
                old.io
                  doubtful  rules        links.json: 'old.io' is not a host of the rules, so the app refuses its links; add it to 'hosts'. [not-in-rules]
                  found     entitlement  'applinks:old.io' is declared.

                """
            ),
            "\(result.output)"
        )
        #expect(result.exitCode == .success)
    }

    @Test func `what was not given is told with the option that gives it`() {
        let result = Self.run(
            ["https://a.io/watch/cats", "myapp://player", "--aasa", "a.json"],
            files: Self.files.merging(["a.json": Self.association]) { $1 }
        )
        for line in [
            "The entitlements were not given. Name the file with '--entitlements FILE'. [not-given]",
            "The 'Info.plist' was not given. Name the file with '--info FILE'. [not-given]",
            "The file names 'A1B2C3D4E5.com.example.app'; whether one of them is yours was not asked. Name the app with '--app-id ID'. [not-given]",
        ] {
            #expect(result.output.contains("  \(line)\n"), "\(result.output)")
        }
        let app = ["--app-id", "A1B2C3D4E5.com.example.app"]
        #expect(
            !Self.run(["https://a.io/watch/cats"] + Self.all + app).output.contains("[not-given]")
        )
    }

    // MARK: - Formats

    @Test func `programs get all parts as JSON, and findings in the other formats`() throws {
        let files = try Self.changed(Self.files, [("a.txt", "/watch/private", "/watch/cats")])
        let arguments = ["https://a.io/watch/cats"] + Self.all
        let result = Self.run(arguments + ["--json"], files: files)
        let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
        #expect(document.counts == ["error": 1, "note": 0, "warning": 0])
        #expect(document.chains.map(\.subject) == ["https://a.io/watch/cats", "the app"])
        #expect(
            document.chains[0].steps.map { "\($0.part) \($0.state)" } == [
                "rules found", "entitlement found", "file found", "app found", "component broken",
                "rule found",
            ]
        )
        let finding = try #require(document.chains[0].steps[4].finding)
        #expect(finding.file == "a.txt" && finding.line == 7 && finding.code == "excluded")
        #expect(document.onlyADeviceCanTell.allSatisfy { !$0.commands.isEmpty })
        let github = Self.run(arguments + ["--format", "github"], files: files)
        #expect(github.output.hasPrefix("::error file=a.txt,line=7,col=5,title=excluded::"))
        #expect(github.output.split(separator: "\n").count == 1)
        let sarif = Self.run(arguments + ["--format", "sarif"], files: files)
        #expect(sarif.output.contains("\"ruleId\" : \"excluded\""))
        let allowed = Self.run(arguments + ["--allow", "excluded"], files: files)
        #expect(allowed.exitCode == .success && !allowed.output.contains("excluded"))
    }

    private struct Document: Decodable {
        let chains: [Chain]
        let counts: [String: Int]
        let onlyADeviceCanTell: [Question]

        struct Chain: Decodable {
            let subject: String
            let steps: [Step]
        }

        struct Step: Decodable {
            let part: String
            let state: String
            let finding: Finding?
        }

        struct Finding: Decodable {
            let file: String
            let line: Int?
            let code: String
        }

        struct Question: Decodable {
            let commands: [String]
        }
    }

    @Test func `the commands for a device quote the link, and those of the tool work`() throws {
        let result = Self.run(["https://a.io/it's?a=1&b=$(x)"] + Self.all)
        #expect(
            result.output.contains(
                "    xcrun simctl openurl booted 'https://a.io/it'\\''s?a=1&b=$(x)'\n"
            ),
            "\(result.output)"
        )
        let command = try #require(
            result.output.split(separator: "\n").first { $0.contains("deeplink doctor") }
        )
        let words = command.split(separator: " ").dropFirst(2).map(String.init)
        var files = Self.files
        files["apple.txt"] = files["a.txt"]
        #expect(Self.run(words, files: files).exitCode == .success)
    }

    @Test(arguments: ["a.io/it", "it", "a.io:it"])
    func `no command for a device is made of a text that is no link`(text: String) {
        let output = Self.run([text] + Self.all).output
        #expect(output.contains("[refused]"), "\(output)")
        #expect(output.contains("openurl booted 'URL'"), "\(output)")
        #expect(!output.contains("swcutil dl"), "\(output)")
    }
}
