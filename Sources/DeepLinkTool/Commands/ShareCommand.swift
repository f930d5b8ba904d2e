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
            Operand("LINK", .oneOrMore, "internal links; '-' reads them from standard input")
        ],
        discussion: """
            The URL comes from the first rule of the host's domain that leads to the link and can be reversed.
            Rules whose links the site does not claim ('claims: false') come last.
            If there is no such rule, the exit code is 1.
            """,
        examples: ["share '/featureA/detail?id=872346' --host mydomain.io"],
        run: { invocation, context throws(ToolError) in
            let file = try context.configuration(invocation)
            let rewriter = try file.rewriter()
            guard !file.configuration.domains.isEmpty else {
                throw file.file.error("The configuration has no domain; add one to share links.")
            }
            let host = invocation.value(of: .host)
            let paths = RegisteredPaths(file.configuration.paths ?? rewriter.internalPaths)
            let shares = try context.lines(invocation.operands).map { link throws(ToolError) in
                try Share(link, host: host, rewriter, paths)
            }
            let refusals = shares.compactMap(\.refused)
            let complaints = shares.compactMap { $0.refused ?? $0.note }
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(shares) : shares.compactMap(\.url).map { "\($0)\n" }.joined(),
                errors: invocation.has(.json)
                    ? "" : complaints.map { Tool.complaint("share", $0) }.joined(),
                exitCode: refusals.isEmpty ? .success : .findings
            )
        }
    )
}

extension Option {
    fileprivate static let host = Option(
        "host HOST",
        "the URL's host (default: the first without a wildcard that has a rule for the link)"
    )
}

extension Domain {
    /// The first host without a wildcard; nil if it has none.
    var firstHost: String? { externalHosts.first { !$0.isWildcard }?.sampleHosts[0] }

    /// Whether the site claims the links of a rule, or without one those that pass.
    func claims(_ rule: Int?) -> Bool {
        claims && rule.map { rules[$0].notes.claims } ?? true
    }
}

/// An internal link with its external URL, or the reason why it has none.
private struct Share: Encodable {
    let link: String
    var url: String?
    var refused: String?

    /// Why the URL does not open the app in a browser.
    var note: String?

    /// Makes the external URL of a link.
    ///
    /// - Parameters:
    ///   - text: The internal link.
    ///   - host: The URL's host; nil tries the first host without a wildcard of each domain.
    ///   - rewriter: The rules.
    ///   - paths: The paths that internal links can have.
    /// - Throws: An error for a host that is in no domain.
    init(
        _ text: String,
        host: String?,
        _ rewriter: URLRewriter,
        _ paths: RegisteredPaths
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
        let domains = rewriter.configuration.domains
        let hosts =
            host.map { [$0] }
            ?? domains.compactMap(\.firstHost)
        var nearest: ExternalURLError?
        for host in hosts {
            do throws(ExternalURLError) {
                let own = try rewriter.externalURL(for: link, host: host).absoluteString
                url = url ?? own
                guard rewriter.claims(own) else { continue }
                url = own
                return
            } catch {
                if error.reason.code == "unknown-host" {
                    throw .unknownHost(host, domains.flatMap(\.hosts))
                }
                if error.progress > nearest?.progress ?? -1 { nearest = error }
            }
        }
        if let url {
            note =
                "\(quoted(url)) does not open the app from other apps and web sites, as the site keeps such links to itself ('claims: false')."
            return
        }
        for choice in host == nil ? domains.flatMap(HostChoice.all) : [] {
            do throws(ExternalURLError) {
                let advice = try choice.advice(for: link, rewriter)
                refused = "\(quoted(text)) needs \(choice.phrase); \(advice)."
                return
            } catch {
                if error.progress > nearest?.progress ?? -1 { nearest = error }
            }
        }
        // The error hides the link's data; here it can be shown, as the user typed it.
        let meant = paths.pattern(for: link) == nil ? paths.nearest(to: link.path) : nil
        refused =
            "\(quoted(text)): \(nearest?.description ?? "")"
            + (meant.map { " Did you mean \(quoted($0))?" } ?? "")
    }
}

extension URLRewriter {
    /// Whether the site claims a link for the app.
    fileprivate func claims(_ url: String) -> Bool {
        guard let details = try? details(of: url),
            case .domain(let domain) = sources[details.sourceIndex]
        else { return true }
        return domain.claims(details.ruleIndex)
    }

    /// The paths of the rules' internal sides.
    fileprivate var internalPaths: [String] {
        sources.flatMap(\.rules).compactMap { rule in
            rule.template?.prefix { $0 != "?" && $0 != "#" }.description
        }
    }
}

/// Hosts of a domain that fit a wildcard, or any host; the rules do not say which of them exist.
private struct HostChoice {
    /// What the domain accepts: `a host that fits '*.a.io'`.
    let phrase: String

    private let domain: Domain

    /// The name of the domain in errors.
    private let name: String

    /// What follows the label that the link may have; empty if the link may have the whole host.
    private let rest: String

    /// Hosts that the domain accepts, made up unless their labels are words of a list.
    private let samples: [String]
    private let isList: Bool

    /// The hosts of a domain for each of its wildcards, and then any host.
    static func all(of domain: Domain) -> [HostChoice] {
        let patterns = zip(domain.hosts, domain.externalHosts).filter(\.1.isWildcard)
        return patterns.map { HostChoice(domain, $0, $1) }
            + (domain.anyHostAs == nil ? [] : [HostChoice(domain)])
    }

    /// Describes any host.
    private init(_ domain: Domain) {
        self.domain = domain
        samples = domain.sampleHosts
        (phrase, name, rest, isList) = ("a host", "any host", "", false)
    }

    /// Describes the hosts that fit a wildcard.
    private init(_ domain: Domain, _ name: String, _ pattern: HostPattern) {
        self.domain = domain
        self.name = name
        samples = pattern.sampleHosts
        phrase = "a host that fits '\(name)'"
        rest = ".\(pattern.name)\(pattern.port.map { ":\($0)" } ?? "")"
        isList = pattern.constraint.contains("|")
    }

    /// How the command line can name a host for the URL of a link, as the end of a sentence.
    ///
    /// The text that the host captures may stand in the link. Each host is tried, so the advice works.
    func advice(for link: DeepLink, _ rewriter: URLRewriter) throws(ExternalURLError) -> String {
        let texts =
            link.path.split(separator: "/").map(String.init)
            + link.queryItems.compactMap(\.value)
        var found: [String] = []
        var nearest: ExternalURLError?
        for host in (samples + texts.map { $0 + rest }).uniqued()
        where rewriter.domain(ofHost: host)?.1 == domain {
            do throws(ExternalURLError) {
                _ = try rewriter.externalURL(for: link, host: host)
                found.append(host)
            } catch {
                if error.progress > nearest?.progress ?? -1 { nearest = error }
            }
        }
        guard let host = found.first else {
            throw ExternalURLError(link, host: name, nearest?.attempts ?? [])
        }
        // If a made-up host works, the link does not say which host is right.
        return found.count == 1 && (isList || !samples.contains(host))
            ? "write '\(Option.host.word) \(host)'" : "name it with '\(Option.host.usage)'"
    }
}
