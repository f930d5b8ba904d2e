/// A link that a demo opens, and the moment at which it arrives.
///
/// As text, the moment stands before the link: `push: edugo://dashboard`.
struct DemoLink {
    /// When a link arrives.
    enum Moment: String, CaseIterable {
        /// Somebody is signed in.
        case signedIn = "signed in: "
        /// With a push notification that somebody taps.
        case push = "push: "
        /// Somebody is signed in, and the content is not there yet.
        case fetch = "fetch: "
    }

    /// The link, with the moment before it.
    let text: String

    /// The link.
    let link: String

    /// The moment; nil if the app was just started by the link and nobody is signed in.
    let moment: Moment?

    init(_ text: String) {
        self.text = text
        moment = Moment.allCases.first { text.utf8.starts(with: $0.rawValue.utf8) }
        link = String(text.dropFirst(moment?.rawValue.count ?? 0))
    }
}
