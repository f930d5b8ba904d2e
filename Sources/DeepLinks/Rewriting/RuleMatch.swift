import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rule that a link fits, and its captures.
struct RuleMatch {
    /// The captures of a path.
    enum PathCaptures {
        /// The captures that the lookup of the most specific path kept.
        case kept(PathIndexMatch)
        /// The ranges of the captures, from the left.
        case places([Range<Int>])
    }

    let rule: CompiledRule
    let link: ExternalLinkParts
    /// The link's canonical path.
    let path: ByteView
    /// The name of the host's capture, and its text.
    let hostCapture: (name: String, text: String)?
    let pathCaptures: PathCaptures
    /// The texts of the captures of the rule's conditions.
    let itemCaptures: [String?]

    /// The range of a capture in the path.
    private func place(ofPathCapture index: Int) -> Range<Int> {
        switch pathCaptures {
        case .kept(let found): found[index]
        case .places(let places): places[index]
        }
    }

    /// The text of a capture, encoded as in the path.
    func bytes(ofPathCapture index: Int) -> ByteView { path[place(ofPathCapture: index)] }

    /// The decoded text of a capture; nil if it is absent.
    func text(of slot: CaptureSlot) -> String? {
        switch slot {
        // Only an absent catch-all has empty text.
        case .segments(let index) where bytes(ofPathCapture: index).count == 0: nil
        case .path(let index), .segments(let index):
            CanonicalPath.decode(bytes(ofPathCapture: index))
        case .item(let index): itemCaptures[index]
        case .host(let name): hostCapture.flatMap { $0.name == name ? $0.text : nil }
        case .rest(let index): rest(ofCapture: index)
        }
    }

    /// The text of several pieces; nil if one of their captures is absent.
    func text(of pieces: [TemplateText.Piece]) -> String? {
        // Nearly always there is only one capture, whose text need not be copied.
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

    /// The items that a template makes, except those with an absent capture; capacity for `count` more is reserved.
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

    /// The path that a template makes; it is canonical, except that captured text can add dot segments and control characters.
    func path(_ template: TemplateText) -> [UInt8] {
        var path: [UInt8] = []
        for pieces in template.segments {
            switch rule.captures.slot(of: pieces[0]) {
            case .path(let index)? where pieces.count == 1,
                .segments(let index)? where pieces[0].addsSegments:
                // A part of a canonical path is encoded canonically. An empty one is an absent catch-all.
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

    /// The rest of the link as it was written, beginning with the segments of a catch-all; nil if nothing follows at all.
    private func rest(ofCapture index: Int) -> String? {
        let place = place(ofPathCapture: index)
        var start = link.path.upperBound
        if !place.isEmpty {
            let number = path[0..<place.lowerBound].occurrences(of: UInt8(ascii: "/")) - 1
            start = link.bytes.segments(in: link.path)[number].lowerBound
        }
        return start == link.bytes.count ? nil : String(link.bytes[start..<link.bytes.count])
    }
}
