import DeepLinks
import LinkChecking

extension AssociationAudit {
    /// Compares the file with a rewriter's rules.
    mutating func checkCoverage(_ configuration: LinkConfiguration, host: String?, appID: String?) {
        let links = document["applinks"]
        let place =
            (links?["details"] ?? links)?.place
            ?? AssociationPlace(JSONPath.root.key("applinks"), nil)
        do throws(SiteAssociationError) {
            var coverage = try AssociationCoverage(self, configuration, host: host, appID: appID)
            coverage.compare()
            for finding in coverage.findings {
                add(
                    finding.code,
                    finding.severity,
                    at: finding.place.map { rule(at: $0).place } ?? place,
                    finding.message,
                    witness: finding.witness
                )
            }
        } catch {
            self.error(
                error.code,
                at: place,
                "The file cannot be compared with the configuration: \(error.obstacle); \(error.remedy)."
            )
        }
    }
}
