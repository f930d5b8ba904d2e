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
        /// One segment that is a capture.
        case capture(CaptureSlot)
        /// The segments of a catch-all.
        case segments(CaptureSlot)
        /// One segment of several parts.
        case parts([Part])
    }

    package enum Value: Sendable {
        case none
        case text(String)
        case capture(CaptureSlot)
        case parts([Part])
    }

    package struct Item: Sendable {
        package let name: String
        package let value: Value
    }

    /// The whole path, if it has no captures.
    package let fixedPath: String?

    /// The path; empty if it is fixed.
    package let segments: [Segment]

    package let items: [Item]

    /// Creates a template that makes nothing.
    init() {
        fixedPath = "/"
        segments = []
        items = []
    }

    /// Compiles a template whose captures are all known.
    ///
    /// - Parameters:
    ///   - text: The template.
    ///   - scope: The captures, and where each is found.
    init(_ text: TemplateText, _ scope: CaptureScope) {
        func part(_ piece: TemplateText.Piece) -> Part {
            switch piece {
            case .text(let text): .text(text)
            case .capture(let name), .segments(let name): .capture(scope[name] ?? .absent)
            }
        }
        let catchAlls = scope.catchAlls
        var segments: [Segment] = []
        var literal: [UInt8] = []
        for pieces in text.segments {
            if pieces.count == 1, case .text(let text) = pieces[0] {
                literal.append(UInt8(ascii: "/"))
                PathMatching.withBytes(of: text) { CanonicalPath.appendEncoding($0, to: &literal) }
                continue
            }
            if !literal.isEmpty {
                segments.append(.literal(literal))
                literal = []
            }
            switch pieces.first {
            case .capture(let name)? where pieces.count == 1 && !catchAlls.contains(name):
                segments.append(.capture(scope[name] ?? .absent))
            case .segments(let name)?: segments.append(.segments(scope[name] ?? .absent))
            default: segments.append(.parts(pieces.map(part)))
            }
        }
        if segments.isEmpty {
            fixedPath = literal.isEmpty ? "/" : String(decoding: literal, as: UTF8.self)
        } else {
            fixedPath = nil
            if !literal.isEmpty { segments.append(.literal(literal)) }
        }
        self.segments = segments
        items = text.items.map { item in
            let value: Value =
                switch (item.value, item.value?.first) {
                case (nil, _): .none
                case (_?, nil): .text("")
                case (let pieces?, .text(let text)?) where pieces.count == 1: .text(text)
                case (let pieces?, .capture(let name)?) where pieces.count == 1:
                    .capture(scope[name] ?? .absent)
                case (let pieces?, _): .parts(pieces.map(part))
                }
            return Item(name: item.name, value: value)
        }
    }

    /// The numbers of the item captures that stand in the path, where a text must not be empty.
    var itemCapturesInPath: Set<Int> {
        var captures: Set<Int> = []
        for segment in segments {
            switch segment {
            case .literal: break
            case .capture(let slot), .segments(let slot):
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
    func path(_ values: RuleMatch) -> [UInt8] {
        var bytes: [UInt8] = []
        for segment in segments {
            switch segment {
            case .literal(let literal): bytes += literal
            case .capture(.path(let index)), .segments(.path(let index)):
                // A part of a canonical path is canonical; a catch-all that may be empty is absent then.
                let captured = values.bytes(ofPathCapture: index)
                guard captured.count > 0 else { continue }
                bytes.append(UInt8(ascii: "/"))
                bytes.append(contentsOf: captured)
            case .capture(let slot), .segments(let slot):
                if let text = values.text(of: slot) { Self.append(text, to: &bytes) }
            case .parts(let parts):
                if let text = values.text(of: parts) { Self.append(text, to: &bytes) }
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
    func queryItem(_ values: RuleMatch) -> URLQueryItem? {
        switch value {
        case .none: URLQueryItem(name: name, value: nil)
        case .text(let text): URLQueryItem(name: name, value: text)
        case .capture(let slot): values.text(of: slot).map { URLQueryItem(name: name, value: $0) }
        case .parts(let parts): values.text(of: parts).map { URLQueryItem(name: name, value: $0) }
        }
    }
}
