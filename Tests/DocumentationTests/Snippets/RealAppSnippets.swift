import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The rules of real apps; each app's whole table is in `Sources/Examples/Apps`.
struct RealAppSnippets {
    @Test func `the table names the apps that have a file`() throws {
        let rows = try Repository.table(
            under: "| App | What its links need | What says it |",
            in: "RulesOfRealApps"
        )
        let files = try Repository.files(in: "Sources/Examples/Apps", ending: ".json")
        #expect(rows.map { "Sources/Examples/Apps/\($0[0])" } == files)
    }
}
