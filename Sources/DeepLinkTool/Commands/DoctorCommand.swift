import DeepLinks
import PathMatching
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
            what was found or is broken, where, and the way out. What was not given is listed below, then
            what only a device can tell, with the commands to run.

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
                try context.file(name, of: Option.aasa.word).data
            }
            files.appIDs = invocation.values(of: .appID)
            var doctor = LinkDoctor(file.configuration, rewriter, files)
            let named = invocation.value(of: .servingHost)
            if let named, let host = files.response?.host, !host.isSameHost(as: named) {
                throw .usage(
                    "\(quoted(named)) of '\(Option.servingHost.word)' is not the host of the answer, which names \(quoted(host)); remove the option, or save the answer of \(quoted(named))."
                )
            }
            if let host = files.response?.host ?? doctor.server(named: named, of: urls) {
                files.host = host
            } else if let host = try invocation.servingHost(of: file.configuration) {
                files.host = host
            } else {
                files.host = try doctor.onlyHost(of: urls, file, invocation)
            }
            doctor = LinkDoctor(file.configuration, rewriter, files)
            let chains = urls.isEmpty ? doctor.chains() : urls.map(doctor.chain)
            let report = DoctorReport(
                chains + [doctor.chainOfApp(besides: chains)],
                configuration: file.file.name,
                invocation,
                hosts: doctor.servers(of: chains.map(\.subject)),
                known: AppSiteAssociation.hosts(for: file.configuration),
                bundleID: files.info?.bundleID
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
    @MainActor
    fileprivate func propertyList(
        _ option: Option,
        _ invocation: Invocation
    ) throws(ToolError) -> AppPropertyList? {
        guard let name = invocation.value(of: option) else { return nil }
        let file = try file(name, of: option.word)
        if let list = AppPropertyList(data: file.data) {
            let actual = list.isInfo.map { $0 ? Option.info : .entitlements } ?? option
            if actual == option { return list }
            throw file.error(
                "The file of '\(option.word)' has the keys of the other one; write '\(actual.word) \(name)'."
            )
        }
        let command =
            option == .info
            ? "plutil -convert xml1 -o - App.app/Info.plist"
            : "codesign -d --entitlements - --xml App.app"
        throw file.error(
            "The file of '\(option.word)' is not a property list with keys; name the project's file, or save what '\(command)' prints."
        )
    }

    /// Reads the answer of a server; nil if none is given.
    @MainActor
    fileprivate func response(_ invocation: Invocation) throws(ToolError) -> ServerAnswer? {
        guard let name = invocation.value(of: .response) else { return nil }
        let file = try file(name, of: Option.response.word)
        if let response = ServerAnswer(data: file.data) { return response }
        throw file.error(
            "The file does not begin with headers such as 'HTTP/2 200'; save it with 'curl -si', or name a file without headers with '\(Option.aasa.usage)'."
        )
    }
}

extension LinkDoctor {
    /// The host that an option names, if it serves the file for one of the links or of the app's own hosts; the rules may lack it.
    fileprivate func server(named host: String?, of urls: [String]) -> String? {
        host.flatMap { host in
            servers(of: urls + (files.entitlements?.linkHosts ?? []))
                .first { $0.isSameHost(as: host) }
        }
    }

    /// The host whose answer was given, if the links or the rules leave only one; nil if only a file was given, which is then the same
    /// for all hosts, or nothing.
    fileprivate func onlyHost(
        of urls: [String],
        _ rules: ConfigurationFile,
        _ invocation: Invocation
    ) throws(ToolError) -> String? {
        if files.response == nil {
            // A file alone may be the same for all; an answer is of one host.
            guard let name = invocation.value(of: .aasa) else { return nil }
            _ = try invocation.host(serving: name, rules.configuration, of: rules.file.name)
        }
        let hosts = servers(of: urls.isEmpty ? self.hosts : urls)
        guard hosts.count > 1 else {
            if files.response != nil, let server = hosts.first,
                let own = urls.lazy.compactMap(webHost).first(where: { $0 != server }),
                // Without entitlements, a host of a list may have its own file.
                files.entitlements != nil
                    || !AppSiteAssociation.isServed(by: own, rules.configuration)
            {
                throw .usage(
                    "For links to '\(own)', systems read the file of '\(server)'; if '\(Option.response.word)' is the answer of that host, write '\(Option.servingHost.word) \(server)', otherwise save that one."
                )
            }
            return hosts.first
        }
        guard files.response != nil else { return nil }
        throw .usage(
            "'\(Option.response.word)' is of one host, and there are \(hosts.count); name it, such as '\(Option.servingHost.word) \(hosts[0])': \(list(hosts))."
        )
    }
}
