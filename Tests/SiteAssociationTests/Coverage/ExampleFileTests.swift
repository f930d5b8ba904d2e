import DeepLinks
import DeepLinksExamples
import LinkChecking
import SiteAssociation
import Testing

/// The files in the example systems' documents, compared with the rules of those systems.
struct ExampleFileTests {
    static let eduGo = """
        {
          "applinks": {
            "apps": [],
            "details": [
              {
                "appID": "TEAM_ID.com.edugo.app",
                "paths": [
                  "/dashboard",
                  "/materials/*",
                  "/assessments/*",
                  "/profile/*",
                  "/settings"
                ]
              }
            ]
          }
        }
        """

    static let crahg = """
        {
          "applinks": {
            "apps": [],
            "details": [
              {
                "appID": "TEAMID.com.samquested.grigrimvp",
                "paths": [
                  "/events/*",
                  "/gyms/*",
                  "/home",
                  "/passes",
                  "/whats-on"
                ]
              }
            ]
          }
        }
        """

    private static func summary(_ findings: [AssociationFinding]) -> [String] {
        findings.map { finding in
            let line = finding.place.line ?? 0
            return
                "\(finding.severity): \(finding.code) in line \(line)\(finding.witness.map { " \($0)" } ?? "")"
        }
    }

    @Test func `the file of the school app has the findings that it deserves`() throws {
        let association = try AppSiteAssociation(Self.eduGo)
        let findings = association.audit(against: try EduGo.rewriter().configuration)
        #expect(
            Self.summary(findings) == [
                "error: placeholder-app-id in line 6",
                "warning: claims-too-much in line 9 https://edugo.app/materials/x",
                "warning: claims-too-much in line 10 https://edugo.app/assessments/x",
                "warning: claims-too-much in line 11 https://edugo.app/profile/x",
            ]
        )
    }

    @Test
    func
        `the file of the climbing app passes once it has a team, as its rules allow their other spellings`()
        throws
    {
        let association = try AppSiteAssociation(Self.crahg.replacing("TEAMID", with: "A1B2C3D4E5"))
        #expect(
            Self.summary(association.audit(against: try Crahg.rewriter().configuration)) == [
                "warning: claims-too-much in line 8 https://crahg.app/events/"
            ]
        )
        let printed = try AppSiteAssociation(Self.crahg).audit()
        #expect(Self.summary(printed).first == "error: placeholder-app-id in line 6")
    }

    /// A file that leaves one rule out and excludes another.
    private static let forgetful = """
        { "applinks": { "details": [ { "appIDs": ["A1B2C3D4E5.com.example.app"], "components": [
          { "/": "/b", "exclude": true }, { "/": "/b*" }
        ] } ] } }
        """

    @Test(arguments: [
        ([], [], ["handled-but-excluded", "handled-not-claimed"]),
        (["handled-not-claimed"], [], ["handled-but-excluded"]),
        ([], ["handled-not-claimed"], ["handled-but-excluded", "handled-not-claimed"]),
        ([], ["handled-but-excluded"], ["handled-not-claimed"]),
    ])
    func `a source or a rule allows what a comparison finds of it`(
        ofSource: [String],
        ofRule: [String],
        codes: [String]
    ) throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io", allow: ofSource) {
                Rewrite("/a", to: "/t", allow: [])
                Rewrite("/b", to: "/t", allow: ofRule)
                Rewrite("/b1", to: "/t")
            }
        ])
        let findings = try AppSiteAssociation(Self.forgetful).audit(against: configuration)
        #expect(findings.filter { $0.severity == .error }.map(\.code.rawValue).sorted() == codes)
        // A check of the rules alone cannot have these findings, so it does not report their codes in `allow` as unneeded.
        #expect(configuration.findings().filter { $0.severity > .note } == [])
    }

    @Test func `the codes that rules may allow are those of a comparison`() {
        #expect(
            LinkFinding.codesWithFile == [
                AssociationFinding.Code.handledNotClaimed.rawValue,
                AssociationFinding.Code.handledButExcluded.rawValue,
                AssociationFinding.Code.notExcluded.rawValue,
            ]
        )
    }

    @Test(arguments: [
        (eduGo, "TEAM_ID.com.edugo.app", "https://edugo.app"),
        (crahg, "TEAMID.com.samquested.grigrimvp", "https://crahg.app"),
    ])
    func `the files match as documented`(text: String, appID: String, origin: String) throws {
        let association = try AppSiteAssociation(text)
        let links = (EduGo.links + Crahg.links).filter { $0.hasPrefix(origin + "/") }
        #expect(links.count >= 5)
        let rewriter = origin.hasSuffix("crahg.app") ? try Crahg.rewriter() : try EduGo.rewriter()
        for link in links where (try? rewriter.rewrite(link)) != nil {
            #expect(association.answer(for: link, appID: appID).isMatched, "\(link)")
        }
        #expect(association.answer(for: origin + "/login", appID: appID) == .notMatched)
    }

    @Test func `generated files pass where the printed ones do not`() throws {
        for configuration in [
            try EduGo.rewriter().configuration, try Crahg.rewriter().configuration,
        ] {
            let association = try AppSiteAssociation(configuration)
            #expect(association.audit(against: configuration) == [])
        }
    }
}
