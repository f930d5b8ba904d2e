import DeepLinks
import Testing

/// What every form of `register` and `replace` keeps: losing it would open a route to everybody.
@MainActor
struct RegistrationFormsTests {
    private struct Item: Decodable, Sendable { let id: Int }

    private typealias Form =
        @MainActor (
            DeepLinkHandler, _ requires: Set<Requirement>, _ trusts: Set<LinkOrigin>?
        ) throws -> Void

    private static let item = LinkPath("/items/{id}", TypedParameter<Int>("id"))

    private static let registering: [String: Form] = [
        "items": { try $0.register("/items/{id}", requires: $1, trusts: $2) { _ in } },
        "context": { try $0.register("/items/{id}", requires: $1, trusts: $2) { _, _ in } },
        "decodable": {
            try $0.register("/items/{id}", as: Item.self, requires: $1, trusts: $2) { _ in }
        },
        "preparing": {
            try $0.register(
                "/items/{id}",
                requires: $1,
                trusts: $2,
                preparing: { $0 },
                action: { _ in }
            )
        },
        "decodable, preparing": {
            try $0.register(
                "/items/{id}",
                as: Item.self,
                requires: $1,
                trusts: $2,
                preparing: { $0 },
                action: { _ in }
            )
        },
        "typed": {
            try $0.register("/items/{id}", "id", requires: $1, trusts: $2) { (_: Int) in }
        },
        "declared": { try $0.register(item, requires: $1, trusts: $2) { _ in } },
        "declared, context": {
            try $0.register(item, requires: $1, trusts: $2, withContext: { _, _ in })
        },
        "declared, preparing": {
            try $0.register(
                item,
                requires: $1,
                trusts: $2,
                preparing: { $0 },
                action: { _ in }
            )
        },
        "parser": {
            let parser = try DeepLinkParser<Int> { Route("/items/{id}") { _ in 1 } }
            try $0.register(parser, requires: $1, trusts: $2) { _ in }
        },
    ]

    private static let replacing: [String: Form] = [
        "items": { try $0.replace("/items/{id}", requires: $1, trusts: $2) { _ in } },
        "context": { try $0.replace("/items/{id}", requires: $1, trusts: $2) { _, _ in } },
        "decodable": {
            try $0.replace("/items/{id}", as: Item.self, requires: $1, trusts: $2) { _ in }
        },
        "preparing": {
            try $0.replace(
                "/items/{id}",
                requires: $1,
                trusts: $2,
                preparing: { $0 },
                action: { _ in }
            )
        },
        "decodable, preparing": {
            try $0.replace(
                "/items/{id}",
                as: Item.self,
                requires: $1,
                trusts: $2,
                preparing: { $0 },
                action: { _ in }
            )
        },
        "typed": {
            try $0.replace("/items/{id}", "id", requires: $1, trusts: $2) { (_: Int) in }
        },
        "declared": { try $0.replace(item, requires: $1, trusts: $2) { _ in } },
        "declared, context": {
            try $0.replace(item, requires: $1, trusts: $2, withContext: { _, _ in })
        },
        "declared, preparing": {
            try $0.replace(
                item,
                requires: $1,
                trusts: $2,
                preparing: { $0 },
                action: { _ in }
            )
        },
        "parser": {
            let parser = try DeepLinkParser<Int> { Route("/items/{id}") { _ in 1 } }
            try $0.replace(parser, requires: $1, trusts: $2) { _ in }
        },
    ]

    @Test func `every form keeps what a route requires and trusts`() throws {
        #expect(Self.registering.keys == Self.replacing.keys)
        for forms in [Self.registering, Self.replacing] {
            for (name, form) in forms {
                for trusted in [nil, [], [.push, "code"]] as [Set<LinkOrigin>?] {
                    let handler = DeepLinkHandler()
                    try form(handler, [.authenticated, "other"], trusted)
                    #expect(handler.paths == ["/items/{id}"], "\(name)")
                    #expect(
                        handler.routes.map(\.requirements) == [[.authenticated, "other"]],
                        "\(name)"
                    )
                    #expect(handler.routes.map(\.trustedOrigins) == [trusted], "\(name)")
                }
            }
        }
    }
}
