import DeepLinks
import DeepLinksExamples
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

/// The audit's findings where a file and a rewriter disagree.
struct CoverageTests {
    /// The findings of the comparison, without their positions in the text.
    private static func findings(
        _ association: AppSiteAssociation,
        _ configuration: LinkConfiguration,
        host: String? = nil,
        appID: String? = nil
    ) -> [String] {
        let codes: [AssociationFinding.Code] = [
            .handledNotClaimed, .handledButExcluded, .claimedNotHandled, .claimsTooMuch,
            .notCompared, .configuration, .noDomain, .starMatchesAbsent, .misspeltKey, .wrongType,
            .misreadPath, .unknownKey, .undefinedVariable, .malformedVariable, .encodedPattern,
        ]
        return association.audit(against: configuration, host: host, appID: appID)
            .filter { codes.contains($0.code) }
            .map(\.text)
    }

    @Test(arguments: try rows(in: "coverage.txt"))
    func `a file and rules that differ have these findings`(row: TableRow) throws {
        let file =
            try row[1].hasPrefix(#"{"applinks""#)
            ? AppSiteAssociation(row[1]) : AppSiteAssociation(components: "[\(row[1])]")
        let found = Self.findings(file, LinkConfiguration(row.texts(0)))
        #expect(found == Array(row.rest.dropFirst()))
    }

    @Test func `a file that claims what the rules do not is found`() throws {
        let configuration = LinkConfiguration {
            Rewrite("/buy/{id}", to: "/buy/{id}")
            Rewrite("/buy/{id}/draft", to: "/draft/{id}", claims: false)
            Rewrite("/qr/{id}", to: "/buy/{id}", claims: false)
        }
        func findings(_ components: String) throws -> [String] {
            Self.findings(try AppSiteAssociation(components: components), configuration)
                .map { $0.components(separatedBy: " Example")[0] }
        }
        #expect(
            try findings(#"[{"/": "/buy/?*"}, {"/": "/qr/?*"}]"#) == [
                "warning: claims-too-much at applinks.details[0].components[0]: The rule also claims links that have 'claims: false' in the rules; claim fewer links, or exclude them before it.",
                "error: claimed-not-handled at applinks.details[0].components[1]: All tested links of the rule have 'claims: false' in the rules; remove the rule, or exclude its links.",
            ]
        )
        #expect(try findings(#"[{"/": "/buy/?*/?*", "exclude": true}, {"/": "/buy/?*"}]"#) == [])
    }

