import DeepLinks
import PathMatching

/// A pattern or a template with parts that other routers read as captures, such as `:id`, `*`, `<int:id>`, `[id]` and `\d+`.
struct ForeignText {
    /// What the text is, which decides what can be written in it.
    enum Kind {
        /// A pattern, and the name for a capture that other routers write without one, such as `*`, if it is known.
        case pattern(missing: String? = nil)
        /// A template of a rule with a pattern.
        case template(of: String)
    }

    /// The first such part, as it was written.
    let part: String

    /// The whole text as this package writes it; nil if the parts are none of the common forms.
    let meant: String?

    /// Looks for such parts; nil if there are none.
    init?(_ text: String, as kind: Kind) {
        let forms = ForeignForm.forms(in: text)
        let pathEnd =
            text.indices.first { index in
                "?#".contains(text[index]) && !forms.contains { $0.range.contains(index) }
            } ?? text.endIndex
        var (written, first, isClear, end) = ("", String?.none, true, text.startIndex)
        for form in forms where form.kind != .own {
            let isInPath = form.range.lowerBound < pathEnd
            let isWhole = form.isWholePiece(of: text)
            var meant: String?
            switch kind {
            case .pattern where form.kind == .reference: continue
            // In values and templates, other text beside an asterisk or an expression says that it is text.
            case .pattern where form.isUnnamed && !isWhole && !isInPath: continue
            case .template where form.isUnnamed && !isWhole: continue
            case _ where form.kind == .unclear: break
            case .pattern(let missing):
                let endsPath = form.range.upperBound == pathEnd
                // As in '/items*', which is meant for '/items' and '/items/5'.
                if form.isUnnamed, form.isRest, endsPath, !isWhole { break }
                let isRest =
                    form.isRest && isInPath && (isWhole || endsPath)
                    && (!form.isUnnamed || endsPath || form.type == "**")
                let name = form.name ?? missing ?? (isRest ? "rest" : "name")
                let mark = form.isOptional ? "?" : ""
                meant = isRest ? "{*\(name)\(mark)}" : "{\(name)\(form.constraint)}"
            case .template(let pattern):
                let names = Self.captures(in: pattern)
                let isOnlyOne =
                    names.count == 1 && !text.contains("{\(names[0])}")
                    && forms.count { $0.kind != .own && $0.name == nil } == 1
                let name = form.name ?? (isOnlyOne ? names[0] : "")
                let star = pattern.contains("{*\(name)") && isInPath ? "*" : ""
                meant = names.contains(name) ? "{\(star)\(name)}" : nil
            }
            first = first ?? String(text[form.range])
            isClear = isClear && meant != nil
            written += text[end..<form.range.lowerBound] + (meant ?? "")
            end = form.range.upperBound
        }
        guard let first else { return nil }
        part = first
        written = (written.hasPrefix("/") ? "" : "/") + written + text[end...]
        // What else is meant in an expression with an end is not known.
        meant = isClear && !text.hasSuffix("$") && kind.allows(written) ? written : nil
    }

