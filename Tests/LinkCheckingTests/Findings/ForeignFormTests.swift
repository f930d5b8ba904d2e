import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// Rules in the syntax of other routers.
struct ForeignFormTests {
    private static func rules(_ pattern: String, to template: String = "/to") -> LinkConfiguration {
        LinkConfiguration(domains: [Domain("a.io") { Rewrite(pattern, to: template) }])
    }

    /// Patterns and the first part of each that is written for another router.
    private static let patterns = #"""
        /artist/:id → :id
        /a/:id.json → :id
        /flights/:from-:to → :from
        /flights/{from}-:to → :to
        /@:user → :user
        /docs/:path* → :path*
        /a/:id(\d+) → :id(\d+)
        /docs/* → *
        /a/**/b → **
        /*path/edit → *path
        /p/*.html → *
        /a/<int:id> → <int:id>
        /item/<slug>-<int:id>.html → <slug>
        /a/[id]/b → [id]
        /a/[...slug] → [...slug]
        /a/(\d+) → (\d+)
        /a/([^/]+) → ([^/]+)
        /a/(.*?)/b → (.*?)
        /a/(?:en|de)/b → (?:en|de)
        /a/(?<id>\d+) → (?<id>\d+)
        /a/.* → .*
        /a/\d+ → \d+
        /a/[0-9]{4}/b → [0-9]{4}
        /{lang:(en|de)}/x → {lang:(en|de)}
        /users/{id:en | de} → {id:en | de}
        /users/{id: int} → {id: int}
        /files/{path...} → {path...}
        /items/{id:[0-9]+} → {id:[0-9]+}
        /a/{x:\d+}/{tail:.*} → {x:\d+}
        /p/${id}-${n:int}.html → ${id}
        /a?x=:id → :id
        /a?x=(\d+) → (\d+)
        /a?x=** → **
        /a(/:b) → (/:b)
        /users(/:id)(.:format) → (/:id)
        /users{/:id} → {/:id}
        /a/:b? → :b?
        /a/{id}? → {id}?
        /p/:id(/edit)? → :id(/edit)?
        /a/(\d+-\d+) → (\d+-\d+)
        /[[lang]]/home → [[lang]]
        /a/{id:int|uuid} → {id:int|uuid}
        /a/{path}* → *
        ^/users/(\d+)$ → ^
        """#

    @Test(arguments: rows(patterns))
    func `the syntax of another router is found in a pattern`(row: TableRow) throws {
        let findings = Self.rules(row[0]).findings().filter { $0.severity > .note }
        #expect(findings.count == 1)
        let start = "'\(row[1])' in '\(row[0])' is written for another router; write "
        #expect(findings.first?.message.hasPrefix(start) == true, "\(findings)")
    }

    @Test(
        arguments: pairs(
            """
            /a/{*path?} → /b/:path*
            /a/{id} → /b?id=${id}
            /a/{x} → /b/*
            /a/{x:int}/{y} → /b?x=$1&y={y}
            """
        )
    )
    func `the syntax of another router is found in a template`(pattern: String, template: String) {
        let findings = Self.rules(pattern, to: template).findings()
        #expect(findings.contains { $0.code == .foreignCapture && $0.place.hasSuffix(".to") })
        // The finding explains why a capture is not used.
        #expect(!findings.contains { $0.code == .unusedCapture })
    }

    @Test(arguments: ["(/", "((", "(/:a", "{/", ":a(", "[", "\\"])
    func `text of any depth and length is read`(text: String) {
        for count in [1, 8, 9, 100, 500, 1_000] {
            let end = text.hasPrefix("{") ? "}" : ")"
            for pattern in ["", String(repeating: end, count: count)].map({
                "/" + String(repeating: text, count: count) + $0
            }) {
                let findings = Self.rules(pattern).findings()
                #expect(findings.allSatisfy { $0.place.hasPrefix("domains[0].rules[0]") })
            }
        }
    }
}
