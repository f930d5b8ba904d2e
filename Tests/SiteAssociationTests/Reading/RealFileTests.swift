import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import SiteAssociation
import Testing

/// Files from public repositories, past or present.
struct RealFileTests {
    static let readable = Resources.realFiles.filter(\.isReadable)

    @Test func `all files are there`() {
        #expect(Resources.realFiles.count == 112)
        #expect(Self.readable.count == 103)
        #expect(Self.refused.count == 9)
        // The index was made with another reader, which rejects the same files.
        for file in Resources.realFiles {
            #expect(file.format.hasPrefix("INVALID_JSON") == !file.isReadable)
        }
    }

    /// Each file that is not JSON, with its fault and the place, as found by inspection.
    static let refused = triples(
        #"""
        5calls__5calls__2020-12-27__INVALID.json → json-trailing-comma → line 16, column 17
        5eeman__rapidsnark-instant-app__2024-02-06__INVALID.json → json-comment → line 6, column 88
        TheScalion__apple-app-site-association__2023-10-26__INVALID.json → json-trailing-comma → line 17, column 5
        betagouv__agora-front__client__2023-09-28__INVALID.json → json-trailing-comma → line 19, column 17
        edityomurti__apple-app-site-association-pls__.json__2020-04-08__INVALID.json → json-curly-quote → line 2, column 5
        edityomurti__apple-app-site-association-pls__.json__2020-04-08__INVALID_2.json → json-curly-quote → line 2, column 5
        podverse__podverse-web___old-src-config__2021-11-01__INVALID.json → json-unquoted-text → line 17, column 17
        rdonnelly__mc-builder-web__packages-web__2021-04-10__INVALID.json → json-trailing-comma → line 11, column 20
        wikimedia__operations-mediawiki-config__docroot-wikipedia.org__2015-11-04__INVALID.json → json-not-json → line 1, column 1
        """#
    )

    @Test(arguments: refused)
    func `refuses a file for the right reason`(file: String, code: String, place: String) throws {
        let data = try Resources.data("files/" + file)
        let error = try #require(throws: SiteAssociationError.self) {
            try AppSiteAssociation(data: data)
        }
        #expect(error.code.rawValue == code)
        #expect(error.place.description == place)
    }

    @Test(arguments: readable)
    func `reads every rule`(file: Resources.RealFile) throws {
        let association = try file.association()
        let read = association.entries.reduce(0) { $0 + $1.rules.count }
        // Systems ignore paths beside components, but the index counts them.
        let details = association.document.object?["applinks"]?.object?["details"]?.array ?? []
        let ignored = details.filter { $0.object?["components"] != nil }.reduce(0) { sum, entry in
            sum + (entry.object?["paths"]?.array?.count ?? 0)
        }
        #expect(read + ignored == file.ruleCount)
        let exclusions = association.entries.flatMap(\.rules).filter {
            $0.isExclusion && !$0.isLegacy
        }.count
        #expect(exclusions == count(of: "exclude", in: file))
        let fragments = association.entries.flatMap(\.rules).filter { $0.fragment != nil }.count
        #expect(fragments == count(of: "frag", in: file))
        let sections = ["webcredentials", "appclips", "activitycontinuation"]
        for section in sections {
            let isThere = association.document.object?[section] != nil
            #expect(isThere == file.format.components(separatedBy: "+").contains(section))
        }
    }

    /// How many times the index counts a feature: `fragx4` means four times.
    private func count(of feature: String, in file: Resources.RealFile) -> Int {
        for entry in file.features {
            if entry == feature { return 1 }
            if entry.hasPrefix(feature + "x") {
                return Int(entry.dropFirst(feature.count + 1)) ?? 0
            }
        }
        return 0
    }

    @Test(arguments: readable)
    func `reads what Foundation reads, and writes it again`(file: Resources.RealFile) throws {
        let association = try file.association()
        let object = try JSONSerialization.jsonObject(with: file.data()) as? NSDictionary
        let written = try JSONSerialization.jsonObject(with: association.data()) as? NSDictionary
        #expect(object == written)
        #expect(try AppSiteAssociation(data: association.data()) == association)
        #expect(try association.data() == AppSiteAssociation(data: association.data()).data())
    }

    /// A link made from a rule is decided by that rule or an earlier one.
    @Test(arguments: readable)
    func `answers links made from its own rules`(file: Resources.RealFile) throws {
        let association = try file.association()
        for (entryIndex, entry) in association.entries.enumerated() {
            let appID = try #require(entry.appIDs.first)
            for (ruleIndex, rule) in entry.rules.enumerated() {
                let link = Self.link(for: rule)
                let match = try #require(
                    association.answer(for: link, appID: appID).match,
                    "\(rule) \(link)"
                )
                #expect((match.entryIndex, match.ruleIndex) <= (entryIndex, ruleIndex), "\(link)")
            }
        }
    }

    /// A link that a rule matches, with `1` for each wildcard; the files use no variables.
    private static func link(for rule: AssociationRule) -> String {
        func filled(_ pattern: String) -> String {
            pattern.replacingOccurrences(of: "*", with: "1").replacingOccurrences(
                of: "?",
                with: "1"
            )
        }
        let path = filled(rule.path ?? "")
        var link = "https://example.com" + (path.hasPrefix("/") ? path : "/" + path)
        switch rule.query {
        case .whole(let pattern): link += "?" + filled(pattern)
        case .items(let items):
            link += "?" + items.map { "\($0.name)=\(filled($0.pattern))" }.joined(separator: "&")
        case nil: break
        }
        if let fragment = rule.fragment { link += "#" + filled(fragment) }
        return link
    }
}
