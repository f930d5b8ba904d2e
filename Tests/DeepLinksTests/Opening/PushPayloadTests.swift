import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// Links in push notifications.
@MainActor
struct PushPayloadTests {
    /// What a payload has beside the link.
    private static let alert: [String: Any] = ["alert": ["title": "New", "body": "Look"]]

    @Test func `links are found at key paths, in their order`() {
        let payload: [AnyHashable: Any] = [
            "aps": Self.alert, "url": "https://mydomain.io/a", "deeplink": "myapp://a",
            "data": ["url": "myapp://c", "deeplink": "myapp://b", "more": 1] as [String: Any],
        ]
        #expect(
            PushPayload(payload).linkCandidates
                == ["myapp://a", "https://mydomain.io/a", "myapp://b", "myapp://c"]
        )
        #expect(
            PushPayload(payload, keyPaths: ["data.url", "nothing", "aps.alert", "aps.alert.title"])
                .linkCandidates == ["myapp://c", "New"]
        )
        #expect(PushPayload(payload, keyPaths: []).linkCandidates.isEmpty)
    }

    @Test func `strings and URLs are taken, and other values passed over`() throws {
        let url = try #require(URL(string: "myapp://a"))
        let values: [(Any, [String])] = [
            ("myapp://a", ["myapp://a"]), (url, ["myapp://a"]), ("", []), (" \n", []), (1, []),
            (1.5, []),
            (true, []), (["myapp://a"], []), (["url": "myapp://a"], []), (Data([1, 2]), []),
            (Date(), []), (NSNull(), []), (Optional("myapp://a") as Any, ["myapp://a"]),
            (Optional<String>.none as Any, []), (Substring("myapp://a"), []),
            ("{\"url\": \"myapp://a\"}", ["{\"url\": \"myapp://a\"}"]),
            (String(repeating: "x", count: 1_000_000), [String(repeating: "x", count: 1_000_000)]),
        ]
        for (value, expected) in values {
            #expect(
                PushPayload(["deeplink": value]).linkCandidates == expected,
                "\(type(of: value))"
            )
            #expect(PushPayload(["data": ["url": value]]).linkCandidates == expected)
        }
    }

    @Test func `nested dictionaries of any kind are looked into`() {
        let dictionaries: [Any] = [
            ["url": "myapp://a"] as [String: String], ["url": "myapp://a"] as [String: Any],
            ["url": "myapp://a"] as [AnyHashable: Any],
            ["url": "myapp://a"] as [String: any Sendable],
        ]
        for dictionary in dictionaries {
            #expect(PushPayload(["data": dictionary]).linkCandidates == ["myapp://a"])
        }
        for other in ["text", 5, [1, 2], NSNull(), [5: "myapp://a"]] as [Any] {
            #expect(PushPayload(["data": other]).linkCandidates.isEmpty)
        }
    }

    @Test(arguments: ["", ".", "..", "a.", ".a", "a..b", "data.url.", "\u{301}.url", "data.\u{0}"])
    func `no key path traps`(keyPath: String) {
        let payload: [AnyHashable: Any] = [
            "data": ["url": "myapp://a", "": ["": "x"]] as [String: Any], "a": "b",
        ]
        #expect(PushPayload(payload, keyPaths: [keyPath]).linkCandidates.isEmpty)
    }

    @Test func `a key that has dots itself is found before a nested one`() {
        let payload: [AnyHashable: Any] = [
            "data.url": "myapp://flat", "data": ["url": "myapp://nested"],
        ]
        #expect(PushPayload(payload).linkCandidates == ["myapp://flat"])
        #expect(
            PushPayload(["data.url": 5, "data": ["url": "myapp://nested"]]).linkCandidates
                == ["myapp://nested"]
        )
    }

    private nonisolated static let payloads = #"""
        {"deeplink": 5, "deep_link": "https://evil.com/a", "url": "https://mydomain.io/domainA/5", "data": {"deeplink": "myapp://a"}} → handled /featureA/detail?id=5
        {"deeplink": "myapp://new/screen", "url": "https://mydomain.io/domainA/5"} → handled /featureA/detail?id=5
        {"deeplink": "myapp://transfer", "url": "myapp://account"} → deferred /account ["authenticated"]
        {"deeplink": "myapp://new/screen", "url": "myapp://other/screen"} → failed The path '/new/screen' is not registered; register it, or check how it is spelled.
        // The first that is known is opened, whatever becomes of it.
        {"deeplink": "myapp://fails", "url": "myapp://a"} → failed ActionError()
        // A later link is a duplicate if it was opened a moment before.
        {"deeplink": "myapp://new/screen", "url": "myapp://b"} → duplicate /b
        {"url": "javascript:alert(1)", "deeplink": "https://evil.com/a"} → rejected external unknown-host: evil.com
        """#

    @Test(arguments: pairs(payloads))
    func `the first link that can be rewritten, is registered and trusts a push is opened`(
        json: String,
        outcome: String
    ) throws {
        let app = try TestApp()
        try app.register("/transfer", trusts: [.inApp])
        app.open("/b", from: .push)
        let payload = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [AnyHashable: Any]
        )
        #expect(app.coordinator.open(pushPayload: payload).text == outcome)
        #expect(app.waiting.count == (outcome.hasPrefix("deferred") ? 1 : 0))
    }

    @Test func `a link that was passed over is no duplicate, and the opened link is`() throws {
        let app = try TestApp()
        try app.register("/transfer", trusts: [.customScheme])
        let payload = ["deeplink": "myapp://transfer", "url": "myapp://a"]
        app.coordinator.open(pushPayload: payload)
        app.coordinator.activate()
        #expect(app.ran == ["/a"])
        #expect(app.coordinator.open(pushPayload: payload).text == "duplicate /a")
        #expect(app.reports.map(\.pushKeyPath) == ["url", "url"])
        app.open("/transfer", from: .customScheme)
        #expect(app.ran == ["/a", "/transfer"])
    }

    @Test(arguments: [false, true])
    func `a link that its place in another forbids is passed over`(isPrepared: Bool) async throws {
        let app = try TestApp()
        try app.register("/transfer", trusts: [.push])
        let payload = ["deeplink": "myapp://transfer", "url": "myapp://a"]
        if isPrepared {
            try app.handler.register(
                "/outer",
                preparing: { _ in app.coordinator.open(pushPayload: payload) },
                action: { _ in }
            )
        } else {
            try app.register("/outer") { app.coordinator.open(pushPayload: payload) }
        }
        app.open("/outer", from: .customScheme)
        await app.settle()
        #expect(app.ran.last == "/a")
    }

    @Test(arguments: [
        "0", "1", "7", "-1", "true", "false", "1.5", "9223372036854775807", "18446744073709551615",
    ])
    func `a number of a JSON payload stays as it is`(value: String) throws {
        let data = Data(#"{"type": "order", "id": \#(value)}"#.utf8)
        let payload = try #require(
            try JSONSerialization.jsonObject(with: data) as? [AnyHashable: Any]
        )
        let link = PushPayload(payload).link(as: "myapp://push")
        #expect(link == "myapp://push?id=\(value)&type=order")
    }

    @Test func `numbers of any type become items, which come before a fragment`() {
        let payload: [AnyHashable: Any] = [
            "a": Float(1.5), "b": Decimal(25) / 10, "c": UInt64.max, "d": Int8(-1), "e": Double.nan,
            "f": Float.infinity, 5: "five",
        ]
        #expect(
            PushPayload(payload).link(as: "myapp://push?from=x#top")
                == "myapp://push?from=x&a=1.5&b=2.5&c=18446744073709551615&d=-1#top"
        )
        // A question mark in the fragment begins no query.
        #expect(PushPayload(["a": 1]).link(as: "myapp://push#b?c") == "myapp://push?a=1#b?c")
    }

    @Test func `before activation the first link that can be rewritten is chosen`() throws {
        let app = try TestApp(isActive: false)
        app.coordinator.open(pushPayload: [
            "deeplink": "https://evil.com/", "deep_link": "myapp://new/screen", "url": "myapp://a",
        ])
        #expect(app.waiting == ["/new/screen"])
        app.coordinator.activate()
        #expect(app.waiting == ["/new/screen"])
        #expect(app.ran.isEmpty)
    }

    @Test func `a payload without a link has failed, and is counted and told`() throws {
        let app = try TestApp()
        let outcome = app.coordinator.open(pushPayload: ["aps": Self.alert])
        let sentence =
            "The payload has no text or URL at 'deeplink', 'deep_link', 'url', 'data.deeplink', 'data.url'; put the link there, or add its key path to the options."
        #expect(outcome.text == "failed \(sentence)")
        #expect(!outcome.isAccepted)
        #expect(
            app.log == ["#1 deepLink.received: from push", "#1 navigation.failed: \(sentence)"]
        )
        let deaf = try TestApp { $0.pushKeyPaths = [] }
        #expect(
            deaf.coordinator.open(pushPayload: ["url": "myapp://a"]).text
                == "failed The payload has no text or URL at any key path; put the link there, or add its key path to the options."
        )
    }

    // MARK: - Payloads that are data

    @Test(
        arguments: [
            (["type": "order", "id": 7], "myapp://push?id=7&type=order"),
            (["b": true, "a": false, "B": -1.5], "myapp://push?B=-1.5&a=false&b=true"),
            (
                ["n": 0, "one": 1, "big": UInt64.max],
                "myapp://push?big=18446744073709551615&n=0&one=1"
            ),
            (
                ["a b": "x&y=z#?/é", "": "nameless"],
                "myapp://push?=nameless&a%20b=x%26y%3Dz%23?/%C3%A9"
            ),
            (["aps": ["alert": "Hello"], "list": [1], "none": Double.nan], "myapp://push"),
            (["empty": ""], "myapp://push?empty="),
            ([:], "myapp://push"),
        ] as [([String: any Sendable], String)]
    )
    func `a payload becomes a link of its texts, numbers and Booleans`(
        payload: [String: any Sendable],
        expected: String
    ) { #expect(PushPayload(payload).link(as: "myapp://push") == expected) }

    @Test func `a payload without a link can be opened as data`() throws {
        let app = try TestApp { $0.payloadLink = "myapp://items/new" }
        #expect(
            app.coordinator.open(pushPayload: ["name": "a&id=b"]).text
                == "handled /items/new?name=a%26id%3Db"
        )
        #expect(app.ran == ["/items/{id} new a&id=b"])
        #expect(app.log.first == "#1 deepLink.received: myapp from push")
        // A link in the payload comes first.
        #expect(app.coordinator.open(pushPayload: ["url": "myapp://a"]).text == "handled /a")
        let other = try TestApp { $0.payloadLink = "https://evil.com/" }
        #expect(other.coordinator.open(pushPayload: ["a": 1]).text.hasPrefix("rejected external"))
    }

    @Test(
        arguments: [
            [:], ["aps": ["alert": "Hello"]], ["data": ["link": "myapp://a"]], ["list": [1]],
        ] as [[String: any Sendable]]
    )
    func `a payload without a link and without values has failed, also if it may be opened as data`(
        payload: [String: any Sendable]
    ) throws {
        let app = try TestApp { $0.payloadLink = "myapp://items/new" }
        guard case .failed(let error) = app.coordinator.open(pushPayload: payload) else {
            Issue.record("not failed")
            return
        }
        #expect((error as? PushPayloadError)?.keyPaths == PushPayload.standardKeyPaths)
        #expect(app.ran == [])
    }

    @Test func `the options say where links are`() throws {
        let app = try TestApp { $0.pushKeyPaths = ["custom.link.target"] }
        let payload: [AnyHashable: Any] = [
            "url": "myapp://a", "custom": ["link": ["target": "myapp://b"]],
        ]
        #expect(app.coordinator.open(pushPayload: payload).text == "handled /b")
        // The option also applies to a `PushPayload` that has no key paths of its own.
        app.clock.advance(by: .seconds(2))
        #expect(app.coordinator.open(PushPayload(payload)).text == "handled /b")
        #expect(app.coordinator.open(PushPayload(payload, keyPaths: ["url"])).text == "handled /a")
    }

    @Test(arguments: [(0, 1), (15, 1), (16, 0), (1_000, 0)])
    func `a payload is read sixteen levels deep`(depth: Int, count: Int) {
        var payload: [AnyHashable: Any] = ["url": "myapp://a"]
        for _ in 0..<depth { payload = ["data": payload] }
        let path = String(repeating: "data.", count: depth) + "url"
        #expect(PushPayload(payload, keyPaths: [path]).linkCandidates.count == count)
    }

    /// Takes a payload as a notification delegate does, which the system calls off the main actor.
    nonisolated private func receive(_ payload: sending [AnyHashable: Any]) async -> PushPayload {
        PushPayload(payload)
    }

    @Test func `links are taken out off the main actor and opened on it`() async throws {
        let app = try TestApp()
        let payload = await receive(["deeplink": "myapp://a"])
        #expect(app.coordinator.open(payload).text == "handled /a")
    }
}
