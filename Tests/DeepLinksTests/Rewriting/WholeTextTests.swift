import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The whole text of a link is checked, also what a source or a rule does not use.
struct WholeTextTests {
    /// Sources that use the parts of a link in every way: each is a name, and what is done with the links.
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            for fragment in SourceOptions.Fragment.allCases {
                for (number, query) in [
                    SourceOptions.Query.keep, .drop, .keepOnly(["a"]), .strip(["*"]),
                ].enumerated() {
                    let name = "\(fragment)\(number)"
                    Domain("\(name).io", query: query, fragment: fragment) {
                        Rewrite("/", to: "/fixed")
                        Rewrite("/x/{*rest}", to: "/fixed")
                        Rewrite("/keep/{*rest}", to: "/{*rest}")
                        Rewrite("/whole/{*rest:verbatim}", to: "/whole?r={rest}")
                        Unwrap("/out?u={target}")
                        Unwrap("/path/{target}/{*rest?}")
                    }
                    Scheme("s\(name)", unmatched: .passThrough, query: query, fragment: fragment)
                }
            }
            Scheme("end", unmatched: .passThrough)
        }
    }

    /// Texts with a flaw, and the place of the flaw in the text; nil if the part as a whole is too long.
    private static let flaws: [RewriteError.Part: [(String, RewriteError.Reason, Int?)]] = [
        .path: [
            ("\\", .backslash, 0), ("/\\evil.com", .backslash, 1), ("\t", .controlCharacter, 0),
            ("\u{0}", .controlCharacter, 0), ("%00", .controlCharacter, 0),
            ("%7F", .controlCharacter, 0), ("%C2%91", .controlCharacter, 0), (" ", .space, 0),
            ("%zz/../", .malformedEscape, 0), ("%", .malformedEscape, 0),
            ("%4", .malformedEscape, 0), ("%FF", .invalidUTF8, 0), ("a%C0%AFb", .invalidUTF8, 1),
            ("%ED%A0%80", .invalidUTF8, 0), ("/../a", .dotSegment, 1), ("/%2e%2e", .dotSegment, 1),
            ("/.%2E/a", .dotSegment, 1), ("/.", .dotSegment, 1),
            (String(repeating: "/a", count: 3_000), .tooManySegments(limit: 64), nil),
        ],
        .query: [
            ("\\", .backslash, 0), ("\t", .controlCharacter, 0), ("\u{0}", .controlCharacter, 0),
            (" ", .space, 0), ("%zz", .malformedEscape, 0), ("%", .malformedEscape, 0),
            ("%FF", .invalidUTF8, 0), ("=%C3", .invalidUTF8, 1), ("&%FF=1", .invalidUTF8, 1),
            (String(repeating: "&a", count: 129), .tooManyQueryItems(limit: 128), nil),
        ],
        .fragment: [
            ("\t", .controlCharacter, 0), ("\u{0}", .controlCharacter, 0), (" ", .space, 0),
            ("%zz", .malformedEscape, 0), ("%", .malformedEscape, 0), ("%FF", .invalidUTF8, 0),
            ("100%C3", .invalidUTF8, 3),
        ],
    ]

    @Test func `a flaw in any part refuses the link, whatever is done with the part`() throws {
        let rewriter = try Self.rewriter()
        let paths = ["/x", "/keep/a", "/whole/a", "/path/end:a/b", "/out"]
        for source in rewriter.sources {
            for path in paths {
                let (link, name) =
                    switch source {
                    case .domain(let domain): ("https://\(domain.hosts[0])\(path)", domain.hosts[0])
                    case .scheme(let scheme): ("\(scheme.names[0]):\(path)", scheme.names[0])
                    }
                for (part, flaws) in Self.flaws {
                    for (flaw, reason, place) in flaws {
                        let starts: [(part: RewriteError.Part, text: String)] = [
                            (.path, link), (.query, "?u=end:b&a=1"), (.fragment, "#/x/y"),
                        ]
                        var text = ""
                        var offset = 0
                        for start in starts {
                            text += start.text
                            guard start.part == part else { continue }
                            offset = text.utf8.count + (place ?? 0)
                            text += flaw
                        }
                        let error = rewriter.refusal(of: text + "z")
                        #expect(error?.reason == reason, "\(text.debugDescription.prefix(200))")
                        #expect(error?.part == part, "\(text.debugDescription.prefix(200))")
                        #expect(error?.source == name && error?.wrappers == 0)
                        if place != nil {
                            #expect(error?.offset == offset, "\(text.debugDescription)")
                        }
                    }
                }
            }
        }
    }

    /// What stands in the fragment is a path and a query; what stands before it is checked by the test above.
    @Test func `a path in the fragment is checked as one`() throws {
        let rewriter = try URLRewriter {
            Domain("f.io", unmatched: .passThrough, fragment: .path)
            Scheme("f", unmatched: .passThrough, fragment: .path)
        }
        let error = try #require(rewriter.refusal(of: #"https://f.io/#/items\5"#))
        #expect(error.reason == .backslash && error.part == .fragment && error.offset == 20)
        #expect(rewriter.text(of: "https://f.io//A%2f/b/?x=1#/items/5") == "/items/5?x=1")
        #expect(rewriter.text(of: "f:a#items/5") == "/items/5")
    }

    // MARK: - Whose it is

    private static func owner() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io", "localhost:8080") {
                Rewrite("/a/{id:int}", to: "/a?id={id}")
            }
            Domain("*.shops.io", "[::1]") { Rewrite("/a", to: "/a") }
            Scheme("myapp") { Rewrite("/a/{id:int}", to: "/a?id={id}") }
        }
    }

    @Test(arguments: try rows(in: "refused-sources.txt"))
    func `a refused link names its source once its scheme and host are read`(row: TableRow) throws {
        let (link, source) = (row[0], row.rest.first)
        let rewriter = try Self.owner()
        let error = try #require(rewriter.refusal(of: link))
        #expect(error.source == source)
        // The beginning of a link that is too long says the same.
        let long = rewriter.refusal(of: link + "/" + String(repeating: "a", count: 9_000))
        if link.contains("/5") { #expect(long?.source == source) }
        // So does a wrapped link.
        let wrapping = try URLRewriter(
            sources: rewriter.sources + [.domain(Domain("out.io") { Unwrap("/?u={target}") })]
        )
        let target = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(
            wrapping.refusal(of: "https://out.io?u=\(target)")?.source
                == (link.first == " " ? nil : source)
        )
    }
}
