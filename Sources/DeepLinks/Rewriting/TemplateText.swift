import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The internal side of a rule: segments and query items made of text and captures, and a fragment that is a capture.
///
/// A template is parsed once, before captures are inserted, so no capture can end a segment or an item, or begin one.
package final class TemplateText: Sendable {
    package enum Piece: Equatable, Sendable {
        /// Decoded text.
        case text(String)
        /// The name of a capture, whether it is a catch-all whose segments are added, and where its text is found: nil if it is absent,
        /// and while the template is not one of a compiled rule.
        case capture(String, addsSegments: Bool, CaptureSlot?)

        /// The name of the capture; nil for text.
        package var capture: String? {
            if case .capture(let name, _, _) = self { name } else { nil }
        }

        /// Where the text of the capture is found; nil for literal text, and if the capture is absent.
        package var slot: CaptureSlot? {
            if case .capture(_, _, let slot) = self { slot } else { nil }
        }

        /// The literal text; empty for a capture.
        package var text: String {
            if case .text(let text) = self { text } else { "" }
        }

        /// Whether it is a catch-all whose segments are added.
        package var addsSegments: Bool {
            if case .capture(_, true, _) = self { true } else { false }
        }
    }

    /// Whether a segment is made of captures and words, and not only of captures and what separates them.
    package static func hasWords(_ segment: [Piece]) -> Bool {
        segment.count > 1 && segment.contains { $0.text.contains { $0.isLetter || $0.isNumber } }
    }

    package struct Item: Sendable {
        package let name: String
        /// The value; nil without an equals sign.
        package let value: [Piece]?
        /// Where the value is found if it is a single capture, as nearly always.
        let slot: CaptureSlot?

        init(name: String, value: [Piece]?) {
            self.name = name
            self.value = value
            slot = value?.count == 1 ? value?[0].slot : nil
        }

        var captures: [String] { value?.compactMap(\.capture) ?? [] }

        /// Whether this can have made the given item: both have the same name, and both or neither have a value.
        func fits(_ item: URLQueryItem) -> Bool {
            hasSameBytes(item.name, name) && (item.value == nil) == (value == nil)
        }
    }

    package let segments: [[Piece]]
    package let items: [Item]
    /// The capture that is the fragment, if it is there.
    package let fragment: Piece?

    /// The canonical path of the segments before the first that has a capture; empty if there are none.
    let fixedStart: String

    /// The whole canonical path; nil if it has captures.
    package let fixedPath: String?

    /// Reads a template; the places of its captures are stored, so that they are not looked up by name for each link.
    init(
        _ text: String,
        in captures: [(name: String, slot: CaptureSlot)]
    ) throws(RuleFlaw) {
        let reader = TemplateReader(text: text, captures: captures)
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw reader.flaw(
                "does not begin with a slash",
                "write an internal path such as '/items/detail?id={id}'"
            )
        }
        let marked = BracedText.split(Array(text.utf8)[...], at: "#", maxSplits: 1)
        fragment = marked.count == 2 ? try reader.fragment(marked[1]) : nil
        var (segments, items): ([[Piece]], [Item]) = ([], [])
        let parts = BracedText.split(marked[0], at: "?", maxSplits: 1)
        // As in paths, a run of slashes counts as one, and a trailing slash is ignored.
        for segment in BracedText.split(parts[0], at: "/") where !segment.isEmpty {
            segments.append(try reader.pieces(ofSegment: segment))
        }
        for query in parts.dropFirst() {
            for item in BracedText.split(query, at: "&") { items.append(try reader.item(item)) }
        }
        let fixed = segments.prefix { $0.allSatisfy { $0.capture == nil } }
        var path: [UInt8] = []
        for case .text(let text) in fixed.joined() { CanonicalPath.append(text, to: &path) }
        fixedStart = String(decoding: path, as: UTF8.self)
        let isWhole = fixed.count == segments.count
        fixedPath = isWhole ? (path.isEmpty ? "/" : fixedStart) : nil
        self.segments = segments
        self.items = items
    }

    /// The names of all captures, in order.
    package var captures: [String] {
        segments.joined().compactMap(\.capture) + items.flatMap(\.captures)
            + [fragment?.capture].compactMap(\.self)
    }
}

