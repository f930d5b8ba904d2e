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
        let slashes = Self.places(of: "/", in: bytes[..<end])
        let segments = zip([0] + slashes.map { $0 + 1 }, slashes + [end]).map { bytes[$0..<$1] }
        let last = segments.lastIndex { !$0.isEmpty }
        for (number, segment) in segments.enumerated() {
            add(segment, after: number == 0 ? "" : "/", isLast: number == last)
        }
        guard end < bytes.endIndex else { return }
        for (number, item) in BracedText.split(bytes[(end + 1)...], at: "&").enumerated() {
            let parts = BracedText.split(item, at: "=", maxSplits: 1)
            let name = (number == 0 ? "?" : "&") + String(decoding: parts[0], as: UTF8.self)
            add(parts.count == 2 ? parts[1] : [], after: parts.count == 2 ? name + "=" : name)
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
        let lengths = isSplit ? [true, false] : [true]
        let texts = lengths.map { isWhole in
            let text = pieces.filter { isWhole || !$0.isOptional }
                .map { $0.start + ($0.meant ?? $0.text) }.joined()
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
    private typealias Bytes = ArraySlice<UInt8>

    /// The places of a character that are outside of braces, brackets and parentheses.
    private static func places(of mark: Unicode.Scalar, in bytes: Bytes) -> [Int] {
        var depth = 0
        return bytes.indices.filter { index in
            if "{([".utf8.contains(bytes[index]) { depth += 1 }
            if "})]".utf8.contains(bytes[index]) { depth = max(0, depth - 1) }
            return depth == 0 && bytes[index] == UInt8(ascii: mark)
        }
    }

    /// The question mark that begins the query; others make what stands before them optional.
    private static func queryMark(in bytes: Bytes) -> Int? {
        places(of: "?", in: bytes).first { mark in
            let rest = bytes[(mark + 1)...]
            let isBehindGroup = bytes[..<mark].last == UInt8(ascii: ")")
            return !rest.isEmpty && rest.first != UInt8(ascii: "/")
                && (!isBehindGroup || rest.contains(UInt8(ascii: "=")))
        }
    }

    /// Whether a text has a character that another router may read in its own way.
    private static func hasMark(_ text: String) -> Bool {
        // Compiling an expression takes long.
        let hasMark = zip("/\(text)".utf8, text.utf8).contains { before, byte in
            "*?<[(\\$+ ".utf8.contains(byte)
                || byte == UInt8(ascii: ".") && before == byte
                || byte == UInt8(ascii: ":") && !ByteSet.alphanumerics.contains(before)
        }
        return hasMark
            || text.utf8.contains(UInt8(ascii: "|"))
                && PathConstraint.names.contains { text.contains(":\($0)|") }
    }

    /// Reads a segment, or a value if `isLast` is nil.
    private mutating func add(_ bytes: Bytes, after start: String, isLast: Bool? = nil) {
        let text = String(decoding: bytes, as: UTF8.self)
        var piece = Piece(start: start, text: text, meant: text)
        defer { pieces.append(piece) }
        guard isAnchored || Self.hasMark(text) else { return }
        // The mark of '.*?' says only how much the expression takes.
        let isLazy = text.hasSuffix("*?") || text.hasSuffix("+?")
        piece.isOptional = isLast != nil && text.hasSuffix("?") && !isLazy
        let bare = text.dropLast(piece.isOptional ? 1 : 0)
        var (meant, end, isClear) = ("", bare.startIndex, true)
        let forms = Self.forms(in: bare)
        for form in forms {
            let before = String(bare[end..<form.range.lowerBound])
            let written = String(bare[form.range])
            let new = self.meant(by: form, in: bare, isLast: isLast)
            meant += before + (new ?? written)
            if form.kind == .capture, form.name == nil, new != nil, new != written {
                unnamedCount += 1
            }
            piece.escaped += before.percentEncoded(keeping: .unreserved)
            piece.escaped +=
                form.kind == .own ? written : written.percentEncoded(keeping: .unreserved)
            if form.kind == .constraints {
                piece.constraints += form.expression.split(separator: "|").map(String.init)
            }
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
    /// A query that is not written as items behind '?' with '&' between them.
    struct QueryFlaw {
        let obstacle: String
        /// The whole text as it is meant.
        let meant: String
        /// The whole text if it is meant as it is read.
        let escaped: String
    }

    /// What is wrong with the query; nil if nothing is, or if nobody can say what is meant.
    var queryFlaw: QueryFlaw? {
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
            escaped =
                start
                + rest.replacing(/[;\[\]]|\?(?!\})/) {
                    String($0.0).percentEncoded(keeping: ByteSet())
                }
        }
        guard canBe(start + meant) else { return nil }
        return QueryFlaw(obstacle: obstacle, meant: start + meant, escaped: escaped)
    }
}

// MARK: - Forms

extension ForeignText {
    /// A part of a segment or value that other routers read in their own way.
    fileprivate struct Form {
        enum Kind {
            /// A capture of another router, or one of an expression.
            case capture
            /// A dollar sign before a capture in braces.
            case dollar
            /// A part that may be absent, of which nobody can say how to write it.
            case option
            /// A capture of which nobody can say how to write it.
            case unclear
            /// A list of words that all name a constraint, of which each is meant.
            case constraints
            /// What a template takes from an expression by its number.
            case reference
            /// This package's capture, or a doubled brace.
            case own
        }

        let range: Range<Substring.Index>
        var kind = Kind.capture
        var name: String?
        /// The expression or the type for its text.
        var expression: Substring = ""
        /// Whether it takes several segments.
        var isRest = false
        /// Whether a catch-all takes no segment as well, or a segment may be absent.
        var isOptional = false
    }

    /// The forms of a segment or value that have a meaning in other routers, and this package's own captures.
    private static func forms(in text: Substring) -> [Form] {
        let forms =
            #/
              # This package's form, also with another router's expression in it.
              (?<braces> \{\{ | \}\} | \{ [^{}]* \} )
            | (?<dollar> \$ ) (?= \{ [^{] )
              # Such as '$1' and '\1'.
            | (?<reference> [$\\] \d+ )
              # Such as '(/:id)', '(.:format)' and '(\.html)?'.
            | (?<option> \( (?:\?:)? (?: \/ | [._~\-]?:[A-Za-z] ) | \)\? )
              # Such as ':id', ':id(\d+)', ':path*', '[id]', '[...rest]' and '[[...rest]]'. Behind other text, they are only text.
            | (?<before> ^ | [@._~\-] ) (?:
                  : (?<colon> [A-Za-z]\w* ) (?: \( (?! \/ | \.: ) (?<of> [^()]* ) \) )? (?<mark> [*+] )?
                | \[ (?<none> \[ )? (?<dots> \.\.\. )? (?<square> [A-Za-z]\w* ) \]\]? (?! [*+\{] )
              )
              # Such as '<id>', '<int:id>', '<id:int>' and '<rest..>'.
            | < (?: (?<type> \w+ ) : )? (?<angle> [A-Za-z][\w.~\-]*? ) (?<end> \.\. )? >
              # Such as '*', '**' and '*rest'. Behind other text, what follows is only text.
            | (?<stars> \*\*? ) (?<star> [A-Za-z]\w* )?
              # Such as '(\d+)', '(?<id>[0-9]+)' and '(en|de)'.
            | \( (?: \?: | \?P?< (?<group> [A-Za-z]\w* ) > )? (?<inner>
                  (?: \[ [^\[\]]+ \] | \\{1,2}[dwDWS] | \. ) (?: [*+]\?? | \{ [0-9,]+ \} )?
                | [\w.~\-]+ (?: \| [\w.~\-]+ )+
              ) \)
              # The same without parentheses.
            | (?<bare>
                  \[ [^\[\]]+ \] (?: [*+]\?? | \{ [0-9,]+ \} )
                | \\{1,2}[dwDWS] (?: [*+]\?? | \{ [0-9,]+ \} )?
                | \. [*+]\??
              )
            /#
        return text.matches(of: forms).map { match in
            let found = match.output
            let start = found.before?.endIndex ?? match.range.lowerBound
            var form = Form(range: start..<match.range.upperBound)
            if let braces = found.braces {
                form.readBraces(braces.dropFirst().dropLast())
            } else if found.dollar != nil || found.option != nil {
                form.kind = found.option == nil ? .dollar : .option
            } else if found.reference != nil {
                form.kind = .reference
            } else if let stars = found.stars {
                if match.range.lowerBound == text.startIndex {
                    form.name = found.star.map(String.init)
                } else {
                    form = Form(range: match.range.lowerBound..<stars.endIndex)
                }
                form.expression = stars
            } else {
                let name = found.colon ?? found.angle ?? found.square ?? found.group
                form.name = name.map(String.init)
                form.expression = found.of ?? found.type ?? found.inner ?? found.bare ?? ""
                form.isOptional = found.mark == "*" || found.none != nil
                form.isRest = found.mark != nil || found.dots != nil || found.end != nil
                if let type = found.type, let angle = found.angle, !types.contains(String(type)) {
                    (form.name, form.expression) = (String(type), angle)
                    if !types.contains(String(angle)) { form.kind = .unclear }
                }
                form.isRest = form.isRest || found.angle != nil && form.expression == "path"
            }
            let isAny = form.expression.contains(/^(\*|\.[*+]\??)$/)
            form.isRest = form.isRest || form.expression == "**" || isAny
            return form
        }
    }

    /// What other routers call the text that a capture takes.
    private static let types = Set(
        PathConstraint.names + ["path", "str", "string", "float", "num"]
    )

    /// What is to be written in place of a form; nil if nobody can say.
    private func meant(by form: Form, in text: Substring, isLast: Bool?) -> String? {
        let written = String(text[form.range])
        // In an expression, a brace or an asterisk is a count.
        if isAnchored && (form.kind == .own || form.expression.hasPrefix("*")) { return nil }
        switch form.kind {
        case .own, .constraints: return written
        case .dollar: return ""
        case .option: return isLast == nil ? written : nil
        case .unclear: return nil
        case .reference where kind == .template:
            return written.dropFirst() == "1" ? unnamed.map { "{\($0)}" } : nil
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

extension ForeignText.Form {
    /// Reads what stands in braces, which is this package's capture unless an expression or a mark of another router is in it.
    mutating func readBraces(_ text: Substring) {
        kind = text.hasPrefix("/") ? .option : .own
        let names = /(\*\*|\.\.\.)?([A-Za-z0-9_.~\-]+?)(\.\.\.)?(?::(.*))?/
        guard let found = text.wholeMatch(of: names) else { return }
        let (isRest, type) = (found.1 != nil || found.3 != nil, found.4 ?? "")
        let list = type.hasSuffix("?") ? type.dropLast() : type
        let words = list.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        if words.count > 1, Set(words).count == words.count,
            words.allSatisfy(PathConstraint.names.contains)
        {
            (kind, expression) = (.constraints, list)
            return
        }
        guard isRest || type.contains(/\\|\.[*+]|\][*+{]|^\(.*\)$|^ | $| \||\|[ ]/) else { return }
        kind = .capture
        name = String(found.2)
        expression = type
        self.isRest = isRest
    }

    /// The constraint that does the same as the expression or the type, with its colon; empty if there is none.
    var constraint: String {
        let text = String(expression.replacing(/^[( ]+|[) ]+$| *(\|) */) { $0.1 ?? "" })
        if PathConstraint.names.contains(text) { return ":\(text)" }
        let digits = /(\\{1,2}d|\[0-9\]|\[\\d\])([*+]\??|\{[0-9,]+\})?/
        if text.wholeMatch(of: digits) != nil { return ":int" }
        let words = text.split(separator: "|", omittingEmptySubsequences: false)
        let isList =
            words.count > 1 && Set(words).count == words.count
            && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(ByteSet.unreserved.contains) }
        return isList ? ":\(text)" : ""
    }
}
