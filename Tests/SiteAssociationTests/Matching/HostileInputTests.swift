import Foundation
import SiteAssociation
import Testing

/// Inputs that are designed to take long.
struct HostileInputTests {
    @Test func `an answer about many wildcards is right`() throws {
        let stars = String(repeating: "*a", count: 1000)
        let association = try AppSiteAssociation(
            components: #"[{"/": "/\#(stars)b"}, {"/": "/\#(stars)"}]"#
        )
        let link = "https://example.com/" + String(repeating: "a", count: 1000)
        #expect(association.answer(for: link).match?.ruleIndex == 1)
        #expect(association.answer(for: String(link.dropLast())) == .notMatched)
    }

    @Test func `a variable with many values costs what its longest value does`() throws {
        let values = (0..<5000).map { #""\#(String(repeating: "a", count: $0 % 40))\#($0)""# }
            .joined(separator: ",")
        let association = try AppSiteAssociation(
            components: #"[{"/": "*$(v)*$(v)*$(v)*!"}]"#,
            links: #", "substitutionVariables": {"v": [\#(values)]}"#
        )
        let link = "https://example.com/" + String(repeating: "a", count: 8000)
        #expect(association.answer(for: link) == .notMatched)
    }

    @Test func `patterns beyond all bounds are refused`() throws {
        let pattern = String(repeating: "$(v)", count: 10_000)
        let value = String(repeating: "a", count: 100)
        #expect {
            try AppSiteAssociation(
                components: #"[{"/": "\#(pattern)"}]"#,
                links: #", "substitutionVariables": {"v": ["\#(value)"]}"#
            )
        } throws: { error in
            "\(error)"
                == "The association file cannot be read at applinks (line 1, column 1): the patterns have 1010002 parts, but the limit is 524288; use fewer rules, shorter patterns or fewer substitution variables."
        }
    }

    @Test func `a file of ten megabytes is refused`() {
        let data = Data(repeating: UInt8(ascii: "["), count: 10_000_000)
        #expect { try AppSiteAssociation(data: data) } throws: { error in
            "\(error)"
                == "The association file cannot be read at line 1, column 1: the text has 10000000 bytes, but the limit is 1048576; make it smaller."
        }
    }

    @Test(arguments: ["[", #"{"a":"#])
    func `a file that is nested without end is read no further than the limit`(part: String) {
        #expect {
            try AppSiteAssociation(String(repeating: part, count: 1_000_000 / part.utf8.count))
        } throws: { error in
            // The place is that of the first bracket beyond the limit, the 65th.
            "\(error)".contains("line 1, column \(64 * part.utf8.count + 1): ")
        }
    }

    /// Large files, one for each shape that could make a step quadratic.
    static let largeFiles: [(name: String, text: String)] = {
        func details(_ entries: String) -> String { #"{"applinks": {"details": [\#(entries)]}}"# }
        func components(_ components: String, apps: String = #""A1B2C3D4E5.a""#) -> String {
            details(#"{"appIDs":[\#(apps)],"components":[\#(components)]}"#)
        }
        func path(_ path: String) -> String { #"{"/":"\#(path)"}"# }
        func repeated(_ count: Int, _ part: (Int) -> String) -> String {
            (0..<count).map(part).joined(separator: ",")
        }
        let unclosed = String(repeating: "$(", count: 12_500)
        return [
            ("nested", String(repeating: "[", count: 1_000_000)),
            (
                "entries",
                details(repeated(300) { #"{"appID":"A1B2C3D4E5.a\#($0)","paths":["/a"]}"# })
            ),
            (
                "the same app",
                details(repeated(150) { _ in #"{"appID":"A1B2C3D4E5.a","paths":["/a"]}"# })
            ),
            ("rules", components(repeated(300) { path("*x\($0)") })),
            ("universal rules", components(repeated(400) { _ in "{}" })),
            (
                "long rules",
                components(repeated(4) { _ in path("*" + String(repeating: "a?", count: 1500)) })
            ),
            (
                "apps",
                components(
                    path("/a") + "," + path("/b"),
                    apps: repeated(2_500) { #""A1B2C3D4E5.a\#($0)""# }
                )
            ),
            ("keys", "{" + repeated(2_500) { #""k\#($0)":0"# } + "}"),
            ("the same key", "{" + repeated(2_500) { _ in #""applinks":{}"# } + "}"),
            ("variables", components(path((0..<2_500).map { "$(v\($0))" }.joined()))),
            ("unclosed variables", components(path(unclosed) + "," + path(unclosed + ")"))),
            ("query items", components(#"{"?":{\#(repeated(1_250) { #""k\#($0)":"*""# })}}"#)),
        ]
    }()

    /// The associations in the large files; reading them takes longer than most of their uses.
    static let largeAssociations = Dictionary(
        uniqueKeysWithValues: largeFiles.map { file in
            (file.name, Result { try AppSiteAssociation(file.text) })
        }
    )

    @Test(arguments: largeFiles.map(\.name))
    func `large files are read, matched, audited and written`(name: String) throws {
        let query = (0..<2000).map { "k\($0)=1" }.joined(separator: "&")
        do {
            let association = try #require(Self.largeAssociations[name]).get()
            _ = association.answer(for: "https://example.com/a?" + query)
            _ = association.audit()
            #expect(try AppSiteAssociation(data: association.data()) == association)
        } catch { #expect("\(error)".utf8.count < 1000) }
    }
}
