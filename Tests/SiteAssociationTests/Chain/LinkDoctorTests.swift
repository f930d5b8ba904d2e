import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

/// What is found on the way of a link from the system into an app.
struct LinkDoctorTests {
    private static let appID = "A1B2C3D4E5.com.example.app"

    private static func configuration(_ hosts: String...) -> LinkConfiguration {
        let rules = ["/cart", "/item/{id}"].map(RewriteRule.init(text:))
        return LinkConfiguration(domains: [Domain(hosts: hosts, rules: rules)])
    }

    private static func file(_ components: String, _ more: String = "") -> Data {
        Data(
            #"{"applinks": {"details": [{"appIDs": ["\#(appID)"], "components": [\#(components)]}]\#(more)}}"#
                .utf8
        )
    }

    private static let right = file(#"{"/": "/cart"}, {"/": "/item/?*"}"#)

    private static func doctor(
        _ configuration: LinkConfiguration,
        _ association: Data? = nil,
        answer: (headers: String, body: Data)? = nil,
        domains: [String] = []
    ) throws -> LinkDoctor {
        var files = LinkDoctor.Files()
        files.association = association
        files.response = answer.flatMap { answer in
            ServerAnswer(data: Data("HTTP/2 200\n\(answer.headers)\n\n".utf8) + answer.body)
        }
        files.appIDs = [appID]
        if !domains.isEmpty {
            let list = [AppPropertyList.domainsKey: domains.map { "applinks:\($0)" }]
            files.entitlements = AppPropertyList(data: try PropertyListEncoder().encode(list))
        }
        let rewriter = try URLRewriter(configuration: configuration)
        return LinkDoctor(configuration, rewriter, files)
    }

    private static func flaws(_ chain: LinkChain) -> [String] {
        chain.steps.filter { $0.flaw?.severity ?? .note > .note }.map(\.message)
    }

    // MARK: Hosts

    /// Hosts that an app declares and whose links stay in the browser, and what is found.
    @Test(arguments: ["b.io", "*.b.io"])
    func `a host whose links stay in the browser is a doubt in itself`(host: String) throws {
        var configuration = Self.configuration("a.io")
        configuration.domains.append(Domain(host, claims: false) { Rewrite("/cart", to: "/cart") })
        let doctor = try Self.doctor(configuration, Self.right, domains: ["a.io", host])
        let chain = try #require(doctor.chains().first { $0.subject == host })
        #expect(
            chain.steps.map(\.message) == [
                "'\(host)' is in the rules.",
                "The domain of '\(host)' has 'claims: false', which keeps its links in the browser; remove it if they must open the app.",
            ]
        )
        #expect(chain.steps.map(\.flaw) == [nil, .warning("not-claimed")])
        configuration.domains[1].claims = true
        let claimed = try Self.doctor(configuration, Self.right, domains: ["a.io", host])
        #expect(!claimed.chains().flatMap(\.steps).contains { $0.flaw?.code == "not-claimed" })
    }