/// Reads the parts of a template's text.
private struct TemplateReader {
    let text: String
    let captures: [(name: String, slot: CaptureSlot)]

    func flaw(_ predicate: String, _ remedy: String) -> RuleFlaw {
        flaw(ErrorText(predicate, remedy))
    }

    private func flaw(_ flaw: ErrorText) -> RuleFlaw {
        RuleFlaw("malformed-template", flaw.after("the template '\(text)' "))
    }

    func pieces(
        ofSegment segment: ArraySlice<UInt8>
    ) throws(RuleFlaw) -> [TemplateText.Piece] {
        guard let braced = BracedText.pieces(segment) else { throw flaw(BracedText.flaw) }
        guard let pieces = try pieces(braced) else { throw flaw(BracedItem.malformedEscape) }
        if pieces.count > 1, let name = pieces.first(where: \.addsSegments)?.capture {
            throw flaw(
                "has other text in the segment of '{*\(name)}'",
                "write it as a segment of its own"
            )
        }
        if [".", ".."].contains(pieces.map(\.text).joined()), pieces.count == 1 {
            throw flaw("has a dot segment, which no internal path has", "write the path without it")
        }
        if segment.contains(where: ByteSet.blank.contains)
            || pieces.contains(where: {
                $0.text.unicodeScalars.contains(where: CanonicalPath.isControl)
            })
        {
            throw flaw(
                "has a space or a control character",
                "percent-encode a space, and remove the others"
            )
        }
        return pieces
    }

    func item(_ text: ArraySlice<UInt8>) throws(RuleFlaw) -> TemplateText.Item {
        let item = try BracedItem(text)
        guard let value = item.value else { return TemplateText.Item(name: item.name, value: nil) }
        guard let pieces = try pieces(value) else {
            throw .queryItem(item.text, BracedItem.malformedEscape)
        }
        if pieces.contains(where: \.addsSegments) {
            throw .queryItem(item.text, BracedItem.catchAll)
        }
        return TemplateText.Item(name: item.name, value: pieces)
    }

    func fragment(_ text: ArraySlice<UInt8>) throws(RuleFlaw) -> TemplateText.Piece {
        let name = BracedText.pieces(text).flatMap { $0.count == 1 ? $0[0].capture : nil }
        guard let name, name.utf8.first != UInt8(ascii: "*") else {
            throw flaw(
                "has a fragment that is not one capture",
                "write one, as in '#{name}', remove it, or write '%23' for the character"
            )
        }
        return try piece(name)
    }

    /// The pieces with their texts decoded; nil if one cannot be decoded.
    private func pieces(
        _ braced: [BracedText.Piece]
    ) throws(RuleFlaw) -> [TemplateText.Piece]? {
        var pieces: [TemplateText.Piece] = []
        for piece in braced {
            switch piece {
            case .text(let bytes):
                guard let text = withBytes(of: bytes, CanonicalPath.decode) else { return nil }
                pieces.append(.text(text))
            case .capture(let capture): pieces.append(try self.piece(capture))
            }
        }
        return pieces
    }

    private func piece(_ capture: String) throws(RuleFlaw) -> TemplateText.Piece {
        let isCatchAll = capture.utf8.first == UInt8(ascii: "*")
        let name = isCatchAll ? String(capture.dropFirst()) : capture
        guard BracedText.isName(name) else {
            throw flaw(
                "has '{\(capture)}', which is not a capture's name",
                "use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side"
            )
        }
        let slot = captures.first { $0.name == name }?.slot
        return .capture(name, addsSegments: isCatchAll, slot)
    }
}

extension CanonicalPath {
    /// Appends a slash and a segment with the given unencoded text.
    package static func append(_ text: String, to path: inout [UInt8]) {
        path.append(UInt8(ascii: "/"))
        withBytes(of: text) { PercentEncoding.append($0, keeping: .segment, to: &path) }
    }
}
