import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

/// Files with one mistake each.
struct PlantedMistakeTests {
    /// The findings of a file with `wrong` in the place of `right`; an empty text stands for the whole file.
    private static func findings(
        _ right: String,
        _ wrong: String,
        in file: String,
        for rules: LinkConfiguration
    ) throws -> [AssociationFinding] {
        let planted = right.isEmpty ? wrong : file.replacing(right, with: wrong, maxReplacements: 1)
        #expect(planted != file)
        return try AppSiteAssociation(planted).audit(against: rules)
    }

    /// A file with one entry whose components are given.
    private static func file(_ components: String) -> String {
        #"{"applinks": {"details": [{\#(apps), "components": [\#(components)]}]}}"#
    }

    private static let shop = LinkConfiguration(
        domains: [
            Domain("a.io", "b.io") {
                Refuse("/private/{*any}")
                Rewrite("/cart", to: "/t")
                Rewrite("/{locale:de|fr}/cart", to: "/t")
                Rewrite("/{locale:de|fr}/sale", to: "/t")
                Rewrite("/men\u{FC}", to: "/t")
                Rewrite("/find?q={q}", to: "/t")
            }
        ]
    )

    private static let apps = #""appIDs": ["A1B2C3D4E5.com.example.app"]"#
    private static let secret = #"{"/": "/private/*", "exclude": true}"#
    private static let menu = #"{"/": "/men%C3%BC"}"#
    private static let components =
        #""components": [\#(secret), {"/": "/cart"}, {"/": "/$(locale)/cart"}, {"/": "/$(locale)/sale"}, \#(menu), {"/": "/find", "?": {"q": "?*"}}]"#
    private static let details = #""details": [{\#(apps), \#(components)}]"#
    private static let variables = #""substitutionVariables": {"locale": ["de", "fr"]}"#
    private static let file = #"{"applinks": {\#(details), \#(variables)}}"#

