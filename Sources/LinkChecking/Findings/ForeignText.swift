import DeepLinks
import PathMatching

/// A pattern or a template as other routers would read it, with what means the same here.
///
/// A text that no other router reads in another way consists of pieces that mean themselves.
package struct ForeignText {
    /// What the text is, which decides what can be written in it.
    enum Kind {
        case rule, prefix, registeredPath, template
    }

    /// A piece of the text.
    struct Piece {
        /// The piece as it was written.
        let text: String
        /// What is to be written here.
        let meant: String
        /// The innermost optional part to which it belongs, counted from 1 in the order of their starts; 0 if there is none.
        var option = 0
        /// The segment or value to which it belongs; nil for what stands between them.
        var unit: Int?

        /// The piece as text that no other router takes for a capture.
        fileprivate var escaped: String {
            guard meant != text else { return text }
            // This package's capture with a mark behind it.
            if text.hasPrefix("{") {
                return text.dropLast() + String(text.suffix(1)).percentEncoded(keeping: ByteSet())
            }
            return String(text.prefix(1)).percentEncoded(keeping: ByteSet())
                + text.dropFirst().replacing("?", with: "%3F").replacing("(", with: "%28")
                .replacing("{", with: "{{").replacing("}", with: "}}")
        }
    }

    private let kind: Kind
    private(set) var pieces: [Piece] = []
    /// How many parts may be absent.
    private(set) var optionCount = 0
    /// Whether a mark at its end says that a catch-all may be absent.
    private(set) var hasOptionalMark = false
    /// Whether the slash at its end may be absent.
    private(set) var endsInOptionalSlash = false
    /// Whether it is a regular expression for a whole path.
    let isAnchored: Bool
    private var names: Set<String> = []
    /// How many optional parts contain what is read.
    private var depth = 0

    init(_ text: String, as kind: Kind) {
        self.kind = kind
        isAnchored = text.hasPrefix("^")
        let text = isAnchored ? Self.withoutAnchors(text) : text
        for case .capture(let capture) in BracedText.pieces(text.utf8) ?? [] {
            names.insert(String(capture.drop { $0 == "*" }.prefix { !":?".contains($0) }))
        }
        let bytes = Array(text.utf8)[...]
        // Nobody writes a longer one, and reading it would take long.
        guard bytes.count <= 1_024 else {
            pieces = [Piece(text: text, meant: text)]
            return
        }
        let end = Self.queryMark(in: bytes) ?? bytes.endIndex
        pieces = path(bytes[..<end], isLast: true)
        guard end < bytes.endIndex else { return }
        for (number, item) in BracedText.split(bytes[(end + 1)...], at: "&").enumerated() {
            let parts = BracedText.split(item, at: "=", maxSplits: 1)
            let start = (number == 0 ? "?" : "&") + String(decoding: parts[0], as: UTF8.self)
            pieces.append(Piece(text: start, meant: start))
            guard parts.count == 2 else { continue }
            pieces.append(Piece(text: "=", meant: "="))
            pieces += value(parts[1]).map { piece in
                var piece = piece
                piece.unit = -1 - number
                return piece
            }
        }
    }

    /// A regular expression for a whole path without its marks for the start and the end, and with plain slashes.
    private static func withoutAnchors(_ text: String) -> String {
        let end = text.hasSuffix("$") ? text.dropLast() : text[...]
        let path = end.dropFirst().replacing("\\/", with: "/")
        return (path.hasPrefix("/") ? "" : "/") + path
    }

    /// Whether a whole segment would be a capture in other routers, or have one.
    package static func hasCapture(_ segment: String) -> Bool {
        ForeignText(segment, as: .rule).pieces.contains { $0.text != $0.meant }
    }

    /// What is to be written with all optional parts.
    var meant: String { meant(keeping: optionCount) }

    /// What is to be written for links without some of the optional parts, longest first.
    var shorter: [String] { (0..<optionCount).reversed().map(meant(keeping:)) }

    private func meant(keeping options: Int) -> String {
        let text = pieces.filter { $0.option <= options }.map(\.meant).joined()
        return text.hasPrefix("/") || kind == .prefix ? text : "/" + text
    }

    /// The segments and values to be written in another way: each as it is, as it is meant, and as plain text.
    var changes: [(text: String, meant: String, escaped: String)] {
        var changes: [(text: String, meant: String, escaped: String)] = []
        var last: Int?
        for piece in pieces {
            if let unit = piece.unit, unit == last {
                changes[changes.count - 1].text += piece.text
                changes[changes.count - 1].meant += piece.meant
                changes[changes.count - 1].escaped += piece.escaped
            } else if piece.unit != nil {
                changes.append((piece.text, piece.meant, piece.escaped))
            }
            last = piece.unit
        }
        return changes.filter { $0.text != $0.meant }
    }
}

