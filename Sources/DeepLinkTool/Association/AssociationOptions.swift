import DeepLinks
import LinkChecking
import PathMatching
import SiteAssociation

extension Invocation {
    /// The apps that the command line names and the file does not, with a sentence about each.
    func unknownApps(
        in association: AppSiteAssociation,
        _ file: InputFile
    ) -> [(appID: String, sentence: String)] {
        let known = association.appIDs()
        let others = known.isEmpty ? "names no app" : "has \(list(known))"
        return values(of: .appID).filter { !known.contains($0) }.map { appID in
            (
                appID,
                "\(quoted(appID)) of '\(Option.appID.word)' is not an app of \(quoted(file.name)), which \(others)"
            )
        }
    }
}

extension Option {
    /// The app ID in help and messages; an audit accepts it.
    static let sampleAppID = "A1B2C3D4E5.com.example.app"

    static let appID = Option(
        "app-id ID",
        "the app's ID, such as '\(sampleAppID)'; commas between several",
        isList: true
    )

    static let servingHost = Option("host HOST", "the host that serves the file")
    static let aasa = Option("aasa FILE", "the association file; '-' for standard input")
}

extension ToolContext {
    /// Reads the file that a command line names as its association file.
    func associationFile(_ invocation: Invocation) throws(ToolError) -> InputFile {
        guard let name = invocation.value(of: .aasa) else {
            throw .usage("'--aasa' is missing; write '\(Option.aasa.usage)'.")
        }
        return try file(name, of: Option.aasa.word)
    }
}

extension Invocation {
    /// The host that serves the association file of a configuration; nil if the command line names no host.
    func servingHost(of configuration: LinkConfiguration) throws(ToolError) -> String? {
        guard let host = value(of: .servingHost) else { return nil }
        let name = host.asciiLowercased
        if AppSiteAssociation.isServed(by: name, configuration) { return name }
        let known = AppSiteAssociation.hosts(for: configuration)
        throw .usage(
            "\(quoted(host)) of '--host' has no association file by these rules; \(known.isEmpty ? "add one with a public name, without a port and without 'claims: false'" : "name one that has: \(list(known))")."
        )
    }

    /// The host that serves a given association file; nil if the command line names none, as all hosts of the rules have the same file.
    ///
    /// - Throws: An error if they have different files and none is named.
    func host(
        serving name: String,
        _ configuration: LinkConfiguration,
        of rules: String
    ) throws(ToolError) -> String? {
        if let host = try servingHost(of: configuration) { return host }
        let hosts = configuration.domains.map { domain in
            Set(AppSiteAssociation.hosts(for: LinkConfiguration(domains: [domain])))
        }
        guard Set(hosts.filter { !$0.isEmpty }).count > 1 else { return nil }
        let known = AppSiteAssociation.hosts(for: configuration)
        throw .usage(
            "The rules of \(quoted(rules)) have hosts with different files; name the one that serves \(quoted(name)), such as '\(Option.servingHost.word) \(known[0])': \(list(known))."
        )
    }

    /// The hosts whose links a given association file is about.
    func linkHosts(of name: String, _ rules: ConfigurationFile) throws(ToolError) -> LinkHosts {
        let host = try host(serving: name, rules.configuration, of: rules.file.name)
        try rules.demandFile(of: host)
        let hosts = AppDeclarations(configuration: rules.configuration).hosts
        guard let host else { return LinkHosts(own: hosts) }
        let served = hosts.filter { $0.isServed(by: host) }
        // A host of a list has a file that is about its own links alone.
        return LinkHosts(own: served.isEmpty ? [host] : served, declared: hosts)
    }
}

/// The hosts whose links an association file is about.
struct LinkHosts {
    /// At least one host, such as `a.io` and `*.a.io`.
    let own: [String]

    /// All hosts of the rules: one of them may have a file of its own, though a wildcard of ``own`` covers it.
    var declared: [String] = []
}

