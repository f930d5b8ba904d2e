import DeepLinksTestSupport
import Foundation
import SiteAssociation
import Testing

/// Whole files with every key of the format, compared with a slow matcher that does what the article says.
struct AnswerModelTests {
    @Test(arguments: UInt64(0)..<UInt64(rounds(12)))
    func `a file answers, and explains its answer, as a slow matcher does`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 700)
        for _ in 0..<3 {
            let file = ModelFile(using: &random)
            let association = try AppSiteAssociation(file.text)
            let copy = try AppSiteAssociation(data: association.data())
            for _ in 0..<16 {
                let link = ModelLink(using: &random)
                let expected = file.answers(to: link)
                let explained = association.explanation(for: link.text).apps
                let comment = Comment(rawValue: "\(link.text) in \(file.text)")
                #expect(
                    explained.map { Self.text($0.answer, $0.appID) } == expected.map(\.text),
                    comment
                )
                #expect(explained.map { $0.steps.map(Self.text) } == expected.map(\.steps), comment)
                #expect(
                    explained.map { $0.hasTried(rulesOf: explained[0]) }
                        == expected.map { $0.tried == expected[0].tried },
                    comment
                )
                for file in [association, copy] {
                    let own = expected.map { ($0.app, file.answer(for: link.text, appID: $0.app)) }
                    #expect(own.map { Self.text($1, $0) } == expected.map(\.text), comment)
                }
                let first =
                    [" matched by", " blocked by"].lazy.compactMap { word in
                        expected.first { $0.text.contains(word) }
                    }.first
                let whole = Self.text(association.answer(for: link.text), first?.app ?? "")
                #expect(whole == first?.text ?? " not matched", comment)
            }
        }
    }

    private static func text(_ answer: AssociationAnswer, _ appID: String) -> String {
        let match = answer.match.map { " by \($0.entryIndex).\($0.ruleIndex) for \($0.appID)" }
        return "\(appID) \(answer.word)" + (match ?? "")
    }

    private static func text(_ step: AssociationExplanation.Step) -> [String] {
        step.mismatches.map { "\($0.part): \($0.found) is not \($0.pattern)" }
    }
}

/// A link in its parts.
private struct ModelLink {
    let path: String
    let items: [String]
    let fragment: String

    var query: String { items.joined(separator: "&") }
    var text: String {
        "https://example.com\(path)\(items.isEmpty ? "" : "?" + query)\(fragment.isEmpty ? "" : "#" + fragment)"
    }

    init(using random: inout SplitMix64) {
        let paths = """
            |/|/a|/a/|/A/b|/a/b//|/ab|/Ab|/zQ/1|/en/x|/EN/x|/fil/|/xx/1|/x1|/xA|/b|/Burger|/burger|/BU|/a%20b|/a b|/%C3%A9|/%c3%a9|/é|/%FF\
            |//a|/a/../b|/%61
            """.components(separatedBy: "|")
        let texts = "k=1 k=2 k=12 k k= K=1 K=b j=b j=B j=Burger k=%31 k=%FF".split(separator: " ")
        path = paths.randomElement(using: &random) ?? ""
        items = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            texts.randomElement(using: &random).map(String.init) ?? ""
        }
        fragment = ["", "", "top", "Top", "b", "%C3%A9", "%FF"].randomElement(using: &random) ?? ""
    }
}

/// A file in its parts, each with its JSON text, which the model reads.
private struct ModelFile {
    private typealias Level = [String: String]
    private var defaults: Level = [:]
    private var variables: [String: [String]] = [:]
    private typealias Entry = (apps: [String: [String]], defaults: Level, rules: [String: [Level]])
    private var entries: [Entry] = []

