import PathMatching

/// A compiled pattern: `*`, `?` and `$(variable)` between literal characters, for the whole of a text.
///
/// Texts and patterns are compared in units, which are Unicode scalars or bytes. There is no backtracking: a
/// pattern without variables whose only `*` splits it in two is compared from both ends; any other keeps the set of
/// all places that the part read so far can reach (see ``GlobRun``). Work is at most the pattern's ``weight`` times
/// a sixty-fourth of the text's length.
struct Glob: Sendable {
    /// One part of a pattern.
    enum Token: Sendable {
        /// One certain unit.
        case unit(UInt32)

        /// `?`: any one unit.
        case any

        /// `*`: any number of units.
        case many

        /// One ASCII unit of a set: `$(digit)`.
        case set(ByteSet)

        /// One of several texts: `$(lang)`.
        case oneOf(GlobAlternatives)

        /// A variable that cannot be read, so that nothing matches.
        case never
    }

    /// The parts.
    ///
    /// No `*` stands before a `?` or another `*`: such a run is written with its `?`s first.
    private(set) var tokens: [Token] = []

    /// What the pattern costs: one for each part, more for a list of texts.
    private(set) var weight = 0

    /// Whether all parts so far are compared with one unit each, from the beginning of the text.
    private var isAnchored = true

    init() {}

    init(_ tokens: some Sequence<Token>) {
        for token in tokens {
            append(token)
        }
    }

    /// Adds a part at the end.
    mutating func append(_ token: Token) {
        switch token {
        case .many:
            if case .many? = tokens.last { return }
            tokens.append(token)
            isAnchored = false
            weight += 1
        case .any:
            weight += 1
            if case .many? = tokens.last {
                tokens.insert(token, at: tokens.count - 1)
            } else {
                tokens.append(token)
            }
        case .oneOf(let alternatives):
            tokens.append(token)
            isAnchored = false
            weight += alternatives.weight
        case .set:
            // Where the places are bits, every member of the set is a step of its own.
            weight += isAnchored ? 1 : 64
            tokens.append(token)
        case .unit, .never:
            tokens.append(token)
            weight += 1
        }
    }

    /// Whether the pattern covers `text` from its beginning to its end.
    func matches(_ text: [UInt32]) -> Bool {
        var steps = 0
        return matches(text, steps: &steps)
    }

    /// Whether the pattern covers `text` from its beginning to its end.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - steps: Grows by what was done to find out: one for each unit that was compared at the ends, and what
    ///     ``GlobRun/steps`` tells of the rest.
    /// - Returns: Whether it does.
    func matches(_ text: [UInt32], steps: inout Int) -> Bool {
        var start = 0
        var first = 0
        while first < tokens.count, let isMember = tokens[first].matchesOne {
            guard start < text.count, isMember(text[start]) else { return false }
            start += 1
            first += 1
            steps += 1
        }
        guard first < tokens.count else { return start == text.count }
        var end = text.count
        var last = tokens.count
        while last > first + 1, let isMember = tokens[last - 1].matchesOne {
            guard end > start, isMember(text[end - 1]) else { return false }
            end -= 1
            last -= 1
            steps += 1
        }
        if last == first + 1, case .many = tokens[first] {
            return true
        }
        var run = GlobRun(text[start..<end])
        defer { steps += run.steps }
        return run.matches(tokens[first..<last])
    }

    /// Whether every text matches.
    var isUniversal: Bool {
        if tokens.count == 1, case .many = tokens[0] { true } else { false }
    }

    /// Whether every path matches: `/*`, as every path begins with a slash.
    var coversEveryPath: Bool {
        guard tokens.count == 2, case .unit(UInt32(UInt8(ascii: "/"))) = tokens[0],
            case .many = tokens[1]
        else {
            return false
        }
        return true
    }
}

extension Glob.Token {
    /// For a part that is exactly one unit long, the test for that unit.
    fileprivate var matchesOne: ((UInt32) -> Bool)? {
        switch self {
        case .unit(let unit): { $0 == unit }
        case .any: { _ in true }
        case .set(let members): { $0 < 0x80 && members.contains(UInt8($0)) }
        case .never: { _ in false }
        case .many, .oneOf: nil
        }
    }
}
