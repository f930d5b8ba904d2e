import DeepLinks
import LinkChecking
import PathMatching

/// The way of links from the system into an app, part by part: what is right, what is broken, what is not known.
package struct LinkChain: Hashable, Sendable {
    /// A URL, a host, a scheme, or the app as a whole.
    package let subject: String

    /// The parts that could be looked at, in the order in which a link passes them.
    package internal(set) var steps: [Step] = []

    /// A part of the way.
    package enum Part: String, Hashable, Sendable, Encodable {
        /// The rules have the host or scheme.
        case rules
        /// The entitlement names the host.
        case entitlement
        /// The host serves the association file.
        case file
        /// The association file names the app.
        case app
        /// A component of the file matches the link.
        case component
        /// The `Info.plist` declares the scheme.
        case scheme
        /// A rewrite rule handles the link.
        case rule
        /// The app has scenes, which get its links.
        case scenes
    }

    /// Where something was found or is missing.
    package enum Source: Hashable, Sendable {
        case rules, entitlements, info, response, association
        /// A file that was not given.
        case missing
    }

    /// What was found about a part.
    package struct Step: Hashable, Sendable {
        package let part: Part

        /// What is wrong, with its severity: errors keep links from the app, warnings may, notes are not known; nil if nothing is.
        package let flaw: AssociationFinding.Code?

        /// The file.
        package let source: Source

        /// The path in a JSON file.
        package let place: String?

        package let line: Int?

        package let column: Int?

        /// What was found and, if something is wrong, the way out, in sentences.
        package let message: String

        /// A step about the file that a part is usually in.
        init(
            _ part: Part,
            _ flaw: AssociationFinding.Code?,
            _ message: String,
            in source: Source? = nil,
            place: String? = nil,
            line: Int? = nil,
            column: Int? = nil
        ) {
            self.part = part
            self.flaw = flaw
            self.source = source ?? part.source
            self.place = place
            self.line = line
            self.column = column
            self.message = message.showingInvisible
        }
    }
}

extension LinkChain.Part {
    fileprivate var source: LinkChain.Source {
        switch self {
        case .rules, .rule: .rules
        case .entitlement: .entitlements
        case .file, .app, .component: .response
        case .scheme, .scenes: .info
        }
    }
}

// MARK: - Flaws

extension AssociationFinding.Code {
    /// The same code with another severity.
    func with(_ severity: AssociationFinding.Severity) -> Self { Self(rawValue, severity) }

    static let notInRules = Self("not-in-rules", .error)
    static let notClaimed = Self("not-claimed", .error)
    static let domainNotDeclared = Self("domain-not-declared", .error)
    static let malformedDomain = Self("malformed-domain", .error)
    /// The entry for the host is only for builds of developers or for managed devices.
    static let specialMode = Self("special-mode", .warning)
    static let cdnFailure = Self("cdn-failure", .error)
    static let redirected = Self("redirected", .error)
    static let badStatus = Self("bad-status", .error)
    static let webPage = Self("web-page", .error)
    static let contentType = Self("content-type", .warning)
    static let differentCopies = Self("different-copies", .warning)
    static let appNotInFile = Self("app-not-in-file", .error)
    static let notMatched = Self("not-matched", .error)
    static let excluded = Self("excluded", .error)
    static let schemeNotDeclared = Self("scheme-not-declared", .error)
    static let malformedScheme = Self("malformed-scheme", .error)
    static let refused = Self("refused", .error)
    static let unregisteredPath = Self("unregistered-path", .error)
    static let noScenes = Self("no-scenes", .warning)
    static let buildVariable = Self("build-variable", .note)
    /// A file or an option that would tell more was not given.
    package static let notGiven = Self("not-given", .note)
}
