import DeepLinks
import DeepLinksTestSupport
import SiteAssociation
import Testing

/// The memory that a large file takes, in its own process, where nothing else allocates.
struct MemoryTests {
    /// Shapes of files, each about half as large as systems read.
    private enum Shape: CaseIterable {
        /// 10 KB of paths for all apps, and another entry for each app.
        case apps
        /// The shortest possible rules.
        case emptyRules
        /// Rules for different paths and query values.
        case rules

        func association() throws -> AppSiteAssociation {
            let apps = (0..<(self == .apps ? 600 : 1)).map { #"["A1B2C3D4E5.app\#($0)"]"# }
            let rules =
                switch self {
                case .apps: (0..<400).map { #"{"/": "/section-\#($0)/page"}"# }
                case .emptyRules: Array(repeating: "{}", count: 8_000)
                case .rules:
                    (0..<600).flatMap { [#"{"/":"/p\#($0)"}"#, #"{"?":{"q":"\#($0)"}}"#] }
                }
            let own = apps.map { #"{"appIDs":\#($0),"components":[{"/":"/x\#($0.utf8.count)"}]}"# }
            let all = apps.map { $0.dropFirst().dropLast() }.joined(separator: ",")
            let text = """
                {"applinks": {"details": [
                  {"appIDs": [\(all)], "components": [\(rules.joined(separator: ","))]}, \(own.joined(separator: ","))
                ]}}
                """
            precondition(
                (16_000...131_072).contains(text.utf8.count),
                "\(self): \(text.utf8.count)"
            )
            return try AppSiteAssociation(text)
        }
    }

    @Test func `an audit and an explanation of a file of 60 KB take no more than 32 megabytes`()
        async
    {
        await #expect(processExitsWith: .success) {
            let configuration = LinkConfiguration(domains: [
                Domain("example.com") { Rewrite("/section-1/page", to: "/section") }
            ])
            let long = String(repeating: "x", count: 30_000)
            let link = "https://example.com/\(long)?q=\(long)"
            // Only the peak of a process is known, so the limit is for all that it did until then.
            var growth = 0
            for shape in Shape.allCases {
                growth += try ProcessMemory.growth {
                    let association = try shape.association()
                    _ = association.audit(against: configuration)
                    let apps = association.explanation(for: link).apps
                    precondition(apps.allSatisfy { $0.answer.isMatched == (shape == .emptyRules) })
                    for app in apps.prefix(100) { precondition(!app.steps.isEmpty) }
                }
                precondition(growth < 32 << 20, "\(shape): \(growth) bytes")
            }
        }
    }
}
