import DeepLinks
import LinkChecking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Command {
    /// Makes the external URL of an internal link.
    static let share = Command(
        name: "share",
        summary: "make the external URL of an internal link",
        options: [.config, .system, .host, .json],
        operands: [
            Operand(
                name: "LINK",
                count: .oneOrMore,
                summary: "internal links; '-' reads them from standard input"
            )
        ],
        discussion: """
            The URL comes from the first rule of the host's domain that leads to the link and can be reversed.
            If there is no such rule, the exit code is 1.
            """,
        examples: ["share '/featureA/detail?id=872346' --host mydomain.io"],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let rewriter = try file.rewriter()
            let hosts = try file.configuration.hosts(chosenBy: invocation)
            let hint = invocation.has(.host) ? "" : file.configuration.hintAtWildcards
            let shares = try context.lines(invocation.operands).map { link throws(ToolError) in
                try Share(link, hosts: hosts, hint: hint, rewriter)
            }
            let refusals = shares.compactMap(\.refused)
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(shares) : shares.compactMap(\.url).map { "\($0)\n" }.joined(),
                errors: invocation.has(.json)
                    ? "" : refusals.map { Tool.complaint("share", $0) }.joined(),
                exitCode: refusals.isEmpty ? .success : .findings
            )
        }
    )
}

extension Option {
    fileprivate static let host = Option(
        name: "host",
        placeholder: "HOST",
        summary:
            "the URL's host (default: the first without a wildcard that has a rule for the link)"
    )
}

extension LinkConfiguration {
    /// The host that the command line names, or each domain's first host without a wildcard.
    fileprivate func hosts(chosenBy invocation: Invocation) throws(ToolError) -> [String] {
        guard !domains.isEmpty else {
            throw ToolError(
                exitCode: .findings,
                message: "The configuration has no domain; add one to share links."
            )
        }
        if let host = invocation.value(of: .host) { return [host] }
        let hosts = domains.compactMap { $0.externalHosts.first { !$0.isWildcard }?.sampleHosts[0] }
        guard !hosts.isEmpty else {
            throw .usage("The rules have no host without a wildcard; name one with '--host'.")
        }
        return hosts
    }

    /// A sentence that names a domain of which no host is tried unless the command line names it; empty if there is none.
    fileprivate var hintAtWildcards: String {
        let other = domains.lazy.map(\.externalHosts).compactMap { hosts in
            hosts.allSatisfy(\.isWildcard) ? hosts.first : nil
        }.first
        return other.map {
            " For a domain whose hosts have wildcards, name the host: '\(Option.host.word) \($0.sampleHosts[0])'."
        } ?? ""
    }
}

/// An internal link with its external URL, or the reason why it has none.
private struct Share: Encodable {
    let link: String
    var url: String?
    var refused: String?

    /// Makes the external URL of a link.
    ///
    /// - Parameters:
    ///   - text: The internal link.
    ///   - hosts: The hosts to try for the URL, at least one.
    ///   - hint: The end of a refusal: what the user can do about hosts that were not tried.
    ///   - rewriter: The rules.
    /// - Throws: An error for a host that is in no domain.
    init(
        _ text: String,
        hosts: [String],
        hint: String,
        _ rewriter: URLRewriter
    ) throws(ToolError) {
        link = text
        let link: DeepLink
        do throws(DeepLinkError) {
            link = try DeepLink(text)
        } catch {
            // The user may have meant the opposite direction.
            let hint =
                (try? rewriter.rewrite(text)).map {
                    "'\(Tool.name) explain' shows what the external link becomes: \(quoted($0.string))."
                } ?? error.description
            refused = "\(quoted(text)) is not an internal link. \(hint)"
            return
        }
        var nearest: ExternalURLError?
        for host in hosts {
            do throws(ExternalURLError) {
                url = try rewriter.externalURL(for: link, host: host).absoluteString
                return
            } catch {
                if error.reason.code == "unknown-host" {
                    throw .unknownHost(host, rewriter.configuration.domains.flatMap(\.hosts))
                }
                if error.progress > nearest?.progress ?? -1 { nearest = error }
            }
        }
        // The error hides the link's data; here it can be shown, as the user typed it.
        refused = "\(quoted(text)): \(nearest?.description ?? "")\(hint)"
    }
}
