import DeepLinks
import Foundation
import LinkChecking

/// Configurations that many tests read.
enum ConfigurationFixture {
    /// Everything that a configuration can say.
    static let text = """
        {
          "version": 1,
          "limits": { "bytes": 4096, "segments": 16, "queryItems": 32 },
          "domains": [
            {
              "hosts": ["mydomain.io", "*.mydomain.io"],
              "query": {
                "strip": ["utm_source", "utm_medium"]
              },
              "prefixes": ["", "/{locale:en-us|fr-fr}"],
              "rules": [
                {
                  "from": "/domainA/items/{title}-{id:int}",
                  "to": "/featureA/detail?id={id}&locale={locale}",
                  "examples": {
                    "/domainA/items/red-shoe-872346": "/featureA/detail?id=872346",
                    "/domainA/items/red-shoe": null
                  },
                  "title": "Product page",
                  "owner": "Growth"
                },
                { "from": "/watch?v={video}&t={start?}", "to": "/player?id={video}&start={start}" },
                { "unwrap": "/mbar?redirect_to={target}", "claims": false },
                {
                  "refuse": "/domainA/items/{title}/edit",
                  "examples": { "https://mydomain.io/domainA/items/red-5/edit": null },
                  "owner": "Shop",
                  "allow": ["no-example"]
                }
              ]
            },
            {
              "hosts": ["localhost:8080"],
              "allowsHTTP": true,
              "claims": false,
              "unmatched": "passThrough",
              "query": { "keepOnly": ["ref"] },
              "plusIsSpace": true,
              "ignoresCase": true,
              "fragment": "path",
              "malformedOptionals": "ignore",
              "allow": ["loopback-host"]
            },
            {
              "anyHostAs": "server",
              "fragment": "query",
              "rules": [
                { "from": "/post/{id}", "to": "/post/{id}?on={server}", "allow": ["any-host"] }
              ]
            }
          ],
          "schemes": [
            { "names": ["myapp"], "unmatched": "passThrough", "query": "drop" },
            {
              "names": ["mysql", "postgres"],
              "wholeLinkAs": "url",
              "to": "/connect?url={url}",
              "examples": { "mysql://u@h:1/d": "/connect?url=mysql://u@h:1/d" }
            }
          ],
          "paths": ["/featureA/detail", "/player"]
        }

        """

    /// The same configuration, built in Swift.
    static var value: LinkConfiguration {
        LinkConfiguration(
            limits: Limits(bytes: 4_096, segments: 16, queryItems: 32),
            domains: [
                Domain(
                    "mydomain.io",
                    "*.mydomain.io",
                    query: .strip(["utm_source", "utm_medium"]),
                    prefixes: ["", "/{locale:en-us|fr-fr}"]
                ) {
                    Rewrite(
                        "/domainA/items/{title}-{id:int}",
                        to: "/featureA/detail?id={id}&locale={locale}",
                        examples: [
                            "/domainA/items/red-shoe-872346": "/featureA/detail?id=872346",
                            "/domainA/items/red-shoe": nil,
                        ],
                        title: "Product page",
                        owner: "Growth"
                    )
                    Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                    Unwrap("/mbar?redirect_to={target}", claims: false)
                    Refuse(
                        "/domainA/items/{title}/edit",
                        examples: ["https://mydomain.io/domainA/items/red-5/edit": nil],
                        owner: "Shop",
                        allow: ["no-example"]
                    )
                },
                Domain(
                    "localhost:8080",
                    allowsHTTP: true,
                    claims: false,
                    unmatched: .passThrough,
                    query: .keepOnly(["ref"]),
                    plusIsSpace: true,
                    ignoresCase: true,
                    fragment: .path,
                    malformedOptionals: .ignore,
                    allow: ["loopback-host"]
                ),
                Domain(anyHostAs: "server", fragment: .query) {
                    Rewrite("/post/{id}", to: "/post/{id}?on={server}", allow: ["any-host"])
                },
            ],
            schemes: [
                Scheme("myapp", unmatched: .passThrough, query: .drop),
                Scheme(
                    "mysql",
                    "postgres",
                    wholeLinkAs: "url",
                    to: "/connect?url={url}",
                    examples: ["mysql://u@h:1/d": "/connect?url=mysql://u@h:1/d"]
                ),
            ],
            paths: ["/featureA/detail", "/player"]
        )
    }
}

/// The error of reading a text as a configuration or of making a rewriter from it; nil if there is none.
func configurationError(_ text: String) -> LinkConfigurationError? {
    do throws(LinkConfigurationError) {
        let configuration = try LinkConfiguration(checking: .init(text.utf8))
        _ = try URLRewriter(configuration: configuration)
        return nil
    } catch { return error }
}
