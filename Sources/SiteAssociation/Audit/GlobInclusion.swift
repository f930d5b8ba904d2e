import PathMatching

/// Whether one pattern matches everything that another one does.
///
/// The second pattern is read as if it were a text whose wildcards are letters of their own: only a `*` of the
/// first can take a `*`, only `?` or `*` a `?`. So a yes is always right; a no may be wrong where only several
/// parts together cover a wildcard.
struct GlobInclusion {
    /// The pattern that may cover, and whether it ignores case.
    let cover: Glob
    let coverIgnoresCase: Bool

    /// The pattern that may be covered, and whether it ignores case.
    let part: Glob
    let partIgnoresCase: Bool

    /// How many steps the comparison takes at most.
    var cost: Int {
        (cover.tokens.count + 1) * (part.tokens.count + 1)
    }

    /// Whether everything that matches `part` matches `cover`.
    var holds: Bool {
        if cover.isUniversal { return true }
        // After each token of `part`, the places in `cover` that the tokens so far can reach.
        var reached = Array(
            repeating: PlaceSet(count: cover.tokens.count + 1),
            count: part.tokens.count + 1
        )
        reached[0].insert(0)
        let units = part.tokens.map { token in
            if case .unit(let unit) = token { unit } else { UInt32.max }
        }
        for end in 0...part.tokens.count {
            for place in 0..<cover.tokens.count where reached[end].contains(place) {
                advance(from: place, at: end, units: units, &reached)
            }
        }
        return reached[part.tokens.count].contains(cover.tokens.count)
    }

    private func advance(from place: Int, at end: Int, units: [UInt32], _ reached: inout [PlaceSet])
    {
        switch cover.tokens[place] {
        case .many:
            reached[end].insert(place + 1)
            if end < part.tokens.count {
                reached[end + 1].insert(place)
            }
        case .oneOf(let alternatives):
            if end < part.tokens.count, case .oneOf(let other) = part.tokens[end],
                other === alternatives
            {
                reached[end + 1].insert(place + 1)
            }
            // Texts of the list that `part` spells out; the tree's units are folded as the cover's are.
            if coverIgnoresCase || !partIgnoresCase {
                let folded = coverIgnoresCase ? units.map(Self.folded) : units
                alternatives.plain.forEachEnd(in: folded[...], from: end) {
                    reached[$0].insert(place + 1)
                }
            }
        case .any:
            guard end < part.tokens.count else { return }
            // A list of texts is a first unit and some more, which `?*` takes.
            if case .oneOf(let alternatives) = part.tokens[end], !alternatives.canBeEmpty,
                place + 1 < cover.tokens.count, case .many = cover.tokens[place + 1]
            {
                reached[end + 1].insert(place + 1)
            } else if takes(.any, part.tokens[end]) {
                reached[end + 1].insert(place + 1)
            }
        default:
            if end < part.tokens.count, takes(cover.tokens[place], part.tokens[end]) {
                reached[end + 1].insert(place + 1)
            }
        }
    }

    /// Whether a token of `cover` that stands for one unit takes a token of `part`.
    private func takes(_ token: Glob.Token, _ other: Glob.Token) -> Bool {
        switch (token, other) {
        case (.any, .unit), (.any, .set), (.any, .any):
            true
        case (.unit(let unit), .unit(let other)):
            coverIgnoresCase
                ? Self.folded(other) == unit
                : unit == other && !(partIgnoresCase && Self.isLetter(other))
        case (.set(let members), .unit(let other)):
            other < 0x80 && members.contains(UInt8(other))
                && (!partIgnoresCase || !Self.isLetter(other)
                    || members.contains(UInt8(other ^ 0x20)))
        case (.set(let members), .set(let others)):
            (UInt8(0)..<0x80).allSatisfy { !others.contains($0) || members.contains($0) }
        default:
            false
        }
    }

    private static func folded(_ unit: UInt32) -> UInt32 {
        (0x41...0x5A).contains(unit) ? unit + 0x20 : unit
    }

    private static func isLetter(_ unit: UInt32) -> Bool {
        (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
    }
}
