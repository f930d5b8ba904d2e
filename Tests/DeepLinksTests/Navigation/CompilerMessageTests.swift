#if os(Linux) || os(macOS)
import DeepLinksTestSupport
import Foundation
import Testing

/// What the compiler says about mistakes in a list of routes, and in the forms of `register` and `replace`.
///
/// A list is a result builder in a trailing closure, which another initializer takes too; `register` has many forms. It is easy to
/// lose the place of a mistake there without noticing, as correct code compiles all the same.
@Suite(.enabled(if: Compiler.isThere, "no swiftc beside the built modules"))
struct CompilerMessageTests {
    private static let listMistakes = #"""
        Route(Links.product) { .prodcut(id: $0) }; Route(Links.home, .home) → has no member 'prodcut'
        Route(Links.product) { .product(id: $0) }; Route(Links.home, .hoem) → has no member 'hoem'
        Route("/home") { _ in .hoem }; Route(Links.home, .home) → has no member 'hoem'
        Route(Links.product) { .product($0) }; Route(Links.home, .home) → missing argument label 'id:' in call
        print(1); Route(Links.home, .home) → cannot convert value of type '()' to expected argument type 'Route<Screen>'
        Route(Links.product) { .product(id: $0) } values: { _ in "5" } → 'String'
        """#

    @Test(arguments: pairs(listMistakes))
    func `a mistake in a list of routes is told there`(routes: String, message: String) throws {
        let errors = try Compiler.errors(
            in:
                "let screens = try DeepLinkParser<Screen> {\n\(routes.replacing("; ", with: "\n"))\n}"
        )
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.contains(message) == true, "\(errors)")
    }

    private static let closureFaults = #"""
        Links.product) { id in show(id) → cannot convert value of type 'Int' to expected argument type 'Screen'
        "/a") { items in show(items) → pack expansion requires that '' and 'Screen' have the same shape
        "/a") { items in print(items[.pagge] ?? "") → pack expansion requires that '' and '_' have the same shape
        "/a") { items in print(items[.pagge] ?? "") → cannot infer contextual base in reference to member 'pagge'
        """#

    @Test(arguments: pairs(closureFaults))
    func `a fault in a route's closure is told in these words`(call: String, message: String) throws
    {
        let errors = try Compiler.errors(
            in: """
                @MainActor func show(_ screen: Screen) {}
                @MainActor func register(in handler: DeepLinkHandler) throws {
                    try handler.register(\(call)) }
                }
                """
        )
        #expect(errors.contains { $0.contains(message) }, "\(errors)")
    }

    @Test func `closures and lists of routes compile in all forms`() throws {
        let code = """
            let a = DeepLinkParser<Screen> { link in link.path == "/home" ? .home : nil }
            let b = DeepLinkParser<Screen>(parse: { link in link.path == "/home" ? .home : nil })
            let c = DeepLinkParser<Screen> { switch $0.path { case "/home": .home; default: nil } }
            let d = DeepLinkParser<Screen> { link in guard link.path == "/home" else { return nil }; return .home }
            func read(_ link: DeepLink) throws -> Screen? { nil }
            let e = DeepLinkParser(parse: read)
            let f = try DeepLinkParser<Screen> {
                Route(Links.product) { .product(id: $0) } values: { if case .product(let id) = $0 { id } else { nil } }
                if Bool.random() { Route(Links.home, .home) }
                for number in 0..<2 { Route("/\\(number)") { _ in .home } }
            }
            """
        #expect(try Compiler.errors(in: code) == [])
    }
}

/// The compiler, with the modules that the running tests were built from.
private enum Compiler {
    static let isThere = modules != nil && (try? errors(in: "import DeepLinks", after: "")) == []

    /// The folder of the built modules, beside the bundle of the tests.
    static let modules: URL? = CommandLine.arguments.lazy.compactMap { argument in
        var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
        for _ in 0..<4 {
            let modules = folder.appendingPathComponent("Modules")
            let file = modules.appendingPathComponent("DeepLinks.swiftmodule").path
            if FileManager.default.fileExists(atPath: file) { return modules }
            folder.deleteLastPathComponent()
        }
        return nil
    }.first

    private static let preamble = """
        import DeepLinks
        enum Screen: Equatable, Sendable { case home, product(id: Int) }
        enum Links {
            static let home = LinkPath("/home")
            static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
        }

        """

    /// The first lines of the errors in a piece of code.
    static func errors(in code: String, after preamble: String = preamble) throws -> [String] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("main-\(UUID()).swift")
        try Data((preamble + code).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", modules?.path ?? "", file.path,
        ]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        guard process.terminationStatus != 0 else { return [] }
        let lines = text.split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.hasPrefix(file.path) && $0.contains(" error: ") }
        // A failure without an error in the code is one of the compiler.
        return errors.isEmpty ? [text] : errors
    }
}
#endif
