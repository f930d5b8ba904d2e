public import DeepLinks
import LinkChecking

extension AppSiteAssociation {
    /// Looks for what systems silently ignore, misunderstand or never reach, and for differences to a rewriter.
    ///
    /// What counts is the behavior of the matcher behind ``answer(for:domain:appID:)``. A finding about links
    /// carries one as its witness, and the witness was tried: a rule that is called dead matches it, and an earlier
    /// rule decides. It is a link to the host, or to one of the configuration if none is given.
    ///
    /// With a configuration, the file is compared with its rules, both ways:
    ///
    /// - A link that the rewriter handles and the file does not claim is an error, as it stays in the browser.
    /// - A rule of the file that claims nothing but links that the rewriter refuses is an error, and one that also claims
    ///   such links is a warning: they open an app that cannot show them.
    ///
    /// Links are made from the patterns of both sides and from the examples of the rules. So a difference that shows only
    /// in links of another kind is not found, but each one that is found is there.
    ///
    /// - Parameters:
    ///   - configuration: The rules that the file is compared with; `nil` looks at the file alone.
    ///   - host: The host that serves the file; `nil` compares it with the rules of all domains.
    ///   - appID: The app that the rules are of; `nil` lets a link open any of the file's.
    /// - Returns: The findings in the order of the file; empty when there is nothing to say.
    /// - Complexity: The work is bounded, whatever the file and the configuration are; what was not compared is a finding.
    ///   Memory grows with the size of the file, and not with the number of apps that a rule is for: a file of 128 KB takes
    ///   at most 64 MB.
    public func audit(
        against configuration: LinkConfiguration? = nil,
        host: String? = nil,
        appID: String? = nil
    ) -> [AssociationFinding] {
        let sampleHost = configuration?.domains.lazy.compactMap(\.sampleHosts.first).first
        var audit = AssociationAudit(self, host: host ?? sampleHost)
        audit.checkFile()
        audit.checkSections()
        audit.checkEntries()
        audit.checkVariables()
        audit.checkOrder()
        if let configuration {
            audit.checkCoverage(configuration, host: host, appID: appID)
        }
        return audit.sortedFindings
    }
}
