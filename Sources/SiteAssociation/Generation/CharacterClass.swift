import PathMatching

/// A constraint whose texts are one or more characters of a set, in the words of the association format.
///
/// The format can ask for one character of a set, but not for any number of them. So a claim asks for the first
/// character, and an exclusion in front of it takes the texts that have a character of another kind.
struct CharacterClass: Sendable {
    /// The constraint's name in path patterns.
    let name: String

    /// What its characters are, for comments.
    let description: String

    /// The characters.
    let members: ByteSet

    /// The predefined variable that stands for one character of the set; nil where there is none.
    let variable: Variable?

    /// The variable that stands for one character that is not in the set.
    let complement: Variable

    /// A variable that stands for one of some characters.
    struct Variable: Hashable, Sendable {
        let name: String
        let members: ByteSet

        static func == (left: Variable, right: Variable) -> Bool {
            left.name == right.name
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }

        /// The values of its definition.
        var values: [String] {
            (UInt8(0)..<0x80).filter(members.contains).map { String(Unicode.Scalar($0)) }
        }
    }

    private init(
        _ name: String,
        _ members: ByteSet,
        variable: String?,
        complement: String,
        _ description: String
    ) {
        self.name = name
        self.description = description
        self.members = members
        self.variable = variable.map { Variable(name: $0, members: members) }
        self.complement = Variable(
            name: complement,
            members: Self.excludable.subtracting(members)
        )
    }

    /// What can be written as a value of a variable.
    ///
    /// That is all that a path can have but `*`, which would stand for any text, and the characters that variables are
    /// written with. An escape is found by its `%`.
    private static let excludable = ByteSet.segment.union(ByteSet("%/[]"))
        .subtracting(ByteSet("*$()"))

    static let int = CharacterClass(
        "int",
        .digits,
        variable: "digit",
        complement: "not-digit",
        "digits"
    )
    static let hex = CharacterClass(
        "hex",
        .hexDigits,
        variable: "xdigit",
        complement: "not-hex-digit",
        "hexadecimal digits"
    )
    static let alpha = CharacterClass(
        "alpha",
        .letters,
        variable: "alpha",
        complement: "not-letter",
        "letters"
    )
    static let alnum = CharacterClass(
        "alnum",
        .alphanumerics,
        variable: "alnum",
        complement: "not-alphanumeric",
        "letters and digits"
    )
    static let slug = CharacterClass(
        "slug",
        .unreserved,
        variable: nil,
        complement: "not-slug",
        "letters, digits and -_.~"
    )

    static let all = [int, hex, alpha, alnum, slug]

    /// One hexadecimal digit, for the parts of a UUID.
    static let hexDigit = Variable(name: "xdigit", members: .hexDigits)
}

extension CharacterClass: Hashable {
    /// Whether both have the same name; no two sets do.
    static func == (left: CharacterClass, right: CharacterClass) -> Bool {
        left.name == right.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
