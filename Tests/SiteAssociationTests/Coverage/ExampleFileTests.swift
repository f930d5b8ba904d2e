import DeepLinks
import Examples
import SiteAssociation
import Testing

/// The files that the example systems' documents print, against the rules of those systems.
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
                "note: legacy-paths in line 7",
                "note: parent-path in line 9 https://edugo.app/materials",
                "warning: claims-too-much in line 9 https://edugo.app/materials/x",
                "warning: claims-too-much in line 10 https://edugo.app/assessments/x",
                "warning: claims-too-much in line 11 https://edugo.app/profile/x",
            ]
        )
    }

    @Test func `the file of the climbing app forgets the other spellings`() throws {
        let association = try AppSiteAssociation(Self.crahg)
        let findings = association.audit(against: try Crahg.rewriter().configuration)
        #expect(
            Self.summary(findings) == [
                "error: handled-not-claimed in line 4 https://crahg.app/event/some-text-1",
                "error: handled-not-claimed in line 4 https://crahg.app/gym/some-text-1",
                "error: handled-not-claimed in line 4 https://crahg.app/whatson",
                "error: placeholder-app-id in line 6",
                "note: legacy-paths in line 7",
                "note: parent-path in line 8 https://crahg.app/events",
                "warning: claims-too-much in line 8 https://crahg.app/events/x/y",
                "warning: claims-too-much in line 9 https://crahg.app/gyms/x/y",
            ]
        )
    }

    @Test(arguments: [
        (eduGo, "TEAM_ID.com.edugo.app", "https://edugo.app"),
        (crahg, "TEAMID.com.samquested.grigrimvp", "https://crahg.app"),
    ])
    func `the files match as their documents tell`(
        text: String,
        appID: String,
        origin: String
    ) throws {
        let association = try AppSiteAssociation(text)
        let links = (EduGo.links + Crahg.links).filter { $0.hasPrefix(origin + "/") }
        #expect(links.count >= 5)
        let rewriter =
            origin.hasSuffix("crahg.app") ? try Crahg.rewriter() : try EduGo.rewriter()
        for link in links where (try? rewriter.rewrite(link)) != nil {
            #expect(association.answer(for: link, appID: appID).isMatched, "\(link)")
        }
        #expect(association.answer(for: origin + "/login", appID: appID) == .notMatched)
    }

    @Test func `generated files pass where the printed ones do not`() throws {
        for configuration in [
            try EduGo.rewriter().configuration, try Crahg.rewriter().configuration,
        ] {
            for form in AppSiteAssociation.Form.allCases {
                let association = try AppSiteAssociation(
                    configuration: configuration,
                    appIDs: ["A1B2C3D4E5.com.example.app"],
                    options: AppSiteAssociation.GenerationOptions(form: form)
                )
                let findings = association.audit(against: configuration)
                if form == .components {
                    #expect(findings == [])
                } else {
                    #expect(!findings.contains { $0.severity == .error }, "\(findings)")
                }
            }
        }
    }
}
