import SiteAssociation
import Testing

/// The examples of the documentation.
struct DocumentationTests {
    @Test(arguments: [
        ("/en/shoes/42", "matched", 1), ("/en/shoes/42#no_universal_links", "blocked", 0),
        ("/help/website/contact?article=7", "blocked", 2), ("/help/sizes?article=7", "matched", 3),
        ("/help/sizes", "not matched", nil),
    ])
    func `the article's file answers as its table says`(
        path: String,
        word: String,
        index: Int?
    ) throws {
        let association = try AppSiteAssociation(
            """
            {
              "applinks": {
                "substitutionVariables": { "shop": ["shoes", "hats"] },
                "details": [
                  {
                    "appIDs": ["A1B2C3D4E5.com.example.app"],
                    "components": [
                      { "#": "no_universal_links", "exclude": true },
                      { "/": "/$(lang)/$(shop)/*" },
                      { "/": "/help/website/*", "exclude": true },
                      { "/": "/help/*", "?": { "article": "?*" } }
                    ]
                  }
                ]
              }
            }
            """
        )
        let answer = association.answer(
            for: "https://example.com" + path,
            appID: "A1B2C3D4E5.com.example.app"
        )
        #expect(
            (answer.isMatched ? "matched" : answer.isBlocked ? "blocked" : "not matched") == word
        )
        #expect(answer.match?.ruleIndex == index)
    }
}
