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

        /// Whether it is text of a path with a mark of an expression that has no meaning here.
        fileprivate var hasMark: Bool {
            guard let unit, unit >= 0, text == meant else { return false }
            return BracedText.pieces(text.utf8)?.contains { piece in
                guard case .text(let text) = piece else { return false }
                return text.contains(where: "()[]<>|^$\\?".utf8.contains)
            } ?? true
        }

        /// The piece as text that no other router takes for a capture.
        fileprivate var escaped: String {
            guard meant != text else {
                return hasMark ? text.replacing("?", with: "%3F") : text
            }
            // This package's capture with a mark behind it.
            let own = text.hasPrefix("{") ? text.dropLast() : ""
            return own + String(text.dropFirst(own.count)).percentEncoded(keeping: .unreserved)
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
    /// Whether all of it has a meaning here.
    private var isRead = true
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
        !ForeignText(segment, as: .rule).changes.isEmpty
    }

    /// What is to be written with all optional parts.
    var meant: String { meant(keeping: optionCount) }

    /// What is to be written for links without some of the optional parts, longest first.
    var shorter: [String] { (0..<optionCount).reversed().map(meant(keeping:)) }

    private func meant(keeping options: Int) -> String {
        let text = pieces.filter { $0.option <= options }.map(\.meant).joined()
        return text.hasPrefix("/") || kind == .prefix ? text : "/" + text
    }

    /// Whether what is to be written can be, and no other router takes a part of it for a capture.
    var isClear: Bool {
        isRead && !pieces.contains(where: \.hasMark)
            && ([meant] + shorter).allSatisfy { text in
                let again = ForeignText(text, as: kind)
                return again.changes.isEmpty && again.optionCount == 0 && Self.canBe(text, kind)
            }
    }

    private static func canBe(_ text: String, _ kind: Kind) -> Bool {
        switch kind {
        case .template: (try? TemplateText(text)) != nil
        case .rule: (try? ExternalPattern(text).pathPattern(under: "")) != nil
        case .prefix, .registeredPath: (try? PathPattern(text.isEmpty ? "/" : text)) != nil
        }
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
        return changes.filter { $0.text != $0.meant && $0.meant.contains("{") }
    }
}

// MARK: - Parts

extension ForeignText {
    private typealias Bytes = ArraySlice<UInt8>

