extension AppSiteAssociation {
    /// Looks for what systems silently ignore, misunderstand or never reach.
    ///
    /// What counts is the behavior of the matcher behind ``answer(for:domain:appID:)``. A finding about links
    /// carries one as its witness, and the witness was tried: a rule that is called dead matches it, and an earlier
    /// rule decides.
    ///
    /// - Returns: The findings in the order of the file; empty when there is nothing to say.
    public func audit() -> [AssociationFinding] {
        var audit = AssociationAudit(self)
        audit.checkFile()
        audit.checkSections()
        audit.checkEntries()
        audit.checkVariables()
        audit.checkOrder()
        return audit.sortedFindings
    }
}
