import DeepLinks
import Foundation
import SiteAssociation
import Testing

/// The rules of `{seller}.shop.com` stand in the file of `shop.com`, as systems read no other.
struct SharedFileTests {
    private static let seller = Domain("{seller}.shop.com") {
        Rewrite("/{id:int}", to: "/item?id={id}&seller={seller}")
    }
    private static let shop = Domain("shop.com") { Rewrite("/home", to: "/home") }

    /// What an audit says of each host's generated file.
    private static func findings(_ domains: [Domain]) throws -> [String] {
        let configuration = LinkConfiguration(domains: domains)
        let files = try AppSiteAssociation.files(
            for: configuration,
            appIDs: ["A1B2C3D4E5.com.example.app"]
        )
        return files.flatMap { file in
            file.association.audit(against: configuration, host: file.hosts[0]).map {
                "\($0.severity): \($0.message) Example: \($0.witness ?? "")"
            }
        }
    }

    @Test func `links to one host that only another one with the same file handles are reported`()
        throws
    {
        #expect(
            try Self.findings([Self.shop, Self.seller]) == [
                "warning: '{seller}.shop.com' and 'shop.com' have the same file, so the rule also claims links to 'shop.com' that only '{seller}.shop.com' handles; add a rewrite rule to 'shop.com', or use a host with a file of its own, such as 'www.shop.com', in place of 'shop.com'. Example: https://shop.com/42",
                "warning: 'shop.com' and '{seller}.shop.com' have the same file, so the rule also claims links to '{seller}.shop.com' that only 'shop.com' handles; add a rewrite rule to '{seller}.shop.com', or use a host with a file of its own, such as 'www.shop.com', in place of 'shop.com'. Example: https://seller.shop.com/home",
            ]
        )
    }

    @Test func `it is so that the file claims the link and the app refuses it`() throws {
        let configuration = LinkConfiguration(domains: [Self.shop, Self.seller])
        let file = try AppSiteAssociation(
            configuration: configuration,
            appIDs: ["A1B2C3D4E5.com.example.app"],
            options: AppSiteAssociation.GenerationOptions(host: "shop.com")
        )
        let rewriter = try URLRewriter(configuration: configuration)
        #expect(file.answer(for: "https://shop.com/5", domain: "shop.com").isMatched)
        #expect(rewriter.explain("https://shop.com/5").link == nil)
        #expect(rewriter.explain("https://ann.shop.com/5").link != nil)
    }

    @Test func `each way out that the sentence names works`() throws {
        // A rule in each domain for the paths of the other.
        var (shop, seller) = (Self.shop, Self.seller)
        shop.rules.append(.rewrite(Rewrite("/{id:int}", to: "/item?id={id}")))
        seller.rules.append(.rewrite(Rewrite("/home", to: "/home?seller={seller}")))
        #expect(try Self.findings([shop, seller]) == [])
        // A host with a file of its own.
        shop = Self.shop
        shop.hosts = ["www.shop.com"]
        #expect(try Self.findings([shop, Self.seller]) == [])
    }

    @Test(arguments: [
        ([seller], []),
        ([Domain("shop.com", "*.shop.com") { Rewrite("/home", to: "/home") }], []),
        // The longer name has its own file.
        ([Domain("*.eu.shop.com") { Rewrite("/eu", to: "/eu") }, seller], []),
        (
            [
                Domain("*.shop.com") { Rewrite("/wide", to: "/wide") },
                Domain("{s}.shop.com") { Rewrite("/wide", to: "/wide") },
            ], []
        ),
        (
            [
                Domain("*.shop.com") { Rewrite("/wide", to: "/wide") },
                Domain("{s}.shop.com") { Rewrite("/one", to: "/one") },
            ], ["https://any.any.shop.com/one", "https://s.shop.com/wide"]
        ),
        // What passes through is claimed too.
        (
            [Domain("*.shop.com", unmatched: .passThrough) {}, shop], ["https://shop.com/any"]
        ),
        (
            [Domain("*.shop.com") { Rewrite("/{id}", to: "/t") }, shop],
            ["https://shop.com/id"]
        ),
        (
            [
                Domain("*.shop.com", allow: ["claimed-for-other-host"]) {
                    Rewrite("/{id}", to: "/t")
                }, shop,
            ], []
        ),
    ])
    func `only hosts with the same file share claims`(
        domains: [Domain],
        witnesses: [String]
    ) throws {
        let found = try Self.findings(domains)
        #expect(found.map { $0.components(separatedBy: " Example: ").last } == witnesses)
    }

    @Test func `one finding stands for all rules of a domain`() throws {
        let seller = Domain("*.shop.com") {
            Rewrite("/a", to: "/a")
            Rewrite("/b", to: "/b")
            Rewrite("/c", to: "/c")
        }
        let found = try Self.findings([seller, Domain("shop.com") { Rewrite("/a", to: "/a") }])
        #expect(found.count == 1)
        #expect(
            found.first?.contains(
                "'shop.com'. The same applies to 1 more rewrite rule of '*.shop.com'."
            ) == true
        )
    }
}