extension ConfigurationFile {
    /// Throws the reason if a host, or without one any, has no association file.
    func demandFile(of host: String?) throws(ToolError) {
        do throws(SiteAssociationError) {
            _ = try AppSiteAssociation.domains(of: configuration, host: host)
        } catch {
            throw file.error(error.finding.message)
        }
    }
}

extension ToolError {
    static func unknownHost(_ host: String, _ known: [String]) -> ToolError {
        if known.contains(where: { $0.isSameHost(as: host) }) {
            return .usage(
                "\(quoted(host)) of '--host' stands for several hosts; name one of them."
            )
        }
        return .unknown(
            host,
            "of '--host' is not a host of the rules",
            known,
            rest: known.isEmpty ? ", which have none" : ", which have \(list(known))"
        )
    }
}

extension StringProtocol {
    /// Whether both are the same host, ignoring the case of ASCII letters.
    func isSameHost(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8) { ByteSet.lowercased($0) == ByteSet.lowercased($1) }
    }

    /// Whether the file of a host is about links to this one, which may stand for all hosts below it, as `*.a.io` does.
    func isServed(by host: String) -> Bool {
        isSameHost(as: host) || isSameHost(as: "*.\(host)")
    }
}

extension InputFile {
    func association() throws(ToolError) -> AppSiteAssociation {
        let association: AppSiteAssociation
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(data: data)
        } catch {
            throw self.error(error.description)
        }
        let services = AssociationService.allCases.map(\.rawValue)
        guard association.document.object?.keys.contains(where: services.contains) ?? false else {
            throw self.error(
                "The file has no section for any service, such as 'applinks'; check it with 'deeplink aasa --check', or name another file."
            )
        }
        return association
    }

    /// The findings about the association file, compared with a configuration if its rules can be used.
    ///
    /// The rules' own faults are not reported here.
    func findings(
        against configuration: InputFile?,
        _ invocation: Invocation
    ) throws(ToolError) -> [CheckReport.Entry] {
        let association: AppSiteAssociation
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(data: data)
        } catch {
            let finding = CheckReport.Entry(error.finding, file: name)
            guard ServerAnswer(data: data) != nil else { return [finding] }
            let message =
                "The file is an answer with its headers; save it with 'curl -s', without '-i', or give it to 'deeplink doctor' with '\(Option.response.usage)'."
            return [
                CheckReport.Entry(
                    file: name,
                    code: finding.code,
                    severity: .error,
                    message: message
                )
            ]
        }
        var rules = configuration.flatMap { try? LinkConfiguration(data: $0.data) }
        if let known = rules, (try? URLRewriter(configuration: known)) == nil { rules = nil }
        let host =
            try rules.map { rules throws(ToolError) in
                try invocation.host(serving: name, rules, of: configuration?.name ?? "")
            } ?? invocation.value(of: .servingHost)
        let message =
            "The file was not compared with the rules, because they have an error; correct it."
        let start =
            rules == nil && configuration != nil
            ? [CheckReport.Entry(file: name, code: "not-compared", message: message)] : []
        let unknown = invocation.unknownApps(in: association, self)
        let missing = unknown.map { _, sentence in
            CheckReport.Entry(
                file: name,
                code: "unknown-app-id",
                severity: .error,
                message:
                    "\(sentence), so no link opens it; correct it in the file, add it to 'appIDs', or correct the option."
            )
        }
        let appIDs = invocation.values(of: .appID).filter(association.appIDs().contains)
        // An app that the file does not name has no rules to compare.
        if !missing.isEmpty, appIDs.isEmpty { rules = nil }
        let audits = (appIDs.isEmpty ? [nil] : appIDs.map(Optional.some)).flatMap { appID in
            association.audit(
                against: rules,
                host: host,
                appID: appID,
                allowed: invocation.values(of: .allow)
            )
        }
        return start + missing + audits.uniqued().map { CheckReport.Entry($0, file: name) }
    }
}
