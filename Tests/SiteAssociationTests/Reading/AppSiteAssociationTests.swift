import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import SiteAssociation
import Testing

struct AppSiteAssociationTests {
    private func message(_ text: String) -> String? {
        do {
            _ = try AppSiteAssociation(text)
            return nil
        } catch { return "\(error)" }
    }

    @Test func `reads the current form`() throws {
        let association = try AppSiteAssociation(
            """
            {
              "applinks": {
                "substitutionVariables": {"food": ["pizza", "sushi"]},
                "details": [
                  {
                    "appIDs": ["A.one", "A.two"],
                    "components": [
                      {"/": "/$(food)", "?": {"a": "?*", "b": ""}, "#": "x*", "caseSensitive": false,
                       "percentEncoded": false, "exclude": true, "comment": "why"},
                      {"?": "whole"}
                    ]
                  }
                ]
              },
              "webcredentials": {"apps": ["A.one", "A.one", "A.two"]},
              "appclips": {"apps": ["A.one.Clip"]},
              "activitycontinuation": {"apps": []}
            }
            """
        )
        #expect(association.substitutionVariables == ["food": ["pizza", "sushi"]])
        let entry = try #require(association.entries.first)
        #expect(entry.appIDs == ["A.one", "A.two"])
        #expect(entry.format == .components)
        #expect(entry.place.description == "applinks.details[0] (line 5, column 7)")
        let rule = entry.rules[0]
        #expect(rule.path == "/$(food)")
        let items: [(String, String)] =
            if case .items(let items)? = rule.query { items.map { ($0.name, $0.pattern) } } else {
                []
            }
        #expect(items.map(\.0) == ["a", "b"])
        #expect(items.map(\.1) == ["?*", ""])
        #expect(rule.fragment == "x*")
        #expect(!rule.isCaseSensitive)
        #expect(!rule.isPercentEncoded)
        #expect(rule.isExclusion)
        #expect(!rule.isLegacy)
        #expect(rule.comment == "why")
        #expect(entry.rules[1].query == .whole("whole"))
        #expect(entry.rules[1].isCaseSensitive && entry.rules[1].isPercentEncoded)
        #expect(association.appIDs() == ["A.one", "A.two"])
        #expect(association.appIDs(for: .webcredentials) == ["A.one", "A.two"])
        #expect(association.appIDs(for: .appclips) == ["A.one.Clip"])
        #expect(association.appIDs(for: .activitycontinuation) == [])
        #expect(association.appIDs(for: .authsrv) == [])
    }

    @Test func `reads the form before iOS 13`() throws {
        let association = try AppSiteAssociation(
            #"{"applinks": {"apps": [], "details": [{"appID": "A.one", "paths": ["NOT /a/*", "/a*", "NOTE", "NOT  x"]}]}}"#
        )
        let entry = try #require(association.entries.first)
        #expect(entry.appIDs == ["A.one"])
        #expect(entry.format == .paths)
        #expect(entry.rules.map(\.path) == ["/a/*", "/a*", "NOTE", " x"])
        #expect(entry.rules.map(\.isExclusion) == [true, false, false, true])
        #expect(
            entry.rules.map(\.description) == [#""NOT /a/*""#, #""/a*""#, #""NOTE""#, #""NOT  x""#]
        )
    }

