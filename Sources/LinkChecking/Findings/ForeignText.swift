import DeepLinks
import PathMatching

/// A pattern or a template as other routers would read it, with what means the same here.
///
/// The forms that apps use have an exact meaning: `:id`, `*rest`, `<int:id>`, `[id]`, `{id:[0-9]+}`, an expression that is one capture, and
/// one segment with a question mark behind it. Of all others it only says that they are foreign.
package struct ForeignText {
    /// What the text is, which decides what can be written in it.
    enum Kind {
        case rule, prefix, template
    }

    /// A segment of the path, or the value of a query item.
    struct Piece {
        /// What stands before it: a slash, or the name of the item.
        let start: String
        /// The piece as it was written.
        let text: String
        /// What is to be written here: the text itself if it is not foreign, nil if nobody can say.
        fileprivate(set) var meant: String?
        /// The piece as text that no other router takes for a capture.
        fileprivate(set) var escaped = ""
        /// Whether a question mark behind it says that it may be absent.
        fileprivate(set) var isOptional = false
        /// The constraints that a list of words in it names.
        fileprivate(set) var constraints: [String] = []

        /// Whether other routers read it in another way.
        var isForeign: Bool { meant != text || !constraints.isEmpty }

        /// Whether the mark before its item's name is written as in HTML.
        var isBehindEntity: Bool { start.hasPrefix("&amp;") }
    }

    let text: String
    let kind: Kind
    /// The name of a capture that other routers need no name for, or that a template takes by its number; nil for a usual one.
    private let unnamed: String?
    /// How many captures have no name.
    private(set) var unnamedCount = 0
    private(set) var pieces: [Piece] = []
    /// Whether it is a regular expression for a whole path.
    let isAnchored: Bool
    /// Whether a part of it may be absent.
    private(set) var hasOption = false

    init(_ text: String, as kind: Kind, naming unnamed: String? = nil) {
        self.text = text
        self.kind = kind
        self.unnamed = unnamed
        isAnchored = text.hasPrefix("^")
        var bytes = Array((isAnchored ? Self.withoutAnchors(text) : text).utf8)[...]
        // Nobody writes a longer one, and reading it would take long.
        guard bytes.count <= 1_024 else { return }
        let mark = isAnchored ? nil : Self.queryMark(in: bytes)
        if mark == nil, bytes.suffix(2).elementsEqual("/?".utf8) {
            // A link may have a slash at its end in any case.
            hasOption = true
            bytes.removeLast(2)
        }
        let end = mark ?? bytes.endIndex
        let segments = ForeignForm.segments(of: bytes[..<end])
        let last = segments.lastIndex { !$0.isEmpty }
        for (number, segment) in segments.enumerated() {
            add(segment, after: number == 0 ? "" : "/", isLast: number == last)
        }
        guard end < bytes.endIndex else { return }
        for (number, item) in BracedText.split(bytes[(end + 1)...], at: "&").enumerated() {
            let parts = BracedText.split(item, at: "=", maxSplits: 1)
            let name = (number == 0 ? "?" : "&") + String(decoding: parts[0], as: UTF8.self)
            let value = parts.dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
            add(value ?? "", after: value == nil ? name : name + "=")
        }
    }

    /// A regular expression for a whole path without its marks for the start and the end, and with plain slashes, dots and hyphens.
    private static func withoutAnchors(_ text: String) -> String {
        // Without the mark for the end, it takes all that begins so.
        guard text.hasSuffix("$") else { return text }
        let path = text.dropFirst().dropLast().replacing(/\\([\/.\-])(?![*+?{])/) { $0.1 }
        return (path.hasPrefix("/") ? "" : "/") + path
    }

    /// What is to be written: one text, and one more for links without the part that may be absent; none if nobody can say.
    var texts: [String] {
        guard pieces.allSatisfy({ $0.meant != nil }), pieces.count(where: \.isOptional) < 2 else {
            return []
        }
        // A template leaves out a capture that is absent.
        let isSplit = kind != .template && pieces.contains(where: \.isOptional)
        let choices = isSplit ? [pieces, pieces.filter { !$0.isOptional }] : [pieces]
        let texts = choices.map { pieces in
            let text = pieces.map { $0.start + ($0.meant ?? $0.text) }.joined()
            return text.hasPrefix("/") || kind == .prefix ? text : "/" + text
        }
        return texts.allSatisfy(canBe) ? texts : []
    }

    private func canBe(_ text: String) -> Bool {
        kind == .template
            ? (try? TemplateText(text)) != nil
            : (try? ExternalPattern(text.isEmpty ? "/" : text).pathPattern(under: "")) != nil
    }
}

// MARK: - Parts

extension ForeignText {
    /// The question mark that begins the query; others make what stands before them optional.
    private static func queryMark(in bytes: ArraySlice<UInt8>) -> Int? {
        ForeignForm.places(of: "?", in: bytes).first { mark in
            let rest = bytes[(mark + 1)...]
            let isBehindGroup = bytes[..<mark].last == UInt8(ascii: ")")
            return !rest.isEmpty && rest.first != UInt8(ascii: "/")
                && (!isBehindGroup || rest.contains(UInt8(ascii: "=")))
        }
    }

    /// Reads a segment, or a value if `isLast` is nil.
    private mutating func add(_ text: String, after start: String, isLast: Bool? = nil) {
        var piece = Piece(start: start, text: text, meant: text)
        defer { pieces.append(piece) }
        let hasMark =
            ForeignForm.mayBe(in: text, "*?<[(\\$+ ")
            || text.contains("|") && PathConstraint.names.contains { text.contains(":\($0)|") }
        guard isAnchored || hasMark else { return }
        // The mark of '.*?' says only how much the expression takes.
        let isLazy = text.hasSuffix("*?") || text.hasSuffix("+?")
        piece.isOptional = isLast != nil && text.hasSuffix("?") && !isLazy
        let bare = text.dropLast(piece.isOptional ? 1 : 0)
        var (meant, end, isClear) = ("", bare.startIndex, true)
        let forms = ForeignForm.forms(in: bare)
        for form in forms {
            let before = String(bare[end..<form.range.lowerBound])
            let written = String(bare[form.range])
            let new = self.meant(by: form, in: bare, isLast: isLast)
            meant += before + (new ?? written)
            let isCapture = form.kind == .capture && new != nil || form.kind == .unclear
            if isCapture, form.name == nil, new != written { unnamedCount += 1 }
            let plain = form.kind == .own ? written : written.percentEncoded(keeping: .unreserved)
            piece.escaped += before.percentEncoded(keeping: .unreserved) + plain
            if form.kind == .constraints { piece.constraints += form.words }
            isClear = isClear && new != nil
            hasOption = hasOption || form.kind == .option && isLast != nil
            end = form.range.upperBound
        }
        meant += bare[end...]
        piece.escaped += String(bare[end...]).percentEncoded(keeping: .unreserved)
        let isAlone = forms.count == 1 && forms[0].range == bare.startIndex..<bare.endIndex
        if piece.isOptional {
            // Beside other text, nobody can say what the mark makes optional.
            piece.isOptional = isAlone || meant != bare || bare.isEmpty || bare.hasSuffix(")")
            piece.escaped += piece.isOptional ? "" : "%3F"
            isClear = isClear && isAlone
        } else if isLast != nil, isAlone, forms[0].isOptional, !forms[0].isRest {
            piece.isOptional = true
        }
        guard isAnchored || piece.isOptional || meant != bare || !isClear else { return }
        hasOption = hasOption || piece.isOptional
        piece.meant = isClear && !hasRest(meant) ? meant : nil
        // What stays in braces may be no capture.
        if !canBe((isLast == nil ? "/?x=" : "/") + piece.escaped) {
            piece.escaped = text.percentEncoded(keeping: .unreserved)
        }
    }

    /// Whether a text still has a character with a meaning in other routers.
    private func hasRest(_ text: String) -> Bool {
        BracedText.pieces(text.utf8)?.contains { piece in
            guard case .text(let text) = piece else { return false }
            return text.contains(where: "()[]<>|^$\\?*+\(isAnchored ? ":" : "")".utf8.contains)
        } ?? true
    }
}

// MARK: - Queries

extension ForeignText {
    /// What is wrong with a query that is not written as items behind '?' with '&' between them, and the whole text as it is meant, and
    /// if it is meant as it is read; nil if nothing is wrong, or if nobody can say what is meant.
    var queryFlaw: (obstacle: String, meant: String, escaped: String)? {
        let parts = BracedText.split(Array(text.utf8)[...], at: "?", maxSplits: 1)
            .map { String(decoding: $0, as: UTF8.self) }
        let rest = parts.dropFirst().first ?? parts[0]
        // Compiling an expression takes long, and so does reading a long text.
        guard kind != .prefix, text.utf8.count <= 1_024, !text.contains("#"), rest.contains("={"),
            parts.count == 1
                || rest.replacing("?}", with: "").contains(where: { ";[?".contains($0) })
        else { return nil }
        var (start, query) = (parts[0] + "?", rest)
        var (obstacle, escaped) = ("", "")
        if parts.count == 1 {
            // Such as '/a&id={id}' and '/a/id={id}'.
            let behindPath = /(.*?)(?:\/?&(?:amp;)?|\/)([\w.~\-]+=[^\/]*)/
            guard let found = text.wholeMatch(of: behindPath), found.2.contains("{"),
                // In a path of such segments, the last one is no query.
                !found.1.contains("={")
            else { return nil }
            (start, query) = ((found.1.isEmpty ? "/" : found.1) + "?", String(found.2))
            obstacle = "has no '?' before its query"
            escaped = text.replacing("&", with: "%26").replacing("=", with: "%3D")
        }
        // Such as 'a={a}?b={b}' and 'a={a};b={b}'.
        let separator = /(=(?:\{[^{}]*\}|[\w.~\-]+))([?;])(?=[\w.~\-]+=)/
        let items = query.replacing(separator) { "\($0.1)&" }
        // Such as '[a={a}]', 'a?={a}' and 'a={a}?'.
        let optional =
            /(^|&)(?:\[([\w.~\-]+)(=\{[^{}?]+)\}\]|([\w.~\-]+)\?(=\{[^{}?]+)\}|([\w.~\-]+)(=\{[^{}?]+)\}\?)(?=&|$)/
        let mark = kind == .template ? "}" : "?}"
        let meant = items.replacing(optional) {
            "\($0.1)\($0.2 ?? $0.4 ?? $0.6 ?? "")\($0.3 ?? $0.5 ?? $0.7 ?? "")\(mark)"
        }
        if obstacle.isEmpty {
            guard meant != query else { return nil }
            let isSemicolon = query.firstMatch(of: separator)?.2 == ";"
            obstacle =
                items == query
                ? "has an optional item, as other routers write it"
                : isSemicolon ? "has a ';' between two items" : "has a second '?'"
            let mark = /[;\[\]]|\?(?!\})/
            escaped =
                start + rest.replacing(mark) { String($0.0).percentEncoded(keeping: ByteSet()) }
        }
        guard canBe(start + meant) else { return nil }
        return (obstacle, start + meant, escaped)
    }
}