    /// Texts of the right type and of others, which count as missing.
    private static let texts: [(key: String, oneIn: Int, texts: [String])] = [
        (
            "/", 1,
            #"""
            "/a/*"|"/A"|"*b"|"/$(v)"|"/$(v)*"|"/$(lang)/?*"|"/x$(digit)"|"/$(upper)?"|"/$(lower)$(alnum)/"|"//a"|"b"|"/a%20b"|"/a ?"\#
            |"/%c3%a9"|"/é"|"*"|"/?*"|"/$(no)"|""|5
            """#
        ),
        (
            "?", 3,
            #""k=1*"|"?*"|{"k": "1"}|{"k": "*", "j": "$(v)"}|{"K": "?*"}|{"k": "1", "j": 2}|{}|true"#
        ),
        ("#", 4, #""top"|"?*"|"*"|"$(v)"|"é"|null"#), ("exclude", 4, #"true|true|false|"true""#),
        ("caseSensitive", 3, "false|false|true|0"), ("percentEncoded", 4, "false|false|true|[]"),
        ("comment", 9, #""why""#),
    ].map { ($0, $1, $2.components(separatedBy: "|")) }

    private static func level(_ sparse: Int, using random: inout SplitMix64) -> Level {
        var level: Level = [:]
        for (key, oneIn, texts) in texts
        where Int.random(in: 0..<(oneIn * sparse), using: &random) == 0 {
            level[key] = texts.randomElement(using: &random)
        }
        return level
    }

    init(using random: inout SplitMix64) {
        if Bool.random(using: &random) { defaults = Self.level(6, using: &random) }
        variables =
            [["v": ["Burger", "b?", "é"]], ["v": ["b*"], "lang": ["xx", "EN"]], ["v": []], [:]]
            .randomElement(using: &random) ?? [:]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let names = ["A.one", "A.two", "A.three"].shuffled(using: &random)
            let count = Int.random(in: 1...3, using: &random)
            let namings = [
                ["appIDs": Array(names[..<count])], ["appID": [names[0]]],
                ["appID": [names[1]], "appIDs": [names[0]]],
            ]
            let components = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                Self.level(1, using: &random)
            }
            let paths = ["/a/*", "NOT /a/b", "/$(v)", "NOT *b", "/A"].shuffled(using: &random)
                .prefix(Int.random(in: 0...3, using: &random)).map { ["/": "\"\($0)\""] }
            let forms = [
                ["components": components], ["components": components], ["paths": paths],
                ["components": components, "paths": paths], [:],
            ]
            let own = Bool.random(using: &random) ? Self.level(5, using: &random) : [:]
            let (apps, rules) = (
                namings.randomElement(using: &random), forms.randomElement(using: &random)
            )
            entries.append((apps ?? [:], own, rules ?? [:]))
        }
    }

    var text: String {
        func object(_ members: [String: String]) -> String {
            let texts = members.map { "\"\($0)\": \($1)" }.sorted()
            return "{" + texts.joined(separator: ", ") + "}"
        }
        func list(_ texts: [String]) -> String { "[" + texts.joined(separator: ", ") + "]" }
        func quoted(_ texts: [String]) -> String { list(texts.map { "\"\($0)\"" }) }
        let details = entries.map { entry in
            var members = ["defaults": object(entry.defaults)]
            for (key, apps) in entry.apps {
                members[key] = key == "appID" ? "\"\(apps[0])\"" : quoted(apps)
            }
            members["components"] = entry.rules["components"].map { list($0.map(object)) }
            members["paths"] = entry.rules["paths"].map { list($0.compactMap { $0["/"] }) }
            return object(members)
        }
        return object([
            "applinks": object([
                "defaults": object(defaults), "details": list(details),
                "substitutionVariables": object(variables.mapValues(quoted)),
            ])
        ])
    }

    // MARK: Answers

    typealias Answer = (app: String, text: String, tried: [[Int]], steps: [[String]])

    func answers(to link: ModelLink) -> [Answer] {
        var apps: [String] = []
        for app in entries.flatMap({ ($0.apps["appIDs"] ?? []) + ($0.apps["appID"] ?? []) })
        where !apps.contains(app) {
            apps.append(app)
        }
        return apps.map { app in
            var answer: Answer = (app, "\(app) not matched", [], [])
            for (index, entry) in entries.enumerated()
            where entry.apps.values.contains(where: { $0.contains(app) }) {
                let isOld = entry.rules["components"] == nil
                for (number, own) in (entry.rules["components"] ?? entry.rules["paths"] ?? [])
                    .enumerated()
                {
                    var rule = own
                    for level in isOld ? [] : [entry.defaults, defaults] {
                        for (key, text) in level where !Self.isRight(rule[key], key) {
                            rule[key] = text
                        }
                    }
                    if isOld, let path = own["/"], path.hasPrefix("\"NOT ") {
                        rule = ["/": "\"" + path.dropFirst(5), "exclude": "true"]
                    }
                    let mismatches = mismatches(rule.filter { Self.isRight($1, $0) }, link)
                    answer.tried.append([index, number])
                    answer.steps.append(mismatches)
                    guard mismatches.isEmpty else { continue }
                    answer.text =
                        "\(app) \(rule["exclude"] == "true" ? "blocked" : "matched") by \(index).\(number) for \(app)"
                    return answer
                }
            }
            return answer
        }
    }

    private static func isRight(_ text: String?, _ key: String) -> Bool {
        switch key {
        case "/", "#": text?.hasPrefix("\"") == true
        case "?": text?.hasPrefix("\"") == true || text?.hasPrefix("{") == true
        default: text == "true" || text == "false"
        }
    }

    /// What a link has in other ways than a rule asks.
    private func mismatches(_ rule: Level, _ link: ModelLink) -> [String] {
        func unquoted(_ text: String) -> String { String(text.dropFirst().dropLast()) }
        let isDecoded = rule["percentEncoded"] == "false"
        func text(_ part: String) -> String {
            part.replacing(" ", with: "%20").replacing("é", with: "%C3%A9")
        }
        func fits(_ pattern: String, _ part: String, isPath: Bool = false) -> Bool {
            if Set(isPath && pattern.hasPrefix("/") ? pattern.dropFirst() : pattern[...]) == ["*"] {
                return true
            }
            guard var part = isDecoded ? text(part).removingPercentEncoding : text(part) else {
                return false
            }
            guard isPath else { return matches(pattern[...], part[...], rule) }
            while part.count > 1, part.hasSuffix("/") { part.removeLast() }
            return ([pattern] + (pattern.hasSuffix("/*") ? [String(pattern.dropLast(2))] : []))
                .contains { pattern in
                    let inner = pattern.drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed()
                    return matches("/" + String(inner), part[...], rule)
                }
        }
        var found: [String] = []
        let path = link.path.isEmpty ? "/" : link.path
        if let pattern = rule["/"].map(unquoted), !fits(pattern, path, isPath: true) {
            found.append("path: \(text(path)) is not \(pattern)")
        }
        if let query = rule["?"], query.hasPrefix("\"") {
            if !fits(unquoted(query), link.query) {
                found.append("query: \(link.query) is not \(unquoted(query))")
            }
        } else if let query = rule["?"], !query.contains(": 2") {
            // The items of a rule are in the order of the file.
            for item in query.matches(of: /"(\w)": "([^"]*)"/) {
                let own = link.items.filter { $0.prefix { $0 != "=" } == item.1 }.map {
                    String($0.dropFirst(2))
                }
                let values = own.isEmpty ? [""] : own
                guard !values.allSatisfy({ fits(String(item.2), $0) }) else { continue }
                found.append(
                    "queryItem(\"\(item.1)\"): \(values.joined(separator: ", ")) is not \(item.2)"
                )
            }
        }
        if let pattern = rule["#"].map(unquoted), !fits(pattern, link.fragment) {
            found.append("fragment: \(link.fragment) is not \(pattern)")
        }
        return found
    }

    private func matches(_ pattern: Substring, _ text: Substring, _ rule: Level) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" {
            return (0...text.count).contains { matches(rest, text.dropFirst($0), rule) }
        }
        if first == "$" {
            let name = String(rest.dropFirst().prefix { $0 != ")" })
            return (variables[name] ?? Self.predefined[name] ?? []).contains {
                matches($0 + rest.dropFirst(name.count + 2), text, rule)
            }
        }
        guard let head = text.first else { return false }
        let isSame =
            rule["caseSensitive"] == "false"
            ? first.lowercased() == head.lowercased() : first == head
        return (first == "?" || isSame) && matches(rest, text.dropFirst(), rule)
    }

    private static let predefined: [String: [String]] = {
        let (digits, upper) = (
            "0123456789".map(String.init), "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
        )
        let lower = upper.map { $0.lowercased() }
        return [
            "digit": digits, "upper": upper, "lower": lower, "alnum": digits + upper + lower,
            "lang": ["en", "fil"],
        ]
    }()
}