// MARK: - Parts

extension ForeignText {
    private typealias Bytes = ArraySlice<UInt8>

    /// The end of what begins with a brace or parenthesis at `start`: the offset after the one that closes it; nil if none does.
    private static func end(ofGroupAt start: Int, in bytes: Bytes) -> Int? {
        if bytes[start] == UInt8(ascii: "{") {
            return bytes[start...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
        }
        var depth = 0
        var offset = start
        while offset < bytes.endIndex {
            switch bytes[offset] {
            case UInt8(ascii: "\\"): offset += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            offset += 1
            if depth == 0 { return offset }
        }
        return nil
    }

    /// The offsets that are outside of braces and parentheses.
    private static func outerOffsets(of bytes: Bytes) -> [Int] {
        var offsets: [Int] = []
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            if "{(".utf8.contains(bytes[offset]), let end = end(ofGroupAt: offset, in: bytes) {
                offset = end
            } else {
                offsets.append(offset)
                offset += 1
            }
        }
        return offsets
    }

    /// The question mark that begins the query; others make the slash or the capture before them optional.
    private static func queryMark(in bytes: Bytes) -> Int? {
        outerOffsets(of: bytes).first { offset in
            guard bytes[offset] == UInt8(ascii: "?"), offset > bytes.startIndex else {
                return bytes[offset] == UInt8(ascii: "?")
            }
            let isAtEnd = offset + 1 == bytes.endIndex
            guard isAtEnd || bytes[offset + 1] == UInt8(ascii: "/") else { return true }
            let before = bytes[offset - 1]
            if before == UInt8(ascii: "/") { return !isAtEnd }
            if ")}]>*+".utf8.contains(before) { return false }
            let word = bytes[..<offset].reversed().prefix(while: isNameByte)
            let start = offset - word.count - 1
            return start < bytes.startIndex || bytes[start] != UInt8(ascii: ":")
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || ByteSet.alphanumerics.contains(byte)
    }

    /// The pieces of a path, or of a part of one that may be absent.
    private mutating func path(_ path: Bytes, in option: Int = 0, isLast: Bool) -> [Piece] {
        var pieces: [Piece] = []
        let slashes = Self.outerOffsets(of: path).filter { path[$0] == UInt8(ascii: "/") }
        let starts = [path.startIndex] + slashes.map { $0 + 1 }
        let ends = slashes + [path.endIndex]
        let last = Array(zip(starts, ends)).lastIndex {
            $0 < $1 && path[$0..<$1] != [UInt8(ascii: "?")]
        }
        for (number, (start, end)) in zip(starts, ends).enumerated() {
            var bytes = path[start..<end]
            var slash = Piece(text: "/", meant: "/", option: option)
            // The mark of '.*?' says only how much the expression takes.
            let isLazy =
                bytes.suffix(3).elementsEqual(".*?".utf8)
                || bytes.suffix(3).elementsEqual(".+?".utf8)
            let hasMark = bytes.last == UInt8(ascii: "?") && !isLazy
            if hasMark { bytes.removeLast() }
            if hasMark, bytes.isEmpty {
                endsInOptionalSlash = true
                continue
            }
            var segment = segment(bytes, in: option, isLast: isLast && number == last)
            if hasMark, let final = segment.last, final.meant.hasSuffix("}") {
                if segment.count == 1, final.meant.hasPrefix("{*"), kind != .template {
                    let name = final.meant.dropLast().prefix { $0 != "?" }
                    segment[0] = Piece(
                        text: final.text + "?",
                        meant: "\(name)?}",
                        option: option
                    )
                    hasOptionalMark = true
                } else if final.option == option {
                    optionCount += 1
                    segment[segment.count - 1].option = optionCount
                    if segment.count == 1 { slash.option = optionCount }
                }
            } else if hasMark {
                segment.append(Piece(text: "?", meant: "?", option: option))
            }
            if number > 0 { pieces.append(slash) }
            pieces += segment.map { piece in
                var piece = piece
                piece.unit = number
                return piece
            }
        }
        return pieces
    }

    /// The pieces of a query item's value.
    private mutating func value(_ bytes: Bytes) -> [Piece] {
        let isOptional = bytes.last == UInt8(ascii: "?")
        var pieces = segment(isOptional ? bytes.dropLast() : bytes, in: 0, isLast: nil)
        guard isOptional else { return pieces }
        guard let last = pieces.popLast(), last.text != last.meant else {
            return pieces + segment(bytes, in: 0, isLast: nil)
        }
        let mark = kind == .template ? "}" : "?}"
        return pieces + [Piece(text: last.text + "?", meant: last.meant.dropLast() + mark)]
    }
}

// MARK: - Captures

extension ForeignText {
    /// How many segments a capture takes.
    private enum Reach {
        case one, some, any
    }

    /// A name that no capture has yet.
    private mutating func unused(_ name: String) -> String {
        let names = self.names
        let free = [name] + (2..<(names.count + 3)).map { "\(name)\($0)" }
        let unused = free.first { !names.contains($0) } ?? name
        self.names.insert(unused)
        return unused
    }

    private func capture(
        _ name: some StringProtocol,
        _ reach: Reach,
        _ constraint: String = ""
    )
        -> String
    {
        let isTemplate = kind == .template
        return switch reach {
        case .one: "{\(name)\(isTemplate ? "" : constraint)}"
        case .some: "{*\(name)}"
        case .any: "{*\(name)\(isTemplate ? "" : "?")}"
        }
    }

    /// The constraint that does the same as a regular expression, with its colon; empty if there is none.
    private static func constraint(of expression: some StringProtocol) -> String {
        let text = String(expression)
        // Compiling an expression takes long.
        if text.contains("\\d") || text.contains("0-9"),
            text.wholeMatch(of: /(\\{1,2}d|\[0-9\]|\[\\d\])([*+]|{[0-9,]+})?/) != nil
        {
            return ":int"
        }
        let words = text.split(separator: "|", omittingEmptySubsequences: false)
        let isList =
            words.count > 1 && Set(words).count == words.count
            && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(ByteSet.unreserved.contains) }
        return isList ? ":\(text)" : ""
    }

    /// Whether a text has what only a regular expression has.
    static func isExpression(_ text: some StringProtocol) -> Bool {
        text.contains("\\") || text.contains(".*") || text.contains(".+")
            || text.contains("[") && String(text).contains(/\[[^\]]+\]([*+]|{[0-9,]+})/)
    }

