import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rule that a link fits, and what it captured.
struct RuleMatch {
    /// The captures of a path.
    enum PathCaptures {
        /// The few captures of the most specific path, which its look-up keeps.
        case kept(PathIndexMatch)
        /// Their places, from the left.
        case places([Range<Int>])
    }

    let rule: CompiledRule
    /// The link, and its canonical path.
    let link: ExternalLinkParts
    let path: ByteView
    /// The name of the host's capture, and its text.
    let hostCapture: (name: String, text: String)?
    let pathCaptures: PathCaptures
    /// The texts of the captures of the rule's conditions.
    let itemCaptures: [String?]

    /// The place of a capture in the path.
    private func place(ofPathCapture index: Int) -> Range<Int> {
        switch pathCaptures {
        case .kept(let found): found[index]
        case .places(let places): places[index]
        }
    }

    /// The text of a capture as it stands in the path.
    func bytes(ofPathCapture index: Int) -> ByteView { path[place(ofPathCapture: index)] }

    /// The text of a capture; nil when it is absent.
    func text(of slot: CaptureSlot) -> String? {
        switch slot {
        // Only a catch-all that is absent has no text.
        case .segments(let index) where bytes(ofPathCapture: index).count == 0: nil
        case .path(let index), .segments(let index):
            CanonicalPath.decode(bytes(ofPathCapture: index))
        case .item(let index): itemCaptures[index]
        case .host(let name): hostCapture.flatMap { $0.name == name ? $0.text : nil }
        case .rest(let index): rest(ofCapture: index)
        }
    }

    /// The text of several pieces; nil when a capture among them is absent.
    func text(of pieces: [TemplateText.Piece]) -> String? {
        // Nearly always it is one capture, whose text need not be copied.
        if pieces.count == 1, let slot = rule.captures.slot(of: pieces[0]) { return text(of: slot) }
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .capture, .segments:
                guard let text = rule.captures.slot(of: piece).flatMap(text) else { return nil }
                result += text
            }
        }
        return result
    }

    /// The items that a template makes, without those that lack a capture; there is room for `count` more behind them.
    func queryItems(_ template: TemplateText, roomFor count: Int) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        items.reserveCapacity(template.items.count + count)
        for item in template.items {
            let value = item.value.flatMap { text(of: $0) }
            if value != nil || item.value == nil {
                items.append(URLQueryItem(name: item.name, value: value))
            }
        }
        return items
    }

    /// The path that a template makes, canonical in all but what captured text can bring along: dot segments and control characters.
    func path(_ template: TemplateText) -> [UInt8] {
        var path: [UInt8] = []
        for pieces in template.segments {
            switch rule.captures.slot(of: pieces[0]) {
            case .path(let index)? where pieces.count == 1,
                .segments(let index)? where pieces[0].addsSegments:
                // A part of a canonical path is canonical; a catch-all that may be empty is absent then.
                let captured = bytes(ofPathCapture: index)
                guard captured.count > 0 else { continue }
                path.append(UInt8(ascii: "/"))
                path.append(contentsOf: captured)
            case nil, .path?, .segments?, .host?, .item?, .rest?:
                if let text = text(of: pieces) { CanonicalPath.append(text, to: &path) }
            }
        }
        if path.isEmpty { path.append(UInt8(ascii: "/")) }
        return path
    }

    /// The rest of the link as it was written, beginning with the segments of a catch-all; nil when nothing follows at all.
    private func rest(ofCapture index: Int) -> String? {
        let place = place(ofPathCapture: index)
        guard !place.isEmpty else {
            let end = link.path.upperBound
            return end == link.bytes.count
                ? nil : String(link.bytes[end..<link.bytes.count])
        }
        var segments = path[0..<place.lowerBound].occurrences(of: UInt8(ascii: "/"))
        var start = link.path.lowerBound
        var isInside = false
        while start < link.path.upperBound {
            let isSlash = link.bytes[start] == UInt8(ascii: "/")
            if !isSlash, !isInside { segments -= 1 }
            if segments == 0 { break }
            isInside = !isSlash
            start += 1
        }
        return String(link.bytes[start..<link.bytes.count])
    }
}

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
