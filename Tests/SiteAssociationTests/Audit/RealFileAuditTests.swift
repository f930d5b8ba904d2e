import DeepLinksTestSupport
import Foundation
import LinkChecking
import SiteAssociation
import Testing

/// The audit's findings about files from public repositories.
struct RealFileAuditTests {
    /// Which files have a finding with this code and text, and how many times, as found by reading them.
    static let table = triples(
        #"""
        wrong-type → 'appID' is an array → mozilla__bedrock.json: 1
        repeated-app → not documented which of them systems read → Adophlidu__firefly.social__2025-10-31.json: 1  Adophlidu__firefly.social__apps-web__2026-07-16.json: 1
        legacy-paths → ignore its 'paths' → Adophlidu__firefly.social__2025-10-31.json: 1  Adophlidu__firefly.social__apps-web__2026-07-16.json: 1  AgoraIO-Community__Universal-Links-SwiftUI__2022-01-20.json: 1  edityomurti__apple-app-site-association-pls__2020-04-08.json: 1
        legacy-paths → 'details' is a dictionary → muizidn__apple-app-site-association.test__2022-10-14.json: 1
        misread-path → The path is empty → refugies-info__karfur__apps-client__2024-08-19.json: 2  refugies-info__karfur__client__2022-07-25.json: 2
        star-matches-absent → "" → 19lmyers__tasks.chara.dev__2023-12-31.json: 5  Provenance-Emu__provenance-emu.github.io__2026-03-29.json: 1  ente-io__ente__web-apps-albums__2026-06-24.json: 1
        malformed-app-id → "" → edityomurti__apple-app-site-association-pls__2020-04-08.json: 1
        too-large → "" → ""
        wrong-type → ignore all query items → ""
        duplicate-key → "" → ""
        not-compared → "" → ""
        """#
    )

    /// The findings in each file that can be read.
    private static let findings = Dictionary(
        uniqueKeysWithValues: RealFileTests.readable.map { file in
            (file.name, Result { try file.association().audit() })
        }
    )

    @Test(arguments: table)
    func `finds what is known of the files`(code: String, text: String, files: String) throws {
        let found = try RealFileTests.readable.compactMap { file -> String? in
            let findings = try #require(Self.findings[file.name]).get()
            let count = findings.count {
                $0.code.rawValue == code && (text.isEmpty || $0.message.contains(text))
            }
            return count == 0 ? nil : "\(file.name): \(count)"
        }
        #expect(found.sorted() == files.components(separatedBy: "  ").filter { !$0.isEmpty })
    }

    @Test func `finds the eight placeholders`() throws {
        let files = try RealFileTests.readable.filter { file in
            try #require(Self.findings[file.name]).get().contains { $0.code == .placeholderAppID }
        }
        #expect(
            files.map(\.name) == [
                "0Itsuki0__iOSUniversalLinkLocalHost__2025-07-06.json",
                "2witstudios__PageSpace__apps-marketing__2026-02-17.json",
                "Adeline117__ranking-arena__2026-01-24.json",
                "AgoraIO-Community__Universal-Links-SwiftUI__2022-01-20.json",
                "JakubAnderwald__drafto__apps-web__2026-03-08.json",
                "OpenHospi__OpenHospi__apps-web__2026-04-04.json",
                "adammharris__diaryx__2025-08-01.json", "buildwithgrove__docs__2025-08-27.json",
            ]
        )
    }

    @Test func `a star that missing items match is told, not the exclusion it makes dead`() throws {
        let name = "Provenance-Emu__provenance-emu.github.io__2026-03-29.json"
        let file = try #require(RealFileTests.readable.first { $0.name == name })
        let findings = try file.association().audit().filter { $0.severity == .error }
        #expect(findings.map(\.code) == [.starMatchesAbsent])
        #expect(findings[0].message.contains(" 1 more finding may follow from it;"))
    }

    /// Rules after a catch-all.
    @Test(arguments: [
        ("3pxh__slab-tauri__2025-11-02.json", "/", "The same applies to 6 more rules."),
        ("deco-sites__tst-grupooscar__2025-06-18.json", "/", "The same applies to 3 more rules."),
    ])
    func `finds dead rules`(name: String, first: String, more: String) throws {
        let file = try #require(RealFileTests.readable.first { $0.name == name })
        let association = try file.association()
        let dead = association.audit().filter { $0.code == .deadRule && $0.severity > .note }
        let rules = association.entries.flatMap(\.rules)
        #expect(rules.first { $0.place == dead.first?.place }?.path == first)
        #expect(dead.count == 1)
        #expect(
            dead.first?.message.components(separatedBy: "; remove it. ").dropFirst().first == more
        )
    }

    @Test(arguments: RealFileTests.readable)
    func `every witness shows what its finding says`(file: Resources.RealFile) throws {
        let association = try file.association()
        for finding in association.audit() {
            guard [.deadRule, .starMatchesAbsent].contains(finding.code) else { continue }
            let witness = try #require(finding.witness, "\(finding)")
            let path = try #require(finding.place.path)
            var found: (entry: AssociationEntry, index: Int)?
            for entry in association.entries {
                if let index = entry.rules.firstIndex(where: {
                    path.hasPrefix($0.place.path ?? "-") && $0.place.path != nil
                        && (path == $0.place.path
                            || path.dropFirst($0.place.path?.count ?? 0).first == "[")
                }) {
                    found = (entry, index)
                }
            }
            let (entry, index) = try #require(found)
            // The rule alone matches the witness ...
            let alone = try Self.association(with: entry.rules[index], of: association)
            #expect(alone.answer(for: witness).match != nil, "\(finding)")
            // ... and if the rule is dead, another rule takes it.
            if finding.code == .deadRule {
                let appID = try #require(entry.appIDs.first)
                let match = try #require(association.answer(for: witness, appID: appID).match)
                #expect(match.rule != entry.rules[index], "\(finding)")
            }
            if finding.code == .starMatchesAbsent { #expect(!witness.contains("?")) }
        }
    }

    /// An association whose only rule is the given one.
    private static func association(
        with rule: AssociationRule,
        of association: AppSiteAssociation
    ) throws -> AppSiteAssociation {
        let key = rule.isLegacy ? "paths" : "components"
        return try AppSiteAssociation(
            #"{"applinks": {"details": [{"appID": "A.one", "\#(key)": [\#(rule.source)]}]}}"#
        )
    }
}