// MARK: - Forms

extension ForeignText {
    /// What is to be written in place of a form; nil if nobody can say.
    private func meant(by form: ForeignForm, in text: Substring, isLast: Bool?) -> String? {
        let written = String(text[form.range])
        // In an expression, a brace or an asterisk is a count.
        if isAnchored && (form.kind == .own || form.expression.hasPrefix("*")) { return nil }
        switch form.kind {
        case .own, .constraints: return written
        case .dollar: return ""
        case .option: return isLast == nil ? written : nil
        case .unclear where form.name == nil && (isLast == nil || kind == .template): return written
        case .unclear: return nil
        case .reference where kind == .template && form.name.flatMap { Int($0) } != nil:
            return form.name == "1" ? unnamed.map { "{\($0)}" } : nil
        case .reference: return written
        case .capture: break
        }
        let isWhole = form.range == text.startIndex..<text.endIndex
        let endsPath = isLast == true && form.range.upperBound == text.endIndex
        if form.isOptional && !form.isRest && !isWhole { return nil }
        if form.name == nil {
            // In values and templates, other text beside an asterisk or an expression says that it is text.
            let isText = !isWhole && (isLast == nil || kind == .template)
            if isText { return written }
            // A template needs the name that the capture has in the path.
            if kind == .template { return nil }
        }
        let isKnownRest = form.name != nil || endsPath || form.expression == "**"
        let isRest = form.isRest && isKnownRest && isLast != nil && (isWhole || endsPath)
        let name = form.name ?? unnamed ?? (isRest ? "rest" : "name")
        if isRest {
            return "{*\(name)\(form.isOptional && isWhole && kind != .template ? "?" : "")}"
        }
        return "{\(name)\(kind == .template ? "" : form.constraint)}"
    }
}

extension ForeignForm {
    /// The constraint that does the same as the expression or the type, with its colon; empty if there is none.
    fileprivate var constraint: String {
        if PathConstraint.names.contains(String(expression)) { return ":\(expression)" }
        let digits = /(\\{1,2}d|\[0-9\]|\[\\d\])([*+]\??|\{[0-9,]+\})?/
        if expression.wholeMatch(of: digits) != nil { return ":int" }
        let words = words
        return !words.isEmpty && Set(words).count == words.count ? ":\(expression)" : ""
    }
}
