/// The colours of the output; there may be none.
struct Style: Equatable {
    /// The role of a piece of text, which decides its looks.
    enum Role: String {
        case plain = ""
        case heading = "1"
        case aside = "2"
        case good = "32"
        case bad = "31"
        case warning = "33"
    }

    enum Choice: String, CaseIterable {
        case always
        case never
        case auto
    }

    private let isColored: Bool

    static let plain = Style(.never, environment: [:], isTerminal: false)

    /// Decides whether there are colours: for `.auto`, on a terminal, unless `NO_COLOR` has any text or `TERM` is `dumb`.
    init(_ choice: Choice, environment: [String: String], isTerminal: Bool) {
        switch choice {
        case .always: isColored = true
        case .never: isColored = false
        case .auto:
            isColored =
                isTerminal && environment["NO_COLOR", default: ""].isEmpty
                && environment["TERM"] != "dumb"
        }
    }

    /// The text in the colour of its role.
    func paint(_ text: String, as role: Role) -> String {
        guard isColored, role != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
    }
}
