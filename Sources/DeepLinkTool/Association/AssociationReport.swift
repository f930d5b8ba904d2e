import DeepLinks
import LinkChecking
import SiteAssociation

/// The association files and declarations of a configuration.
struct AssociationReport {
    enum Part: String, CaseIterable {
        case file
        case entitlement
        case infoPlist = "info-plist"
        case manifest
    }

    private let part: Part?
    private let files: [HostedAssociation]
    private let configuration: LinkConfiguration
    private let declarations: AppDeclarations
    private let services: [AssociationService]
    private let urlName: String

    /// Makes the parts that a command line asks for.
    init(_ file: ConfigurationFile, _ invocation: Invocation) throws(ToolError) {
        configuration = file.configuration
        part = invocation.value(of: .part).flatMap(Part.init)
        try invocation.refuse([.part], with: .json)
        guard part != .manifest else {
            throw .usage("'manifest' of '--part' needs '\(Option.android.usage)'.")
        }
        let appIDs = invocation.values(of: .appID)
        guard !appIDs.isEmpty || part == .entitlement else {
            throw .usage(
                "'--app-id' is missing; write the app's prefix and bundle identifier, such as '--app-id \(Option.sampleAppID)'."
            )
        }
        declarations = AppDeclarations(configuration: file.configuration)
        var apps: [AssociationService: [String]] = [:]
        if invocation.has(.webCredentials) { apps[.webcredentials] = appIDs }
        if invocation.has(.appClips) {
            let clips = invocation.values(of: .clipID)
            apps[.appclips] = clips.isEmpty ? appIDs.map { "\($0).Clip" } : clips
        }
        services = [.applinks] + [.appclips, .webcredentials].filter { apps[$0] != nil }
        urlName = appIDs.first.map(Self.bundleIdentifier) ?? ""
        let host = try invocation.servingHost(of: file.configuration)
        // Custom schemes have no file. If there is nothing at all to declare, the error says why.
        let mayHaveNone = declarations.hosts.isEmpty && !declarations.schemes.isEmpty
        guard part == .file || part == nil && !mayHaveNone else {
            files = []
            return
        }
        let options = AppSiteAssociation.GenerationOptions(host: host, apps: apps)
        do throws(SiteAssociationError) {
            files = try AppSiteAssociation.files(
                for: file.configuration,
                appIDs: appIDs,
                options: options
            )
        } catch {
            throw file.file.error(error.description)
        }
        guard part != .file || files.count == 1 else {
            throw .usage(
                "The hosts have \(files.count) different files; choose one with '--host', such as '--host \(files[0].hosts[0])'."
            )
        }
    }

    /// The warnings and errors about the files, such as a placeholder as app identifier, and links that they cannot exclude.
    var findings: [AssociationFinding] {
        var seen: Set<String> = []
        return files.flatMap { $0.association.audit(against: configuration, host: $0.hosts[0]) }
            .filter { finding in
                (finding.severity > .note || finding.code == .notExcluded)
                    && seen.insert(finding.message).inserted
            }
    }

    private static func bundleIdentifier(_ appID: String) -> String {
        guard let point = appID.firstIndex(of: ".") else { return appID }
        return String(appID[appID.index(after: point)...])
    }

    /// The parts, each under a heading; a part that was asked for alone has no heading.
    func text(style: Style) throws(ToolError) -> String {
        switch part {
        case .file:
            return try files.first.map { file throws(ToolError) in try Self.text(of: file) } ?? ""
        case .entitlement: return declarations.entitlement(services: services)
        case .infoPlist: return declarations.urlTypes(name: urlName)
        case .manifest, nil: break
        }
        var parts: [String] = []
        for file in files {
            let places = file.hosts.map { host in
                style.paint("https://\(host)/.well-known/apple-app-site-association", as: .heading)
                    + "\n"
            }
            parts.append(places.joined() + "\n" + (try Self.text(of: file)))
        }
        let declared = [
            ("Entitlements", declarations.entitlement(services: services)),
            ("Info.plist", declarations.urlTypes(name: urlName)),
        ]
        for (title, text) in declared where !text.isEmpty {
            parts.append(style.paint(title, as: .heading) + "\n\n" + text)
        }
        return parts.joined(separator: "\n")
    }

    private static func text(of file: HostedAssociation) throws(ToolError) -> String {
        do throws(SiteAssociationError) {
            return jsonShowingInvisible(
                String(decoding: try file.association.data(), as: UTF8.self)
            )
        } catch {
            throw ToolError(exitCode: .findings, message: error.description)
        }
    }
}

extension AssociationReport {
    var json: JSONValue {
        let files = files.map { file in
            JSONValue.object([
                "hosts": .strings(file.hosts), "association": file.association.document,
            ])
        }
        return .object([
            "associatedDomains": .strings(declarations.associatedDomains(services: services)),
            "files": .array(files), "urlSchemes": .strings(declarations.schemes),
        ])
    }
}
