/// The colours of the output, or none.
struct Style: Equatable {
    /// What a piece of text is, for its looks.
    enum Role: String {
        case plain = ""
        case heading = "1"
        case aside = "2"
        case good = "32"
        case bad = "31"
    }

    private let isColored: Bool

    /// Text as it is.
    static let plain = Style(isColored: false)

    private init(isColored: Bool) {
        self.isColored = isColored
    }

    /// Chooses colours for a terminal that can show them and whose user has not switched them off.
    ///
    /// - Parameters:
    ///   - environment: The environment variables: `NO_COLOR` with any text, or `TERM` as `dumb`, mean no colours.
    ///   - isTerminal: Whether the output goes to a terminal.
    init(environment: [String: String], isTerminal: Bool) {
        let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        self.init(isColored: isTerminal && !isUnwanted && environment["TERM"] != "dumb")
    }

    /// The text in the colour of its role.
    func paint(_ text: String, as role: Role) -> String {
        guard isColored, role != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
    }
}
