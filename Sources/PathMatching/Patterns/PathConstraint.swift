/// The form that a capture's text must have.
///
/// This file holds everything about a constraint: code that parses, matches, compares, samples, lists or publishes
/// constraints iterates over `allCases`. To add one, add a case at its rank, its form and its facts.
///
/// The raw value is the constraint's rank: of two captures in the same place, the one with the lower rank is tried
/// first.
package enum PathConstraint: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case words, uuid, int, hex, alpha, alnum, slug, any

    /// The kinds of form that a text can be required to have.
    package enum Form: Sendable, Equatable {
        /// One of the words that the pattern lists.
        case words
        /// Groups of bytes with hyphens between them.
        case groups(ByteGroups)
        /// One or more bytes of a set.
        case bytes(ByteSet)
        /// Any text.
        case any
    }

    /// The form that the text must have.
    package var form: Form {
        switch self {
        case .words: .words
        case .uuid:
            .groups(
                ByteGroups(
                    length: 36,
                    hyphens: 1 << 8 | 1 << 13 | 1 << 18 | 1 << 23,
                    of: .hexDigits
                )
            )
        case .int: .bytes(.digits)
        case .hex: .bytes(.hexDigits)
        case .alpha: .bytes(.letters)
        case .alnum: .bytes(.alphanumerics)
        case .slug: .bytes(.unreserved)
        case .any: .any
        }
    }

    private var facts: (name: String?, summary: String, samples: [String], misfits: [String]) {
        switch self {
        case .words:
            (nil, "one of the words", [], [])
        case .uuid:
            (
                "uuid", "8-4-4-4-12 hexadecimal digits",
                [
                    "123e4567-e89b-12d3-a456-426614174000", "987FCDEB-51A2-43F7-8EC4-123456789ABC",
                ],
                [
                    "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g",
                    "123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a45-6426614174000",
                ]
            )
        case .int:
            ("int", "ASCII digits", ["42", "7", "2026"], ["x", "1x", "x1", "-1", "1.5", "%D9%A1"])
        case .hex:
            (
                "hex", "hexadecimal digits", ["c0ffee", "7", "bed", "0F"],
                ["g", "0x1", "f-f", "%C3%A9"]
            )
        case .alpha:
            ("alpha", "ASCII letters", ["text", "X", "Text"], ["a1", "1a", "a-b", "%C3%A9"])
        case .alnum:
            ("alnum", "ASCII letters and digits", ["some1", "7", "0z"], ["a-1", "a_1", "%C3%A9"])
        case .slug:
            (
                "slug", "ASCII letters and digits, `-`, `_`, `.` and `~`",
                ["some-text-1", "x.y", "~"], ["a!", "a%20b", "%C3%A9"]
            )
        case .any:
            (nil, "any text", ["some-text", "42", "@x!"], [])
        }
    }

    /// The name that patterns use; `nil` for lists and for captures without a constraint.
    package var name: String? { facts.name }

    /// A description of the text, for tables in the documentation.
    package var summary: String { facts.summary }

    /// Canonical texts that fit, the last of which fits no constraint with a lower rank; empty for lists.
    package var samples: [String] { facts.samples }

    /// Canonical texts that do not fit.
    package var misfits: [String] { facts.misfits }

    /// The names that a pattern may use, in order of rank.
    package static let names = allCases.compactMap(\.name)

    private static let named = allCases.filter { $0.name != nil }

    /// Creates the constraint with the given name, or `nil` if there is none.
    package init?(name: some StringProtocol) {
        for (own, constraint) in zip(Self.names, Self.named) where name == own {
            self = constraint
            return
        }
        return nil
    }
}

extension PathConstraint {
    /// Whether a text, which is not empty, has the form; of a list of words, whether it can be one.
    package func allows(_ text: ByteView) -> Bool {
        switch form {
        case .any, .words: true
        case .bytes(let set): text.contains(only: set)
        case .groups(let groups): text.count == groups.length && text.has(groups, at: 0)
        }
    }
}

/// Groups of bytes from one set, separated by hyphens: at most 64 bytes in all.
package struct ByteGroups: Sendable, Equatable {
    /// How many bytes there are, hyphens included.
    package let length: Int
    /// One bit for each byte, set for hyphens; the lowest bit is for the first byte.
    let hyphens: UInt64
    /// The set that all other bytes must be in.
    package let bytes: ByteSet

    init(length: Int, hyphens: UInt64, of bytes: ByteSet) {
        self.length = length
        self.hyphens = hyphens
        self.bytes = bytes
    }

    func isHyphen(at index: Int) -> Bool { hyphens &>> UInt64(index) & 1 == 1 }

    /// The number of bytes in each group.
    package var lengths: [Int] {
        var lengths = [0]
        for index in 0..<length {
            if isHyphen(at: index) { lengths.append(0) } else { lengths[lengths.count - 1] += 1 }
        }
        return lengths
    }
}

extension ByteView {
    /// Whether the bytes that start at `offset` have the form of `groups`.
    func has(_ groups: ByteGroups, at offset: Int) -> Bool {
        offset + groups.length <= count
            && (0..<groups.length).allSatisfy { index in
                let byte = self[offset + index]
                return groups.isHyphen(at: index)
                    ? byte == UInt8(ascii: "-") : groups.bytes.contains(byte)
            }
    }

    /// Whether all bytes are members of `set`.
    package func contains(only set: ByteSet) -> Bool { firstOffset(outside: set) == count }
}
