import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

@testable import SiteAssociation

struct AuditTests {
    private static let app = #""appIDs": ["A1B2C3D4E5.com.example.app"]"#

    /// A file with one entry whose components are given.
    private static func components(_ components: String) -> String {
        #"{"applinks": {"details": [{\#(app), "components": [\#(components)]}]}}"#
    }

    /// A file with one legacy entry.
    private static func paths(_ paths: String) -> String {
        #"{"applinks": {"details": [{"appID": "A1B2C3D4E5.com.example.app", "paths": [\#(paths)]}]}}"#
    }

    /// A file with the variables given, and one component that uses `$(a)`.
    private static func variables(_ variables: String) -> String {
        #"{"applinks": {"substitutionVariables": {\#(variables)}, "details": [{\#(app), "components": [{"/": "/$(a)"}]}]}}"#
    }

    /// Files, each with all of its findings.
    static let table = Self.blocks(
        #"""
        // No findings.
        components: {"/": "/buy/*", "?": {"a": "?*"}, "#": "x", "exclude": true, "comment": "why"}, {"/": "/buy"}

        {"webcredentials": {"apps": ["A1B2C3D4E5.com.example.app"]}}

        variables: "a": ["b", "c*"]

        // Keys and types.
        {"applinks": {"substitutionVariables": ["a"], "details": [{\#(app), "components": [{"/": "/a"}]}]}}
        error: wrong-type at applinks.substitutionVariables: 'substitutionVariables' is an array, so it is ignored; write an object of arrays of strings.

        {}
        warning: no-rules at the document: The file has no section for any service; write one, such as 'applinks'.

        {"applinks": {}}
        warning: no-rules at applinks: 'applinks' has no entry in 'details', so no link opens an app.

        {"applink": {}, "webcredentials": {"apps": []}}
        error: misspelt-key at applink: 'applink' is not a key of an association file, so it is ignored; did you mean 'applinks'?

        {"maps": {}, "webcredentials": {"apps": []}}
        note: unknown-key at maps: 'maps' is not a key of an association file, so it is ignored; remove it.

        {"webcredentials": {"apps": []}, "webcredentials": {"apps": []}}
        error: duplicate-key at webcredentials: The key 'webcredentials' appears twice in one object, and readers disagree about which one counts; keep one.

        {"webcredentials": ["A1B2C3D4E5.com.example.app"]}
        error: wrong-type at webcredentials: 'webcredentials' is an array, so it is ignored; write an object such as '{ "apps": ["A1B2C3D4E5.com.example.app"] }'.

        {"appclips": {"apps": "A1B2C3D4E5.com.example.app"}}
        error: wrong-type at appclips.apps: The list of apps is a string, so it is ignored; write an array of strings.

        {"appclips": {"apps": [7]}}
        error: wrong-type at appclips.apps[0]: The app identifier is a number, so it is ignored; write a string such as 'A1B2C3D4E5.com.example.app'.

        // An unknown key is worse if the component has no other condition.
        components: {"/": "/a", "note": "x"}
        warning: unknown-key at applinks.details[0].components[0].note: 'note' is not a key of a component, so it is ignored; remove it.

        components: {"target": "/buy/*"}
        error: unknown-key at applinks.details[0].components[0].target: 'target' is not a key of a component, so it is ignored, and now it matches every link; write "/", "?" or "#" for what it must match.

        components: {"/": "/a", "casesensitive": false}
        error: misspelt-key at applinks.details[0].components[0].casesensitive: 'casesensitive' is not a key of a component, so it is ignored; did you mean 'caseSensitive'?

        components: {"/": "/a", "paths": ["/b"]}
        error: misspelt-key at applinks.details[0].components[0].paths: 'paths' is not a key of a component, so it is ignored; write "/".

        components: {"/": "/a", "exclude": "true"}
        error: wrong-type at applinks.details[0].components[0].exclude: The value is a string, so it is ignored; write true or false.

        components: {"/": 5}
        error: wrong-type at applinks.details[0].components[0]["/"]: The value is a number, so it is ignored; write a string.

        components: {"/": "/a", "?": 5}
        error: wrong-type at applinks.details[0].components[0]["?"]: The value is a number, so it is ignored; write a string or an object of strings.

        components: {"/": "/a", "?": {"b": "1", "c": true}}
        error: wrong-type at applinks.details[0].components[0]["?"].c: 'c' is a Boolean, so systems ignore all query items of this rule; write a string.

        // Apps.
        {"applinks": {"details": [{"components": [{}]}]}}
        error: no-app-id at applinks.details[0]: The entry has no app, so its rules have no effect; write 'appIDs'.

        {"applinks": {"details": [{"appIDs": ["TEAM_ID.com.example.app"], "components": [{}]}]}}
        error: placeholder-app-id at applinks.details[0].appIDs[0]: The app identifier 'TEAM_ID.com.example.app' is a placeholder; write the app's own prefix and bundle identifier, such as 'A1B2C3D4E5.com.example.app'.

        {"webcredentials": {"apps": ["com.example.app"]}}
        error: malformed-app-id at webcredentials.apps[0]: The app identifier 'com.example.app' is not a prefix of ten letters and digits, a dot, and a bundle identifier of letters, digits, '-' and '.', so it is no app's; write it as in 'A1B2C3D4E5.com.example.app'.

        {"applinks": {"details": [{"appIDs": "A1B2C3D4E5.a", "components": [{}]}]}}
        error: wrong-type at applinks.details[0].appIDs: 'appIDs' is a string, and how systems read it is not documented; write an array.

        {"applinks": {"details": [{"appID": ["A1B2C3D4E5.a"], "components": [{}]}]}}
        error: wrong-type at applinks.details[0].appID: 'appID' is an array, and how systems read it is not documented; name the key 'appIDs'.

        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "appID": "A1B2C3D4E5.a", "components": [{}]}]}}
        warning: repeated-app at applinks.details[0].appID: The entry has both 'appID' and 'appIDs', and it is not documented which of them systems read; keep 'appIDs', with all apps of the entry.

        {"applinks": {"details": [{"appIDs": ["B1B2C3D4E5.a"], "appID": "A1B2C3D4E5.a", "components": [{}]}]}}
        error: repeated-app at applinks.details[0].appID: The entry has both 'appID' and 'appIDs', and it is not documented which of them systems read; keep 'appIDs', with all apps of the entry.

        // The sample of Apple's documentation is no app's identifier.
        {"webcredentials": {"apps": ["ABCDE12345.com.example.app", "ABCDE12345.com.acme.app"]}}
        warning: placeholder-app-id at webcredentials.apps[0]: The app identifier 'ABCDE12345.com.example.app' has the prefix of an example; write the app's own prefix and bundle identifier, such as 'A1B2C3D4E5.com.example.app'.
        warning: placeholder-app-id at webcredentials.apps[1]: The app identifier 'ABCDE12345.com.acme.app' has the prefix of an example; write the app's own prefix and bundle identifier, such as 'A1B2C3D4E5.com.example.app'.

        // Forms.
        {"applinks": {"details": {"A1B2C3D4E5.a": {"paths": ["/a"]}}}}
        warning: legacy-paths at applinks.details: 'details' is a dictionary, the form of iOS 9; write an array of entries with 'appIDs' and 'components'.

        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "/a"}], "paths": ["/b"]}]}}
        warning: legacy-paths at applinks.details[0].paths: The entry has 'components', so iOS 13 and later ignore its 'paths'; move them to an entry of their own if older systems need them.

        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "components": []}]}}
        warning: no-rules at applinks.details[0]: The entry has no rule, and it is not documented whether it claims nothing or everything; write 'components'.

        // Paths.
        components: {"/": ""}
        warning: misread-path at applinks.details[0].components[0]["/"]: The path is empty, which systems read as '/'; write '/'.

        components: {"/": "https://example.com/a"}
        error: misread-path at applinks.details[0].components[0]["/"]: 'https://example.com/a' is a whole URL, but it is compared only with the path; write what follows the host.

        components: {"/": "/a#b"}
        error: misread-path at applinks.details[0].components[0]["/"]: '/a#b' has a '#', but a path cannot have one; write the fragment's pattern as "#" of a component.

        components: {"/": "/a?id=*"}
        error: misread-path at applinks.details[0].components[0]["/"]: '/a?id=*' contains a query, but it is compared only with the path, where '?' matches any character; write the query's pattern as "?" of a component.

        components: {"/": "/a#b", "percentEncoded": false}

        components: {"/": "/a/????"}, {"/": "/b?c"}

        // Patterns that no link can match.
        components: {"/": "/a b"}
        error: never-matches at applinks.details[0].components[0]["/"]: '/a b' matches nothing, as no link has a space there; write '%20', or set "percentEncoded" to false.

        components: {"/": "/a/b "}
        error: never-matches at applinks.details[0].components[0]["/"]: '/a/b\u{20}' matches nothing, as no link has a space at its start or end there; remove it.

        components: {"#": "é"}
        error: never-matches at applinks.details[0].components[0]["#"]: 'é' matches nothing, as no link has the character 'é' there; write it percent-encoded, or set "percentEncoded" to false.

        components: {"?": {"a": "b&c"}}
        error: never-matches at applinks.details[0].components[0]["?"].a: 'b&c' matches nothing, as no link has the character '&' there; write it percent-encoded, or set "percentEncoded" to false.

        components: {"?": "b&c"}, {"/": "/é", "percentEncoded": false}

        // What other formats write.
        components: {"#": "#top"}
        error: never-matches at applinks.details[0].components[0]["#"]: '#top' matches nothing, as no link has a '#' there; write what follows it, or set "percentEncoded" to false.

        components: {"/": "/a/{id}"}
        error: never-matches at applinks.details[0].components[0]["/"]: '/a/{id}' matches nothing, as no link has a '{' there; write '*' for a capture, or '%7B', or set "percentEncoded" to false.

        components: {"/": "NOT /admin/*"}
        error: misread-path at applinks.details[0].components[0]["/"]: 'NOT /admin/*' excludes nothing in a component; write the path alone, and "exclude": true beside it.

        components: {"/": "/a%20b", "percentEncoded": false}
        warning: encoded-pattern at applinks.details[0].components[0]["/"]: '/a%20b' has the escape '%20', and with "percentEncoded": false links are decoded before they are compared; write the character itself.

        components: {"/": "/%c3%A9"}
        warning: encoded-pattern at applinks.details[0].components[0]["/"]: '/%c3%A9' has the escape '%c3' in lower case, but links usually have upper case; write '%C3'.

        // Rules that match more than they mean to.
        components: {"/": "/reset", "?": {"token": "*"}}
        warning: star-matches-absent at applinks.details[0].components[0]["?"].token: '*' also matches links without 'token', as a missing query item is read as empty; write '?*' to require it. Example: https://example.com/reset

        // The order.
        components: {"/": "/a*"}, {"/": "/a/private/?*", "exclude": true}
        error: dead-rule at applinks.details[0].components[1]: The rule excludes nothing, as the earlier rule { "/": "/a*" } at applinks.details[0].components[0] takes every link that it matches; move it before that rule. Example: https://example.com/a/private/xx

        components: {"/": "*"}, {"/": "/a", "?": {"b": "1"}}
        warning: dead-rule at applinks.details[0].components[1]: The rule changes nothing, as the earlier rule { "/": "*" } at applinks.details[0].components[0] takes every link that it matches; remove it. Example: https://example.com/a?b=1

        components: {"/": "/a"}, {"comment": "again", "/": "/a/"}
        warning: dead-rule at applinks.details[0].components[1]: The rule changes nothing, as the earlier rule { "/": "/a" } at applinks.details[0].components[0] takes every link that it matches; remove it. Example: https://example.com/a

        components: {"/": "/a", "?": {"b": "1"}}, {"/": "/a"}

        components: {"/": "/A", "caseSensitive": false}, {"/": "/a"}
        warning: dead-rule at applinks.details[0].components[1]: The rule changes nothing, as the earlier rule { "/": "/A", "caseSensitive": false } at applinks.details[0].components[0] takes every link that it matches; remove it. Example: https://example.com/a

        components: {"/": "/a"}, {"/": "/A", "caseSensitive": false}

        components: {"/": "/a"}, {"/": "/a", "percentEncoded": false}

        paths: "*", "NOT /b"
        error: dead-rule at applinks.details[0].paths[1]: The rule excludes nothing, as the earlier rule "*" at applinks.details[0].paths[0] takes every link that it matches; move it before that rule. Example: https://example.com/b

        paths: "not /b", "NOT/c", "/d", "NOT *"
        error: misread-path at applinks.details[0].paths[0]: 'not /b' excludes nothing; an exclusion begins with 'NOT' in capitals and one space.
        error: misread-path at applinks.details[0].paths[1]: 'NOT/c' excludes nothing; an exclusion begins with 'NOT' in capitals and one space.

        // One mistake, and what follows from it.
        components: {"/": ["/a"]}, {"/": "/b"}, {"/": "/c"}
        error: wrong-type at applinks.details[0].components[0]["/"]: The value is an array, so it is ignored; write a string. 1 more finding follows from it.

        components: {"target": "/a"}, {"/": "/b"}
        error: unknown-key at applinks.details[0].components[0].target: 'target' is not a key of a component, so it is ignored, and now it matches every link; write "/", "?" or "#" for what it must match. 1 more finding follows from it.

        components: {"/": "/w/*", "?": {"v": null}, "exclude": true}, {"/": "/w/*"}
        error: wrong-type at applinks.details[0].components[0]["?"].v: 'v' is null, so systems ignore all query items of this rule; write a string. 1 more finding follows from it.

        components: {"/": "/s", "?": {"url": "*"}}, {"/": "/s", "exclude": true}
        error: star-matches-absent at applinks.details[0].components[0]["?"].url: '*' also matches links without 'url', as a missing query item is read as empty; write '?*' to require it. 1 more finding follows from it. Example: https://example.com/s

        // Legacy paths.
        paths: " /b", "/c d", "!/e/*", ".*"
        error: never-matches at applinks.details[0].paths[0]: '\u{20}/b' matches nothing, as no link has a space at its start or end there; remove it.
        error: never-matches at applinks.details[0].paths[1]: '/c d' matches nothing, as no link has a space there; write '%20'.
        error: misread-path at applinks.details[0].paths[2]: '!/e/*' excludes nothing; an exclusion begins with 'NOT' in capitals and one space.
        error: misread-path at applinks.details[0].paths[3]: '.*' is written for another router, but only '*', '?' and '$(name)' have a meaning here; write '*'.

        paths: "NOT  /b", "/c"
        error: misread-path at applinks.details[0].paths[0]: 'NOT  /b' excludes nothing; an exclusion begins with 'NOT' in capitals and one space.

        // Variables.
        variables:\#u{20}
        error: undefined-variable at applinks.details[0].components[0]["/"]: '$(a)' is not defined, so what '/$(a)' matches is not documented; define it in 'applinks.substitutionVariables'.

        components: {"/": "/$(Lang)"}
        error: undefined-variable at applinks.details[0].components[0]["/"]: '$(Lang)' is not defined, so what '/$(Lang)' matches is not documented; did you mean '$(lang)'?

        components: {"/": "/$(lang"}
        error: undefined-variable at applinks.details[0].components[0]["/"]: '/$(lang' has a '$(' without its ')', so what it matches is not documented; close it.

        variables: "a": [], "b": ["c"]
        error: malformed-variable at applinks.substitutionVariables.a: '$(a)' has no value, so no pattern with it matches anything; list its values.

        variables: "a": ["$(lang)"]
        warning: malformed-variable at applinks.substitutionVariables.a[0]: '$(lang)' has a variable, but variables in values are not replaced; write its values.

        variables: "a": "b"
        error: wrong-type at applinks.substitutionVariables.a: The values of '$(a)' are not an array of strings, so its meaning is not documented; write an array of strings.

        variables: "a": ["b"], "a$": ["c"]
        error: malformed-variable at applinks.substitutionVariables["a$"]: 'a$' is not a variable name; use a name without '$', '(' and ')'.
        """#
    )

    /// The blocks of lines of a text: a file, or what it has in it, and its findings.
    private static func blocks(_ text: String) -> [(file: String, findings: [String])] {
        text.components(separatedBy: "\n\n").map { block in
            let lines = block.split(separator: "\n").filter { !$0.hasPrefix("// ") }.map(
                String.init
            )
            let colon = lines[0].firstIndex(of: ":") ?? lines[0].startIndex
            let rest = String(lines[0][colon...].dropFirst(2))
            let file =
                switch lines[0][..<colon] {
                case "components": components(rest)
                case "paths": paths(rest)
                case "variables": variables(rest)
                default: lines[0]
                }
            return (file, Array(lines.dropFirst()))
        }
    }

    @Test(arguments: table)
    func `finds what is wrong and says so`(file: String, findings: [String]) throws {
        let association = try AppSiteAssociation(file)
        let found = association.audit().map(\.text)
        #expect(found == findings)
    }

    @Test(arguments: [
        ("MYTEAM1234", true), ("myteam1234", true), ("PREFIX1234", true), ("YOURID1234", true),
        ("APPID12345", true), ("1234567890", true),
        ("AB" + String(repeating: "X", count: 4) + "1234", true),
        ("AB" + String(repeating: "X", count: 3) + "12345", false), ("0000000000", true),
        ("A1B2C3D4E5", false), ("ABCDE12345", true), ("abcde12345", true), ("ABCDE12346", false),
    ])
    func `a prefix with a word that no lot draws is a placeholder`(
        prefix: String,
        isPlaceholder: Bool
    ) throws { #expect(try Self.isPlaceholder("\(prefix).com.example.app") == isPlaceholder) }

    @Test(arguments: [
        ("com.acme.replacement-parts", false), ("com.acme.replace", true),
        ("com.acme.Replace-Me", true),
        ("com.acme.placeholders", false), ("com.acme.placeholder", true), ("placeholder", true),
        ("com.your-company.shop", true), ("com.yourstory.app", false), ("com.acme.team", false),
        ("com.bundle-ideas.app", false), ("com.acme.BUNDLE_ID", true),
        ("PRODUCT_BUNDLE_IDENTIFIER", true),
        ("com.acme.$(NAME)", true), ("<bundle>", true), ("com.acme.{app}", true),
        ("com.example.app", false),
    ])
    func `a word between two points of a bundle identifier is a placeholder only as a whole`(
        bundle: String,
        isPlaceholder: Bool
    ) throws { #expect(try Self.isPlaceholder("A1B2C3D4E5.\(bundle)") == isPlaceholder) }

    /// Each identifier with the right spelling that its finding shows; nil if only the app's author knows it.
    @Test(arguments: [
        ("com.shop.app.A1B2C3D4E5", "A1B2C3D4E5.com.shop.app"),
        ("com.shop.app.a1b2c3d4e5", "A1B2C3D4E5.com.shop.app"),
        ("a1b2c3d4e5.com.shop.app", "A1B2C3D4E5.com.shop.app"),
        (" A1B2C3D4E5.com.shop.app", "A1B2C3D4E5.com.shop.app"),
        ("A1B2C3D4E5.com.shop.app\u{200B}", "A1B2C3D4E5.com.shop.app"),
        ("a1b2c3d4e5.com.shop.app\u{A0}", "A1B2C3D4E5.com.shop.app"),
        ("com.shop.app", nil), ("A1B2C3D4E5.*", nil), ("A1B2C3D4E5F.com.shop.app", nil),
        ("A1B2C3D4E.com.shop.app", nil), ("A1B2C3D4E5", nil), ("", nil),
        ("A1B2C3D4E5.com.shop/app", nil),
        ("A1B2C3D4E5.", nil),
    ])
    func `a malformed app identifier is an error, with the right spelling where there is one`(
        appID: String,
        right: String?
    ) throws {
        func findings(_ appID: String) throws -> [AssociationFinding] {
            try AppSiteAssociation(#"{"webcredentials": {"apps": ["\#(appID)"]}}"#).audit()
        }
        let found = try findings(appID)
        #expect(found.map(\.code) == [.malformedAppID])
        #expect(found.first?.severity == .error)
        guard let right else { return }
        #expect(found.first?.message.hasSuffix("; write '\(right)'.") == true, "\(found)")
        #expect(try findings(right) == [])
    }

    /// A key of the old form, or a mistyped one, is ignored with its value, so the component says less than its author means.
    @Test(arguments: [
        ("path", "\"/\""), ("paths", "\"/\""), ("Path", "\"/\""), ("pathPattern", "\"/\""),
        ("query", "\"?\""), ("fragment", "\"#\""), ("NOT", "\"exclude\": true"),
    ])
    func `a key that leaves a component without a condition is an error`(
        key: String,
        right: String
    ) throws {
        let open = try AppSiteAssociation(Self.components(#"{"\#(key)": "/buy/*"}"#)).audit()
        #expect(
            open.map(\.message) == [
                "'\(key)' is not a key of a component, so it is ignored, and now it matches every link; write \(right)."
            ]
        )
        #expect(open.map(\.severity) == [.error])
        // With another condition, it is an error all the same, but does not match everything.
        let other = try AppSiteAssociation(Self.components(#"{"/": "/a", "\#(key)": "/buy/*"}"#))
            .audit()
        #expect(
            other.map(\.message) == [
                "'\(key)' is not a key of a component, so it is ignored; write \(right)."
            ]
        )
    }

    /// Files with the codes of their findings.
    @Test(
        arguments: pairs(
            #"""
            // Both forms for one app may say the same; the old one may not take back what the new one says.
            {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "/a"}]}, {"appID": "A1B2C3D4E5.a", "paths": ["/a", "NOT /a"]}]}} → dead-rule
            {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "/a"}]}, {"appID": "A1B2C3D4E5.a", "paths": ["/a"]}]}} → ""
            {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "/a"}]}, {"appID": "A1B2C3D4E5.a", "paths": ["NOT /a"]}]}} → dead-rule
            // The last entry's rule has no effect: one of the entries before it is for both apps.
            {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.a"], "components": [{}]}, {"appIDs": ["A1B2C3D4E5.a", "A1B2C3D4E5.b"], "components": [{"/": "/a"}]}, {"appIDs": ["A1B2C3D4E5.b"], "components": [{"/": "/a"}]}]}} → dead-rule
            // A repeated key is still told beside a mistake that is corrected.
            {"maps": 1, "maps": 2, "applinks": {"details": [{"appIds": ["A1B2C3D4E5.a"], "components": [{"/": "/a"}]}]}} → unknown-key duplicate-key misspelt-key
            // Nor is the key that is there replaced by a misspelt one.
            {"applinks": {"details": [{"appIDs": ["TEAM_ID.com.example.app"], "appIds": ["A1B2C3D4E5.a"], "components": [{"/": "/a"}]}]}} → placeholder-app-id misspelt-key
            // What no class of characters has opens a rule, too.
            components: {"/": "/"}, {"/": "/$(alnum)*"}, {"/": "/~*"}, {"/": "/*", "exclude": true} → ""
            components: {"/": "/$(digit)*"}, {"/": "/$(xdigit)*"} → ""
            // Escapes in small letters, wherever they stand.
            components: {"/": "/caf%c3"} → encoded-pattern
            components: {"/": "/a%C3%a9b"} → encoded-pattern
            // What looks like an expression and is none.
            components: {"/": "/a/*.*"}, {"/": "/feed.*"}, {"/": "/wiki/Talk_(film)"}, {"/": "/$(lang)/*"}, {"/": "/a+b"}, {"/": "/.well-known/*"}, {"/": "/a:b"}, {"/": "/a[]/*"}, {"/": "/price-10$"} → ""
            """#
        )
    )
    func `files have the findings that belong to them`(file: String, codes: String) throws {
        let found = try AppSiteAssociation(Self.blocks(file)[0].file).audit().map(\.code.rawValue)
        #expect(found.joined(separator: " ") == codes)
    }

    private static func isPlaceholder(_ appID: String) throws -> Bool {
        let association = try AppSiteAssociation(#"{"webcredentials": {"apps": ["\#(appID)"]}}"#)
        return association.audit().contains { $0.code == .placeholderAppID }
    }

    @Test func `a finding tells line and column`() throws {
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A1B2C3D4E5.com.example.app"],
               "components": [
                 {"/": "*", "comment": "é"}, {"/": "/b"},
                 {"/": "/a", "Exclude": true}]}]}}
            """
        )
        #expect(
            association.audit().map(\.place.description) == [
                "applinks.details[0].components[1] (line 4, column 34)",
                "applinks.details[0].components[2].Exclude (line 5, column 18)",
            ]
        )
    }

    @Test func `files over 128 KB are too large`() throws {
        let comment = String(repeating: "x", count: 131_000)
        let small = try AppSiteAssociation(
            components: #"[{"/": "/a", "comment": "\#(comment.dropLast(200))"}]"#
        )
        #expect(small.audit().isEmpty)
        let large = try AppSiteAssociation(components: #"[{"/": "/a", "comment": "\#(comment)"}]"#)
        #expect(
            large.audit().map(\.description) == [
                "error: too-large at the document (line 1, column 1): The file has 131117 bytes, and systems ignore files of more than 131072; combine rules with wildcards or substitution variables."
            ]
        )
    }

    @Test func `a variable's last values are looked at`() throws {
        let words = (1...9).map { #""w\#($0)""# }.joined(separator: ", ")
        let association = try AppSiteAssociation(
            components: """
                [{"/": "/$(some)/beta/*", "exclude": true}, {"/": "/$(all)/beta/*"},
                 {"/": "/$(all)/x"}, {"/": "/$(same)/x"}]
                """,
            links: """
                , "substitutionVariables":
                {"some": [\(words)], "all": [\(words), "us"], "same": [\(words), "us"]}
                """
        )
        let findings = association.audit().map { "\($0.code) \($0.place.path ?? "")" }
        #expect(
            findings.filter { $0.contains("-rule") } == [
                "dead-rule applinks.details[0].components[3]"
            ]
        )
        #expect(association.answer(for: "https://example.com/us/beta/x").isMatched)
    }

    @Test(arguments: [
        // Every pair of two variables' values counts.
        #"{"/": "/p/p", "exclude": true}, {"/": "/q/q", "exclude": true}, {"/": "/$(a)/$(b)"}"#,
        // Names of items are case-sensitive even if the rule is not.
        #"{"/": "/a", "exclude": true}, {"/": "/a", "?": {"id": "?*"}, "caseSensitive": false}"#,
        // The same for two variables in two parts.
        #"{"/": "/p", "?": {"x": "p"}}, {"/": "/q", "?": {"x": "q"}}, {"/": "/$(a)", "?": {"x": "$(a)"}, "exclude": true}"#,
        ##"{"/": "/p", "#": "p"}, {"/": "/q", "#": "q"}, {"/": "/$(a)", "#": "$(b)", "exclude": true}"##,
        // Every value of one variable is tried with plain text.
        #"{"/": "/$(a)/$(digit)*", "exclude": true}, {"/": "/p/*"}, {"/": "/$(a)/*"}"#,
        // Links may have an item that no rule names, and no other.
        #"{"?": {"no": "?*"}, "exclude": true}, {"/": "/o/*", "?": "", "exclude": true}, {"/": "/o/*"}"#,
        // An item whose value must be empty may be missing.
        #"{"?": "?*"}, {"?": {"id": ""}, "exclude": true}"#,
    ])
    func `a rule that opens some links is not dead`(components: String) throws {
        let association = try AppSiteAssociation(
            components: "[\(components)]",
            links: #", "substitutionVariables": {"a": ["p", "q"], "b": ["p", "q"]}"#
        )
        // The note on an exclusion after the last claim is right.
        #expect(!association.audit().contains { $0.code == .deadRule && $0.severity > .note })
    }

    @Test(arguments: [(2, false), (6, true)])
    func `a rule that was not compared to the end is told`(count: Int, isTold: Bool) throws {
        let words = (0..<64).map { "\"w\($0)\"" }.joined(separator: ", ")
        let rules = (0..<count).map { #"{"/": "/r\#($0)/$(a)"}"# }
        let association = try AppSiteAssociation(
            components: #"[{"/": "/*"}, \#(rules.joined(separator: ", "))]"#,
            links: #", "substitutionVariables": {"a": [\#(words)]}"#
        )
        var audit = AssociationAudit(association, effort: 1 << 11)
        audit.checkOrder()
        #expect(audit.sortedFindings.map(\.code) == [.deadRule] + (isTold ? [.notCompared] : []))
    }

    @Test func `what a mistake hid is worded as in the corrected file`() throws {
        let configuration = LinkConfiguration {
            Rewrite("/watch/{id}", to: "/t")
            Rewrite("/cb", to: "/t", claims: false)
        }
        func found(_ components: String) throws -> [AssociationFinding] {
            try AppSiteAssociation(Self.components(components)).audit(against: configuration)
        }
        let wrong = try found(#"{"path": "/watch*"}, {"/": "/watch/?*"}"#)
        let right = try found(#"{"/": "/watch*"}, {"/": "/watch/?*"}"#)
        let others = wrong.filter { $0.code != .misspeltKey }
        #expect(others.count == wrong.count - 1 && !others.isEmpty)
        #expect(others.map(\.message) == right.map(\.message))
        #expect(others.map(\.witness) == right.map(\.witness))
        #expect(others.allSatisfy { $0.place.line == 1 })
    }

    @Test func `a pattern for the whole query says more than one for its items`() throws {
        let association = try AppSiteAssociation(
            components: """
                [{"/": "/a", "?": {"full": "", "print": ""}}, {"/": "/a", "?": "*print*"}]
                """
        )
        #expect(association.answer(for: "https://example.com/a?print&full=1").match?.ruleIndex == 1)
        #expect(association.audit().map(\.code) == [])
    }

    @Test func `of the rules that take an entry's links the first app's is named`() throws {
        let apps = ["A", "B", "C", "D"].map { "\"A1B2C3D4E5.\($0)\"" }
        let entries = (apps + [apps.joined(separator: ", ")]).map { apps in
            #"{"appIDs": [\#(apps)], "components": [{"/": "/a"}]}"#
        }
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": [\#(entries.joined(separator: ", "))]}}"#
        )
        let finding = try #require(association.audit().first { $0.code == .deadRule })
        #expect(finding.place.path == "applinks.details[4].components[0]")
        #expect(
            finding.message.contains("at applinks.details[0].components[0], with 3 more, take ")
        )
    }

    @Test func `a fragment that is decoded is another than one that is not`() throws {
        let components = ##"[{"#": "a%20b"}, {"#": "a%20b", "percentEncoded": false}]"##
        let association = try AppSiteAssociation(components: components)
        let codes = association.audit().map(\.code)
        #expect(!codes.contains(.deadRule))
        #expect(association.answer(for: "https://example.com/#a%2520b").match?.ruleIndex == 1)
    }

    @Test(.timeLimit(.minutes(1))) func `a file of mistakes takes time in proportion`() throws {
        let components = Array(repeating: #"{"/mment":""}"#, count: 8_000).joined(separator: ",")
        let association = try AppSiteAssociation(components: "[\(components)]")
        #expect(association.audit().contains { $0.code == .misspeltKey })
    }

    @Test func `findings can be sorted by severity and written as JSON`() throws {
        let severities = AssociationFinding.Severity.allCases
        #expect(severities.sorted() == [.note, .warning, .error])
        let association = try AppSiteAssociation(components: #"[{"?": {"a": "*"}}]"#)
        let findings = association.audit()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(findings)
        #expect(try JSONDecoder().decode([AssociationFinding].self, from: data) == findings)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"[{"code":"star-matches-absent","message":"'*' also matches links without 'a', as a missing query item is read as empty; write '?*' to require it.","place":{"column":97,"line":1,"path":"applinks.details[0].components[0][\"?\"].a"},"severity":"warning","witness":"https://example.com/"}]"#
        )
    }
}
