import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the text of a capture is found in a link.
package enum CaptureSlot: Hashable, Sendable {
    /// Nowhere: it is a capture of another prefix.
    case absent
    /// In the path: the number of the capture, from the left.
    case path(Int)
    /// In the host: the number of the capture in its source.
    case host(Int)
    /// In the query: the number of the capture in its rule.
    case item(Int)
    /// In all that follows a place in the path, as it was written: the number of the path's capture.
    case rest(Int)
}

/// The internal side of a rule, made of segments and items that captures are put into.
///
/// A template is never text that is parsed again, so no capture can end a segment or an item, or begin one.
package struct CompiledTemplate: Sendable {
    package enum Part: Sendable {
        /// Decoded text.
        case text(String)
        case capture(CaptureSlot)
    }

    package enum Segment: Sendable {
        /// Canonical segments, each with the slash before it.
        case literal([UInt8])
        /// One segment that is a capture, or the segments of a catch-all.
        case capture(CaptureSlot)
        /// One segment of several parts.
        case parts([Part])
    }

    package struct Item: Sendable {
        package let name: String
        /// Nil without a value.
        package let value: [Part]?
    }

    /// The whole path, if it has no captures.
    package let fixedPath: String?

    /// The path; empty if it is fixed.
    package let segments: [Segment]

    package let items: [Item]

    /// Compiles a template whose captures are all known.
    ///
    /// - Parameters:
    ///   - text: The template.
    ///   - scope: The captures, and where each is found.
    init(_ text: TemplateText, _ scope: CaptureScope) {
        func parts(_ pieces: [TemplateText.Piece]) -> [Part] {
            pieces.map { piece in
                switch piece {
                case .text(let text): .text(text)
                case .capture(let name), .segments(let name): .capture(scope[name] ?? .absent)
                }
            }
        }
        var segments: [Segment] = []
        var literal: [UInt8] = []
        for pieces in text.segments {
            if pieces.count == 1, case .text(let text) = pieces[0] {
                Self.append(text, to: &literal)
                continue
            }
            if !literal.isEmpty { segments.append(.literal(literal)) }
            literal = []
            switch pieces.first {
            case .capture(let name)? where pieces.count == 1 && !scope.catchAlls.contains(name),
                .segments(let name)?:
                segments.append(.capture(scope[name] ?? .absent))
            default: segments.append(.parts(parts(pieces)))
            }
        }
        if !literal.isEmpty, !segments.isEmpty { segments.append(.literal(literal)) }
        fixedPath =
            segments.isEmpty
            ? (literal.isEmpty ? "/" : String(decoding: literal, as: UTF8.self)) : nil
        self.segments = segments
        items = text.items.map { Item(name: $0.name, value: $0.value.map(parts)) }
    }

    /// The numbers of the item captures that stand in the path, where a text must not be empty.
    var itemCapturesInPath: Set<Int> {
        var captures: Set<Int> = []
        for segment in segments {
            switch segment {
            case .literal: break
            case .capture(let slot):
                if case .item(let item) = slot { captures.insert(item) }
            case .parts(let parts):
                for case .capture(.item(let item)) in parts { captures.insert(item) }
            }
        }
        return captures
    }
}

extension CompiledTemplate {
    /// The path that the captures give, canonical in all but what captured text can bring along: dot segments and
    /// control characters.
    func path(_ match: RuleMatch) -> [UInt8] {
        var bytes: [UInt8] = []
        for segment in segments {
            switch segment {
            case .literal(let literal): bytes += literal
            case .capture(.path(let index)):
                // A part of a canonical path is canonical; a catch-all that may be empty is absent then.
                let captured = match.bytes(ofPathCapture: index)
                guard captured.count > 0 else { continue }
                bytes.append(UInt8(ascii: "/"))
                bytes.append(contentsOf: captured)
            case .capture(let slot):
                if let text = match.text(of: slot) { Self.append(text, to: &bytes) }
            case .parts(let parts):
                if let text = match.text(of: parts) { Self.append(text, to: &bytes) }
            }
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "/"))
        withBytes(of: text) { CanonicalPath.appendEncoding($0, to: &bytes) }
    }
}

extension CompiledTemplate.Item {
    /// The item that the captures give; nil if one of them is absent.
    func queryItem(_ match: RuleMatch) -> URLQueryItem? {
        guard let value else { return URLQueryItem(name: name, value: nil) }
        return match.text(of: value).map { URLQueryItem(name: name, value: $0) }
    }
}