    @Test func `reads the oldest form, in which the apps are keys`() throws {
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": {"B.two": {"paths": ["/b"]}, "A.one": {"paths": ["/a"]}}}}"#
        )
        #expect(association.appIDs() == ["B.two", "A.one"])
        #expect(association.entries[1].place.path == #"applinks.details["A.one"]"#)
        #expect(association.answer(for: "https://example.com/a", appID: "A.one").isMatched)
        #expect(association.answer(for: "https://example.com/a", appID: "B.two") == .notMatched)
    }

    @Test(arguments: [
        "{}", #"{"webcredentials": {"apps": ["A.one"]}}"#, #"{"applinks": {}}"#,
        #"{"applinks": {"details": []}}"#, #"{"applinks": {"details": [{"appIDs": ["A.one"]}]}}"#,
        #"{"applinks": {"details": [{"appID": "A.one", "components": []}]}}"#,
        #"{"applinks": {"details": [{"appID": "A.one", "paths": []}]}}"#,
    ])
    func `a file without rules claims nothing`(text: String) throws {
        let association = try AppSiteAssociation(text)
        #expect(association.entries.flatMap(\.rules) == [])
        #expect(association.answer(for: "https://example.com/") == .notMatched)
    }

    @Test(arguments: try rows(in: "unreadable.txt"))
    func `says where a part has the wrong shape`(row: TableRow) {
        #expect(message(row[0]) == "The association file cannot be read at " + row[1])
    }

    @Test func `an error is a finding too`() throws {
        let error = try #require(throws: SiteAssociationError.self) {
            try AppSiteAssociation("{,}")
        }
        #expect(error.code.rawValue == "json-unquoted-text")
        #expect(
            error.finding.description
                == "error: json-unquoted-text at line 1, column 2: ',' stands where a name in quotation marks should be; remove the comma."
        )
    }

    @Test func `an error has a sentence for a person, and its halves for developers`() throws {
        let read = try #require(throws: SiteAssociationError.self) { try AppSiteAssociation("{,}") }
        #expect(read.localizedDescription == "The association file cannot be read.")
        #expect(
            read.failureReason
                == "The association file cannot be read at line 1, column 2: ',' stands where a name in quotation marks should be."
        )
        #expect(read.recoverySuggestion == "Remove the comma.")
        let made = try #require(throws: SiteAssociationError.self) {
            try AppSiteAssociation(configuration: LinkConfiguration(), appIDs: ["x"])
        }
        #expect(made.localizedDescription == "The association file cannot be made.")
    }

    @Test func `writing loses nothing and always gives the same text`() throws {
        let association = try AppSiteAssociation(
            """
            {
              "unknown": [1.50, null, []],
              "applinks": {
                "details": [
                  {
                    "appID": ["A.one"],
                    "components": [{ "?": { "a": true }, "/": "/b", "exclude": "true" }],
                    "paths": ["NOT /é/*", "/*"]
                  }
                ],
                "apps": []
              }
            }
            """
        )
        let text = """
            {
              "applinks" : {
                "apps" : [

                ],
                "details" : [
                  {
                    "appID" : [
                      "A.one"
                    ],
                    "components" : [
                      {
                        "/" : "/b",
                        "?" : {
                          "a" : true
                        },
                        "exclude" : "true"
                      }
                    ],
                    "paths" : [
                      "NOT /é/*",
                      "/*"
                    ]
                  }
                ]
              },
              "unknown" : [
                1.5,
                null,
                [

                ]
              ]
            }

            """
        #expect(String(decoding: try association.data(), as: UTF8.self) == text)
        #expect(try AppSiteAssociation(data: association.data()) == association)
    }

    @Test func `a file that would be too large is written without white space`() throws {
        let rules = Array(repeating: #"{"/":"/a"}"#, count: 4_000).joined(separator: ",")
        let association = try AppSiteAssociation(components: "[\(rules)]")
        #expect(try association.data().count < 45_000)
        #expect(try AppSiteAssociation(data: association.data()) == association)
    }

    @Test func `a text that nothing would read again is not written`() throws {
        let text = #"{"a":"\#(String(repeating: "x", count: 1 << 20))"}"#
        let association = try JSONDecoder().decode(AppSiteAssociation.self, from: Data(text.utf8))
        #expect(throws: SiteAssociationError.self) { try association.data() }
    }

    @Test func `equality looks at what the file says`() throws {
        let first = try AppSiteAssociation(#"{"applinks": {"details": [], "apps": []}, "x": 1}"#)
        let second = try AppSiteAssociation(
            "{\"x\":1.0,\n\"applinks\":{\"apps\":[],\"details\":[]}}"
        )
        let third = try AppSiteAssociation(#"{"applinks": {"details": [], "apps": []}, "x": 2}"#)
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(first != third)
    }

    @Test func `decodes and encodes as the file itself`() throws {
        let text =
            #"{"applinks": {"details": [{"appIDs": ["A.one"], "components": [{"/": "/a", "?": {"b": "1"}}]}]}}"#
        let association = try AppSiteAssociation(text)
        let decoded = try JSONDecoder().decode(AppSiteAssociation.self, from: Data(text.utf8))
        #expect(decoded == association)
        #expect(decoded.answer(for: "https://example.com/a?b=1").isMatched)
        #expect(decoded.entries[0].place.description == "applinks.details[0]")
        let encoded = try JSONEncoder().encode(association)
        #expect(try AppSiteAssociation(data: encoded) == association)
        #expect {
            try JSONDecoder().decode(AppSiteAssociation.self, from: Data(#"{"applinks": 5}"#.utf8))
        } throws: { error in
            guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
            return context.underlyingError is SiteAssociationError
        }
    }
}
