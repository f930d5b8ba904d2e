extension AppSiteAssociation {
    /// What the file says about a link: whether it opens an app, and by which rule.
    ///
    /// The first rule that matches decides. Patterns are compared with the link's text; `*` stands for any number of
    /// characters and `?` for one, and a missing part of the link counts as empty. Without an app ID, a link is matched
    /// if it is matched for any app of the file, otherwise blocked if it is blocked for any; the answer names the first
    /// such app. <doc:AssociationFiles> says how questions are decided that Apple leaves open.
    ///
    /// - Parameters:
    ///   - url: The link, as the system would pass it to the app.
    ///   - domain: The host that serves the file, such as `example.com`, or the entitlement's `*.example.com`; `nil` means
    ///     the link's own host.
    ///   - appID: The app, such as `A1B2C3D4E5.com.example.app`; `nil` asks for all apps.
    /// - Returns: The answer, with the rule that decided.
    /// - Complexity: O(*p* · *n*) for patterns of *p* characters together and a link of *n*; there is no backtracking.
    public func answer(
        for url: String,
        domain: String? = nil,
        appID: String? = nil
    ) -> AssociationAnswer {
        let answers = explanation(for: url, domain: domain, appID: appID).apps.map(\.answer)
        return answers.first(where: \.isMatched) ?? answers.first(where: \.isBlocked) ?? .notMatched
    }

    /// How the answer about a link was found: the rules that were tried, and which part of the link did not match.
    ///
    /// - Parameters:
    ///   - url: The link, as the system would pass it to the app.
    ///   - domain: The host that serves the file; `nil` means the link's own host.
    ///   - appID: The app; `nil` explains all apps.
    /// - Returns: The explanation, whose description is a text to print.
    public func explanation(
        for url: String,
        domain: String? = nil,
        appID: String? = nil
    ) -> AssociationExplanation {
        explanation(for: url, domain: domain, appIDs: appID.map { [$0] } ?? [])
    }

    /// How the answer about a link was found for some apps; for all apps of the file if the list is empty.
    package func explanation(
        for url: String,
        domain: String?,
        appIDs: [String]
    ) -> AssociationExplanation {
        matcher.explanation(
            for: url,
            domain: domain,
            appIDs: appIDs.isEmpty ? matcher.appIDs : appIDs
        )
    }
}