    /// Texts of the shop's file, what is in their place by mistake, and the only finding.
    private static let mistakes = #"""
        // A key at the wrong level.
        "" → {"applinks": {\#(variables)}, \#(details)} → error at details: 'details' is not a key of an association file, so it is ignored. It belongs in 'applinks'. 2 more findings may follow from it; correct it first.
        "" → {"applinks": {"details": [{\#(apps)}], \#(components), \#(variables)}} → error at applinks.components: 'components' is not a key of 'applinks', so it is ignored. It belongs in an entry of 'applinks.details'. 2 more findings may follow from it; correct it first.
        "" → {"applinks": {"details": [{\#(apps), \#(components), \#(variables)}]}} → error at applinks.details[0].substitutionVariables: 'substitutionVariables' is not a key of an entry of 'details', so it is ignored. It belongs in 'applinks'. 2 more findings may follow from it; correct it first.
        "" → {"applinks": {\#(details), \#(variables), "webcredentials": {"apps": []}}} → error at applinks.webcredentials: 'webcredentials' is not a key of 'applinks', so it is ignored. It belongs at the top level of the file.
        "" → {"applinks": {\#(details), \#(variables)}, "defaults": {"caseSensitive": true}} → error at defaults: 'defaults' is not a key of an association file, so it is ignored. It belongs in 'applinks'.
        \#(apps) → \#(apps), "caseSensitive": true → error at applinks.details[0].caseSensitive: 'caseSensitive' is not a key of an entry of 'details', so it is ignored. It belongs in 'defaults'.
        // Another name for an exclusion.
        \#(secret) → {"/": "/private/*", "NOT": true} → error at applinks.details[0].components[0].NOT: 'NOT' is not a key of a component, so it is ignored; write "exclude": true. 1 more finding may follow from it; correct it first.
        \#(secret) → {"/": "/private/*", "include": false} → error at applinks.details[0].components[0].include: 'include' is not a key of a component, so it is ignored; write "exclude": true. 1 more finding may follow from it; correct it first.
        \#(menu) → {"/": "/men%C3%BC", "include": true} → error at applinks.details[0].components[4].include: 'include' is not a key of a component, so it is ignored; write "exclude": false.
        // Patterns.
        {"/": "/cart"} → {"/": "/cart\#u{A0}"} → error at applinks.details[0].components[1]["/"]: '/cart\u{A0}' matches nothing, as no link has the character '\u{A0}' there; remove it, or write it percent-encoded if links have it so. 1 more finding may follow from it; correct it first.
        {"/": "/cart"} → {"/": "/c\#u{200B}art"} → error at applinks.details[0].components[1]["/"]: '/c\u{200B}art' matches nothing, as no link has the character '\u{200B}' there; remove it, or write it percent-encoded if links have it so. 1 more finding may follow from it; correct it first.
        /$(locale)/cart → /${locale}/cart → error at applinks.details[0].components[2]["/"]: '/${locale}/cart' has '${locale}', which is written for another router, but only '*', '?' and '$(name)' have a meaning here; write '$(locale)'. 1 more finding may follow from it; correct it first.
        /$(locale)/cart → /$locale/cart → error at applinks.details[0].components[2]["/"]: '/$locale/cart' has '$locale', which is written for another router, but only '*', '?' and '$(name)' have a meaning here; write '$(locale)'. 2 more findings may follow from it; correct it first.
        // Variables.
        "locale": [ → "$(locale)": [ → error at applinks.substitutionVariables["$(locale)"]: '$(locale)' is not a variable name; use a name without '$', '(' and ')'. 2 more findings may follow from it; correct it first.
        "locale": [ → "locales": [ → error at applinks.details[0].components[2]["/"]: '$(locale)' is not defined, so what '/$(locale)/cart' matches is not documented; did you mean '$(locales)'? 2 more findings may follow from it; correct it first.
        ["de", "fr"] → "de" → error at applinks.substitutionVariables.locale: The values of '$(locale)' are not an array of strings, so its meaning is not documented; write an array of strings. 2 more findings may follow from it; correct it first.
        ["de", "fr"] → [] → error at applinks.substitutionVariables.locale: '$(locale)' has no value, so no pattern with it matches anything; list its values. 2 more findings may follow from it; correct it first.
        /$(locale)/cart → /$(locale/cart → error at applinks.details[0].components[2]["/"]: '/$(locale/cart' has a '$(' that no name and ')' follow, so what it matches is not documented; write it as in '$(name)'. 1 more finding may follow from it; correct it first.
        {"locale": ["de", "fr"]} → [{"locale": ["de", "fr"]}] → error at applinks.substitutionVariables: 'substitutionVariables' is an array, so it is ignored; write an object of arrays of strings. 2 more findings may follow from it; correct it first.
        // Queries.
        "q": "?*" → "q=": "?*" → error at applinks.details[0].components[5]["?"]["q="]: 'q=' is not the name of a query item in a link; write the name alone, percent-encoded and without wildcards, and a component for each name. 1 more finding may follow from it; correct it first.
        "q": "?*" → "?q": "?*" → error at applinks.details[0].components[5]["?"]["?q"]: '?q' is not the name of a query item in a link; write the name alone, percent-encoded and without wildcards, and a component for each name. 2 more findings may follow from it; correct it first.
        {"q": "?*"} → "?q=*" → error at applinks.details[0].components[5]["?"]: '?q=*' begins with a '?', which is not part of a query and matches any character here; write what follows it. 1 more finding may follow from it; correct it first.
        "?": {"q" → "? ": {"q" → error at applinks.details[0].components[5]["? "]: '?\u{20}' is not a key of a component, so it is ignored; write "?". 1 more finding may follow from it; correct it first.
        // An app.
        ["A1B2C3D4E5.com.example.app"] → [null] → error at applinks.details[0].appIDs[0]: The app identifier is null, so it is ignored; write a string such as 'A1B2C3D4E5.com.example.app'. 2 more findings may follow from it; correct it first.
        "appIDs" → "bundleIDs" → error at applinks.details[0].bundleIDs: 'bundleIDs' is not a key of an entry of 'details', so it is ignored; write "appIDs". 2 more findings may follow from it; correct it first.
        \#(apps) → "bundleId": "A1B2C3D4E5.com.example.app" → error at applinks.details[0].bundleId: 'bundleId' is not a key of an entry of 'details', so it is ignored; write "appID". 2 more findings may follow from it; correct it first.
        \#(apps) → "appIDs": [] → error at applinks.details[0]: The entry has no app, so its rules have no effect; write 'appIDs'. 1 more finding may follow from it; correct it first.
        // Several paths in one component.
        {"/": "/cart"}, → {"path": ["/cart", "/basket"]}, → error at applinks.details[0].components[1].path: 'path' is not a key of a component, so it is ignored, and now it matches every link; write "/". 2 more findings may follow from it; correct it first.
        // A file without rules.
        "" → {"applinks": {}} → error at applinks: 'applinks' has no entry in 'details', so no link opens an app. 1 more finding may follow from it; correct it first.
        "" → {"applinks": {"details": [{\#(apps)}]}} → error at applinks.details[0]: The entry has no rule, and it is not documented whether it claims nothing or everything; write 'components'. 1 more finding may follow from it; correct it first.
        // The host in a path.
        {"/": "/cart"} → {"/": "a.io/cart"} → error at applinks.details[0].components[1]["/"]: 'a.io/cart' begins with the host, but it is compared only with the path; write what follows the host. 1 more finding may follow from it; correct it first.
        {"/": "/cart"} → {"/": "/B.io/cart"} → error at applinks.details[0].components[1]["/"]: '/B.io/cart' begins with the host, but it is compared only with the path; write what follows the host. 1 more finding may follow from it; correct it first.
        {"/": "/cart"} → {"/": "*.b.io/cart"} → error at applinks.details[0].components[1]["/"]: '*.b.io/cart' begins with the host, but it is compared only with the path; write what follows the host. 1 more finding may follow from it; correct it first.
        {"/": "/cart"} → {"/": "https:/www.a.io/cart"} → error at applinks.details[0].components[1]["/"]: 'https:/www.a.io/cart' begins with the host, but it is compared only with the path; write what follows the host. 1 more finding may follow from it; correct it first.
        // A rule for every link.
        \#(secret) → {"/": "*", "exclude": true}, \#(secret) → error at applinks.details[0].components[0]: The rule excludes links that the rewrite rule '/cart' of 'a.io' and 4 more handle, so they stay in the browser; put a component for them before it, or make it narrower. 1 more finding may follow from it; correct it first.
        """#

    @Test(arguments: triples(mistakes))
    func `one mistake has one finding`(right: String, wrong: String, finding: String) throws {
        let found = try Self.findings(right, wrong, in: Self.file, for: Self.shop)
        #expect(found.map(Self.text) == [finding])
    }

    /// Each mistake makes other findings; the number of these findings.
    private static let consequences = ##"""
        "details" → "detials" → 2
        "applinks" → "applink" → 2
        "appIDs" → "appIds" → 2
        "components" → "componets" → 2
        "/": "/a" → "path": "/a" → 2
        // A pattern that is written wrong, so that its links are not claimed.
        "/": "/a" → "/": "https://a.io/a" → 2
        "/": "/c" → "/": "/c?x=1" → 1
        "/": "/c" → "/": "/c#top" → 1
        "/": "/c" → "/": "NOT /c" → 1
        "/": "/c" → "/": "/c, /d, /e" → 1
        "/": "/c" → "/": "/([a-z]+)" → 2
        """##

    @Test(arguments: triples(consequences))
    func `a mistake is reported once, with the number of what follows`(
        right: String,
        wrong: String,
        count: String
    ) throws {
        let file = Self.file(#"{"/": "/a"}, {"/": "/b", "?": {"k": "?*"}}, {"/": "/c"}"#)
        let rules = LinkConfiguration(["/a", "/b?k={k}", "/c"])
        #expect(try AppSiteAssociation(file).audit(against: rules) == [])
        let found = try Self.findings(right, wrong, in: file, for: rules)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.message.contains(" \(count) more finding") == true, "\(found)")
    }

    /// Texts of a file, what is in their place by mistake, and the code of the only finding besides those of the file.
    private static let codes = #"""
        "/": "/watch/*" → "/": "/Watch/*" → handled-not-claimed
        "/": "/watch/*" → "/": "/watch/*", "/": "/watch/x" → duplicate-key
        "/": "/watch/*" → "/": "/watch.*" → handled-not-claimed
        "/": "/watch/*" → "/": "/watch/.*" → misread-path
        "/": "/watch/*" → "/": "^/watch/[^/]+$" → misread-path
        "/": "/watch/*" → "/": "/watch/:id" → misread-path
        "/": "/watch/*" → "/": "/watch/\\d+" → misread-path
        "/": "/watch/*" → "/": "/watch/(\\d+)" → misread-path
        "/": "/watch/*" → "/": "/watch/<id>" → misread-path
        "v": "?*" → "v": "(a|b)" → misread-path
        "v": "?*" → "v": ":id" → misread-path
        "v": "?*" → "v": "\\d+" → misread-path
        "v": "?*" → "v": "[0-9]+" → misread-path
        "v": "?*" → "v": "{id}" → never-matches
        """#

    @Test(arguments: triples(codes))
    func `one mistake has one code`(right: String, wrong: String, code: String) throws {
        let file = Self.file(#"{"/": "/watch/*"}, {"/": "/play", "?": {"v": "?*"}}"#)
        let rules = LinkConfiguration(["/watch/{id:int}", "/play?v={v}"])
        let own = try AppSiteAssociation(file).audit(against: rules).map(\.code)
        #expect(Set(own) == [.claimsTooMuch])
        let found = try Self.findings(right, wrong, in: file, for: rules)
        let others = found.map(\.code.rawValue).filter { $0 != "claims-too-much" }
        #expect(others == [code])
    }

    private static func text(_ finding: AssociationFinding) -> String {
        "\(finding.severity) at \(finding.place.path ?? ""): \(finding.message)"
    }

    private static func findings(_ file: String, appID: String? = nil) throws -> [String] {
        try AppSiteAssociation(file).audit(against: shop, appID: appID).map(text)
    }

    @Test func `what is at the wrong level belongs in an empty list, too`() throws {
        let keys = #"\#(Self.apps), \#(Self.components), \#(Self.variables)"#
        let found = try Self.findings(#"{"applinks": {\#(keys)}}"#)
        #expect(found.count == 2)
        #expect(try Self.findings(#"{"applinks": {"details": [], \#(keys)}}"#) == found)
    }

    @Test func `defaults that components overrule are only noted`() throws {
        let right = Self.file.replacing(
            Self.apps,
            with: #"\#(Self.apps), "defaults": {"exclude": true}"#
        )
        .replacing(/\{"\/": ("[^"]*"|"\/find", "\?": \{"q": "\?\*"\})\}/) {
            #"{"/": \#($0.1), "exclude": false}"#
        }
        let found = try Self.findings(right)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("note at applinks.details[0].defaults.exclude: ") == true)
    }

    // MARK: Two apps

    private static let otherID = "B1B2C3D4E5.com.example.other"

    /// The file with a second entry.
    private static func file(and appID: String, _ components: String) -> String {
        file.replacing(
            details,
            with: details.dropLast()
                + #", {"appIDs": ["\#(appID)"], "components": [\#(components)]}]"#
        )
    }

    @Test func `the rules of another app are not called useless`() throws {
        let other = #"{"/": "/help/*"}, {"/": "/jobs"}, {"/": "/$(locale)/jobs"}"#
        let two = Self.file(and: Self.otherID, other)
        #expect(
            try Self.findings(two) == [
                "note at applinks.details[1]: The app refuses all tested links of the rules for '\(Self.otherID)', but handles links of other apps' rules; name your app with '--app-id', or remove the entry if it is out of date."
            ]
        )
        #expect(try Self.findings(two, appID: "A1B2C3D4E5.com.example.app") == [])
        #expect(try Self.findings(Self.file) == [])
        // Rules of the app itself, of another that is named, and of one that has other rules.
        let refused = "The app refuses all tested links of the rule"
        for (file, appID, count) in [
            (Self.file(and: "A1B2C3D4E5.com.example.app", other), nil, 3),
            (two, Self.otherID, 0),
            (Self.file(and: Self.otherID, #"\#(other), {"/": "/cart"}"#), nil, 3),
        ] {
            #expect(try Self.findings(file, appID: appID).count { $0.contains(refused) } == count)
        }
        let found = try Self.findings(two, appID: Self.otherID)
        #expect(
            found.map {
                $0.contains("No rule of the file for the app claims links that ")
            } == [true]
        )
    }
}
