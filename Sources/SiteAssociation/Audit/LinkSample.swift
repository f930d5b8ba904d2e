import DeepLinks
import PathMatching

/// Makes links that a rule matches, to show what it does.
struct LinkSample {
    /// The text for `*`.
    var many = "x"

    /// The character for `?`.
    var one = UInt8(ascii: "x")

    /// The index in a variable's list of the text to use; the first text if the list is shorter.
    var choice = 0

    /// Whether the link leaves out query items that may be empty, as a missing item counts as empty.
    var omitsEmptyItems = false

    /// Whether the path is the parent of a pattern that ends in `/*`.
    var takesParent = false

    /// The names of query items to add if the rule has no pattern for them.
    var moreItems: [String] = []

    /// Whether the link has a fragment if the rule has no pattern for it.
    var hasFragment = false

    /// Whether texts are written in capitals where the rule still matches them.
    var isInCapitals = false

    /// Whether every character is percent-encoded where the rule still matches it.
    var isEscaped = false

    /// The host of links if no other is known.
    static let exampleHost = "example.com"

    /// What follows the host in a link that the matcher confirms for the rule; `nil` when no such link was made, it is known, or it would
    /// take seconds.
    func tail(for rule: RuleMatcher, besides known: [String] = []) -> String? {
        guard rule.effort <= 1 << 20, let path = path(of: rule), let query = query(of: rule) else {
            return nil
        }
        var fragment = hasFragment ? "more" : ""
        if let pattern = rule[.fragment], !pattern.isUniversal {
            guard let sample = pattern.globs[0].sample(self) else { return nil }
            fragment = text(sample, of: rule, plain: Self.queryBytes)
        }
        let tail =
            path + (query.isEmpty ? "" : "?" + query) + (fragment.isEmpty ? "" : "#" + fragment)
        // The matcher takes longer.
        guard !known.contains(tail) else { return nil }
        let link = try? AssociationLink("https://\(Self.exampleHost)\(tail)")
        return link.map(rule.matches) == true ? tail : nil
    }

    private func path(of rule: RuleMatcher) -> String? {
        guard let globs = rule[.path]?.globs else { return choice == 0 ? "/" : "/\(many)" }
        let glob = takesParent ? globs.last : globs.first
        return glob?.sample(self).map { text($0, of: rule, plain: Self.pathBytes) }
    }

    private func query(of rule: RuleMatcher) -> String? {
        if let pattern = rule[.query], !pattern.isUniversal {
            let more = moreItems.map { "&\($0)=more" }.joined()
            return pattern.globs[0].sample(self).map {
                text($0, of: rule, plain: Self.queryBytes) + more
            }
        }
        var items = moreItems.filter { rule[.queryItem($0)] == nil }.map { "\($0)=more" }
        for case (.queryItem(let name), let item) in rule.patterns.map({ ($0.part, $0) })
        where !(omitsEmptyItems && item.globs[0].matches([])) {
            guard let sample = item.globs[0].sample(self) else { return nil }
            // Names are case-sensitive, even if values are not.
            let name =
                rule.rule.isPercentEncoded ? name : name.percentEncoded(keeping: Self.itemBytes)
            items.append("\(name)=\(text(sample, of: rule, plain: Self.itemBytes))")
        }
        return items.joined(separator: "&")
    }

    /// A text as it appears in a link: unchanged if the rule compares the link as written, otherwise percent-encoded except for
    /// the bytes in `plain`.
    private func text(_ sample: String, of rule: RuleMatcher, plain: ByteSet) -> String {
        let text = isInCapitals && !rule.rule.isCaseSensitive ? sample.uppercased() : sample
        return rule.rule.isPercentEncoded
            ? text : text.percentEncoded(keeping: isEscaped ? ByteSet("/") : plain)
    }

    private static let itemBytes = ByteSet.unreserved.union(ByteSet("!$'()*,:@/?"))
    private static let queryBytes = itemBytes.union(ByteSet("&=+;"))
    private static let pathBytes = ByteSet.segment.union(ByteSet("/"))
}

extension LinkSample {
    /// The texts for `*` and for `?`.
    private static let texts: [(String, String)] = [
        ("x", "x"), ("1", "1"), ("x/y", "x"), ("", "x"),
        ("123e4567-e89b-12d3-a456-426614174000", "1"), ("x-1", "x"), ("1/2", "1"), ("", "1"),
        ("!@x", "!"), ("@x/!", "@"), ("&a&", "a"),
    ]

    /// Samples with different texts for the wildcards, the plainest first.
    static let varied: [LinkSample] =
        texts.enumerated().map { number, text in
            LinkSample(many: text.0, one: text.1.utf8.first ?? 0, choice: number)
        } + [
            LinkSample(omitsEmptyItems: true), LinkSample(takesParent: true),
            LinkSample(isInCapitals: true),
        ]

    /// Samples with the remaining texts of the list that a rule's variable stands for.
    static func further(for rule: RuleMatcher) -> [LinkSample] {
        (0..<min(rule.lists.max() ?? 0, 1 << 12)).map { LinkSample(choice: $0) }
    }

    /// The samples of ``varied`` and an escaped one, each also with what most rules have no pattern for: query items, a fragment, both.
    static func all(items: [String]) -> [LinkSample] {
        let more = [([], false), (["more"], false), (items, false), ([], true), (items, true)]
        return (varied + [LinkSample(isEscaped: true)]).flatMap { sample in
            more.map { items, hasFragment in
                var sample = sample
                sample.moreItems = items
                sample.hasFragment = hasFragment
                return sample
            }
        }
    }
}

extension Glob {
    /// A text that the pattern matches.
    func sample(_ sample: LinkSample) -> String? {
        let texts = chunks.map { chunk in chunk.map { $0.sample(sample) } }
        guard texts.joined().allSatisfy({ $0 != nil }) else { return nil }
        return texts.map { $0.compactMap(\.self).joined() }.joined(separator: sample.many)
    }
}

extension Glob.Token {
    /// A text for the part.
    fileprivate func sample(_ sample: LinkSample) -> String? {
        func text(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }
        switch self {
        case .unit(let unit): return Unicode.Scalar(unit).map { String($0) }
        case .any: return text(sample.one)
        case .set(let members):
            if members.contains(sample.one) { return text(sample.one) }
            return (UInt8(0)..<0x80).first(where: members.contains).map(text)
        case .oneOf(let alternatives):
            let (texts, choice) = (alternatives.values, sample.choice)
            return (choice < texts.count ? texts[choice] : texts.first)?.sample(sample)
        case .never: return nil
        }
    }
}
