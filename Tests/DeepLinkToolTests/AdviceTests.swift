import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

/// Every option, command or text that a message of the tool proposes is followed here as it is written, and works.
@MainActor
struct AdviceTests {
    private nonisolated static let files: [String: String] = [
        "links.json": #"""
        {"version": 1, "domains": [
          {"hosts": ["a.io"], "rules": [
            {"from": "/k/{id:int}", "to": "/k/{id}", "examples": {"/k/5": "/k/5"}}
          ]},
          {"hosts": ["*.b.io"], "rules": [
            {"from": "/k/{id:int}", "to": "/k/{id}", "examples": {"https://x.b.io/k/5": "/k/5"}},
            {"from": "/l", "to": "/l", "examples": {"https://x.b.io/l": "/l"}}
          ]}
        ]}
        """#,
        "one.json": #"""
        {"version": 1, "domains": [{"hosts": ["a.io"], "rules": [
          {"from": "/k/{id:int}", "to": "/k/{id}", "examples": {"/k/5": "/k/5"}}
        ]}]}
        """#,
        "list.json": #"""
        {"version": 1, "domains": [{"hosts": ["{l:de|fr}.c.io"], "rules": [
          {"from": "/k/{id:int}", "to": "/k/{id}", "examples": {"https://de.c.io/k/5": "/k/5"}}
        ]}]}
        """#,
        "aasa.json": #"""
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
          {"/": "/k/$(digit)*"}
        ]}]}}
        """#,
        "answer.txt": #"""
        HTTP/2 200
        content-type: application/json

        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
          {"/": "/k/$(digit)*"}
        ]}]}}
        """#,
        "apple.txt": #"""
        HTTP/2 200
        apple-from: https://b.io/.well-known/apple-app-site-association
        content-type: application/json

        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
          {"/": "/k/$(digit)*"}
        ]}]}}
        """#,
        "app.entitlements": """
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>A1B2C3D4E5.com.example.app</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>applinks:a.io</string></array>
        </dict></plist>
        """,
        "Info.plist": """
        <plist version="1.0"><dict>
          <key>CFBundleIdentifier</key><string>com.example.app</string>
        </dict></plist>
        """,
        "wrong.txt": "https://a.io/k/x Refused",
        "right.txt": "https://a.io/k/x refused",
        "table.txt": "https://a.io/k/5 /k/5",
        "words.txt": "https://a.io/k/5",
        "explained.json": #"""
        [{"url": "https://a.io/k/5", "link": "/k/5"}]
        """#,
        "many.json": #"""
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
          {"/": "/a"}, {"/": "/b"}, {"/": "/c"}, {"/": "/d"}, {"/": "/e"}, {"/": "/f"}, {"/": "/g"}
        ]}]}}
        """#,
    ]

    private nonisolated static let fingerprint = String(repeating: "0A", count: 32)

    private nonisolated static let app = "A1B2C3D4E5.com.example.app"

    /// Command lines with a mistake, what the tool says of it, and the command lines that follow the advice.
    @Test(
        arguments: triples(
            #"""
            // Names.
            chekc --config one.json → did you mean 'check'? → check --config one.json
            quadruple → ; the commands are 'demo', 'explain', 'check', 'test', 'diff', 'doctor', 'map' → demo  check --config one.json  map  help
            --verison → did you mean '--version'? → --version
            --json map → ; begin with a command, such as 'demo' → demo --json
            map --jsno → did you mean '--json'? → map --json
            map --format htlm → did you mean 'html'? → map --format html
            map --xyz → which has '--config', '--system' → map --config one.json
            map --system edgo → did you mean 'edugo'? → map --system edugo
            demo edgo → did you mean 'edugo'? → demo edugo
            map onne.json → did you mean 'one.json'? → map one.json
            check --aasa aasa.jsn one.json → did you mean 'aasa.json'? → check --aasa aasa.json one.json
            // Values.
            map --format → write '--format FORMAT' → map --format text
            map --json=1 → write '--json' alone → map --json
            map --config one.json --config one.json → write it once → map --config one.json
            check one.json one.json → write it once → check one.json
            check one.json --config one.json → write it once → check one.json
            aasa one.json --app-id ,\#(app) → remove the comma → aasa one.json --app-id \#(app)
            map - --config - → standard input can be read only once → map --config one.json
            map --json --format html → remove one → map --json  map --format html
            explain → URL is missing; write 'deeplink explain → explain https://a.io/k/5
            map one.json two → Unexpected argument 'two' → map one.json
            // Rules and files.
            map one.json --config links.json → There are 2 files with rules; name one of them → map one.json  map --config one.json
            check one.json links.json --aasa aasa.json → name only one → check one.json --aasa aasa.json
            check one.json --host a.io → needs '--aasa FILE' → check one.json --host a.io --aasa aasa.json
            check --aasa aasa.json → such as '--host a.io': 'a.io' and 'b.io' → check --aasa aasa.json --host a.io
            check one.json --allow no-exmaple → allows nothing, because no finding has this code; remove it → check one.json
            // Share.
            share https://a.io/k/5 → 'deeplink explain' shows what the external link becomes → explain https://a.io/k/5
            share /k/5 --host *.b.io → stands for several hosts; name one of them → share /k/5 --host x.b.io
            share /k/5 --host a.oi → did you mean 'a.io'? → share /k/5 --host a.io
            share /l → name it with '--host HOST' → share /l --host x.b.io
            // Tests, versions, chains.
            test words.txt --config one.json → write a URL, a blank, and its link → test table.txt --config one.json
            test one.json --config one.json → write the array that 'explain --json' writes → test explained.json --config one.json
            diff one.json → NEW is missing; write 'deeplink diff → diff one.json one.json
            doctor --response answer.txt → such as '--host a.io' → doctor --response answer.txt --host a.io
            doctor https://a.io/k/5 --response apple.txt --host a.io → 'a.io' of '--host' is not the host of the answer, which names 'b.io'; remove the option, or save the answer of 'a.io' → doctor https://x.b.io/k/5 --response apple.txt  doctor https://x.b.io/k/5 --response apple.txt --host B.io  doctor https://a.io/k/5 --response answer.txt --host a.io
            doctor --info app.entitlements → write '--entitlements app.entitlements' → doctor --entitlements app.entitlements --config one.json
            doctor --entitlements Info.plist → write '--info Info.plist' → doctor --info Info.plist --config one.json
            test wrong.txt --config one.json → At line 1: 'Refused' is no link; write one like '/feature/detail?id=1', or 'refused'. → test right.txt --config one.json
            doctor --response aasa.json --config one.json → with '--aasa FILE' → doctor --aasa aasa.json --config one.json
            doctor https://a.io/k/5 --aasa aasa.json → such as '--host a.io': 'a.io' and 'b.io' → doctor https://a.io/k/5 --aasa aasa.json --host a.io
            explain https://a.io/k/5 --aasa aasa.json → such as '--host a.io': 'a.io' and 'b.io' → explain https://a.io/k/5 --aasa aasa.json --host a.io
            explain https://a.io/k/5 --host a.io → needs '--aasa FILE' or '--summary' → explain https://a.io/k/5 --host a.io --aasa aasa.json  explain https://a.io/k/5 --host a.io --summary
            explain https://a.io/k/5 --app-id \#(app) --config one.json → needs '--aasa FILE' → explain https://a.io/k/5 --app-id \#(app) --config one.json --aasa aasa.json
            explain https://a.io/k/5 --summary --aasa aasa.json --config one.json → remove one → explain https://a.io/k/5 --summary --config one.json  explain https://a.io/k/5 --aasa aasa.json --config one.json
            // Match.
            match https://a.io/k/5 → write '--aasa FILE' → match https://a.io/k/5 --aasa aasa.json --host a.io
            match https://a.io/k/5 --aasa aasa.json → such as '--host a.io': 'a.io' and 'b.io' → match https://a.io/k/5 --aasa aasa.json --host a.io
            match https://a.io/k/5 --aasa aasa.json --host https://a.io/ → write it without scheme, port and path → match https://a.io/k/5 --aasa aasa.json --host a.io
            match https://a.io/k/5 --aasa aasa.json --host münchen.de → write 'xn--mnchen-3ya.de', as links arrive with it → match https://xn--mnchen-3ya.de/k/5 --aasa aasa.json --host xn--mnchen-3ya.de
            match https://a.io/k/5 --aasa aasa.json --host münchen..de → write its labels as links arrive with them, beginning with 'xn--' → match https://xn--mnchen-3ya.de/k/5 --aasa aasa.json --host xn--mnchen-3ya.de
            check one.json --aasa answer.txt --host a.io → or give it to 'deeplink doctor --response' → doctor --response answer.txt --host a.io
            match https://a.io/k/5 --aasa aasa.json --host b.oi --config one.json → which have 'a.io' → match https://a.io/k/5 --aasa aasa.json --host a.io --config one.json
            match https://a.io/zzz --aasa many.json --host a.io → '--all' shows them → match https://a.io/zzz --aasa many.json --host a.io --expect not-matched --all
            // Files for a site.
            aasa → such as '--app-id \#(app)' → aasa --app-id \#(app)
            aasa --app-id \#(app) --part file → choose one with '--host', such as '--host a.io' → aasa --app-id \#(app) --part file --host a.io
            aasa --app-id \#(app) --host x.io → did you mean 'a.io'? → aasa --app-id \#(app) --host a.io
            aasa --app-id \#(app) --host x.b.io → stands below '*.b.io', whose file 'b.io' serves; write '--host b.io' → aasa --app-id \#(app) --host b.io
            aasa --app-id \#(app) --host *.b.io → stands for hosts below 'b.io', whose file 'b.io' serves; write '--host b.io' → aasa --app-id \#(app) --host b.io
            aasa list.json --app-id \#(app) --host es.c.io → write '--host c.io' → aasa list.json --app-id \#(app) --host c.io  aasa list.json --app-id \#(app) --host de.c.io
            match https://fr.c.io/k/5 --aasa aasa.json --config list.json --host es.c.io → write '--host c.io' → match https://fr.c.io/k/5 --aasa aasa.json --config list.json --host c.io  match https://fr.c.io/k/5 --aasa aasa.json --config list.json --host fr.c.io
            aasa --app-id \#(app) --part file --json → remove one → aasa --app-id \#(app) --json
            aasa --clip-id \#(app).Clip --app-id \#(app) → needs '--appclips' → aasa --clip-id \#(app).Clip --app-id \#(app) --appclips
            aasa one.json --fail-on error → needs '--check FILE' → aasa one.json --fail-on error --check aasa.json
            aasa one.json --android com.a.b → write '--fingerprint SHA256' → aasa one.json --android com.a.b --fingerprint \#(fingerprint)
            aasa one.json --part manifest → needs '--android PACKAGE' → aasa one.json --part manifest --android com.a.b
            aasa one.json --android com.a.b --part entitlement → write 'file' or 'manifest' → aasa one.json --android com.a.b --part manifest  aasa one.json --android com.a.b --part file --fingerprint \#(fingerprint)
            aasa one.json --fingerprint \#(fingerprint) → needs '--android PACKAGE' → aasa one.json --fingerprint \#(fingerprint) --android com.a.b
            aasa one.json --android com.a.b --no-comments → remove one → aasa one.json --android com.a.b --fingerprint \#(fingerprint)  aasa one.json --no-comments --app-id \#(app)
            aasa --android com.a.b --fingerprint \#(fingerprint) → such as '--host a.io' → aasa --android com.a.b --fingerprint \#(fingerprint) --host a.io
            check one.json --aasa aasa.json --app-id \#(app)s → or correct the option → check one.json --aasa aasa.json --app-id \#(app)
            aasa one.json --check aasa.json --no-comments → remove one → aasa one.json --check aasa.json  aasa one.json --no-comments --app-id \#(app)
            """#
        )
    )
    func `what a message proposes works`(line: String, advice: String, right: String) {
        let wrong = Self.run(line)
        let said = wrong.errors + wrong.output
        #expect(said.contains(advice), "\(line): \(said)")
        for line in right.components(separatedBy: "  ") {
            let right = Self.run(line)
            #expect(right.exitCode == .success, "\(line): \(right.errors)\(right.output)")
            #expect(!(right.errors + right.output).contains(advice), "\(line)")
        }
    }

    private static func run(_ line: String) -> ToolResult {
        Tool.run(
            arguments: line.split(separator: " ").map(String.init),
            files: .files(files)
        )
    }

    @Test func `a wrong command line leads to the help that it names`() {
        for command in Tool.commands {
            let wrong = Self.run("\(command.name) --no-such-option")
            let advice = "deeplink \(command.name) --help"
            #expect(wrong.errors.hasSuffix("'\(advice)' shows how to use it.\n"))
            #expect(
                Self.run("\(command.name) --help").output.contains(
                    "USAGE: deeplink \(command.name)"
                )
            )
        }
    }
}
