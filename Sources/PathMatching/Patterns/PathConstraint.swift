/// The form that a capture's text must have.
///
/// This file holds everything about a constraint: code that parses, matches, compares, samples, lists or publishes
/// constraints asks for its form. To add one, add a case at its rank, its form and its facts; articles and the legend of the map page
/// name it for people.
///
/// The raw value is the constraint's rank: of two captures in the same place, the one with the lower rank is tried
/// first. It is also a byte of ``PathIdentity``, so it is below all bytes of texts.
package enum PathConstraint: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case words, uuid, int, hex, alpha, alnum, slug, any

    /// The kinds of form that a text can be required to have.
    package enum Form {
        /// One of the words that the pattern lists.
        case words
        /// The given text, in which each zero stands for any byte of the set.
        case groups(String, of: ByteSet)
        /// One or more bytes of a set.
        case bytes(ByteSet)
        /// Any text.
        case any
    }

    /// The form that the text must have.
    package var form: Form {
        switch self {
        case .words: .words
        case .uuid: .groups("00000000-0000-0000-0000-000000000000", of: .hexDigits)
        case .int: .bytes(.digits)
        case .hex: .bytes(.hexDigits)
        case .alpha: .bytes(.letters)
        case .alnum: .bytes(.alphanumerics)
        case .slug: .bytes(.unreserved)
        case .any: .any
        }
    }

    /// The name that patterns use; `nil` for lists and for captures without a constraint.
    package var name: String? {
        switch self {
        case .words, .any: nil
        case .uuid: "uuid"
        case .int: "int"
        case .hex: "hex"
        case .alpha: "alpha"
        case .alnum: "alnum"
        case .slug: "slug"
        }
    }

    /// A description of the text, for tables in the documentation.
    package var summary: String {
        switch self {
        case .words: "one of the words"
        case .uuid: "8-4-4-4-12 hexadecimal digits"
        case .int: "ASCII digits"
        case .hex: "hexadecimal digits"
        case .alpha: "ASCII letters"
        case .alnum: "ASCII letters and digits"
        case .slug: "ASCII letters and digits, `-`, `_`, `.` and `~`"
        case .any: "any text"
        }
    }

    /// Canonical texts that fit, the last of which fits no constraint with a lower rank; empty for lists.
    package var samples: [String] {
        switch self {
        case .words: []
        case .uuid:
            ["123e4567-e89b-12d3-a456-426614174000", "987FCDEB-51A2-43F7-8EC4-123456789ABC"]
        case .int: ["42", "7", "2026"]
        case .hex: ["c0ffee", "7", "bed", "0F"]
        case .alpha: ["text", "X", "Text"]
        case .alnum: ["some1", "7", "0z"]
        case .slug: ["some-text-1", "x.y", "~"]
        case .any: ["some-text", "42", "@x!"]
        }
    }

    /// The names that a pattern may use, in order of rank.
    package static let names = allCases.compactMap(\.name)

    /// Creates the constraint with the given name, or `nil` if there is none.
    package init?(name: some StringProtocol) {
        for constraint in Self.allCases {
            guard let own = constraint.name, name == own else { continue }
            self = constraint
            return
        }
        return nil
    }

    /// Whether a text, which is not empty, has the form; of a list of words, whether it can be one.
    package func allows(_ text: ByteView) -> Bool {
        switch form {
        case .any, .words: true
        case .bytes(let set): text.contains(only: set)
        case .groups(let form, let set): text.hasForm(form, set)
        }
    }
}
