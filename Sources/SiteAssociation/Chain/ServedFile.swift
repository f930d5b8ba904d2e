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
    typealias Code = AssociationFinding.Code
    typealias Step = LinkChain.Step

    /// Whether an answer or a file was given.
    let isGiven: Bool

    /// What was found about the file itself.
    private(set) var steps: [Step] = []

    /// The file, if it can be read.
    private(set) var association: AppSiteAssociation?

    /// Where the file comes from.
    private(set) var source = LinkChain.Source.association

    /// How many lines precede the file in its source.
    private(set) var linesBefore = 0

    init(_ files: LinkDoctor.Files) {
        isGiven = files.response != nil || files.association != nil
        var data = files.association
        if let response = files.response {
            let obstacle = Self.obstacle(in: response, host: files.host, hasFile: data != nil)
            if obstacle == nil || obstacle?.flaw == .notGiven { checkType(of: response) }
            if let (flaw, message) = obstacle {
                steps.append(.init(.file, flaw, message))
            } else if !response.body.isEmpty {
                (data, source, linesBefore) = (response.body, .response, response.linesBeforeBody)
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
            steps.append(.init(.file, .differentCopies, message))
        }
        if !steps.contains(where: { $0.source == .response && $0.flaw?.severity == .error }) {
            let start = source == .response ? "200, without a redirect" : "The file is JSON"
            steps.insert(.init(.file, nil, "\(start), \(data.count) bytes.", in: source), at: 0)
        }
    }

    /// A finding about the file as a part of the chain, where it is at least a warning.
    func step(_ part: LinkChain.Part, _ finding: AssociationFinding) -> Step {
        let example = finding.witness.map { " Example: \($0)" } ?? ""
        let flaw = finding.code.with(max(finding.severity, .warning))
        return step(part, flaw, finding.message + example, at: finding.place)
    }

    /// What was found about a part, at a place of the file.
    func step(
        _ part: LinkChain.Part,
        _ flaw: Code?,
        _ message: String,
        at place: AssociationPlace? = nil
    ) -> Step {
        .init(
            part,
            flaw,
            message,
            in: source,
            place: place?.path,
            line: place?.line.map { $0 + linesBefore },
            column: place?.column
        )
    }

    private mutating func checkType(of response: ServerAnswer) {
        let type = response.mediaType
        // Apple's network has its own headers.
        guard !response.isFromApple, type != "application/json" else { return }
        let sent = type.map { "is sent as '\($0)'" } ?? "is sent without a type"
        let message =
            "The file \(sent), and Apple asks for JSON; send 'Content-Type: application/json'."
        steps.append(.init(.file, .contentType, message))
    }

    /// Why an answer has no file that can be read.
    private static func obstacle(
        in response: ServerAnswer,
        host: String?,
        hasFile: Bool
    ) -> (flaw: Code, message: String)? {
        let address = "https://\(host ?? "HOST")/.well-known/apple-app-site-association"
        if let failure = response.failure {
            let way =
                response.failureStatus.flatMap { Self.way($0, address) }
                ?? "ask the server itself, with 'curl -si \(address)', also from another network"
            return (.cdnFailure, "Apple's network could not get the file: '\(failure)'; \(way).")
        }
        if let redirect = response.redirect {
            let target = redirect.location.isEmpty ? "" : " to '\(redirect.location)'"
            let message =
                "The answer is a redirect (\(redirect.status))\(target), and systems do not follow it; serve the file at '\(address)' itself."
            return (.redirected, message)
        }
        guard response.status == 200 else {
            let way = Self.way(response.status, address) ?? "look into the server's log"
            return (.badStatus, "The status is \(response.status), not 200; \(way).")
        }
        // A byte order mark may precede the page.
        let blank = " \t\r\n\u{FEFF}".utf8
        if response.body.first(where: { !blank.contains($0) }) == UInt8(ascii: "<") {
            let message =
                "The answer is a web page, not the file; serve '\(address)' before the site's rule for all other paths."
            return (.webPage, message)
        }
        if response.isCompressed {
            let message =
                "The body of the answer is compressed; save it with 'curl -si --compressed'. If it still is, the server has to send 'Content-Encoding: gzip'."
            return (.notGiven, message)
        }
        let message =
            "The answer has no body; save it with 'curl -si', without '-I', or serve the file with its content."
        return response.body.isEmpty && !hasFile ? (.notGiven, message) : nil
    }

    /// What to do about a status other than 200; nil if it does not say what is wrong.
    private static func way(_ status: Int, _ address: String) -> String? {
        switch status {
        case 401, 403, 407, 429:
            "let every program from every address read '\(address)'; often a firewall, a login or a protection against bots is in the way"
        case 404, 410: "serve the file at '\(address)'"
        case 300..<400 where status != 304:
            "that is a redirect, and systems do not follow it; serve the file at '\(address)' itself"
        default: nil
        }
    }
}