    /// The end of what begins with a brace, bracket or parenthesis at `start`: the offset after the one that closes it; nil if none does.
    private static func end(ofGroupAt start: Int, in bytes: Bytes) -> Int? {
        if bytes[start] != UInt8(ascii: "(") {
            let end = UInt8(ascii: bytes[start] == UInt8(ascii: "{") ? "}" : "]")
            return bytes[start...].firstIndex(of: end).map { $0 + 1 }
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

    /// The offsets that are outside of braces, brackets and parentheses.
    private static func outerOffsets(of bytes: Bytes) -> [Int] {
        var offsets: [Int] = []
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            if "{([".utf8.contains(bytes[offset]), let end = end(ofGroupAt: offset, in: bytes) {
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
            let before = bytes[offset - 1]
            let rest = bytes[(offset + 1)...]
            if before == UInt8(ascii: ")"), !rest.contains(UInt8(ascii: "=")) { return false }
            let isAtEnd = rest.isEmpty
            guard isAtEnd || rest.first == UInt8(ascii: "/") else { return true }
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
            var segment = segment(
                bytes,
                isMarked: hasMark,
                in: option,
                isLast: isLast && number == last
            )
            if hasMark, let final = segment.last,
                final.option != option || final.meant.hasSuffix("}")
            {
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
                    // The mark of a format, as in ':id.:format?'.
                    let before = segment.dropLast().last
                    if before?.text == ".", before?.option == option {
                        segment[segment.count - 2].option = optionCount
                    }
                }
            } else if hasMark {
                segment.append(Piece(text: "?", meant: "?", option: option))
            }
            slash.option = max(option, segment.map(\.option).min() ?? option)
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
        var pieces = segment(isOptional ? bytes.dropLast() : bytes, isLast: nil)
        guard isOptional else { return pieces }
        guard let last = pieces.popLast(), last.text != last.meant else {
            return pieces + segment(bytes, isLast: nil)
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

    /// A capture of another router, as it was written.
    private struct Capture {
        var name: String?
        var reach = Reach.one
        var constraint = ""
        var end: Int
    }

    /// The capture that begins at an offset of a segment or value, without a colon and without parentheses.
    ///
    /// - Parameters:
    ///   - start: The offset.
    ///   - segment: The segment or value.
    ///   - isLast: Whether it is the path's last segment; nil for a value, which has no catch-all.
    /// - Returns: The capture; nil if none begins there.
    private func plain(at start: Int, in segment: Bytes, isLast: Bool?) -> Capture? {
        let text = String(decoding: segment[start...].prefix(256), as: UTF8.self)
        let isFirst = start == segment.startIndex
        func end(_ match: Substring) -> Int { start + match.utf8.count }
        // Such as '<id>' and '<int:id>'.
        if let angle = text.prefixMatch(of: /<(?:([^:<>]*):)?([A-Za-z][A-Za-z0-9._~-]*)>/) {
            let kind = angle.1.map(String.init) ?? ""
            return Capture(
                name: String(angle.2),
                reach: kind == "path" ? .some : .one,
                constraint: PathConstraint.names.contains(kind) ? ":\(kind)" : "",
                end: end(angle.0)
            )
        }
        // Such as '[id]', '[...rest]' and '[[...rest]]'.
        if isFirst || "@._~-".utf8.contains(segment[start - 1]),
            let square = text.prefixMatch(
                of: /\[(\[?)(\.*)([A-Za-z][A-Za-z0-9._~-]*)\]\]?(?![*+{])/
            )
        {
            let reach = square.2.isEmpty ? Reach.one : square.1.isEmpty ? .some : .any
            return Capture(name: String(square.3), reach: reach, end: end(square.0))
        }
        var found: Capture?
        if let stars = text.prefixMatch(of: /(\*+)([A-Za-z][A-Za-z0-9._~-]*)?/) {
            let name = isFirst ? stars.2.map(String.init) : nil
            let isSome = isLast == true || name != nil || stars.1.count > 1 && isLast == false
            found = Capture(
                name: name,
                reach: isSome ? .some : .one,
                end: end(name == nil ? stars.1 : stars.0)
            )
        } else if let any = text.prefixMatch(of: /\.[*+]\??/) {
            found = Capture(reach: isLast == true ? .some : .one, end: end(any.0))
        } else if let expression = text.prefixMatch(
            of: /(\[[^\]]+\](?:[*+]|{[0-9,]+})|\\{1,2}[dwDWS](?:[*+]|{[0-9,]+})?)/
        ) {
            found = Capture(
                constraint: Self.constraint(of: expression.0),
                end: end(expression.0)
            )
        }
        // In values and templates, other text beside them says that they are text.
        guard let found, isLast == nil || kind == .template else { return found }
        let rest = segment[found.end...]
        return isFirst && (rest.isEmpty || rest == [UInt8(ascii: "$")]) ? found : nil
    }

    /// The pieces of a segment, or of a value if `isLast` is nil.
    ///
    /// - Parameters:
    ///   - bytes: The segment or value.
    ///   - isMarked: Whether a question mark follows it.
    ///   - option: The optional part to which it belongs.
    ///   - isLast: Whether it is the path's last segment; nil for a value.
    /// - Returns: The pieces.
    private mutating func segment(
        _ bytes: Bytes,
        isMarked: Bool = false,
        in option: Int = 0,
        isLast: Bool?
    ) -> [Piece] {
        if isLast != nil, let meant = repeated(bytes) {
            let text = String(decoding: bytes, as: UTF8.self)
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
            if let found = foreign(
                at: offset,
                in: bytes,
                isMarked: isMarked,
                in: option,
                isLast: isLast
            ) {
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

    /// Whether a segment or value refers to a group of an expression by its number.
    private static func isReference(_ segment: Bytes) -> Bool {
        guard segment.count == 2, let mark = segment.first, let digit = segment.last else {
            return false
        }
        return "$\\".utf8.contains(mark) && "123456789".utf8.contains(digit)
    }

    /// What a capture of this package's form means whose expression or marks are another router's; nil if it is not one.
    ///
    /// - Parameters:
    ///   - capture: The text between the braces.
    ///   - isAlone: Whether it is a whole segment.
    /// - Returns: What is to be written, without a brace if it is nothing.
    static func meant(by capture: String, isAlone: Bool) -> String? {
        if capture == "$" { return "" }
        let parts = capture.split(separator: ":", maxSplits: 1)
        guard var name = parts.first else { return nil }
        let isRest = name.hasPrefix("**") || parts.count == 2 && [".*", ".+"].contains(parts[1])
        guard isRest || parts.count == 2 && isExpression(parts[1]) && !parts[1].contains("|") else {
            return nil
        }
        name = name.drop { $0 == "*" }
        guard !name.isEmpty, name.utf8.allSatisfy(ByteSet.unreserved.contains) else { return nil }
        return isRest && isAlone
            ? "{*\(name)}" : "{\(name)\(parts.count == 2 ? constraint(of: parts[1]) : "")}"
    }

    /// Whether the text between parentheses is what one capture takes, so that nothing beside it may be absent with it.
    private static func isOneCapture(_ text: String) -> Bool {
        text.hasPrefix("?P<") || text.hasPrefix("?<") || text.contains("|") && !text.contains("/")
            || text.wholeMatch(
                of: /(\[[^\]]+\]|\\{1,2}[dwDWS]|\.)([*+]\??|{[0-9,]+})?/
            ) != nil
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
        isMarked: Bool,
        in option: Int,
        isLast: Bool?
    ) -> (pieces: [Piece], end: Int)? {
        var end = start
        var name: String?
        var inside: Bytes = []
        var found: Capture?
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
            let text = String(decoding: inside, as: UTF8.self)
            let isGroup = segment[start] == UInt8(ascii: "(")
            let hasMark =
                close < segment.endIndex ? segment[close] == UInt8(ascii: "?") : isMarked
            if isLast != nil,
                isGroup
                    ? Self.isOptionalPart(inside) || hasMark && !Self.isOneCapture(text)
                    : text.hasPrefix("/")
                        || text.hasPrefix(".:")
                            && !PathConstraint.names.contains(String(text.dropFirst(2)))
            {
                guard depth < 8 else { return nil }
                depth += 1
                defer { depth -= 1 }
                optionCount += 1
                let part = path(
                    inside,
                    in: optionCount,
                    isLast: isLast == true && close == segment.endIndex
                )
                return (part, hasMark && close < segment.endIndex ? close + 1 : close)
            }
            let isCapture =
                Self.isExpression(text) || text.contains("|")
                || start == segment.startIndex && end == segment.endIndex && !text.isEmpty
            guard isGroup, isCapture else { return nil }
            if let named = text.prefixMatch(of: /\?P?<([A-Za-z][A-Za-z0-9._~-]*)>/) {
                name = String(named.1)
                inside = inside.dropFirst(named.0.utf8.count)
            }
        case UInt8(ascii: "$")
        where segment[(start + 1)...].starts(with: "{".utf8)
            && !segment[(start + 1)...].starts(with: "{{".utf8):
            // As in '${id}'.
            return ([Piece(text: "$", meant: "", option: option)], start + 1)
        case UInt8(ascii: "$") where start + 1 == segment.endIndex && isLast == true:
            // The end of an expression.
            return ([Piece(text: "$", meant: "", option: option)], start + 1)
        case _ where kind == .template && Self.isReference(segment):
            // As '$1' and '\1' in an expression's replacement.
            let number = segment[(start + 1)...]
            name =
                number.elementsEqual("1".utf8)
                ? "name" : "name\(String(decoding: number, as: UTF8.self))"
            end = segment.endIndex
        case UInt8(ascii: "\\")
        where start + 1 < segment.endIndex
            && !ByteSet.alphanumerics.contains(segment[start + 1])
            && segment[start + 1] != UInt8(ascii: "\\"):
            // An expression's character that means itself.
            let text = String(decoding: segment[start..<(start + 2)], as: UTF8.self)
            return ([Piece(text: text, meant: String(text.dropFirst()), option: option)], start + 2)
        case UInt8(ascii: ".") where !"*+".utf8.contains(segment[(start + 1)...].first ?? 0):
            return nil
        case _ where "<[*.\\".utf8.contains(segment[start]):
            found = plain(at: start, in: segment, isLast: isLast)
            guard let found else { return nil }
            (name, end) = (found.name, found.end)
        default: return nil
        }
        let expression = String(decoding: inside, as: UTF8.self)
        // Within a capture, only brackets have a slash.
        if expression.contains("/"), !expression.contains("(?!") {
            isRead =
                isRead
                && !Self.outerOffsets(of: inside).contains { inside[$0] == UInt8(ascii: "/") }
        }
        var reach = found?.reach ?? .one
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
            found?.constraint ?? Self.constraint(of: expression)
        )
        let text = String(decoding: segment[start..<end], as: UTF8.self)
        return ([Piece(text: text, meant: meant, option: option)], end)
    }
}
