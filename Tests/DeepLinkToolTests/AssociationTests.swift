import Testing

@testable import DeepLinkTool

/// What `deeplink aasa`, `deeplink match` and `deeplink check --aasa` write.
@MainActor
struct AssociationTests {
    private nonisolated static let configuration = """
        {
          "version": 1,
          "domains": [
            {
              "hosts": ["mydomain.io", "www.mydomain.io"],
              "rules": [
                { "from": "/home", "to": "/home", "examples": { "/home": "/home" } },
                {
                  "from": "/watch?v={video}",
                  "to": "/player?id={video}",
                  "examples": { "/watch?v=1": "/player?id=1" }
                }
              ]
            },
            {
              "hosts": ["*.shop.io"],
              "rules": [{ "from": "/a", "to": "/home", "examples": { "https://x.shop.io/a": "/home" } }]
            }
          ],
          "schemes": [{ "names": ["myapp"], "unmatched": "passThrough" }]
        }

        """

    private nonisolated static let file = """
        {
          "applinks": {
            "details": [
              {
                "appIDs": ["A1B2C3D4E5.com.example.app"],
                "components": [
                  { "/": "/home" },
                  { "/": "/news/*" },
                  { "/": "/help", "exclude": true }
                ]
              }
            ]
          }
        }

        """

    private static func run(_ arguments: String..., input: String = "") -> ToolResult {
        Tool.run(
            arguments: arguments,
            standardInput: .text(input),
            files: .files(["links.json": configuration, "aasa.json": file, "none.json": "{,}"])
        )
    }

    /// The output of `deeplink aasa` for a configuration that has only these sources.
    private static func declarations(of sources: String) -> ToolResult {
        run("aasa", "--app-id=A.b", "--config=-", input: #"{ "version": 1, \#(sources) }"#)
    }

    // MARK: aasa

    @Test func `each file is shown with its hosts, and then what the app declares`() {
        let result = Self.run("aasa", "--app-id", "A1B2C3D4E5.com.example.app")
        #expect(
            result
                == ToolResult(
                    output: """
                        https://mydomain.io/.well-known/apple-app-site-association
                        https://www.mydomain.io/.well-known/apple-app-site-association

                        {
                          "applinks" : {
                            "details" : [
                              {
                                "appIDs" : [
                                  "A1B2C3D4E5.com.example.app"
                                ],
                                "components" : [
                                  {
                                    "/" : "/watch",
                                    "?" : {
                                      "v" : "?*"
                                    },
                                    "comment" : "/watch?v={video}"
                                  },
                                  {
                                    "/" : "/home",
                                    "comment" : "/home"
                                  }
                                ]
                              }
                            ]
                          }
                        }

                        https://shop.io/.well-known/apple-app-site-association

                        {
                          "applinks" : {
                            "details" : [
                              {
                                "appIDs" : [
                                  "A1B2C3D4E5.com.example.app"
                                ],
                                "components" : [
                                  {
                                    "/" : "/a",
                                    "comment" : "/a"
                                  }
                                ]
                              }
                            ]
                          }
                        }

                        Entitlements

                        <key>com.apple.developer.associated-domains</key>
                        <array>
                            <string>applinks:mydomain.io</string>
                            <string>applinks:www.mydomain.io</string>
                            <string>applinks:*.shop.io</string>
                        </array>

                        Info.plist

                        <key>CFBundleURLTypes</key>
                        <array>
                            <dict>
                                <key>CFBundleTypeRole</key>
                                <string>Viewer</string>
                                <key>CFBundleURLName</key>
                                <string>com.example.app</string>
                                <key>CFBundleURLSchemes</key>
                                <array>
                                    <string>myapp</string>
                                </array>
                            </dict>
                        </array>

                        """
                )
        )
    }

