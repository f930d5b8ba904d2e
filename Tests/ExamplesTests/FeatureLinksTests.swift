import DeepLinks
import DeepLinksExamples
import Foundation
import Testing

@MainActor
struct FeatureLinksTests {
    @Test(arguments: [
        ("/domainA/872346", "/featureA/detail?id=872346"),
        ("/domainA/items/872346", "/featureA/detail?id=872346"),
        ("/domainA/items/some-seo-title-872346", "/featureA/detail?id=872346"),
        ("/a/872346", "/featureA/detail?id=872346"),
        ("/a/872346/?id=1", "/featureA/detail?id=872346"),
        ("/search?q=shoes", "/featureB/search?text=shoes"),
        ("/search?page=2&q=red%20shoes", "/featureB/search?text=red%20shoes&page=2"),
    ])
    func `an external link becomes an internal one`(external: String, internalLink: String) throws {
        for host in ["mydomain.io", "www.mydomain.io"] {
            let link = try FeatureLinks.rewriter().rewrite("https://\(host)\(external)")
            #expect(try link == DeepLink(internalLink))
        }
    }

    @Test func `a feature that finds one of its paths taken registers none`() throws {
        struct FeatureC: DeepLinkFeature {
            func registerDeepLinks(in deeplinkHandler: DeepLinkHandler) throws {
                try deeplinkHandler.register("/featureC") { _ in }
                try deeplinkHandler.register("/featureB/help/{page}") { _ in }
            }
        }
        struct FeatureD: DeepLinkFeature {
            struct Unavailable: Error, CustomStringConvertible {
                let description = "Feature D is not for sale here."
            }
            func registerDeepLinks(in deeplinkHandler: DeepLinkHandler) throws {
                try deeplinkHandler.register("/featureD") { _ in }
                throw Unavailable()
            }
        }
        let app = try FeatureLinks.App()
        let paths = app.deeplinkHandler.paths
        #expect(
            app.register(FeatureC())
                == "The path '/featureB/help/{topic}' is already registered; register another path, replace that one, or remove one of the two routes."
        )
        #expect(app.register(FeatureD()) == "Feature D is not for sale here.")
        #expect(app.deeplinkHandler.paths == paths)
        #expect(app.open("myapp://featureB/help/prices").outcome == .opened("the help on prices"))
        // So does a second app with the same handler, and the first one's features stay.
        let second = try FeatureLinks.App(deeplinkHandler: app.deeplinkHandler)
        #expect(app.deeplinkHandler.paths == paths)
        try app.deeplinkHandler.handle("/featureA/detail?id=1")
        #expect(app.screens.opened.last == "detail of 1" && second.screens.opened.isEmpty)
    }
}
