import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the text of a capture is found in a link.
enum CaptureSlot: Hashable, Sendable {
    /// Nowhere: it is a capture of another prefix.
    case absent
    /// In the path: the number of the capture, from the left.
    case path(Int)
    /// In the host: the number of the capture in its source.
    case host(Int)
    /// In the query: the number of the capture in its rule.
    case item(Int)
}

/// The internal side of a rule, made of segments and items that captures are put into.
///
/// A template is never text that is parsed again, so no capture can end a segment or an item, or begin one.
struct CompiledTemplate: Sendable {
    enum Part: Sendable {
        /// Decoded text.
        case text(String)
        case capture(CaptureSlot)
    }

    enum Segment: Sendable {
        /// Canonical segments, each with the slash before it.
        case literal([UInt8])
        /// One segment that is a capture.
        case capture(CaptureSlot)
        /// The segments of a catch-all.
        case segments(CaptureSlot)
        /// One segment of several parts.
        case parts([Part])
    }

    enum Value: Sendable {
        case none
        case text(String)
        case capture(CaptureSlot)
        case parts([Part])
    }

    struct Item: Sendable {
        let name: String
        let value: Value
    }

    /// The whole path, if it has no captures.
    let fixedPath: String?

    /// The path; empty if it is fixed.
    let segments: [Segment]

    let items: [Item]

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
    ///   - slots: Where each capture is found.
    ///   - catchAll: The name of the capture that may have several segments.
    init(_ text: TemplateText, slots: [String: CaptureSlot], catchAll: String?) {
        func part(_ piece: TemplateText.Piece) -> Part {
            switch piece {
            case .text(let text): .text(text)
            case .capture(let name), .segments(let name): .capture(slots[name] ?? .absent)
            }
        }
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
            case .capture(let name)? where pieces.count == 1 && name != catchAll:
                segments.append(.capture(slots[name] ?? .absent))
            case .segments(let name)?: segments.append(.segments(slots[name] ?? .absent))
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
                    .capture(slots[name] ?? .absent)
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

/// The ranges of a path's captures, kept without an allocation where they are few.
struct CaptureRanges {
    private var first = 0..<0
    private var second = 0..<0
    private var third = 0..<0
    private var fourth = 0..<0
    private var rest: [Range<Int>] = []

    init() {}

    /// Keeps the captures of a match that keeps them all itself.
    @inline(__always)
    init(_ match: PathIndexMatch) {
        assert(match.keepsAllCaptures, "Captures are lost")
        if match.captureCount > 0 { first = match[0] }
        if match.captureCount > 1 { second = match[1] }
        if match.captureCount > 2 { third = match[2] }
        if match.captureCount > 3 { fourth = match[3] }
    }

    init(_ captures: PathCaptures) {
        let count = captures.count
        if count > 0 { first = captures[0] }
        if count > 1 { second = captures[1] }
        if count > 2 { third = captures[2] }
        if count > 3 { fourth = captures[3] }
        if count > 4 { rest = (4..<count).map { captures[$0] } }
    }

    /// The range of the capture at `index`, counted from the left.
    @inline(__always)
    subscript(index: Int) -> Range<Int> {
        switch index {
        case 0: first
        case 1: second
        case 2: third
        case 3: fourth
        default: rest[index - 4]
        }
    }
}

/// The captures of one link.
struct CaptureValues {
    /// The canonical path.
    let path: ByteView
    let pathCaptures: CaptureRanges
    /// The captured start of the host.
    let host: ByteView
    /// The number of the host's capture in its source.
    let hostCapture: Int?
    /// The captures of the query's items.
    let items: [String?]

    /// The text of a capture; nil when it is absent.
    @inline(__always)
    func text(of slot: CaptureSlot) -> String? {
        switch slot {
        case .path(let index): CanonicalPath.decode(path[pathCaptures[index]])
        case .item(let index): items[index]
        case .host(let capture): capture == hostCapture ? host.lowercased() : nil
        case .absent: nil
        }
    }

    /// The text of several parts; nil when one of them is absent.
    func text(of parts: [CompiledTemplate.Part]) -> String? {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .capture(let slot):
                guard let text = text(of: slot) else { return nil }
                result += text
            }
        }
        return result
    }
}

extension ByteView {
    /// The ASCII text in lower case.
    fileprivate func lowercased() -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for offset in 0..<count {
            let byte = self[offset]
            bytes.append(ByteSet.upperCase.contains(byte) ? byte | 0x20 : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension CompiledTemplate {
    /// The path that the captures give, canonical in all but what captured text can bring along: dot segments and
    /// control characters.
    func path(_ values: CaptureValues) -> [UInt8] {
        var bytes: [UInt8] = []
        for segment in segments {
            switch segment {
            case .literal(let literal): bytes += literal
            case .capture(.path(let index)), .segments(.path(let index)):
                // A part of a canonical path is canonical, and composed text stays so when it is cut.
                bytes.append(UInt8(ascii: "/"))
                bytes.append(contentsOf: values.path[values.pathCaptures[index]])
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

    /// Appends the template's items, without those whose captures are absent.
    @inline(__always)
    func appendItems(_ values: CaptureValues, to items: inout [URLQueryItem]) {
        for index in self.items.indices {
            let item = self.items[index]
            switch item.value {
            case .none: items.append(URLQueryItem(name: item.name, value: nil))
            case .text(let text): items.append(URLQueryItem(name: item.name, value: text))
            case .capture(let slot):
                if let text = values.text(of: slot) {
                    items.append(URLQueryItem(name: item.name, value: text))
                }
            case .parts(let parts):
                if let text = values.text(of: parts) {
                    items.append(URLQueryItem(name: item.name, value: text))
                }
            }
        }
    }
}
