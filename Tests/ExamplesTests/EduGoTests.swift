import DeepLinks
import DeepLinksExamples
import DeepLinksTestSupport
import Foundation
import Observation
import Testing

@MainActor
struct EduGoTests {
    nonisolated static let material = "123e4567-e89b-12d3-a456-426614174000"
    nonisolated static let user = "987fcdeb-51a2-43f7-8ec4-123456789abc"

    let appCoordinator = EduGo.AppCoordinator()

    private func handler(isAuthenticated: Bool) throws -> EduGo.DeeplinkHandler {
        appCoordinator.isAuthenticated = isAuthenticated
        return try EduGo.DeeplinkHandler(appCoordinator: appCoordinator)
    }

    private static func deeplinks() throws -> [(String, EduGo.Deeplink, EduGo.Screen)] {
        let material = try #require(UUID(uuidString: material))
        let user = try #require(UUID(uuidString: user))
        return [
            ("dashboard", .dashboard, .dashboard),
            (
                "materials/\(Self.material)", .materialDetail(materialId: material),
                .materialDetail(materialId: material)
            ),
            (
                "assessments/\(Self.material)?userId=\(Self.user)",
                .assessment(assessmentId: material, userId: user),
                .assessment(assessmentId: material, userId: user)
            ), ("profile/\(Self.user)", .profile(userId: user), .profile(userId: user)),
            ("settings", .settings, .settings),
        ]
    }

    // MARK: - Parsing

    @Test(arguments: [
        "edugo://", "edugo-dev://", "https://edugo.app/", "https://dev.edugo.app/", "edugo:///",
        "EDUGO://", "HTTPS://EduGo.app/",
    ])
    func `all five routes are known to every scheme and domain`(start: String) throws {
        for (path, deeplink, _) in try Self.deeplinks() {
            let url = try #require(URL(string: start + path))
            #expect(EduGo.DeeplinkParser.parse(url) == deeplink, "\(url)")
        }
    }

    @Test(arguments: ["https://edugo.app", "https://dev.edugo.app", "edugo:", "edugo-dev:"])
    func `the path of a destination leads back to it`(start: String) throws {
        for (_, deeplink, _) in try Self.deeplinks() {
            let url = try #require(URL(string: start + deeplink.path))
            #expect(EduGo.DeeplinkParser.parse(url) == deeplink)
        }
    }

    @Test(arguments: [
        "edugo://materials/123", "edugo://materials/+23e4567-e89b-12d3-a456-426614174000",
        "edugo://materials/123e4567-e89b-12d3-a456-426614174000%00", "edugo://materials",
        "https://edugo.app/profile/me", "https://edugo.app/profile/",
        "edugo://assessments/\(material)", "edugo://assessments/\(material)?userId",
        "edugo://assessments/\(material)?userId=me", "edugo://assessments/1?userId=\(user)",
        // Other links that the app does not open.
        "edugo://", "edugo://grades", "edugo://dashboard/more", "https://edugo.app/",
        "https://edugo.app.evil.com/dashboard", "https://edugo.app@evil.com/dashboard",
        "http://edugo.app/dashboard", "other://dashboard", "edugo://materials/../dashboard",
    ])
    func `identifiers have to be UUIDs, and no other link is handled`(link: String) throws {
        let url = try #require(URL(string: link))
        #expect(EduGo.DeeplinkParser.parse(url) == nil)
        for isAuthenticated in [true, false] {
            let handler = try handler(isAuthenticated: isAuthenticated)
            #expect(!handler.handle(url))
            #expect(handler.pendingDeeplink == nil)
        }
        #expect(appCoordinator.navigationPath.isEmpty)
    }

    // MARK: - Handling

    @Test func `every destination opens its screen, now or after signing in`() throws {
        for (path, _, screen) in try Self.deeplinks() {
            for start in ["edugo://", "edugo-dev://", "https://edugo.app/"] {
                let url = try #require(URL(string: start + path))
                let signedIn = EduGo.AppCoordinator(isAuthenticated: true)
                #expect(try EduGo.DeeplinkHandler(appCoordinator: signedIn).handle(url))
                #expect(signedIn.navigationPath == [screen])

                let signedOut = EduGo.AppCoordinator()
                let handler = try EduGo.DeeplinkHandler(appCoordinator: signedOut)
                #expect(handler.handle(url))
                #expect(signedOut.navigationPath.isEmpty)
                signedOut.isAuthenticated = true
                handler.handlePostLoginNavigation()
                #expect(signedOut.navigationPath == [screen])
            }
        }
    }

