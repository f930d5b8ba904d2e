import DeepLinks
import SiteAssociation

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "say why a link opens the browser and not the app",
        options: [
            .config, .system, .entitlements, .info, .response, .aasa, .servingHost, .appID,
        ] + Option.findingOptions,
        operands: [
            Operand(
                "URL",
                .any,
                "links (default: one chain for each host and scheme); '-' reads standard input"
            )
        ],
        discussion: """
            A link passes a chain: the rules have its host; the app's entitlements have an entry for it; the
            host serves the association file; the file names the app; a component matches and none excludes
            the link; a rule handles it. For a custom scheme, 'Info.plist' has to declare it. One line says
            what was found, is broken or is not known, where, and the way out. Below is what only a device
            can tell, with the commands to run.

            Save what a server sends, with its headers, as '--response' reads it:
              curl -si https://mydomain.io/.well-known/apple-app-site-association > mydomain.txt
              curl -si https://app-site-association.cdn-apple.com/a/v1/mydomain.io > apple.txt

            If a part is broken, the exit code is 1; '--fail-on' changes that.
            """,
        examples: [
            "doctor --entitlements App.entitlements --info Info.plist --response mydomain.txt",
            "doctor https://mydomain.io/watch --response apple.txt --app-id \(Option.sampleAppID)",
        ],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let (rewriter, failures) = try file.rewriterDespiteExamples()
            let urls = try context.lines(invocation.operands)
            var files = LinkDoctor.Files()
            files.entitlements = try context.propertyList(.entitlements, invocation)
            files.info = try context.propertyList(.info, invocation)
            files.response = try context.response(invocation)
            files.association = try invocation.value(of: .aasa).map { name throws(ToolError) in
                let file = try context.file(name, of: Option.aasa.word)
                guard ServerAnswer(data: file.data) == nil else {
                    throw file.error(
                        "The file begins with headers; write '\(Option.response.word) \(file.name)'."
                    )
                }
                return file.data
            }
            files.appIDs = invocation.values(of: .appID)
            let declared = files.entitlements?.linkHosts ?? []
            var doctor = LinkDoctor(file.configuration, rewriter, files)
            let asked = urls.isEmpty ? doctor.hosts : urls
            files.host = try context.host(
                of: files,
                among: doctor.servers(of: asked),
                known: doctor.servers(of: asked + declared),
                file,
                invocation
            )
            doctor = LinkDoctor(file.configuration, rewriter, files)
            let chains = urls.isEmpty ? doctor.chains() : urls.map(doctor.chain)
            let report = DoctorReport(
                chains + [doctor.chainOfApp(besides: chains)],
                configuration: file.file.name,
                invocation
            )
            var result = try report.result(invocation, context)
            result.errors += failures.map { Tool.complaint("doctor", "warning: \($0)") }.joined()
            return result
        }
    )
}

extension Option {
    static let entitlements = Option(
        "entitlements FILE",
        "the app's '.entitlements', of the project or of the built app"
    )

    static let info = Option(
        "info FILE",
        "the app's 'Info.plist', of the project or of the built app"
    )

    static let response = Option(
        "response FILE",
        "the server's or Apple's answer with headers, as 'curl -si' saves it"
    )
}

extension ToolContext {
    /// Reads a property list that an option names; nil if it is not given.
    fileprivate func propertyList(
        _ option: Option,
        _ invocation: Invocation
    ) throws(ToolError) -> AppPropertyList? {
        guard let name = invocation.value(of: option) else { return nil }
        let file = try file(name, of: option.word)
        let isInfo = option == .info
        if let list = AppPropertyList(data: file.data) {
            guard let other = list.isInfo, other != isInfo else { return list }
            let (kind, right) =
                other ? ("an 'Info.plist'", Option.info) : ("entitlements", .entitlements)
            throw file.error(
                "The file of '\(option.word)' has the keys of \(kind); write '\(right.word) \(file.name)'."
            )
        }
        let command =
            isInfo
            ? "plutil -convert xml1 -o - App.app/Info.plist"
            : "codesign -d --entitlements - --xml App.app"
        throw file.error(
            "The file of '\(option.word)' is not a property list with keys; name the project's file, or save what '\(command)' prints."
        )
    }

    /// Reads the answer of a server; nil if none is given.
    fileprivate func response(_ invocation: Invocation) throws(ToolError) -> ServerAnswer? {
        guard let name = invocation.value(of: .response) else { return nil }
        let file = try file(name, of: Option.response.word)
        if let response = ServerAnswer(data: file.data) { return response }
        throw file.error(
            "The file does not begin with headers such as 'HTTP/2 200'; save it with 'curl -si', or name a file without headers with '\(Option.aasa.usage)'."
        )
    }

    /// The host whose answer or file was given: the one that Apple's network or the command line names, otherwise the only one that was
    /// asked about; nil if a file alone may be the same for all.
    fileprivate func host(
        of files: LinkDoctor.Files,
        among asked: [String],
        known: [String],
        _ rules: ConfigurationFile,
        _ invocation: Invocation
    ) throws(ToolError) -> String? {
        let named = invocation.value(of: .servingHost)
        if let host = files.response?.host {
            guard let named, !host.isSameHost(as: named) else { return host }
            throw .usage(
                "\(quoted(named)) of '\(Option.servingHost.word)' is not the host of the answer, which names \(quoted(host)); remove the option, or save the answer of \(quoted(named))."
            )
        }
        if let named, let host = known.first(where: { $0.isSameHost(as: named) }) { return host }
        if let host = try invocation.servingHost(of: rules.configuration) { return host }
        if files.response == nil, let name = invocation.value(of: .aasa) {
            return try invocation.host(serving: name, rules.configuration, of: rules.file.name)
        }
        guard files.response != nil, asked.count > 1 else { return asked.first }
        throw .usage(
            "'\(Option.response.word)' is of one host, and there are \(asked.count); name it, such as '\(Option.servingHost.word) \(asked[0])': \(list(asked))."
        )
    }
}