    /// The names of the captures of a pattern, which may have a flaw.
    static func captures(in pattern: String) -> [String] {
        pattern.matches(of: /\{\*?([\w.~\-]+)/).map { String($0.1) }
    }
}

extension ForeignText.Kind {
    /// Whether a text can be written, and no other router reads a part of it in its own way.
    fileprivate func allows(_ text: String) -> Bool {
        guard ForeignForm.forms(in: text).allSatisfy({ $0.kind == .own }) else { return false }
        return switch self {
        case .pattern: (try? ExternalPattern(text).pathPattern(under: "")) != nil
        case .template: (try? TemplateText(text)) != nil
        }
    }
}

/// A part of a text that other routers read in their own way, or a capture of this package.
package struct ForeignForm {
    package enum Kind {
        /// A capture of another router, or one of an expression.
        case capture
        /// The number of an expression's capture.
        case reference
        /// A part of which nobody can say how to write it here, such as one that may be absent.
        case unclear
        /// A capture in braces, as this package writes it, or a doubled brace.
        case own
    }

    package let range: Range<String.Index>

    package private(set) var kind = Kind.capture

    /// The name of the capture; nil if it has none.
    package private(set) var name: String?

    /// The expression or the type for its text.
    fileprivate private(set) var type: Substring = ""

    /// Whether it takes several segments.
    fileprivate private(set) var isRest = false

    /// Whether, as a catch-all, it takes no segment as well.
    fileprivate private(set) var isOptional = false

    /// The forms in a pattern or a template; none if it is longer than people write.
    package static func forms(in text: String) -> [ForeignForm] {
        guard text.utf8.count <= 1_024, mayHaveForms(text) else { return [] }
        let forms =
            #/
              (?:
                # '${id}', '{id:[0-9]+}', '{path...}', '{**path}', and this package's own captures.
                (?<dollar> \$ )? (?<braces> \{\{ | \}\} | \{ (?: [^{}] | \{[0-9,]+\} )* \} )
                # ':id', ':id(\d+)', ':path*', '[id]' and '[...rest]'. Behind other text, they are only text.
              | (?<before> ^ | [\/=@._~\-] ) (?:
                    : (?<colon> [A-Za-z]\w* ) (?: \( (?<of> [^()]* ) \) )? (?<mark> [*+] )?
                  | \[ (?<dots> \.\.\. )? (?<square> [A-Za-z]\w* ) \] (?! [*+\{] )
                )
                # '<id>' and '<int:id>'.
              | < (?: (?<type> int | str | string | slug | uuid | float | path ) : )? (?<angle> [A-Za-z]\w* ) >
                # '(\d+)', '(?<id>[0-9]+)' and '(en|de)'.
              | \( (?: \?: | \?P?< (?<group> [A-Za-z]\w* ) > )? (?<inner>
                    (?: \[ [^\[\]]+ \] | \\{1,2}[dwDWS] | \. ) (?: [*+]\?? | \{ [0-9,]+ \} )?
                  | [\w.~\-]+ (?: \| [\w.~\-]+ )+
                ) \)
              ) (?<optional> \? (?= $ | [\/&] ) )?
              # '*rest' and '.*'. Behind other text, they are only text and '*'.
            | (?<slash> ^ | [\/=] ) (?: \* (?<star> [A-Za-z]\w* ) | (?<all> \. [*+] \?? ) )
              # '*', '**', '\d+' and '[0-9]{4}'.
            | (?<bare>
                  \*\*?
                | \[ [^\[\]]+ \] (?: [*+]\?? | \{ [0-9,]+ \} )
                | \\{1,2}[dwDWS] (?![A-Za-z]) (?: [*+]\?? | \{ [0-9,]+ \} )?
              )
            | [$\\] (?<reference> 1 ) (?! \d )
              # Such as '(/:id)', '(.:format)?', '(\d+-\d+)', '[[id]]' and '^/about$'.
            | \( (?= [?\/] | [._~\-]?: | [^()]* [|\\\[] ) (?: [^()] | \( [^()]* \) )* \) \??
            | \[\[ [^\[\]]+ \]\] | < [\w.:]+ > | ^ \^ | \\ [\/.\-]
            /#
        return text.matches(of: forms).map { match in
            let found = match.output
            let start = (found.before ?? found.slash)?.endIndex ?? match.range.lowerBound
            var form = ForeignForm(range: start..<match.range.upperBound)
            if let braces = found.braces {
                form.readBraces(braces.dropFirst().dropLast())
                if form.kind == .own, found.dollar != nil { form.kind = .capture }
            } else {
                let name = found.colon ?? found.square ?? found.angle ?? found.group ?? found.star
                form.name = name.map(String.init)
                form.type = found.of ?? found.type ?? found.inner ?? found.all ?? found.bare ?? ""
                form.isRest =
                    found.mark != nil || found.dots != nil || found.star != nil
                    || form.type.wholeMatch(of: /path|\*\*?|\.[*+]\??/) != nil
                form.isOptional = found.mark == "*"
                if found.reference != nil {
                    form.kind = .reference
                } else if name == nil, form.type.isEmpty {
                    form.kind = .unclear
                }
            }
            if found.optional != nil { form.kind = .unclear }
            return form
        }
    }

    /// Whether a text has a character that another router may read in its own way; compiling an expression takes long.
    private static func mayHaveForms(_ text: String) -> Bool {
        zip("/\(text)/".utf8, "\(text)/".utf8).contains { byte, next in
            "*<[(\\$^| ".utf8.contains(byte)
                || byte == UInt8(ascii: ".") && ".+".utf8.contains(next)
                || byte == UInt8(ascii: "?") && "/&".utf8.contains(next)
                || next == UInt8(ascii: ":") && !ByteSet.alphanumerics.contains(byte)
        }
    }

    /// Reads what stands in braces, which is this package's capture unless an expression or a mark of another router is in it.
    private mutating func readBraces(_ text: Substring) {
        kind = text.hasPrefix("/") ? .unclear : .own
        let names = /(\*\*|\.\.\.)?([A-Za-z0-9_.~\-]+?)(\.\.\.)?(?::(.*))?/
        guard let found = text.wholeMatch(of: names) else { return }
        name = String(found.2)
        isRest = found.1 != nil || found.3 != nil
        type = found.4 ?? ""
        if isRest || type.contains(/\\|\.[*+]|\][*+{]|^\(.*\)$|^ | $| \||\|[ ]/) {
            kind = .capture
            isRest = isRest || type == ".*" || type == ".+"
            type = Substring(type.replacing(/^[( ]+|[) ]+$| *(\|) */) { $0.1 ?? "" })
        } else if type.contains("|"),
            type.split(separator: "|").allSatisfy({ PathConstraint.names.contains(String($0)) })
        {
            // A list of words, which are meant as constraints.
            kind = .unclear
        }
    }

    /// Whether it is a capture without a name.
    fileprivate var isUnnamed: Bool { kind == .capture && name == nil }

    /// The constraint that does the same as the expression or the type, with its colon; empty if there is none.
    fileprivate var constraint: String {
        if PathConstraint.names.contains(String(type)) { return ":\(type)" }
        let digits = /(\\{1,2}d|\[0-9\]|\[\\d\])([*+]\??|\{[0-9,]+\})?/
        if type.wholeMatch(of: digits) != nil { return ":int" }
        return type.wholeMatch(of: /[\w.~\-]+(\|[\w.~\-]+)+/) == nil ? "" : ":\(type)"
    }

    /// Whether it is a whole segment, or the whole value of a query item.
    fileprivate func isWholePiece(of text: String) -> Bool {
        let (before, after) = (text[..<range.lowerBound].last, text[range.upperBound...].first)
        return "/=".contains(before ?? "/") && "/?&#".contains(after ?? "/")
    }
}
