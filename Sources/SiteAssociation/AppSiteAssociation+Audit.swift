public import DeepLinks
import LinkChecking

extension AppSiteAssociation {
    /// Looks for what systems silently ignore, misunderstand or never reach, and for differences from a rewriter.
    ///
    /// The audit asks the matcher behind ``answer(for:domain:appID:)``. A finding about links carries one as its witness, and the
    /// witness was tried: a rule that is called dead matches it, and an earlier rule decides. It is a link to the host, or to a
    /// host of the configuration if none is given.
    ///
    /// With a configuration, the file and its rules are compared in both directions:
    ///
    /// - A link that the rewriter handles and the file does not claim is an error, as it stays in the browser.
    /// - A rule of the file is an error if it only claims links that the rewriter refuses: they open an app that cannot show
    ///   them. It is a warning if it also claims handled links, and is wider than the rules that would be generated.
    ///
    /// The links are the examples of the rules, and links made from the patterns of both sides where there are none. So a
    /// difference in other links is not found, but every difference that is reported exists. What could not be asked is told.
    ///
    /// What may follow from a mistake, such as a misspelt key, is only counted, in the finding about the mistake.
    ///
    /// - Parameters:
    ///   - configuration: The rules to compare the file with; `nil` checks the file alone.
    ///   - host: The host that serves the file; `nil` compares it with the rules of all domains.
    ///   - appID: The app that the rules belong to; `nil` lets a link open any app of the file.
    /// - Returns: The findings in the order of the file; empty when there are none.
    /// - Complexity: The work is bounded for every file and configuration; comparisons that were left out are a finding.
    ///   Memory grows with the size of the file, not with the number of apps that a rule is for: a file of 128 KB takes
    ///   at most 64 MB.
    public func audit(
        against configuration: LinkConfiguration? = nil,
        host: String? = nil,
        appID: String? = nil
    ) -> [AssociationFinding] {
        audit(against: configuration, host: host, appID: appID, allowed: [])
    }

    /// The findings, where those with an allowed code are not the cause of others; dead rules are looked for if `checksOrder`.
    package func audit(
        against configuration: LinkConfiguration?,
        host: String?,
        appID: String?,
        allowed: [String],
        checksOrder: Bool = true
    ) -> [AssociationFinding] {
        let sampleHost = configuration?.domains.lazy.compactMap(\.sampleHosts.first).first
        let hosts = configuration?.domains.flatMap(\.externalHosts).flatMap(\.sampleHosts)
        var audit = AssociationAudit(self, host: host ?? sampleHost, hosts: hosts, allowed: allowed)
        audit.checkFile()
        audit.checkSections()
        audit.checkVariables()
        audit.checkEntries()
        if !audit.isAmbiguous {
            if let configuration {
                audit.checkCoverage(configuration, host: host, appID: appID)
            }
            if checksOrder { audit.checkOrder() }
        }
        // Nothing about links follows from these.
        audit.checkAppLists(hasDetails: false)
        return audit.reported()
    }
}
