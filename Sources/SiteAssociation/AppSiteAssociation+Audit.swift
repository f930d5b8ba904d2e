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
    /// A cause is reported once, with the number of findings that follow from it: those that vanish when the mistake is corrected.
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
        var audit = checked(configuration, host, appID)
        audit.leaveOutWhatFollows { corrections in
            corrected(by: corrections)?.checked(configuration, host, appID).findings
        }
        return audit.sortedFindings
    }

    /// The file without the errors whose correction is known, and with the paths that components hide; nil if there are none.
    var corrected: AppSiteAssociation? {
        let errors = Set(
            audit().filter { $0.severity == .error || $0.code == .legacyPaths }.map(\.subject)
        )
        return corrected(
            by: checked(nil, nil, nil).corrections.filter { errors.contains($0.subject) }
        )
    }

    private func corrected(by corrections: [Correction]) -> AppSiteAssociation? {
        let corrected = document.changed(by: corrections.lazy.flatMap(\.edits))
        return corrected == document ? nil : try? AppSiteAssociation(document: corrected)
    }

    private func checked(
        _ configuration: LinkConfiguration?,
        _ host: String?,
        _ appID: String?
    ) -> AssociationAudit {
        let sampleHost = configuration?.domains.lazy.compactMap(\.sampleHosts.first).first
        let hosts = configuration?.domains.flatMap(\.externalHosts).flatMap(\.sampleHosts) ?? []
        var audit = AssociationAudit(self, host: host ?? sampleHost, hosts: hosts)
        audit.appID = appID ?? audit.appID
        audit.configuration = configuration
        audit.checkFile()
        audit.checkSections()
        audit.checkVariables()
        audit.checkEntries()
        guard !audit.isAmbiguous else { return audit }
        if let configuration {
            audit.checkCoverage(configuration, host: host, appID: appID)
        } else {
            audit.checkExclusions()
        }
        audit.checkOrder()
        return audit
    }
}

extension AssociationAudit {
    /// Keeps the mistakes that can be corrected, and leaves out what follows from them: the findings that the corrected file
    /// does not have.
    ///
    /// Those that it has, too, are worded as they are there, except for the mistakes: the corrected file may have another mistake
    /// at the same place.
    ///
    /// - Parameter findings: The findings of the file with some corrections; nil if they change nothing.
    fileprivate mutating func leaveOutWhatFollows(
        _ findings: ([Correction]) -> [AssociationFinding]?
    ) {
        guard let corrected = findings(corrections) else { return }
        let mistakes = Set(corrections.map(\.subject))
        let known = Set(self.findings.map(\.subject))
        let remaining = Dictionary(grouping: corrected, by: \.subject)
        // The corrected file has no text.
        let ofText: Set<AssociationFinding.Code> = [.duplicateKey, .tooLarge]
        func isKept(_ finding: AssociationFinding) -> Bool {
            ofText.contains(finding.code) || mistakes.contains(finding.subject)
                || remaining[finding.subject] != nil
        }
        let kept = self.findings.filter(isKept).map { finding in
            let others = remaining[finding.subject] ?? []
            guard !mistakes.contains(finding.subject), var other = others.first,
                !others.contains(where: { $0.message == finding.message })
            else { return finding }
            other.place = finding.place
            return other
        }.uniqued()
        var others = self.findings.filter { !isKept($0) }
        self.findings = kept
        let causes = kept.indices.filter { mistakes.contains(kept[$0].subject) }
        // Each correction takes time.
        let isFew = (2...8).contains(mistakes.count)
        for cause in causes where isFew && !others.isEmpty {
            let own = corrections.filter { $0.subject == kept[cause].subject }
            guard let left = findings(own).map({ Set($0.map(\.subject)) }) else { continue }
            // Of these codes, a finding may be there in other words.
            let codes = Set(left.subtracting(known).map(\.[0]))
            let gone = others.filter {
                !left.contains($0.subject) && !codes.contains($0.code.rawValue)
            }
            tell(gone, of: cause)
            others.removeAll(where: gone.contains)
        }
        // What is left follows from several mistakes.
        guard let first = causes.first else { return }
        let more = mistakes.count - 1
        let and = more == 0 ? "" : " and \(more) other mistake\(more == 1 ? "" : "s")"
        tell(others, of: first, and)
    }

    /// Adds to a mistake how many findings follow from it; it is as bad as they are.
    private mutating func tell(_ others: [AssociationFinding], of cause: Int, _ and: String = "") {
        guard let worst = others.map(\.severity).max() else { return }
        let count = others.count
        let follow = count == 1 ? "1 more finding follows" : "\(count) more findings follow"
        findings[cause].severity = max(findings[cause].severity, worst)
        if findings[cause].message.hasSuffix(" from it.") {
            findings[cause].message.removeLast()
            findings[cause].message += ", and \(count) from it\(and)."
        } else {
            findings[cause].message += " \(follow) from it\(and)."
        }
    }
}

extension AssociationFinding {
    /// What a finding is about, which stays the same when a key above it is corrected.
    var subject: [String] {
        [code.rawValue, code == .handledNotClaimed ? message : place.path ?? ""]
    }
}