    @Test func `one file alone can be stored as it is`() {
        let result = Self.run(
            "aasa",
            "--app-id=A1B2C3D4E5.a,A1B2C3D4E5.b",
            "--host",
            "www.mydomain.io",
            "--part",
            "file",
            "--no-comments"
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        {
                          "applinks" : {
                            "details" : [
                              {
                                "appIDs" : [
                                  "A1B2C3D4E5.a",
                                  "A1B2C3D4E5.b"
                                ],
                                "components" : [
                                  {
                                    "/" : "/watch",
                                    "?" : {
                                      "v" : "?*"
                                    }
                                  },
                                  {
                                    "/" : "/home"
                                  }
                                ]
                              }
                            ]
                          }
                        }

                        """
                )
        )
    }

    @Test func `the entitlement needs no app`() {
        let result = Self.run("aasa", "--part", "entitlement", "--mode", "developer")
        #expect(
            result
                == ToolResult(
                    output: """
                        <key>com.apple.developer.associated-domains</key>
                        <array>
                            <string>applinks:mydomain.io?mode=developer</string>
                            <string>applinks:www.mydomain.io?mode=developer</string>
                            <string>applinks:*.shop.io?mode=developer</string>
                        </array>

                        """
                )
        )
    }

    @Test func `App Clips and shared passwords are declared, and in the file`() {
        let file = Self.run(
            "aasa",
            "--app-id",
            "A1B2C3D4E5.a,A1B2C3D4E5.b",
            "--host",
            "shop.io",
            "--part=file",
            "--no-comments",
            "--appclips",
            "--webcredentials"
        )
        #expect(
            file
                == ToolResult(
                    output: """
                        {
                          "appclips" : {
                            "apps" : [
                              "A1B2C3D4E5.a.Clip",
                              "A1B2C3D4E5.b.Clip"
                            ]
                          },
                          "applinks" : {
                            "details" : [
                              {
                                "appIDs" : [
                                  "A1B2C3D4E5.a",
                                  "A1B2C3D4E5.b"
                                ],
                                "components" : [
                                  {
                                    "/" : "/a"
                                  }
                                ]
                              }
                            ]
                          },
                          "webcredentials" : {
                            "apps" : [
                              "A1B2C3D4E5.a",
                              "A1B2C3D4E5.b"
                            ]
                          }
                        }

                        """
                )
        )
        let named = Self.run(
            "aasa",
            "--app-id",
            "A1B2C3D4E5.a",
            "--host",
            "shop.io",
            "--part=file",
            "--appclips",
            "--clip-id",
            "A1B2C3D4E5.a.Other"
        )
        #expect(named.output.contains("A1B2C3D4E5.a.Other") && !named.output.contains(".Clip"))
        let entitlement = Self.run(
            "aasa",
            "--part=entitlement",
            "--appclips",
            "--webcredentials",
            "--mode=developer"
        )
        let lines = entitlement.output.split(separator: "\n").filter { $0.contains("<string>") }
        let texts: [Substring] = lines.map { $0.split(whereSeparator: { "<>".contains($0) })[2] }
        #expect(
            texts == [
                "applinks:mydomain.io?mode=developer", "applinks:www.mydomain.io?mode=developer",
                "applinks:*.shop.io?mode=developer", "appclips:mydomain.io?mode=developer",
                "appclips:www.mydomain.io?mode=developer",
                "webcredentials:mydomain.io?mode=developer",
                "webcredentials:www.mydomain.io?mode=developer",
                "webcredentials:*.shop.io?mode=developer",
            ]
        )
    }

    // MARK: aasa --android

    private nonisolated static let fingerprint = Array(repeating: "0A", count: 32)
        .joined(separator: ":")

    @Test func `Android's file is written alone, and what it cannot say is told`() {
        let result = Self.run(
            "aasa",
            "--android",
            "io.mydomain.app",
            "--fingerprint",
            "\(Self.fingerprint.lowercased()),\(Self.fingerprint)",
            "--host",
            "mydomain.io",
            "--config=-",
            input: #"""
                { "version": 1, "domains": [{ "hosts": ["mydomain.io"], "rules": [
                  { "from": "/home", "to": "/home" }, { "from": "/tags/{tag}", "to": "/tag/{tag}" }
                ] }] }
                """#
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        [
                          {
                            "relation" : [
                              "delegate_permission/common.handle_all_urls"
                            ],
                            "relation_extensions" : {
                              "delegate_permission/common.handle_all_urls" : {
                                "dynamic_app_link_components" : [
                                  {
                                    "/" : "/tags/?*"
                                  },
                                  {
                                    "/" : "/home"
                                  }
                                ]
                              }
                            },
                            "target" : {
                              "namespace" : "android_app",
                              "package_name" : "io.mydomain.app",
                              "sha256_cert_fingerprints" : [
                                "\(Self.fingerprint)"
                              ]
                            }
                          }
                        ]

                        """,
                    errors: "deeplink aasa: note: '/tags/{tag}': {tag} may have slashes.\n"
                )
        )
    }

    @Test func `the manifest gets all hosts`() {
        let result = Self.run(
            "aasa",
            "--android=io.mydomain.app",
            "--fingerprint",
            Self.fingerprint,
            "--part",
            "manifest"
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        <intent-filter android:autoVerify="true">
                            <action android:name="android.intent.action.VIEW" />
                            <category android:name="android.intent.category.DEFAULT" />
                            <category android:name="android.intent.category.BROWSABLE" />
                            <data android:scheme="https" android:host="mydomain.io" />
                            <data android:scheme="https" android:host="www.mydomain.io" />
                            <data android:scheme="https" android:host="*.shop.io" />
                        </intent-filter>

                        """
                )
        )
    }

    @Test(arguments: [
        (
            ["--android", "app", "--fingerprint", fingerprint, "--host", "shop.io"],
            "'app' is not the identifier of an Android app; write two or more names with dots between them, such as 'com.example.app'.\n",
            ExitCode.usage
        ),
        (
            ["--android", "io.a", "--fingerprint", "0a:0b", "--host", "shop.io"],
            "'0a:0b' is not a SHA-256 fingerprint; write 32 pairs of hexadecimal digits, as the Play Console shows them.\n",
            .usage
        ),
        (
            ["--android", "io.a"],
            "'--fingerprint' is missing; write '--fingerprint SHA256' with the fingerprint of the certificate that the app is signed with.\n",
            .usage
        ),
        (
            ["--android", "io.a", "--fingerprint", fingerprint],
            "The hosts have different files; choose one with '--host', such as '--host mydomain.io'.\n",
            .usage
        ),
        (
            ["--android", "io.a", "--fingerprint", fingerprint, "--no-comments"],
            "'--no-comments' is for Apple's systems; remove it or '--android'.\n", .usage
        ),
        (
            ["--android", "io.a", "--part", "entitlement"],
            "'entitlement' of '--part' is for Apple's systems; with '--android', write 'file' or 'manifest'.\n",
            .usage
        ),
        (["--part", "manifest"], "'manifest' of '--part' needs '--android PACKAGE'.\n", .usage),
        (["--fingerprint", "0A"], "'--fingerprint' needs '--android PACKAGE'.\n", .usage),
        (["--clip-id", "A.b"], "'--clip-id' needs '--appclips'.\n", .usage),
        (
            ["--part", "entitlement", "--host", "nope.io"],
            "'nope.io' of '--host' is not a host of the rules, which have", .usage
        ),
        (
            ["--check", "links.json", "--no-comments"],
            "'--no-comments' is for a file to write; remove it or '--check'.\n", .usage
        ),
        (
            ["--check", "links.json", "--android", "io.a"],
            "'--android' is for a file to write; remove it or '--check'.\n", .usage
        ),
    ])
    func `options that do not go together are told`(
        arguments: [String],
        message: String,
        exitCode: ExitCode
    ) {
        let result = Tool.run(
            arguments: ["aasa"] + arguments,
            files: .files(["links.json": Self.configuration])
        )
        #expect(result.output == "" && result.exitCode == exitCode)
        #expect(result.errors.hasPrefix("deeplink aasa: \(message)"), "\(result.errors)")
    }

    @Test func `with JSON all parts are in one object`() {
        let result = Self.run(
            "aasa",
            "--json",
            "--app-id",
            "A1B2C3D4E5.a",
            "--host",
            "shop.io",
            "--no-comments"
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        {
                          "associatedDomains" : [
                            "applinks:mydomain.io",
                            "applinks:www.mydomain.io",
                            "applinks:*.shop.io"
                          ],
                          "files" : [
                            {
                              "association" : {
                                "applinks" : {
                                  "details" : [
                                    {
                                      "appIDs" : [
                                        "A1B2C3D4E5.a"
                                      ],
                                      "components" : [
                                        {
                                          "/" : "/a"
                                        }
                                      ]
                                    }
                                  ]
                                }
                              },
                              "hosts" : [
                                "shop.io"
                              ]
                            }
                          ],
                          "urlSchemes" : [
                            "myapp"
                          ]
                        }

                        """
                )
        )
    }

    @Test(arguments: [
        (
            ["aasa"],
            "'--app-id' is missing; write the app's prefix and bundle identifier, such as '--app-id A1B2C3D4E5.com.example.app'."
        ),
        (
            ["aasa", "--app-id", "A.b", "--host", "a.io"],
            "'a.io' of '--host' is not a host of the rules, which have 'mydomain.io', 'www.mydomain.io' and 'shop.io'."
        ),
        (
            ["aasa", "--app-id", "A.b", "--part", "file"],
            "The hosts have 2 different files; choose one with '--host', such as '--host mydomain.io'."
        ),
        (
            ["aasa", "--app-id", "A.b", "--part", "file", "--json"],
            "'--json' and '--part' cannot be used together; remove one."
        ),
        (["match", "https://a.io"], "'--aasa' is missing; write '--aasa FILE'."),
        (
            ["match", "-", "--aasa", "-"],
            "'-' is given twice, but standard input can be read only once."
        ),
        (
            ["check", "--config", "-", "--aasa", "-"],
            "'-' is given twice, but standard input can be read only once."
        ),
        (
            ["check", "--host", "a.io"],
            "'--host' needs an association file; name it with '--aasa FILE'."
        ),
    ])
    func `a wrong command line is explained`(
        arguments: [String],
        message: String
    ) {
        let result = Tool.run(
            arguments: arguments,
            files: .files(["links.json": Self.configuration, "aasa.json": Self.file])
        )
        #expect(
            result
                == ToolResult(
                    errors:
                        "deeplink \(arguments[0]): \(message)\n'deeplink \(arguments[0]) --help' shows how to use it.\n",
                    exitCode: .usage
                )
        )
    }

    @Test func `a domain for any host is told to have no file`() {
        let any =
            #"{ "anyHostAs": "server", "rules": [{ "from": "/@{user}", "to": "/user?at={server}&name={user}" }] }"#
        let note =
            "deeplink aasa: note: The domain for any host, 'server', has no file and no declaration: systems give an app only links to hosts that it names.\n"
        let named = #"{ "hosts": ["a.io"], "rules": [{ "from": "/a", "to": "/a" }] }"#
        let result = Self.run(
            "aasa",
            "--app-id=A1B2C3D4E5.b",
            "--config=-",
            "--part=file",
            input: #"{ "version": 1, "domains": [\#(named), \#(any)] }"#
        )
        #expect(result.errors == note && result.exitCode == .success)
        #expect(result.output.contains(#""/a""#) && !result.output.contains("@"))
        let android = Self.run(
            "aasa",
            "--android=io.a",
            "--fingerprint",
            Self.fingerprint,
            "--config=-",
            input: #"{ "version": 1, "domains": [\#(named), \#(any)] }"#
        )
        #expect(android.errors == note && android.output.contains(#""/a""#))
    }

    @Test(arguments: [
        (
            #""domains": [{ "anyHostAs": "server", "rules": [{ "from": "/a", "to": "/a" }] }]"#,
            "the configuration names no host, and a domain for any host has no file, as an app gets only links to hosts that it names; add a domain with a name."
        ),
        (
            #""domains": [{ "hosts": ["127.0.0.1"], "rules": [{ "from": "/a", "to": "/a" }] }]"#,
            "all hosts of the configuration are addresses, have a port or are single words, and such hosts have no file; add a domain with a name."
        ),
        (
            #""domains": []"#,
            "the configuration has no domain, and custom schemes need no association file; add a domain."
        ),
    ])
    func `where there is nothing to declare, it is told why`(sources: String, reason: String) {
        let result = Self.declarations(of: sources)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasSuffix("The association file cannot be made: \(reason)\n"))
        #expect(result.exitCode == .findings)
    }

    @Test func `custom schemes alone are declared without a file`() {
        let result = Self.declarations(
            of: #""schemes": [{ "names": ["myapp"], "unmatched": "passThrough" }]"#
        )
        #expect(result.output.hasPrefix("Info.plist\n"))
        #expect(result.output.contains("<string>myapp</string>"))
        #expect(result.errors.isEmpty)
    }

    @Test func `an identifier that is a placeholder is written, with an error, and exits with 1`() {
        let result = Self.run(
            "aasa",
            "--app-id",
            "TEAM_ID.com.example.app",
            "--host",
            "mydomain.io",
            "--part",
            "file"
        )
        #expect(result.output.contains(#""TEAM_ID.com.example.app""#))
        #expect(
            result.errors
                == "deeplink aasa: error: The app identifier 'TEAM_ID.com.example.app' is a placeholder; write the app's own prefix and bundle identifier, such as 'A1B2C3D4E5.com.example.app'.\n"
        )
        #expect(result.exitCode == .findings)
    }

    @Test(arguments: [
        "A1B2C3D4E5.a,A1B2C3D4E5.b", " A1B2C3D4E5.a , A1B2C3D4E5.b ",
        "A1B2C3D4E5.a,\tA1B2C3D4E5.b,A1B2C3D4E5.a",
    ])
    func `white space around an app is no part of it, and each counts once`(appIDs: String) {
        let result = Self.run("aasa", "--app-id", appIDs, "--host", "SHOP.io", "--part=file")
        let lines = result.output.split(separator: "\n").map { $0.filter { !" ,".contains($0) } }
        #expect(lines.filter { $0.contains("A1B2") } == [#""A1B2C3D4E5.a""#, #""A1B2C3D4E5.b""#])
        #expect(result.errors == "" && result.exitCode == .success)
    }

    @Test(arguments: [
        (
            "A.b,,A.c",
            "'A.b,,A.c' of '--app-id' has a comma without a value beside it; remove the comma."
        ),
        (",A.b", "',A.b' of '--app-id' has a comma without a value beside it; remove the comma."),
        (
            "A.b, ",
            #"'A.b,\u{20}' of '--app-id' has a comma without a value beside it; remove the comma."#
        ),
        (",", "',' of '--app-id' has a comma without a value beside it; remove the comma."),
        (" ", "'--app-id' needs a value; write '--app-id ID'."),
        ("", "'--app-id' needs a value; write '--app-id ID'."),
    ])
    func `an app without a name is a wrong command line`(appIDs: String, complaint: String) {
        for arguments in [["aasa"], ["check", "--aasa", "aasa.json", "--host", "mydomain.io"]] {
            let result = Tool.run(
                arguments: arguments + ["--app-id", appIDs],
                files: .files(["links.json": Self.configuration, "aasa.json": Self.file])
            )
            #expect(result.errors.hasPrefix("deeplink \(arguments[0]): \(complaint)\n"))
            #expect(result.exitCode == .usage)
        }
    }

    // MARK: What a verdict covers

    /// The tool's answer for the file, with rules for two domains.
    private func verdict(_ arguments: [String]) -> ToolResult {
        Tool.run(
            arguments: arguments,
            files: .files(["links.json": Self.configuration, "aasa.json": Self.file])
        )
    }

    @Test(arguments: [
        ("https://mydomain.io/home", "matched"), ("https://mydomain.io/nothing", "not-matched"),
        ("https://mydomain.io/news/internal", "blocked"),
    ])
    func `the answer can be another one than a match`(url: String, answer: String) {
        let file = """
            { "applinks": { "details": [ { "appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
              { "/": "/home" }, { "/": "/news/internal", "exclude": true }, { "/": "/news/*" }
            ] } ] } }
            """
        for expected in ["matched", "blocked", "not-matched"] {
            let result = Tool.run(
                arguments: [
                    "match", url, "--aasa", "file", "--host", "mydomain.io", "--expect", expected,
                ],
                files: .files(["file": file])
            )
            #expect(result.exitCode == (expected == answer ? .success : .findings))
            let complaint =
                "deeplink match: '\(url)' is \(answer), and '--expect' says \(expected).\n"
            #expect(result.errors == (expected == answer ? "" : complaint))
        }
    }

    @Test func `published copies are compared with the rules and with each other`() {
        let made = Self.run(
            "aasa",
            "--app-id",
            Self.app,
            "--host",
            "mydomain.io",
            "--part",
            "file"
        ).output
        let files = [
            "links.json": Self.configuration, "server": made,
            "cdn": made.replacing("/home", with: "/hame"), "same": made + "\n",
        ]
        func check(_ copies: String) -> ToolResult {
            Tool.run(
                arguments: [
                    "aasa", "--check", copies, "--host", "mydomain.io", "--severity", "warning",
                ],
                files: .files(files)
            )
        }
        #expect(check("server,same") == ToolResult(output: "No findings.\n"))
        let result = check("server,cdn")
        #expect(
            result.output.contains(
                "\ncdn: warning: The file differs from 'server'; publish it again, or wait until a cache such as Apple's CDN has the new one. [different-copies]\n"
            )
        )
        #expect(result.output.contains("cdn:") && !result.output.contains("server:"))
        let alone = check("cdn").output
        #expect(alone.contains(" [claimed-not-handled]\n") || alone.contains(" error: "))
        let piped = Tool.run(
            arguments: ["aasa", "--check", "-,same", "--host", "mydomain.io"],
            standardInput: .text(made),
            files: .files(files)
        )
        #expect(piped.exitCode == .success && piped.errors == "")
        let missing = check("nowhere")
        #expect(missing.exitCode == .unreadable)
        #expect(missing.errors.contains("There is no file 'nowhere' of '--check';"))
    }

    @Test(arguments: [
        ("{", "line 1, column 2: "),
        (#"{ "version": 2 }"#, "version (line 1, column 14): "),
        (
            #"{ "version": 1, "domains": [{ "hosts": ["mydomain.io"], "rules": [{ "from": "/a", "to": "/{b}" }] }] }"#,
            "domains[0].rules[0].to (line 1, column 89): "
        ),
    ])
    func `a published file is compared only with rules that can be used`(
        rules: String,
        place: String
    ) {
        let result = Tool.run(
            arguments: ["aasa", "--check", "published", "--config", "rules"],
            files: .files(["rules": rules, "published": Self.file])
        )
        #expect(
            result.errors.hasPrefix(
                "deeplink aasa: rules: The configuration has a fault at \(place)"
            ),
            "\(result.errors)"
        )
        #expect(result.output == "" && result.exitCode == .findings)
        let two = Tool.run(
            arguments: ["aasa", "--check", "published", "--config", "rules", "rules"],
            files: .files(["rules": Self.configuration, "published": Self.file])
        )
        #expect(two.errors.contains("There are 2 files with rules; name one of them."))
        #expect(two.exitCode == .usage)
    }

    @Test func `options for findings need a file to check`() {
        let result = Self.run("aasa", "--app-id", Self.app, "--fail-on", "note")
        #expect(result.errors.hasPrefix("deeplink aasa: '--fail-on' needs '--check FILE'.\n"))
        #expect(result.exitCode == .usage)
    }

    @Test func `without a host nothing is said of a link`() {
        let result = verdict(["match", "https://evil.example/home", "--aasa", "aasa.json"])
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink match: '--host' is missing, and a file is only about links to the host that serves it; write '--host HOST', or '--config FILE' for all hosts of the rules.
                        'deeplink match --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }

    @Test(arguments: [
        ("https://mydomain.io/home", nil), ("https://www.mydomain.io/home", nil),
        ("https://x.shop.io/home", nil),
        (
            "https://evil.example/home",
            "the link's host is 'evil.example', but the rules have 'mydomain.io', 'www.mydomain.io' and '*.shop.io'"
        ),
        (
            "https://shop.io/home",
            "the link's host is 'shop.io', but the rules have 'mydomain.io', 'www.mydomain.io' and '*.shop.io'"
        ),
        (
            "myapp://home",
            "the link's scheme is 'myapp', but only web links open apps through an association file"
        ),
    ])
    func `the rules tell the hosts`(url: String, obstacle: String?) {
        let result = verdict(["match", url, "--aasa=aasa.json", "--config", "links.json"])
        #expect(result.exitCode == (obstacle == nil ? .success : .findings))
        if obstacle == nil {
            let named = verdict([
                "match", url, "--aasa=aasa.json", "--config=links.json", "--host=MYDOMAIN.io",
            ])
            #expect((named.exitCode == .success) == url.hasPrefix("https://mydomain.io/"))
        }
        if let obstacle { #expect(result.output == "\(url)\n  not matched: \(obstacle)\n") }
    }

    @Test(arguments: [
        "https://a.com\\@mydomain.io/home", "https://mydomain.io\\@evil.com/home",
        "https://mydomain.io:notaport/home", "https://mydomain.io./home", "https:/mydomain.io/home",
    ])
    func `a link whose host is not certain is not matched`(url: String) {
        let result = verdict(["match", url, "--aasa=aasa.json", "--host", "mydomain.io"])
        #expect(result.exitCode == .findings)
        #expect(result.output.hasPrefix("\(url)\n  not matched: "), "\(result.output)")
    }

    private nonisolated static let app = "A1B2C3D4E5.com.example.app"

    /// Each mistake, made with every command that allows it.
    @Test(arguments: [
        (
            "'nope.io' of '--host' is not a host of the rules, which have 'mydomain.io', 'www.mydomain.io' and",
            [
                ["aasa", "--app-id", app, "--host", "nope.io"],
                ["check", "--aasa", "aasa.json", "--host", "nope.io"],
                [
                    "match", "https://a.io", "--aasa", "aasa.json", "--config", "links.json",
                    "--host=nope.io",
                ],
                ["share", "/a", "--host", "nope.io"],
            ]
        ),
        (
            "'mydomian.io' of '--host' is not a host of the rules; did you mean 'mydomain.io'?",
            [
                ["aasa", "--app-id", app, "--host", "mydomian.io"],
                ["check", "--aasa", "aasa.json", "--host", "mydomian.io"],
                ["share", "/home", "--host", "mydomian.io"],
            ]
        ),
        (
            "'\(app)s' of '--app-id' is not an app of 'aasa.json', which has '\(app)'.",
            [
                [
                    "match", "https://a.io", "--aasa", "aasa.json", "--host", "a.io", "--app-id",
                    "\(app)s",
                ]
            ]
        ),
        (
            "'Q.r' of '--app-id' is not an app of 'aasa.json', which has '\(app)'.",
            [
                [
                    "match", "https://a.io", "--aasa", "aasa.json", "--host", "a.io", "--app-id",
                    "\(app),Q.r",
                ]
            ]
        ),
        (
            "The rules have hosts with different files; name the one that serves 'aasa.json', such as '--host mydomain.io': 'mydomain.io', 'www.mydomain.io' and 'shop.io'.",
            [["check", "--aasa", "aasa.json"]]
        ),
        (
            "'https://a.io' of '--host' is not a host; write it without scheme, port and path, such as 'mydomain.io'.",
            [["match", "https://a.io", "--aasa", "aasa.json", "--host", "https://a.io"]]
        ),
        (
            "'*.' of '--host' is not a host; write it without scheme, port and path, such as 'mydomain.io'.",
            [["match", "https://a.io", "--aasa", "aasa.json", "--host", "*."]]
        ),
    ])
    func `one mistake has one sentence and one exit code`(message: String, all: [[String]]) {
        for arguments in all {
            let result = verdict(arguments)
            #expect(result.output == "" && result.exitCode == .usage, "\(arguments)")
            #expect(
                result.errors.hasPrefix("deeplink \(arguments[0]): \(message)"),
                "\(arguments): \(result.errors)"
            )
        }
    }

    /// The app of a new team, before the file names it.
    @Test(arguments: [["check", "--aasa"], ["aasa", "--check"]])
    func `an app that the file lacks is a finding beside the others`(command: [String]) {
        let file = Self.file.replacing(Self.app, with: "Z9B2C3D4E5.com.example.app")
            .replacing(#""appIDs""#, with: #""appID": "Y9B2C3D4E5.com.example.app", "appIDs""#)
        let result = Tool.run(
            arguments: command + ["aasa.json", "--host", "mydomain.io", "--app-id", Self.app],
            files: .files(["links.json": Self.configuration, "aasa.json": file])
        )
        #expect(result.errors == "" && result.exitCode == .findings)
        #expect(
            result.output.contains(
                "aasa.json: error: '\(Self.app)' of '--app-id' is not an app of 'aasa.json', which has 'Z9B2C3D4E5.com.example.app' and 'Y9B2C3D4E5.com.example.app', so no link opens it; add it to 'appIDs', or correct the option. [unknown-app-id]\n"
            )
        )
        #expect(result.output.contains("'appID' and 'appIDs' disagree"), "\(result.output)")
        #expect(result.output.contains("[handled-not-claimed]"), "\(result.output)")
    }

    // MARK: Android's file

    private static let statements = """
        [{
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {
            "namespace": "android_app", "package_name": "io.mydomain.app",
            "sha256_cert_fingerprints": ["\(fingerprint)"]
          }
        }]
        """

    @Test func `Android's file is named as what it is`() {
        let result = Tool.run(
            arguments: ["check", "--aasa", "links.android", "--host", "mydomain.io"],
            files: .files(["links.json": Self.configuration, "links.android": Self.statements])
        )
        #expect(
            result.output
                == "links.android:1:1: error: The file is Android's 'assetlinks.json', not Apple's; read 'apple-app-site-association'. [wrong-type]\n\n1 error.\n"
        )
        #expect(result.exitCode == .findings)
    }

    @Test func `a fingerprint may be without colons`() {
        let lines = [Self.fingerprint, Self.fingerprint.replacing(":", with: "").lowercased()]
        let outputs = lines.map {
            Self.run(
                "aasa",
                "--android",
                "io.a",
                "--fingerprint",
                $0,
                "--host",
                "mydomain.io"
            )
        }
        #expect(outputs[0].exitCode == .success && outputs[0] == outputs[1])
        #expect(outputs[0].output.contains("\"\(Self.fingerprint)\""))
    }

    @Test func `a file is checked alone where there are no rules`() {
        let result = Tool.run(
            arguments: [
                "aasa", "--check", "aasa.json", "--host", "mydomain.io", "--severity", "warning",
            ],
            files: .files(["aasa.json": Self.file])
        )
        #expect(
            result
                == ToolResult(
                    output: "No findings.\n",
                    errors:
                        "deeplink aasa: note: There is no 'links.json' in the current folder or above, so the file is not compared with rules; name them with '--config FILE'.\n"
                )
        )
    }

    @Test func `a file without apps is told so`() {
        let result = Tool.run(
            arguments: ["match", "https://a.io/", "--aasa", "a", "--host=a.io", "--app-id=A.b"],
            files: .files(["a": #"{ "applinks": { "details": [] } }"#])
        )
        #expect(
            result.errors.hasPrefix(
                "deeplink match: 'A.b' of '--app-id' is not an app of 'a', which names no app.\n"
            )
        )
        #expect(result.exitCode == .usage)
    }

    @Test func `rules without a domain have no file`() {
        let rules =
            #"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "passThrough" }] }"#
        let files = FileAccess.files(["links.json": rules, "aasa.json": Self.file])
        let match = Tool.run(
            arguments: ["match", "https://a.io/", "--aasa=aasa.json", "--config=links.json"],
            files: files
        )
        #expect(
            match
                == ToolResult(
                    errors:
                        "deeplink match: links.json: The configuration has no domain, and only web links have a file.\n",
                    exitCode: .findings
                )
        )
        // The mistake is the same with and without a host.
        for host in [[], ["--host", "a.io"]] {
            let share = Tool.run(arguments: ["share", "/a"] + host, files: files)
            #expect(
                share.errors
                    == "deeplink share: links.json: The configuration has no domain; add one to share links.\n"
            )
            #expect(share.exitCode == .findings)
        }
    }

    /// Two apps, the second of which lacks a path.
    private nonisolated static let twoApps = """
        {
          "applinks": {
            "details": [
              { "appIDs": ["A1B2C3D4E5.one", "A1B2C3D4E5.two"], "components": [{ "/": "/home" }] },
              { "appIDs": ["A1B2C3D4E5.one"], "components": [{ "/": "/watch" }] }
            ]
          }
        }

        """

    @Test(arguments: [
        ("A1B2C3D4E5.one", nil),
        ("A1B2C3D4E5.two", "No rule claims"),
        ("A1B2C3D4E5.one,A1B2C3D4E5.two", "For 'A1B2C3D4E5.two': No rule claims"),
    ])
    func `a check is made for each app that is named`(appIDs: String, message: String?) {
        let result = Tool.run(
            arguments: [
                "check", "--aasa", "a", "--host", "mydomain.io", "--app-id", appIDs, "--json",
                "--severity=error",
            ],
            files: .files(["links.json": Self.configuration, "a": Self.twoApps])
        )
        #expect(result.exitCode == (message == nil ? .success : .findings))
        let messages = result.output.split(separator: "\n").filter { $0.contains("\"message\"") }
        #expect(messages.count == (message == nil ? 0 : 1))
        if let message { #expect(messages[0].contains(": \"\(message) "), "\(messages)") }
    }

    // MARK: match

    @Test func `a link is shown with the rules that were asked`() {
        let result = Self.run(
            "match",
            "-",
            "--aasa",
            "aasa.json",
            "--host",
            "mydomain.io",
            input:
                "https://mydomain.io/news/7?x=1\nhttps://mydomain.io/help\nhttps://mydomain.io/a\n"
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        https://mydomain.io/news/7?x=1
                          A1B2C3D4E5.com.example.app: matched by applinks.details[0].components[1] (line 8, column 11)
                            { "/": "/home" }
                              the path '/news/7' is not '/home'
                            { "/": "/news/*" }
                              matches

                        https://mydomain.io/help
                          A1B2C3D4E5.com.example.app: blocked by applinks.details[0].components[2] (line 9, column 11)
                            { "/": "/home" }
                              the path '/help' is not '/home'
                            { "/": "/news/*" }
                              the path '/help' is not '/news/*'
                            { "/": "/help", "exclude": true }
                              matches, and excludes

                        https://mydomain.io/a
                          A1B2C3D4E5.com.example.app: not matched
                            { "/": "/home" }
                              the path '/a' is not '/home'
                            { "/": "/news/*" }
                              the path '/a' is not '/news/*'
                            { "/": "/help", "exclude": true }
                              the path '/a' is not '/help'

                        """,
                    exitCode: .findings
                )
        )
    }

    /// Four apps that share forty rules, two of which match the path of the links.
    private nonisolated static let manyRules: String = {
        let components =
            (0..<38).map { #"{ "/": "/shop/\#($0)/*" }"# } + [
                #"{ "/": "/wiki/*", "?": { "action": "edit" }, "exclude": true }"#,
                #"{ "/": "/wiki/*" }"#,
            ]
        let apps = ["a", "b", "c", "d"].map { #""A1B2C3D4E5.\#($0)""# }.joined(separator: ", ")
        return
            #"{ "applinks": { "details": [{ "appIDs": [\#(apps)], "components": [\#(components.joined(separator: ","))] }] } }"#
    }()

    @Test func `of many rules and apps the nearest are shown, and all if that is asked for`() {
        let files = FileAccess.files(["aasa.json": Self.manyRules])
        let arguments = ["match", "https://a.io/wiki/Cat", "--aasa", "aasa.json", "--host", "a.io"]
        let result = Tool.run(arguments: arguments, files: files)
        #expect(
            result.output.split(separator: "\n").map { $0.prefix(80) } == [
                "https://a.io/wiki/Cat",
                "  A1B2C3D4E5.a, A1B2C3D4E5.b and 2 more apps: matched by applinks.details[0].com",
                "    38 other rules were tried and do not match; '--all' shows them",
                #"    { "/": "/wiki/*", "?": { "action": "edit" }, "exclude": true }"#,
                "      the query item 'action' is missing or empty, not 'edit'",
                #"    { "/": "/wiki/*" }"#, "      matches",
            ]
        )
        let all = Tool.run(arguments: arguments + ["--all"], files: files)
        #expect(all.output.split(separator: "\n").count == 2 + 2 * 40)
        let none = Tool.run(
            arguments: [
                "match", "https://a.io/shop/37", "--aasa", "aasa.json", "--host=a.io", "--json",
            ],
            files: files
        )
        #expect(none.exitCode == .success)
        #expect(none.output.count { $0 == "{" } > 4 * 38)
    }

    @Test func `up to six rules are all shown`() {
        let components = (0..<6).map { #"{ "/": "/shop/\#($0)" }"# }.joined(separator: ",")
        let file =
            #"{ "applinks": { "details": [{ "appIDs": ["A.b"], "components": [\#(components)] }] } }"#
        let result = Tool.run(
            arguments: ["match", "https://a.io/wiki", "--aasa", "a", "--host", "a.io"],
            files: .files(["a": file])
        )
        #expect(result.output.split(separator: "\n").count == 2 + 2 * 6, "\(result.output)")
        #expect(!result.output.contains("other rules"))
    }

    @Test func `a link that opens one of the apps exits with 0`() {
        let files = FileAccess.files(["a": Self.twoApps])
        let arguments = ["match", "https://a.io/watch", "--aasa", "a", "--host", "a.io"]
        let both = Tool.run(arguments: arguments, files: files)
        #expect(both.output.contains("  A1B2C3D4E5.one: matched by"))
        #expect(both.output.contains("  A1B2C3D4E5.two: not matched\n"))
        #expect(both.exitCode == .success)
        // If apps are named, the link must open each of them.
        let named = arguments + ["--app-id", "A1B2C3D4E5.one,A1B2C3D4E5.two"]
        #expect(Tool.run(arguments: named, files: files).exitCode == .findings)
    }

    @Test func `a link that opens the app exits with 0, and one of another host with 1`() {
        let arguments = ["match", "--aasa", "aasa.json", "--host", "mydomain.io"]
        let files = FileAccess.files(["aasa.json": Self.file])
        let fine = Tool.run(arguments: arguments + ["https://mydomain.io/home"], files: files)
        #expect(fine.exitCode == .success)
        let other = Tool.run(arguments: arguments + ["https://evil.test/home"], files: files)
        #expect(
            other
                == ToolResult(
                    output: """
                        https://evil.test/home
                          not matched: the link's host is 'evil.test', but the file is for 'mydomain.io'

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `answers are also written as JSON`() {
        let result = Self.run(
            "match",
            "https://mydomain.io/home",
            "--aasa=aasa.json",
            "--host=MyDomain.io",
            "--app-id",
            "A1B2C3D4E5.com.example.app",
            "--json"
        )
        #expect(
            result
                == ToolResult(
                    output: """
                        [
                          {
                            "apps" : [
                              {
                                "answer" : "matched",
                                "appID" : "A1B2C3D4E5.com.example.app",
                                "place" : {
                                  "column" : 11,
                                  "line" : 7,
                                  "path" : "applinks.details[0].components[0]"
                                },
                                "rules" : [
                                  {
                                    "mismatches" : [

                                    ],
                                    "rule" : "{ \\"/\\": \\"/home\\" }"
                                  }
                                ]
                              }
                            ],
                            "url" : "https://mydomain.io/home"
                          }
                        ]

                        """
                )
        )
    }

    @Test func `a file that is none is refused, and one that is not there exits with 66`() {
        #expect(
            Self.run("match", "https://a.io", "--aasa", "none.json")
                == ToolResult(
                    errors:
                        "deeplink match: none.json: The association file cannot be read at line 1, column 2: there is nothing before the comma; remove the comma.\n",
                    exitCode: .findings
                )
        )
        let missing = Self.run("match", "https://a.io", "--aasa", "aasa.jsn")
        #expect(
            missing
                == ToolResult(
                    errors:
                        "deeplink match: There is no file 'aasa.jsn' of '--aasa'; did you mean 'aasa.json'?\n",
                    exitCode: .unreadable
                )
        )
        #expect(missing.exitCode.rawValue == 66)
    }

    // MARK: check

    @Test func `a check compares the file with the rules`() {
        let result = Self.run("check", "--aasa", "aasa.json", "--host", "mydomain.io")
        #expect(
            result
                == ToolResult(
                    output: """
                        aasa.json:3:16: error: No rule claims links that the rewrite rule '/watch?v={video}' of 'mydomain.io' handles, so they stay in the browser; add a component for them. [handled-not-claimed]
                          For example: https://mydomain.io/watch?v=1
                        aasa.json:8:11: error: The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, or add a rewrite rule. [claimed-not-handled]
                          For example: https://mydomain.io/news/x

                        2 errors.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `a file that was made passes the check`() {
        let made = Tool.run(
            arguments: [
                "aasa", "--app-id", "A1B2C3D4E5.com.example.app", "--part", "file", "--host",
                "mydomain.io",
            ],
            files: .files(["links.json": Self.configuration])
        )
        let result = Tool.run(
            arguments: ["check", "--aasa", "made", "--host", "mydomain.io"],
            files: .files(["links.json": Self.configuration, "made": made.output])
        )
        #expect(result == ToolResult(output: "No findings.\n"))
    }

    @Test func `a file that is none is a finding, and faults of the rules are told once`() {
        let none = Self.run("check", "--aasa", "none.json", "--json", "--severity", "error")
        #expect(none.exitCode == .findings)
        #expect(none.output.contains(#""file" : "none.json""#))
        let broken = Tool.run(
            arguments: ["check", "--aasa", "aasa.json", "--severity", "error"],
            files: .files([
                "aasa.json": Self.file,
                "links.json":
                    #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [{ "from": "a", "to": "/a" }] }] }"#,
            ])
        )
        #expect(broken.output.hasSuffix("1 error and 1 warning.\n"), "\(broken.output)")
        let all = Tool.run(
            arguments: ["check", "--aasa", "aasa.json", "--allow", "failing-example"],
            files: .files([
                "aasa.json": Self.file,
                "links.json":
                    #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [{ "from": "/a", "to": "/a", "examples": { "/a": "/b" } }] }] }"#,
            ])
        )
        #expect(
            all.output.contains(
                "aasa.json: warning: The file was not compared with the rules, because they have an error; correct it. [not-compared]\n"
            ),
            "\(all.output)"
        )
    }
}
