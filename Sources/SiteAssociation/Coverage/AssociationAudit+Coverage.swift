import DeepLinks
import LinkChecking

extension AssociationAudit {
    /// Compares the file with a rewriter's rules.
    mutating func checkCoverage(_ configuration: LinkConfiguration, host: String?, appID: String?) {
        do throws(SiteAssociationError) {
            var coverage = try AssociationCoverage(self, configuration, host: host, appID: appID)
            coverage.compare()
            self = coverage.audit
        } catch {
            add(
                error.code,
                at: detailsPlace,
                "The file cannot be compared with the configuration: \(error.obstacle); \(error.remedy)."
            )
        }
    }

    /// Where findings are that are about no single rule: at `details`, or at `applinks` if there are none.
    var detailsPlace: AssociationPlace {
        let links = document["applinks"]
        return (links?["details"] ?? links)?.place
            ?? AssociationPlace(JSONPath.root.key("applinks"), nil)
    }
}
