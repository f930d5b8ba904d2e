import DeepLinks
import SiteAssociation

/// Android's file for a configuration, or the part that the app's manifest needs.
struct AndroidReport {
    let text: String

    /// Which links stay in the browser, as sentences.
    let notes: [String]

    init(_ file: ConfigurationFile, _ invocation: Invocation) throws(ToolError) {
        try invocation.refuse(Option.appleOptions, with: .android)
        let part = invocation.value(of: .part).flatMap(AssociationReport.Part.init) ?? .file
        guard part == .file || part == .manifest else {
            throw .usage(
                "'\(part.rawValue)' of '--part' is for Apple's systems; with '\(Option.android.word)', write 'file' or 'manifest'."
            )
        }
        let host = try invocation.servingHost(of: file.configuration)
        guard part == .file else {
            try file.demandFile(of: host)
            let declarations = AppDeclarations(configuration: file.configuration)
            (text, notes) = (declarations.intentFilter(host: host), [])
            return
        }
        guard invocation.has(.fingerprint) else {
            throw .usage(
                "'\(Option.fingerprint.word)' is missing; write '\(Option.fingerprint.usage)' with the fingerprint of the certificate that the app is signed with."
            )
        }
        let whole = try Self.links(file, invocation, host: host)
        notes = whole.notes
        let texts = try whole.hosts.map { host throws(ToolError) in
            try Self.links(file, invocation, host: host).data()
        }
        guard Set(texts).count == 1 else {
            throw .usage(
                "The hosts have different files; choose one with '--host', such as '--host \(whole.hosts[0])'."
            )
        }
        text = jsonShowingInvisible(String(decoding: texts[0], as: UTF8.self))
    }

    private static func links(
        _ file: ConfigurationFile,
        _ invocation: Invocation,
        host: String?
    ) throws(ToolError) -> AndroidAssetLinks {
        do throws(SiteAssociationError) {
            return try AndroidAssetLinks(
                configuration: file.configuration,
                packageName: invocation.value(of: .android) ?? "",
                fingerprints: invocation.values(of: .fingerprint),
                host: host
            )
        } catch {
            switch error.code {
            case .malformedAppID:
                throw .usage(error.finding.message)
            default: throw file.file.error(error.description)
            }
        }
    }
}

extension Option {
    static let android = Option(
        "android PACKAGE",
        "write Android's 'assetlinks.json' for the app with this identifier"
    )

    static let fingerprint = Option(
        "fingerprint SHA256",
        "SHA-256 of Android's signing certificate; commas between several",
        isList: true
    )

    fileprivate static let appleOptions = [appID, appClips, clipID, webCredentials]
}
