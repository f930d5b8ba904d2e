import DeepLinks
import LinkChecking
import PathMatching

/// The way of links from the system into an app, part by part: what is right, what is broken, what is not known.
package struct LinkChain: Hashable, Sendable {
    /// A URL, a host, a scheme, or the app as a whole.
    package let subject: String

    /// The parts that could be looked at, in the order in which a link passes them.
    package let steps: [Step]

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
        package let flaw: Flaw?

        /// The file.
        package let source: Source

        /// The place in the file; nil if it is not known.
        package var place: AssociationPlace?

        /// What was found and, if something is wrong, the way out, in sentences.
        package let message: String

        /// A step about the file that a part is usually in.
        init(
            _ part: Part,
            _ flaw: Flaw?,
            _ message: String,
            in source: Source? = nil,
            at place: AssociationPlace? = nil
        ) {
            self.part = part
            self.flaw = flaw
            self.source = source ?? part.source
            self.place = place
            self.message = message.showingInvisible
        }
    }

    /// A stable code for what is wrong, and how bad it is.
    package struct Flaw: Hashable, Sendable {
        package let code: String
        package let severity: AssociationFinding.Severity

        static func error(_ code: String) -> Flaw { Flaw(code: code, severity: .error) }
        static func warning(_ code: String) -> Flaw { Flaw(code: code, severity: .warning) }
        static func note(_ code: String) -> Flaw { Flaw(code: code, severity: .note) }

        /// A file or an option that would tell more was not given.
        package static let notGiven = note("not-given")
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
