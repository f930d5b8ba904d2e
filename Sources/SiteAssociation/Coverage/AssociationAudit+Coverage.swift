import DeepLinks
import LinkChecking

extension AssociationAudit {
    /// Compares the file with a rewriter's rules.
    mutating func checkCoverage(_ configuration: LinkConfiguration, host: String?, appID: String?) {
        let links = JSONPath.root.key("applinks")
        let path = association.document[links.key("details")] == nil ? links : links.key("details")
        let position = association.document[path]?.position
        do throws(SiteAssociationError) {
            var coverage = try AssociationCoverage(self, configuration, host: host, appID: appID)
            coverage.compare()
            for finding in coverage.findings {
                let location =
                    finding.place.map { RuleView(entries[$0.entry], $0.rule).location }
                    ?? (path, position)
                add(
                    finding.code,
                    finding.severity,
                    at: location,
                    finding.message,
                    witness: finding.witness
                )
            }
        } catch {
            add(
                error.code,
                .error,
                at: path,
                position,
                "The file cannot be compared with the configuration: \(error.obstacle); \(error.remedy)."
            )
        }
    }
}
