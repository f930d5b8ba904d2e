import DeepLinks
import PathMatching

/// A rule as checks look at it.
struct CheckedRule {
    /// The rule's number in its source.
    let number: Int

    /// Its external side as it was written.
    let text: String

    /// Its internal side as it was written; nil if it has none.
    let template: String?

    /// Its internal side in pieces.
    let pieces: TemplateText?

    /// The path's pattern under each of the source's prefixes, at least one.
    let paths: [PathPattern]

    /// The captures of the path, without those of a prefix.
    let ownCaptures: [String]

    let external: ExternalPattern

    /// What is asked of the query.
    let items: [ExternalShape.Item]

    /// Whether every link's query that fits this rule also fits another one, which so leaves it nothing.
    ///
    /// It is asked of values that are made up, and so is ``canShareQuery(with:)``.
    func impliesQuery(of other: CheckedRule) -> Bool {
        other.items.allSatisfy { item in
            guard let own = items.first(where: { hasSameBytes($0.name, item.name) }) else {
                return !item.isRequired
            }
            return own.samples.allSatisfy(item.fits)
        }
    }

    /// Whether a link's query can fit both rules.
    func canShareQuery(with other: CheckedRule) -> Bool {
        items.allSatisfy { own in
            guard let item = other.items.first(where: { hasSameBytes($0.name, own.name) }) else {
                return true
            }
            return (own.samples + item.samples).contains { own.fits($0) && item.fits($0) }
        }
    }
}

/// What a link has of the query item with one name.
private enum ItemValue {
    case absent
    case flag
    case text(String)
}

extension ExternalShape.Item {
    /// What a link can have.
    fileprivate var samples: [ItemValue] {
        let values = SampleLinks.values(of: self).map { $0.map(ItemValue.text) ?? .flag }
        return isRequired ? values : [.absent] + values
    }

    /// Whether a link with this value fits.
    fileprivate func fits(_ value: ItemValue) -> Bool {
        switch (value, form) {
        case (.absent, _): return !isRequired
        case (.flag, .flag): return true
        case (.flag, .text), (.flag, .pattern), (.text, .flag): return false
        case (.text(let text), .text(let wanted)): return hasSameBytes(text, wanted)
        case (.text(let text), .pattern(let pattern)):
            var trie = PathTrie<Int>()
            trie[pattern] = 0
            var path = Array("/".utf8)
            withBytes(of: text) { CanonicalPath.appendEncoding($0, to: &path) }
            return trie.match(String(decoding: path, as: UTF8.self)) != nil
        }
    }
}