    @Test func `nothing is opened until somebody signs in, nor for the next person`() throws {
        let handler = try handler(isAuthenticated: false)
        handler.handle(try url("edugo://settings"))
        handler.handlePostLoginNavigation()
        #expect(appCoordinator.navigationPath.isEmpty)
        #expect(handler.pendingDeeplink != nil)
        // Whoever signs out takes along what waited.
        appCoordinator.isAuthenticated = true
        appCoordinator.isAuthenticated = false
        #expect(handler.pendingDeeplink == nil)
        appCoordinator.isAuthenticated = true
        handler.handlePostLoginNavigation()
        #expect(appCoordinator.navigationPath.isEmpty)
    }

    // MARK: - Push notifications

    private func payload(_ link: Any) -> [AnyHashable: Any] {
        [
            "aps": [
                "alert": ["title": "Nuevo Material", "body": "Se ha subido un nuevo material"],
                "sound": "default",
            ],
            "deeplink": link,
        ]
    }

    @Test func `the link of a push notification waits too`() throws {
        let handler = try handler(isAuthenticated: false)
        #expect(handler.handlePushNotification(userInfo: payload("edugo://dashboard")))
        appCoordinator.isAuthenticated = true
        handler.handlePostLoginNavigation()
        #expect(appCoordinator.navigationPath == [.dashboard])
    }

    @Test func `a push notification without a link of the app is not handled`() throws {
        let handler = try handler(isAuthenticated: true)
        #expect(!handler.handlePushNotification(userInfo: ["aps": ["sound": "default"]]))
        #expect(!handler.handlePushNotification(userInfo: payload(42)))
        #expect(!handler.handlePushNotification(userInfo: payload("not a link")))
        #expect(!handler.handlePushNotification(userInfo: payload("edugo://materials/123")))
        #expect(appCoordinator.navigationPath.isEmpty)
    }

    // MARK: - The whole app

    @Test func `links that arrive while the app sets itself up wait for it`() async throws {
        let gate = Gate()
        let app = try EduGo.App(
            appCoordinator: EduGo.AppCoordinator(isAuthenticated: true) { await gate.pass() }
        )
        let setup = Task { await app.setup() }
        await turns { gate.arrivals == 1 }
        #expect(app.appCoordinator.root == .loading)
        #expect(app.deeplinkHandler.handle(try url("edugo://settings")))
        #expect(app.appCoordinator.navigationPath.isEmpty)
        #expect(try app.deeplinkHandler.pendingDeeplink == DeepLink("/settings"))
        gate.open()
        await setup.value
        #expect(app.appCoordinator.root == .content)
        #expect(app.appCoordinator.navigationPath == [.settings])
        #expect(app.deeplinkHandler.pendingDeeplink == nil)
    }

    @Test func `the window shows the login, and then what waited for it`() async throws {
        let app = try EduGo.App()
        #expect(app.deeplinkHandler.handle(try url("edugo://dashboard")))
        await app.setup()
        #expect(app.appCoordinator.root == .login)
        #expect(app.appCoordinator.navigationPath.isEmpty)
        app.authCoordinator.logIn()
        #expect(app.appCoordinator.root == .content)
        #expect(app.appCoordinator.navigationPath.map(\.title) == ["the dashboard"])
        // The user goes back: the stack sets the path.
        app.appCoordinator.navigationPath.removeLast()
        #expect(app.appCoordinator.navigator.path.isEmpty)
        app.authCoordinator.logOut()
        #expect(app.appCoordinator.root == .login)
    }

    @Test func `a view that reads the root or the path is updated with it`() async throws {
        let app = try EduGo.App()
        var root: [EduGo.AppCoordinator.Root] = []
        app.appCoordinator.onChange = { root.append(app.appCoordinator.root) }
        let steps: [(@MainActor () async -> Void, EduGo.AppCoordinator.Root)] = [
            ({ await app.setup() }, .login), ({ app.authCoordinator.logIn() }, .content),
            ({ app.authCoordinator.logOut() }, .login),
        ]
        for (step, expected) in steps {
            let notices = try observed { _ = app.appCoordinator.root }
            await step()
            #expect(app.appCoordinator.root == expected)
            #expect(notices.count == 1, "\(expected)")
        }
        #expect(root == [.login, .content, .login])
        app.authCoordinator.logIn()
        let notices = try observed { _ = app.appCoordinator.navigationPath }
        app.appCoordinator.navigate(to: .settings)
        #expect(notices.count == 1)
        #expect(root.count == 5)
    }

    @Test func `who reads what waits is told when that changes`() throws {
        let handler = try handler(isAuthenticated: false)
        let notices = try observed { _ = handler.pendingDeeplink }
        handler.handle(try url("edugo://settings"))
        #expect(notices.count == 1)
    }
}