    @Test func `the file of a host above is compared with the rules of a host below it`() throws {
        var configuration = Self.configuration("a.io")
        configuration.domains.append(Domain("m.a.io") { Rewrite("/topic", to: "/topic") })
        let doctor = try Self.doctor(configuration, Self.right, domains: ["a.io", "*.a.io"])
        #expect(
            doctor.chains().map(Self.flaws) == [
                [],
                [
                    "No rule claims links that the rewrite rule '/topic' of 'm.a.io' handles, so they stay in the browser; add a component for them. Example: https://m.a.io/topic"
                ],
            ]
        )
    }

    /// Components that `a.io`'s file has besides `/home`, and how what is found for `a.io` and for `m.a.io`, with the rule `/topic`, begins.
    @Test(
        arguments: [
            (["/topic"], [], []),
            (["/topic", "/x"], ["The app refuses all"], []),
            (["/topci"], [], ["No rule claims"]),
        ] as [([String], [String], [String])]
    )
    func `a file for two hosts claims the links of both`(
        components: [String],
        server: [String],
        below: [String]
    ) throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") { Rewrite("/home", to: "/home") },
            Domain("m.a.io") { Rewrite("/topic", to: "/topic") },
        ])
        let file = Self.file(
            (["/home"] + components).map { #"{"/": "\#($0)"}"# }.joined(separator: ",")
        )
        let chains = try Self.doctor(configuration, file, domains: ["a.io", "*.a.io"]).chains()
        for (chain, expected) in zip(chains, [server, below]) {
            let flaws = Self.flaws(chain)
            #expect(
                flaws.count == expected.count
                    && zip(flaws, expected).allSatisfy { $0.hasPrefix($1) }
            )
            #expect(!chain.steps.contains { $0.message.hasPrefix("Components match") })
        }
    }

    // MARK: The answer

    @Test(arguments: [
        ("application/json", true), ("Application/JSON;charset=utf-8", true),
        ("application/json ; charset=utf-8", true), ("application/pkcs7-mime", false),
        ("text/json", false), ("", false),
    ])
    func `a file is sent as JSON, with or without a parameter`(type: String, isRight: Bool) throws {
        let answer = (headers: "content-type: \(type)", body: Self.right)
        let doctor = try Self.doctor(Self.configuration("a.io"), answer: answer)
        let codes = doctor.chain(of: "https://a.io/cart").steps.compactMap(\.flaw?.code)
        #expect(codes.contains("content-type") == !isRight)
    }

    @Test func `a byte order mark before a web page does not hide it`() throws {
        let page = (headers: "content-type: text/html", body: Data("\u{FEFF}<html>".utf8))
        let doctor = try Self.doctor(Self.configuration("a.io"), answer: page)
        let steps = doctor.chain(of: "https://a.io/cart").steps
        #expect(steps.compactMap(\.flaw?.code).contains("web-page"))
    }

    // MARK: Hosts

    @Test(arguments: ["application-identifier", "com.apple.application-identifier"])
    func `entitlements name their app, on each system`(key: String) throws {
        let list = AppPropertyList(data: try PropertyListEncoder().encode([key: Self.appID]))
        #expect(list?.appID == Self.appID)
    }

    /// Members of entitlements, and whether those are a release's: only signed ones name the app, and 'get-task-allow' is for debugging.
    @Test(arguments: [
        ("", false), ("<key>application-identifier</key><string>\(appID)</string>", true),
        ("<key>application-identifier</key><string>$(X).a</string>", false),
        ("<key>get-task-allow</key><false/>", true), ("<key>get-task-allow</key><true/>", false),
        ("<key>com.apple.security.get-task-allow</key><false/>", true),
        (
            "<key>application-identifier</key><string>\(appID)</string><key>get-task-allow</key><true/>",
            false
        ), ("<key>get-task-allow</key><true/><key>beta-reports-active</key><true/>", true),
    ])
    func `a mode of an entry is an error only in a release`(members: String, isRelease: Bool) throws
    {
        var files = LinkDoctor.Files()
        let domains = "<array><string>applinks:a.io?mode=developer</string></array>"
        files.entitlements = AppPropertyList(
            data: Data(
                "<plist><dict><key>\(AppPropertyList.domainsKey)</key>\(domains)\(members)</dict></plist>"
                    .utf8
            )
        )
        let configuration = Self.configuration("a.io")
        let rewriter = try URLRewriter(configuration: configuration)
        let chain = LinkDoctor(configuration, rewriter, files).chain(of: "https://a.io/cart")
        let step = chain.steps.first { $0.part == .entitlement }
        #expect(step?.flaw == (isRelease ? .error("special-mode") : .warning("special-mode")))
    }

    /// The host of the rules, the declared hosts, and the hosts of the chains, each with a mark if something is wrong.
    private static let declarations = """
        a.io → A.io → a.io
        {l:de|fr}.a.io → de.a.io  fr.a.io → de.a.io  fr.a.io
        {l:de|fr}.a.io → de.a.io → de.a.io  fr.a.io !
        {l:de|fr}.a.io → *.a.io → *.a.io
        {l:de|fr}.a.io → *.a.io  de.a.io → *.a.io  de.a.io
        {l:de|fr}.a.io → b.io → de.a.io !  fr.a.io !  b.io !
        {l}.a.io → de.a.io → *.a.io !  de.a.io
        x.a.io → *.a.io → x.a.io
        """

    @Test(arguments: triples(declarations))
    func `each host of a list can be declared`(
        host: String,
        declared: String,
        chains: String
    )
        throws
    {
        let doctor = try Self.doctor(
            Self.configuration(host),
            Self.right,
            domains: declared.components(separatedBy: "  ")
        )
        let found = doctor.chains().map { $0.subject + (Self.flaws($0).isEmpty ? "" : " !") }
        #expect(found.joined(separator: "  ") == chains)
    }

    /// The host of a link, and the host whose file is asked.
    private static let nearestHosts = """
        x.b.a.io → b.a.io
        c.a.io → c.a.io
        y.a.io → a.io
        """

    @Test(arguments: pairs(nearestHosts))
    func `the nearest declared host has the file, in whatever order the hosts are declared`(
        host: String,
        server: String
    ) throws {
        let hosts = ["*.a.io", "c.a.io", "*.b.a.io"]
        for hosts in [hosts, hosts.reversed()] {
            let rules = LinkConfiguration(domains: hosts.flatMap { Self.configuration($0).domains })
            for declared in [hosts, []] {
                let doctor = try Self.doctor(rules, Self.right, domains: declared)
                #expect(doctor.servers(of: ["https://\(host)/cart"]) == [server])
                guard !declared.isEmpty, host != server else { continue }
                #expect(
                    doctor.chain(of: "https://\(host)/cart").steps.map(\.message).contains(
                        "'applinks:*.\(server)' is declared, and the file is the one of '\(server)'."
                    )
                )
            }
        }
    }

    @Test func `the file of a host of a list is asked without entitlements, too`() throws {
        let rules = Self.configuration("{l:de|fr}.a.io")
        var files = LinkDoctor.Files()
        (files.association, files.host, files.appIDs) = (Self.right, "fr.a.io", [Self.appID])
        let doctor = LinkDoctor(rules, try URLRewriter(configuration: rules), files)
        for (host, isAsked) in [("fr.a.io", true), ("de.a.io", false)] {
            let steps = doctor.chain(of: "https://\(host)/cart").steps
            #expect(steps.contains { $0.part == .component && $0.flaw == nil } == isAsked)
        }
        // If the app declares all hosts below a name, the file is the one of that name.
        let list = [AppPropertyList.domainsKey: ["applinks:*.a.io"]]
        files.entitlements = AppPropertyList(data: try PropertyListEncoder().encode(list))
        #expect(LinkDoctor(rules, doctor.rewriter, files).origin(of: "fr.a.io").server == "a.io")
    }

    @Test func `the file of a host of a list is compared with the rules`() throws {
        func flaws(_ components: String) throws -> [[String]] {
            try Self.doctor(
                Self.configuration("{l:de|fr}.a.io"),
                Self.file(components),
                domains: ["de.a.io", "fr.a.io"]
            ).chains().map(Self.flaws)
        }
        #expect(try flaws(#"{"/": "/cart"}, {"/": "/item/?*"}"#) == [[], []])
        let missing = try flaws(#"{"/": "/cart"}"#)
        for (chain, host) in zip(missing, ["de", "fr"]) {
            try #require(chain.count == 1)
            #expect(chain[0].contains("handles, so they stay in the browser"))
            #expect(chain[0].hasSuffix(" Example: https://\(host).a.io/item/id"))
        }
    }

    // MARK: Components

    @Test func `a pattern from the defaults is named`() throws {
        let file = Self.file(#"{"/": "/cart"}"#, ##", "defaults": {"#": "?*"}"##)
        let chain = try Self.doctor(Self.configuration("a.io"), file)
            .chain(of: "https://a.io/cart")
        #expect(
            Self.flaws(chain) == [
                ##"Every component without its own "#" inherits this one; if some should not, remove it, and write it in the components that need it."##,
                ##"No component matches the link; nearest is { "/": "/cart" }: the fragment is missing or empty, not '?*'. Correct that one, or add one."##,
            ]
        )
        let exclude = Self.file(#"{"/": "/cart"}"#, #", "defaults": {"exclude": true}"#)
        let excluded = try Self.doctor(Self.configuration("a.io"), exclude)
        #expect(
            Self.flaws(excluded.chain(of: "https://a.io/cart")).last
                == #"{ "/": "/cart" } excludes the link, because it inherits "exclude" from 'defaults'; remove it there, and write it in the components that need it."#
        )
        let old = String(decoding: Self.file(#"{"/": "/x"}"#), as: UTF8.self)
            .replacing("]}]", with: #"], "paths": ["/cart"]}]"#)
        let unread = try Self.doctor(Self.configuration("a.io"), Data(old.utf8)).chain(
            of: "https://a.io/cart"
        )
        #expect(Self.flaws(unread).first?.contains("iOS 13 and later ignore its 'paths'") == true)
        let right = try Self.doctor(Self.configuration("a.io"), Self.file(#"{"/": "/cart"}"#))
        #expect(Self.flaws(right.chain(of: "https://a.io/cart")) == [])
    }

    /// Files in which no component matches a link, and all that is found.
    private static let replaced = #"""
        {"error": "unauthorized"} → The file has no entry in 'applinks.details', so no link opens an app; write one, as 'deeplink aasa' does.
        {"applinks": {"details": []}} → The file has no entry in 'applinks.details', so no link opens an app; write one, as 'deeplink aasa' does.
        {"applinks": {"details": [{"components": [{"/": "/cart"}]}]}} → The file names no app, and the app is 'A1B2C3D4E5.com.example.app'; write 'A1B2C3D4E5.com.example.app' in 'appIDs'.
        {"applinks": {"details": [], "details": [{"appID": "A1B2C3D4E5.com.example.app", "paths": ["/cart"]}]}} → The key 'details' appears twice in one object, and readers disagree about which one counts; keep one. Until then, the rules are not compared.
        """#

    /// Files with a mistake, and the parts that are wrong whether or not it is corrected.
    private static let besides = #"""
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/x"}]}]}, "webcredentials": {"apps": "A"}} → file component
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.b"], "components": [{"/": "/cart"}]}]}, "webcredentials": {"apps": "A"}} → file app
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.b"], "components": [{"/": "/cart", "exclude": "no"}]}]}} → file app
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/x", "exclude": "no"}]}]}} → file component
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/item/[0-9]+"}, {"/": "/cart"}]}]}} → ""
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/:id/x"}]}]}} → file component
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/s", "?": {"u": "*"}}, {"/": "/s", "exclude": true}]}]}} → component
        {"applinks": {"details": []}, "webcredentials": {"apps": "A"}} → file file
        {"applinks": {"details": [{"bundleId": "A1B2C3D4E5.com.example.app", "components": [{"/": "/cart"}]}]}} → file app
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/x"}]}]}, "webCredentials": {"apps": ["A"]}} → file component
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/x", "coment": "y"}]}]}} → component
        """#

    @Test(arguments: pairs(besides))
    func `a mistake does not hide what cannot follow from it`(file: String, parts: String) throws {
        let steps = try Self.doctor(Self.configuration("a.io"), Data(file.utf8))
            .chain(of: "https://a.io/cart").steps
        let wrong = steps.filter { $0.flaw?.severity == .error }.map(\.part.rawValue)
        #expect(wrong.joined(separator: " ") == parts)
    }

    @Test func `a web page in place of the file does not hide what the file that is given lacks`()
        throws
    {
        let page = (headers: "content-type: text/html", body: Data("<html>".utf8))
        let steps = try Self.doctor(
            Self.configuration("a.io"),
            Self.file(#"{"/": "/x"}"#),
            answer: page
        )
        .chain(of: "https://a.io/cart").steps
        #expect(steps.compactMap(\.flaw?.code).contains("web-page"))
        #expect(steps.compactMap(\.flaw?.code).contains("not-matched"))
    }

    @Test(arguments: pairs(replaced))
    func `a mistake is told in place of what it entails`(file: String, message: String) throws {
        let doctor = try Self.doctor(Self.configuration("a.io"), Data(file.utf8))
        #expect(Self.flaws(doctor.chain(of: "https://a.io/cart")) == [message])
        let matched = "Components match the links of all rules."
        #expect(!doctor.chains().flatMap(\.steps).contains { $0.message == matched })
    }
}