    @Test(arguments: [
        (#"[{"/": "/home"}]"#, "handled-not-claimed"),
        (#"[{"/": "/a", "exclude": true}, {"/": "/home"}]"#, "handled-but-excluded"),
    ])
    func `a source or a rule may leave its links to the browser`(
        components: String,
        code: String
    ) throws {
        let association = try AppSiteAssociation(components: components)
        func codes(ofSource: [String], ofRule: [String]) -> [String] {
            let domain = Domain("a.io", allow: ofSource) {
                Rewrite("/home", to: "/home")
                Rewrite("/a", to: "/a", allow: ofRule)
            }
            let configuration = LinkConfiguration(domains: [domain])
            return association.audit(against: configuration).map(\.code.rawValue)
        }
        #expect(codes(ofSource: [], ofRule: []) == [code])
        #expect(codes(ofSource: [code], ofRule: []).isEmpty)
        #expect(codes(ofSource: [], ofRule: [code]).isEmpty)
    }

    /// A rule with 'claims: false' and what it allows, and whether the generated file has a finding about it.
    @Test(arguments: [
        ("/buy/{id:int}/draft", [], true),
        ("/buy/{id:int}/draft", ["not-excluded"], false),
        ("/buy/{id}/draft", [], false),
        ("/draft/{id:int}", [], false),
    ])
    func `a generated file that cannot exclude links is found`(
        pattern: String,
        allow: [String],
        isFound: Bool
    ) throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") {
                Rewrite("/buy/{id}", to: "/buy/{id}")
                Rewrite(pattern, to: "/draft/{id}", claims: false, allow: allow)
            }
        ])
        let findings = try AppSiteAssociation(configuration).audit(against: configuration)
        #expect(findings.map(\.code) == (isFound ? [.notExcluded] : []))
        for link in findings.compactMap(\.witness) {
            #expect(try AppSiteAssociation(configuration).answer(for: link).isMatched)
            let details = try URLRewriter(configuration: configuration).details(of: link)
            #expect(details.pattern == pattern)
        }
    }

    @Test func `no link is invented for a rule that has examples`() throws {
        let association = try AppSiteAssociation(components: ##"[{"/": "/a/*", "#": "url=*"}]"##)
        func findings(_ examples: [String: String]) -> [String] {
            let domain = Domain("a.io", fragment: .query) {
                Rewrite("/a/{id}?url={url}", to: "/x?u={url}", examples: examples)
            }
            return Self.findings(association, LinkConfiguration(domains: [domain]))
                .filter { $0.contains("handled-not-claimed") }
        }
        // An invented link has its items in the query, where this source reads them too.
        #expect(findings([:]).count == 1)
        #expect(findings(["/a/5#url=b": "/x?u=b"]) == [])
    }

    /// Generated files have no findings against their rules.
    @Test(arguments: [
        // Hosts of the first domain also fit the second one.
        [
            Domain("*.a.io") { Rewrite("/item/{id}", to: "/t") },
            Domain("{shop}.a.io") { Rewrite("/item/{id}", to: "/t?shop={shop}") },
        ],
        [
            Domain("{lang:en|de}.a.io") { Rewrite("/item", to: "/t") },
            Domain("en.a.io") { Rewrite("/shop", to: "/t") },
        ],
        // The component of one rule takes handled links of the other.
        [
            Domain("a.io", fragment: .path) {
                Rewrite("/{id:int}?k={w}", to: "/t")
                Rewrite("/?k={w}", to: "/t")
            }
        ],
        [
            Domain("a.io") {
                Rewrite("/a?print", to: "/t")
                Rewrite("/a?print&full", to: "/t")
            }
        ],
    ])
    func `a generated file has no finding`(domains: [Domain]) throws {
        let configuration = LinkConfiguration(domains: domains)
        let association = try AppSiteAssociation(configuration)
        #expect(association.audit(against: configuration).map(\.code) == [])
    }

    @Test func `a missing component of a wildcard's rule is told`() throws {
        let domains = [
            Domain("*.a.io") { Rewrite("/item/{id}", to: "/t") },
            Domain("{shop}.a.io") { Rewrite("/shop/{id}", to: "/t") },
        ]
        let association = try AppSiteAssociation(components: #"[{"/": "/shop/?*"}]"#)
        let findings = association.audit(against: LinkConfiguration(domains: domains))
        let missing = findings.filter { $0.code == .handledNotClaimed }
        #expect(missing.map(\.witness) == ["https://any.any.a.io/item/id"])
    }

    @Test func `rules whose generated file would be too complex are still compared`() throws {
        let long = String(repeating: "x", count: 20_000)
        let configuration = LinkConfiguration {
            for number in 0..<27 { Rewrite("/\(long)\(number)", to: "/t") }
            Rewrite("/missing", to: "/t")
        }
        let association = try AppSiteAssociation(components: #"[{"/": "/x*"}]"#)
        let coverage = try Self.compared(association, configuration)
        #expect(Set(coverage.audit.reported().map(\.code)) == [.handledNotClaimed, .notCompared])
        // There is effort left, so the missing file is the cause.
        #expect(coverage.audit.effort > 0)
    }

    /// A rule for every link at the beginning is the cause of all that is wrong with the others.
    @Test(arguments: [
        (#"{"/": "*", "exclude": true}"#, "handled-but-excluded"),
        (#"{"/": "*"}"#, "claims-too-much"),
    ])
    func `of rules that one rule makes dead only that rule is reported`(
        first: String,
        code: String
    ) throws {
        let rules = #"{"/": "/a"}, {"/": "/b"}, {"/": "/c"}"#
        let association = try AppSiteAssociation(components: "[\(first), \(rules)]")
        let found = association.audit(against: LinkConfiguration(["/a", "/b", "/c"]))
        #expect(found.map(\.code.rawValue) == [code])
        #expect(found.first?.place.path == "applinks.details[0].components[0]")
        #expect(found.first?.message.contains(" 1 more finding may follow from it;") == true)
        // Without it, nothing is wrong.
        let rest = try AppSiteAssociation(components: "[\(rules)]")
        #expect(rest.audit(against: LinkConfiguration(["/a", "/b", "/c"])) == [])
    }

    @Test(arguments: [
        Domain("{language:en|de}.a.io", "{shop:slug}.b.io", "c.io") {
            Rewrite("/item/{id:int}", to: "/t")
        }, Domain("{id:uuid}.a.io") { Rewrite("/item/{id_:int}", to: "/t") },
        Domain("spa.io", fragment: .path) {
            Rewrite("/", to: "/home")
            Rewrite("/search?q={q}", to: "/t")
        },
        Domain("spa.io", fragment: .path) {
            Rewrite("/?invite={code}", to: "/t")
            Rewrite("/?preview", to: "/u")
        },
        Domain("share.io", fragment: .query) { Rewrite("/new?url={url}&size={n?}", to: "/t") },
    ])
    func `a generated file has no finding, an empty file one for all rules`(domain: Domain) throws {
        // Another source handles links to hosts that the first domain does not take.
        let rest = Domain(anyHostAs: "server") { Rewrite("/@{user}", to: "/t") }
        let configuration = LinkConfiguration(domains: [domain, rest])
        for hosted in try AppSiteAssociation.files(
            for: configuration,
            appIDs: [AppSiteAssociation.appID]
        ) {
            let host = try #require(hosted.hosts.first)
            #expect(Self.findings(hosted.association, configuration, host: host) == [])
            let none = try AppSiteAssociation(components: #"[{"/": "*", "exclude": true}]"#)
            #expect(
                Self.findings(none, configuration, host: host).map { $0.contains(" more handle") }
                    == [domain.rules.count > 1],
                "\(host)"
            )
        }
    }

    @Test func `a registered path keeps its case where rules ignore it`() throws {
        let configuration = LinkConfiguration(
            domains: [
                Domain("a.io", unmatched: .passThrough, ignoresCase: true) {
                    Rewrite("/Home", to: "/start")
                }
            ],
            paths: ["/start"]
        )
        let rewriter = try URLRewriter(configuration: configuration)
        let file = try AppSiteAssociation(configuration)
        #expect(Self.findings(file, configuration) == [])
        for (tail, isHandled) in [("/HOME", true), ("/start", true), ("/START", false)] {
            let link = "https://a.io" + tail
            #expect(file.answer(for: link).isMatched == isHandled, "\(link)")
            #expect((try rewriter.rewrite(link).path == "/start") == isHandled, "\(link)")
        }
    }

    /// A component has texts where a rewrite rule has captures, or the other way round.
    private static let uses = #"""
        /{country}/products/{id:int}  /{country}/cart → {"/": "/de/*"}
        /{l:\#((1...40).map { "w\($0)" }.joined(separator: "|"))}/products/{id} → {"/": "/w37/*"}
        /de/{id} → {"/": "/*/edit"}
        /{a}/items/{b}-edit → {"/": "/post-$(digit)*"}
        /{*page}/edit → {"/": "/de/*"}
        /{a:int}/b/{c:uuid} → {"/": "/*/b/*"}
        /{lang}-{region}/products/{id:int} → {"/": "/de-at/*"}
        /@{user}/posts/{id:int} → {"/": "/@apple/*"}
        /{c}/post/v{b:int}?tab={t:de|fr} → {"/": "/de/post/v2"}
        /{a}/post/@{b}?tab={t:de|fr} → {"/": "/de/post/@apple"}
        /{lang}?id={id}&tab={t} → {"/": "/de*"}
        /{c}/{*rest?} → {"/": "/de/a/*"}
        /{c}?l={l} → {"/": "/de*", "?": {"l": "en"}}
        /{c}/x?l={l:de|en} → {"/": "/de*", "?": {"l": "en"}}
        /{c}/x?k={k} → {"/": "/de*", "?": {"l": "en"}}
        /{c}/x → {"/": "/de*", "?": {"l": "en"}}
        """#

    @Test(arguments: pairs(uses))
    func `a rule that opens a rule's link has a use`(rules: String, component: String) throws {
        let association = try AppSiteAssociation(components: "[\(component)]")
        let codes = association.audit(
            against: LinkConfiguration(rules.components(separatedBy: "  "))
        ).map(\.code)
        #expect(!codes.contains(.claimedNotHandled), "\(codes)")
    }

    @Test func `examples are tried too`() throws {
        let configuration = LinkConfiguration {
            Rewrite("/buy/{id}", to: "/t", examples: ["/buy/red-shoe": "/t"])
        }
        let association = try AppSiteAssociation(
            components:
                #"[{"/": "/buy/?*/?*", "exclude": true}, {"/": "/buy/red*", "exclude": true}, {"/": "/buy/?*"}]"#
        )
        #expect(
            Self.findings(association, configuration) == [
                "error: handled-but-excluded at applinks.details[0].components[1]: The rule excludes links that the rewrite rule '/buy/{id}' of 'a.io' handles, so they stay in the browser; put a component for them before it, or make it narrower. Example: https://a.io/buy/red-shoe"
            ]
        )
    }

    @Test func `findings of a file without positions have the order of its rules`() throws {
        let paths = (0..<8).map { "/p\($0)" }
        let components = paths.map { #"{"/": "\#($0)", "exclude": true}"# }.joined(separator: ", ")
        let file = try AppSiteAssociation(components: "[\(components)]")
        let findings = try AppSiteAssociation(document: file.document)
            .audit(against: LinkConfiguration(paths.reversed()))
        let places = findings.filter { $0.code == .handledButExcluded }.compactMap(\.place.path)
        #expect(places == (0..<8).map { "applinks.details[0].components[\($0)]" })
    }

    @Test func `paths that unmatched links pass to are compared if they are told`() throws {
        let association = try AppSiteAssociation(components: #"[{"/": "/home"}, {"/": "/gone"}]"#)
        var configuration = LinkConfiguration(domains: [
            Domain("a.io", "b.io", unmatched: .passThrough)
        ])
        #expect(Self.findings(association, configuration) == [])
        configuration.paths = ["/home", "/detail"]
        #expect(
            Self.findings(association, configuration) == [
                "warning: handled-not-claimed at applinks.details: No rule claims links that the registered path '/detail', to which unmatched links of 'a.io' pass, handles, so they stay in the browser; add a component for them. Example: https://a.io/detail",
                "error: claimed-not-handled at applinks.details[0].components[1]: The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, exclude its links, or add a rewrite rule. Example: https://a.io/gone",
            ]
        )
    }

    @Test func `links that stay in the browser as they pass through are no cause of errors`() throws
    {
        let association = try AppSiteAssociation(components: #"[{"/": "/x"}, {"/": "/y/*"}]"#)
        var configuration = LinkConfiguration(domains: [Domain("a.io", unmatched: .passThrough)])
        configuration.paths = ["/alpha", "/beta"]
        let codes = association.audit(against: configuration).map(\.code)
        #expect(codes.count { $0 == .claimedNotHandled } == 2)
    }

    @Test(arguments: [
        #"[{"/": "/home"}, {"/": "/watc/?*"}]"#, #"[{"/": "/foo"}, {"/": "/bar/?*"}]"#,
    ])
    func `a finding that is not shown stands for no other`(components: String) throws {
        let configuration = LinkConfiguration {
            Rewrite("/home", to: "/home")
            Rewrite("/watch/{id}", to: "/watch/{id}")
        }
        let findings = try AppSiteAssociation(components: components)
            .audit(against: configuration, host: nil, appID: nil, allowed: ["handled-not-claimed"])
        #expect(findings.contains { $0.code == .claimedNotHandled })
    }

    @Test func `a file is compared with the rules of its host and its app`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") { Rewrite("/a", to: "/a") },
            Domain("*.b.io") { Rewrite("/b", to: "/b") },
        ])
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A1B2C3D4E5.one"], "components": [{"/": "/b"}]},
              {"appIDs": ["A1B2C3D4E5.two"], "components": [{"/": "/a"}]}
            ]}}
            """
        )
        #expect(Self.findings(association, configuration) == [])
        #expect(
            Self.findings(association, configuration, host: "B.io", appID: "A1B2C3D4E5.two") == [
                "error: handled-not-claimed at applinks.details: No rule claims links that the rewrite rule '/b' of '*.b.io' handles, so they stay in the browser; add a component for them. Example: https://any.b.io/b",
                "error: claimed-not-handled at applinks.details[1].components[0]: The app refuses all tested links of the rule, so they open an app that cannot show them; remove the rule, exclude its links, or add a rewrite rule. Example: https://any.b.io/a",
            ]
        )
    }

    @Test func `says why nothing can be compared`() throws {
        let association = try AppSiteAssociation(components: #"[{"/": "/home"}]"#)
        #expect(
            Self.findings(association, LinkConfiguration(["/home"]), host: "b.io") == [
                "error: no-domain at applinks.details: The file cannot be compared with the configuration: no domain that claims its links has the host 'b.io'; use one of 'a.io'."
            ]
        )
        #expect(
            Self.findings(association, LinkConfiguration()) == [
                "error: no-domain at applinks.details: The file cannot be compared with the configuration: the configuration has no domain that can have a file; add one with a public name, without a port and without 'claims: false'."
            ]
        )
        #expect(Self.findings(association, LinkConfiguration(["home"])).count == 1)
    }

    // MARK: Truth

    @Test(arguments: UInt64(0)..<12)
    func `what a witness shows is so`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(2) {
            let configuration = RandomRules.configuration(using: &random)
            let rewriter = try URLRewriter(configuration: configuration)
            let association = try RandomRules.association(using: &random)
            for finding in association.audit(against: configuration) {
                let link = finding.witness ?? ""
                let isHandled = (try? rewriter.rewrite(link)) != nil
                let answer = association.answer(for: link)
                switch finding.code {
                case .handledNotClaimed: #expect(isHandled && answer == .notMatched, "\(finding)")
                case .handledButExcluded:
                    #expect(isHandled && answer.isBlocked, "\(finding)")
                    #expect(answer.match?.rule.place == finding.place)
                case .claimedNotHandled, .claimsTooMuch:
                    #expect(!isHandled && answer.isMatched, "\(finding)")
                    #expect(answer.match?.rule.place == finding.place)
                case .notCompared: Issue.record("\(finding)")
                default: break
                }
            }
        }
    }

    // MARK: Work

    @Test func `a thousand rules are compared`() throws {
        let rules = (0..<1000).map { RewriteRule.rewrite(Rewrite("/a\($0)/{id:int}", to: "/t")) }
        let configuration = LinkConfiguration { rules }
        let components = (0..<900).map { #"{"/": "/a\#($0)/?*"}"# }.joined(separator: ", ")
        let association = try AppSiteAssociation(components: "[\(components)]")
        let findings = association.audit(against: configuration)
        #expect(findings.count { $0.code == .handledNotClaimed } == 100)
        #expect(findings.count { $0.code == .claimsTooMuch } == 900)
    }

    @Test func `a link that one app excludes and another claims opens the other`() throws {
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "/a", "exclude": true}]},
              {"appIDs": ["A1B2C3D4E5.b"], "components": [{"/": "/a"}]}
            ]}}
            """
        )
        let configuration = LinkConfiguration { Rewrite("/a", to: "/t") }
        #expect(association.audit(against: configuration) == [])
        let codes = association.audit(against: configuration, appID: "A1B2C3D4E5.a").map(\.code)
        #expect(codes == [.handledButExcluded])
    }

    @Test(arguments: ["entries", "the same app", "rules", "universal rules", "stars"])
    func `hostile files are compared as far as the limit allows`(name: String) throws {
        let known = try HostileInputTests.largeAssociations[name]?.get()
        let association = try known ?? Self.stars()
        let rules = (0..<50).map { RewriteRule.rewrite(Rewrite("/a\($0)/{id}", to: "/t")) }
        let configuration = LinkConfiguration { rules }
        let coverage = try Self.compared(association, configuration, effort: 1 << 15)
        #expect(!coverage.audit.reported().isEmpty)
        // The last question may exceed the limit by the effort of asking all rules.
        #expect(coverage.audit.effort > -(1 << 21))
    }

    @Test(arguments: Array(stride(from: 8, to: 1 << 14, by: 2_066)), ["*", "de"])
    func `what was not asked to the end is not called useless`(effort: Int, first: String) throws {
        let rules = (0..<20).map {
            RewriteRule.rewrite(Rewrite("/{a:alpha}/x\($0)/{b:int}", to: "/t"))
        }
        let components = (0..<20).map { #"{"/": "/\#(first)/x\#($0)/*"}"# }
        let association = try AppSiteAssociation(
            components: "[\(components.joined(separator: ","))]"
        )
        let configuration = LinkConfiguration { rules }
        let coverage = try Self.compared(association, configuration, effort: effort)
        #expect(!coverage.audit.reported().map(\.code).contains(.claimedNotHandled))
    }

    /// The comparison of a file with rules, when it has ended.
    private static func compared(
        _ association: AppSiteAssociation,
        _ configuration: LinkConfiguration,
        effort: Int = AssociationAudit.wholeEffort
    ) throws -> AssociationCoverage {
        let audit = AssociationAudit(association, effort: effort)
        var coverage = try AssociationCoverage(audit, configuration, host: nil, appID: nil)
        coverage.compare()
        return coverage
    }

    /// A file of rules that have five hundred stars each.
    private static func stars() throws -> AppSiteAssociation {
        let rules = (0..<10).map { #"{"/": "\#(String(repeating: "*a", count: 500))\#($0)"}"# }
        return try AppSiteAssociation(components: "[\(rules.joined(separator: ","))]")
    }
}
