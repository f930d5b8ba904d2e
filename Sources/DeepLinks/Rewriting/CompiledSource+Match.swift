import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CompiledSource {
    /// The first rule that a link fits: the most specific path goes first, and of rules with the same path the one that asks for
    /// most.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - path: Its canonical path.
    ///   - hostCapture: What its host captured.
    ///   - items: Its items.
    ///   - recorder: Takes note of the rules that are passed over.
    /// - Returns: The rule and its captures, or nil if no rule fits.
    func match(
        _ link: ExternalLinkParts,
        _ path: ByteView,
        _ hostCapture: (name: String, text: String)?,
        _ items: [URLQueryItem],
        recorder: ExplanationRecorder?
    ) -> RuleMatch? {
        // Nearly always it is a rule of the most specific path, and has so few captures that looking it up needs no room.
        let found = trie.lookUp(path)
        guard !found.isNone else { return nil }
        let isQuick = found.keepsAllCaptures
        if isQuick, let (rule, texts) = rule(of: found.entry, items, recorder: recorder) {
            return RuleMatch(
                rule: rule,
                link: link,
                path: path,
                hostCapture: hostCapture,
                pathCaptures: rule.ownCaptures(in: path) ?? .kept(found),
                itemCaptures: texts
            )
        }
        var match: RuleMatch?
        trie.firstMatch(canonical: path) { group, captures in
            if isQuick, group == found.entry { return false }
            guard let (rule, texts) = rule(of: group, items, recorder: recorder) else {
                return false
            }
            match = RuleMatch(
                rule: rule,
                link: link,
                path: path,
                hostCapture: hostCapture,
                pathCaptures: rule.ownCaptures(in: path) ?? .places(captures.places),
                itemCaptures: texts
            )
            return true
        }
        return match
    }

    /// The first rule of a group whose conditions the items fit, and the captures of these.
    private func rule(
        of group: Int,
        _ items: [URLQueryItem],
        recorder: ExplanationRecorder?
    ) -> (CompiledRule, [String?])? {
        for rule in groups[group] {
            if let captures = rule.captures(in: items) { return (rule, captures) }
            recorder?.passedOver(rule, items)
        }
        return nil
    }
}

extension CompiledRule {
    /// The captures of a path that the rule's group matches; nil if they are those of the group.
    fileprivate func ownCaptures(in path: ByteView) -> RuleMatch.PathCaptures? {
        guard let ownTrie else { return nil }
        var places: [Range<Int>]?
        ownTrie.firstMatch(canonical: path) { _, captures in
            places = captures.places
            return true
        }
        return places.map(RuleMatch.PathCaptures.places)
    }
}

extension PathCaptures {
    /// The places of all captures, from the left.
    fileprivate var places: [Range<Int>] { (0..<count).map { self[$0] } }
}
