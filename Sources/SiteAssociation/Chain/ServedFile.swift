import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is known about the association file that a host serves.
struct ServedFile {
    typealias Flaw = LinkChain.Flaw
    typealias Step = LinkChain.Step

    /// Whether an answer or a file was given.
    let isGiven: Bool

    /// What was found about the file itself.
    private(set) var steps: [Step] = []

    /// The file, if it can be read.
    private(set) var association: AppSiteAssociation?

    /// Where the file comes from.
    private var source = LinkChain.Source.association

    /// How many lines precede the file in its source.
    private var linesBefore = 0

    init(_ files: LinkDoctor.Files) {
        isGiven = files.response != nil || files.association != nil
        var data = files.association
        if let answer = files.response {
            let obstacle = Self.obstacle(in: answer, host: files.host, hasFile: data != nil)
            if obstacle == nil || obstacle?.0 == .notGiven { checkType(of: answer) }
            if let (flaw, message) = obstacle {
                steps.append(.init(.file, flaw, message))
            } else if !answer.body.isEmpty {
                (data, source, linesBefore) = (answer.body, .response, answer.linesBeforeBody)
            }
        }
        guard let data else { return }
        do throws(SiteAssociationError) {
            association = try AppSiteAssociation(data: data)
        } catch {
            steps.append(step(.file, error.finding))
            return
        }
        if source == .response, let given = files.association,
            (try? AppSiteAssociation(data: given)) != association
        {
            let message =
                "The answer has another file than the one that was given; publish that one, or wait until a cache such as Apple's has it."
            steps.append(.init(.file, .warning("different-copies"), message))
        }
        if !steps.contains(where: { $0.source == .response && $0.flaw?.severity == .error }) {
            let start = source == .response ? "200, without a redirect" : "The file is JSON"
            steps.insert(.init(.file, nil, "\(start), \(data.count) bytes.", in: source), at: 0)
        }
    }

    /// A finding about the file as a part of the chain, where it is at least a warning.
    func step(_ part: LinkChain.Part, _ finding: AssociationFinding) -> Step {
        let example = finding.witness.map { " Example: \($0)" } ?? ""
        let flaw = Flaw(code: finding.code.rawValue, severity: max(finding.severity, .warning))
        return step(part, flaw, finding.message + example, at: finding.place)
    }

    /// What was found about a part, at a place of the file.
    func step(
        _ part: LinkChain.Part,
        _ flaw: Flaw?,
        _ message: String,
        at place: AssociationPlace? = nil
    ) -> Step {
        .init(part, flaw, message, in: source, at: place?.moved(down: linesBefore))
    }

    private mutating func checkType(of answer: ServerAnswer) {
        let type = answer.header("content-type").map { header in
            String(header.prefix { $0 != ";" && $0 != " " }).asciiLowercased
        }
        // Apple's network has its own headers.
        guard !answer.isFromApple, type != "application/json" else { return }
        let sent = type.map { "as '\($0)'" } ?? "without a type"
        let message =
            "The file is sent \(sent), and Apple asks for JSON; send 'Content-Type: application/json'."
        steps.append(.init(.file, .warning("content-type"), message))
    }

    /// Why an answer has no file that can be read.
    private static func obstacle(
        in answer: ServerAnswer,
        host: String?,
        hasFile: Bool
    ) -> (Flaw, message: String)? {
        let address = "https://\(host ?? "HOST")/.well-known/apple-app-site-association"
        if let reason = answer.header("apple-failure-reason") {
            let details = answer.header("apple-failure-details").map { " \($0)" } ?? ""
            let message =
                "Apple's network could not get the file: '\(reason)\(details)'; ask the server itself, with 'curl -si \(address)', also from another network. If it answers 200, a firewall or a protection against bots may refuse Apple's network."
            return (.error("cdn-failure"), message)
        }
        if let redirect = answer.redirect {
            let target = redirect.location.isEmpty ? "" : " to '\(redirect.location)'"
            let message =
                "The answer is a redirect (\(redirect.status))\(target), and systems do not follow it; serve the file at '\(address)' itself."
            return (.error("redirected"), message)
        }
        guard answer.status == 200 else {
            let message =
                "The status is \(answer.status), not 200; serve the file at '\(address)' to every program. A login, a firewall or a protection against bots may be in the way, and the server's log may say more."
            return (.error("bad-status"), message)
        }
        // A byte order mark may precede the page.
        let blank = " \t\r\n\u{FEFF}".utf8
        if answer.body.first(where: { !blank.contains($0) }) == UInt8(ascii: "<") {
            let message =
                "The answer is a web page, not the file; serve '\(address)' before the site's rule for all other paths."
            return (.error("web-page"), message)
        }
        if answer.isCompressed {
            let message =
                "The body of the answer is compressed; save it with 'curl -si --compressed'. If it still is, the server has to send 'Content-Encoding: gzip'."
            return (.notGiven, message)
        }
        let message =
            "The answer has no body; save it with 'curl -si', without '-I', or serve the file with its content."
        return answer.body.isEmpty && !hasFile ? (.notGiven, message) : nil
    }
}