    /// What a whole segment or value means that is one capture without a colon and without parentheses.
    ///
    /// - Parameters:
    ///   - text: The segment or value.
    ///   - isLast: Whether it is the path's last segment; nil for a value, which has no catch-all.
    /// - Returns: What is meant; nil if it is no such capture.
    private mutating func whole(_ text: String, isLast: Bool?) -> String? {
        // Most segments begin with a letter, and compiling the expressions takes longer than all other checks of them.
        guard let first = text.utf8.first, "*<[.\\".utf8.contains(first) else { return nil }
        let some: Reach = isLast == nil ? .one : .some
        if text.wholeMatch(of: /\.[*+]\??\$?/) != nil {
            return isLast == true
                ? capture(unused("rest"), .some) : capture(unused("name"), .one)
        }
        if let stars = text.wholeMatch(of: /\*+([A-Za-z][A-Za-z0-9._~-]*)?/) {
            if let name = stars.1 { return capture(name, some) }
            return isLast == true || isLast == false && text != "*"
                ? capture(unused("rest"), .some) : capture(unused("name"), .one)
        }
        // Such as '<id>' and '<int:id>'.
        if let angle = text.wholeMatch(of: /<(?:([^:]*):)?([A-Za-z][A-Za-z0-9._~-]*)>/) {
            let kind = angle.1.map(String.init) ?? ""
            if kind == "path" { return capture(angle.2, some) }
            return capture(
                angle.2,
                .one,
                PathConstraint.names.contains(kind) ? ":\(kind)" : ""
            )
        }
        // Such as '[id]', '[...rest]' and '[[...rest]]'.
        if let square = text.wholeMatch(of: /\[(\[?)(\.*)([A-Za-z][A-Za-z0-9._~-]*)\]\]?/) {
            if square.2.isEmpty || isLast == nil { return capture(square.3, .one) }
            return capture(square.3, square.1.isEmpty ? .some : .any)
        }
        guard text.wholeMatch(of: /(\[[^\]]+\]|\\[dwDWS])([*+]|{[0-9,]+})\$?/) != nil else {
            return nil
        }
        let expression = text.hasSuffix("$") ? text.dropLast() : text[...]
        return capture(unused("name"), .one, Self.constraint(of: expression))
    }

    /// The pieces of a segment, or of a value if `isLast` is nil.
    private mutating func segment(_ bytes: Bytes, in option: Int, isLast: Bool?) -> [Piece] {
        let text = String(decoding: bytes, as: UTF8.self)
        if let meant = whole(text, isLast: isLast) {
            return [Piece(text: text, meant: meant, option: option)]
        }
        if isLast != nil, let meant = repeated(bytes) {
            return [Piece(text: text, meant: meant, option: option)]
        }
        var pieces: [Piece] = []
        var (start, offset) = (bytes.startIndex, bytes.startIndex)
        func addText() {
            guard start < offset else { return }
            let text = String(decoding: bytes[start..<offset], as: UTF8.self)
            pieces.append(Piece(text: text, meant: text, option: option))
        }
        while offset < bytes.endIndex {
            if let found = foreign(at: offset, in: bytes, in: option, isLast: isLast) {
                addText()
                pieces += found.pieces
                (start, offset) = (found.end, found.end)
            } else if bytes[offset] == UInt8(ascii: "{") {
                offset = Self.end(ofGroupAt: offset, in: bytes) ?? bytes.endIndex
            } else {
                offset += 1
            }
        }
        addText()
        return pieces
    }

    /// Whether the text between parentheses, such as '/:id' and '.:format', is a part of the path that may be absent.
    private static func isOptionalPart(_ text: Bytes) -> Bool {
        guard let first = text.first else { return false }
        return first == UInt8(ascii: "/")
            || ":._~-".utf8.contains(first) && text.contains(UInt8(ascii: ":"))
    }

    /// What a segment means that is a capture with a mark behind it, as in '{path}*'.
    private func repeated(_ segment: Bytes) -> String? {
        guard segment.first == UInt8(ascii: "{"), let mark = segment.last, "*+".utf8.contains(mark),
            Self.end(ofGroupAt: segment.startIndex, in: segment) == segment.endIndex - 1
        else { return nil }
        let name = segment.dropFirst().prefix { !"*?:}".utf8.contains($0) }
        guard !name.isEmpty, name.allSatisfy(ByteSet.unreserved.contains) else { return nil }
        return capture(
            String(decoding: name, as: UTF8.self),
            mark == UInt8(ascii: "+") ? .some : .any
        )
    }

    /// What begins at an offset of a segment, if it is a capture or an optional part of another router: its pieces and its end.
    private mutating func foreign(
        at start: Int,
        in segment: Bytes,
        in option: Int,
        isLast: Bool?
    ) -> (pieces: [Piece], end: Int)? {
        var end = start
        var name: String?
        var inside: Bytes = []
        switch segment[start] {
        case UInt8(ascii: ":"):
            // Behind other text, a colon is only text.
            guard start == segment.startIndex || "@._~-".utf8.contains(segment[start - 1]),
                let first = segment[(start + 1)...].first, ByteSet.letters.contains(first)
            else { return nil }
            let bytes = segment[(start + 1)...].prefix(while: Self.isNameByte)
            name = String(decoding: bytes, as: UTF8.self)
            end = bytes.endIndex
            if end < segment.endIndex, segment[end] == UInt8(ascii: "("),
                let close = Self.end(ofGroupAt: end, in: segment)
            {
                let group = segment[(end + 1)..<(close - 1)]
                if !Self.isOptionalPart(group) { (inside, end) = (group, close) }
            }
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            guard let close = Self.end(ofGroupAt: start, in: segment) else { return nil }
            end = close
            inside = segment[(start + 1)..<(close - 1)]
            if inside.starts(with: "?:".utf8) { inside = inside.dropFirst(2) }
            let isOption =
                segment[start] == UInt8(ascii: "{")
                ? inside.first == UInt8(ascii: "/") : Self.isOptionalPart(inside)
            if isLast != nil, isOption {
                guard depth < 8 else { return nil }
                depth += 1
                defer { depth -= 1 }
                optionCount += 1
                let part = path(
                    inside,
                    in: optionCount,
                    isLast: isLast == true && close == segment.endIndex
                )
                return (part, close)
            }
            let text = String(decoding: inside, as: UTF8.self)
            let isCapture =
                Self.isExpression(text) || text.contains("|")
                || start == segment.startIndex && end == segment.endIndex && !text.isEmpty
            guard segment[start] == UInt8(ascii: "("), isCapture else { return nil }
            if let named = text.prefixMatch(of: /\?P?<([A-Za-z][A-Za-z0-9._~-]*)>/) {
                name = String(named.1)
                inside = inside.dropFirst(named.0.utf8.count)
            }
        default: return nil
        }
        let expression = String(decoding: inside, as: UTF8.self)
        var reach = Reach.one
        if expression.contains("."), expression.wholeMatch(of: /(\(\?!.*\))?\.[*+]\??/) != nil,
            name != nil || isLast == true
        {
            reach = .some
        }
        if end + 1 == segment.endIndex {
            // A mark at the end repeats the capture, or ends the expression.
            switch segment[end] {
            case UInt8(ascii: "*"): (reach, end) = (.any, end + 1)
            case UInt8(ascii: "+"): (reach, end) = (.some, end + 1)
            case UInt8(ascii: "$") where isLast == true: end += 1
            default: break
            }
        }
        // A catch-all is alone in its segment, or behind the text of the last one.
        let isAlone = start == segment.startIndex && end == segment.endIndex
        let isBehindText =
            isLast == true && end == segment.endIndex && kind != .template
            && !segment[..<start].contains(where: "{(:".utf8.contains)
        reach = isLast != nil && isAlone ? reach : isBehindText && reach != .one ? .some : .one
        let meant = capture(
            name ?? unused(reach == .one ? "name" : "rest"),
            reach,
            Self.constraint(of: expression)
        )
        let text = String(decoding: segment[start..<end], as: UTF8.self)
        return ([Piece(text: text, meant: meant, option: option)], end)
    }
}
