/// The form that a capture's text must have.
///
/// The raw value is the constraint's rank: of two captures in the same place, the one with the lower rank is tried
/// first.
package enum PathConstraint: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    /// One of a list of words.
    case words
    /// 8-4-4-4-12 hexadecimal digits in either case.
    case uuid
    /// ASCII digits.
    case int
    /// Hexadecimal digits in either case.
    case hex
    /// ASCII letters.
    case alpha
    /// ASCII letters and digits.
    case alnum
    /// ASCII letters, digits, `-`, `_`, `.` and `~`.
    case slug
    /// Any text.
    case any

    /// The constraint that a pattern calls `name`; `words` and `any` have no name.
    package init?(name: some StringProtocol) {
        guard let found = Self.named.first(where: { name == $0.name }) else { return nil }
        self = found.constraint
    }

    /// The constraint that a pattern calls `name`.
    init?(name: ByteView) {
        for (word, constraint) in Self.named
        where withBytes(of: word, { $0.elementsEqual(name) }) {
            self = constraint
            return
        }
        return nil
    }

    /// The names that a pattern may use, in order of rank.
    package static let names = named.map(\.name)

    private static let named: [(name: String, constraint: PathConstraint)] = [
        ("uuid", .uuid), ("int", .int), ("hex", .hex), ("alpha", .alpha), ("alnum", .alnum),
        ("slug", .slug),
    ]

    /// The bytes that a capture with this constraint is made of, in any number and order; `nil` where the constraint
    /// is not a set of bytes.
    @inline(__always)
    var bytes: ByteSet? {
        switch self {
        case .words, .uuid, .any: nil
        case .int: .digits
        case .hex: .hexDigits
        case .alpha: .letters
        case .alnum: .alphanumerics
        case .slug: .unreserved
        }
    }
}

extension ByteSet {
    /// Letters and digits.
    package static let alphanumerics = letters.union(digits)
}

extension ByteView {
    /// The length of a UUID's text.
    static var uuidLength: Int { 36 }

    /// Whether 36 bytes from `offset` on are a UUID: 8-4-4-4-12 hexadecimal digits.
    func hasUUID(at offset: Int) -> Bool {
        guard offset + Self.uuidLength <= count else { return false }
        // Hyphens are at 8, 13, 18 and 23; the last word overlaps the one before.
        return ByteWord.areHexDigits(wholeWord(at: offset), hyphensAt: 0)
            && ByteWord.areHexDigits(wholeWord(at: offset + 8), hyphensAt: 0x0000_8000_0000_0080)
            && ByteWord.areHexDigits(wholeWord(at: offset + 16), hyphensAt: 0x8000_0000_0080_0000)
            && ByteWord.areHexDigits(wholeWord(at: offset + 24), hyphensAt: 0)
            && ByteWord.areHexDigits(wholeWord(at: offset + 28), hyphensAt: 0)
    }

    /// Whether all bytes are members of `set`.
    @inline(__always)
    func contains(only set: ByteSet) -> Bool {
        for offset in 0..<count {
            guard set.contains(self[offset]) else { return false }
        }
        return true
    }
}
