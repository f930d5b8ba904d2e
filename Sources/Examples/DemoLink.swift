/// A link that a demo opens, and the moment when it arrives.
///
/// In the text, the moment precedes the link: `push: edugo://dashboard`.
struct DemoLink {
    /// When a link arrives.
    enum Moment: String, CaseIterable {
        /// A user is signed in.
        case signedIn = "signed in: "
        /// The user taps a push notification that carries it.
        case push = "push: "
        /// A user is signed in, and the content has to be fetched first.
        case fetch = "fetch: "

        /// Whether a user is signed in.
        var isSignedIn: Bool { self != .push }
    }

    /// The link, preceded by its moment.
    let text: String

    /// The link.
    let link: String

    /// The moment; nil if the link has just started the app and no user is signed in.
    let moment: Moment?

    /// Reads a link that its moment may precede.
    init(_ text: String) {
        self.text = text
        moment = Moment.allCases.first { text.utf8.starts(with: $0.rawValue.utf8) }
        link = String(text.dropFirst(moment?.rawValue.count ?? 0))
    }
}
