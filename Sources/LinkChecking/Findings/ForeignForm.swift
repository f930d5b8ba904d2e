import DeepLinks
import PathMatching

/// A part of a text that other routers read in their own way, or a capture of this package.
///
/// It says what stands there. What is to be written in its place depends on what the text is for.
package struct ForeignForm {
    package enum Kind {
        /// A capture of another router, or one of an expression.
        case capture
        /// A dollar sign before a capture in braces.
        case dollar
        /// A part that may be absent; without an expression, only one of its ends.
        case option
        /// A capture, or several in parentheses, of which nobody can say how to write it.
        case unclear
        /// A list of words that all name a constraint, of which each is meant.
        case constraints
        /// A number of a capture in an expression, or a name behind a dollar sign.
        case reference
        /// A capture in braces, as this package writes it, or a doubled brace.
        case own
    }

    package let range: Range<Substring.Index>
    package private(set) var kind = Kind.capture
    package private(set) var name: String?
    /// The expression or the type for its text.
    package private(set) var expression: Substring = ""
    /// Whether it takes several segments.
    private(set) var isRest = false
    /// Whether a catch-all takes no segment as well, or a segment may be absent.
    private(set) var isOptional = false

    /// The forms of a segment, or of the value of a query item.
    package static func forms(in text: Substring) -> [ForeignForm] {
        let forms =
            #/
              # Braces, also with an expression in them.
              (?<braces> \{\{ | \}\} | \{ (?: [^{}] | \{[0-9,]+\} )* \} )
            | (?<dollar> \$ ) (?= \{ [^{] )
              # Such as '$1', '\1', '$id' and '$[id]'.
            | [$\\] (?<reference> \d+ ) | \$ \[? (?<shell> [A-Za-z]\w* ) \]?
              # Such as ':id', ':id(\d+)', ':path*', '[id]', '[...rest]' and '[[...rest]]'. Behind other text, they are only text.
            | (?<before> ^ | [@._~\-] ) (?:
                  : (?<colon> [A-Za-z]\w* ) (?: \( (?! \/ | \.: ) (?<of> [^()]* ) \) )? (?<mark> [*+] )?
                | \[ (?<none> \[ )? (?<dots> \.\.\. )? (?<square> [A-Za-z]\w* ) \]\]? (?! [*+\{] )
              )
              # Such as '<id>', '<int:id>', '<id:int>' and '<rest..>'.
            | < (?: (?<type> [^:<>]+ ) : )? (?<angle> [A-Za-z][\w.~\-]*? ) (?<end> \.\. )? >
              # Such as '*', '**' and '*rest'. Behind other text, what follows is only text.
            | (?<stars> \*\*? ) (?<star> [A-Za-z]\w* )?
              # Such as '(\d+)', '(?<id>[0-9]+)' and '(en|de)'.
            | \( (?: \?: | \?P?< (?<group> [A-Za-z]\w* ) > )? (?<inner>
                  (?: \[ [^\[\]]+ \] | \\{1,2}[dwDWS] | \. ) (?: [*+]\?? | \{ [0-9,]+ \} )?
                | [\w.~\-]+ (?: \| [\w.~\-]+ )+
              ) \)
              # Such as '(/:id)', '(.:format)' and '(\.html)?'.
            | \( (?:\?:)? (?= \/ | [._~\-]?:[A-Za-z] ) (?<option> (?: [^()] | \( [^()]* \) )* ) \) \??
            | (?<open> \( (?:\?:)? (?: \/ | [._~\-]?:[A-Za-z] ) | \)\? )
              # Such as '(\d+-\d+)', '(a|(b|c))' and '(?:x)'.
            | \( (?= \?: | \?P?<\w | [^()]* [|\\\[] ) (?<other> (?: [^()] | \( [^()]* \) )* ) \)
              # An expression without parentheses.
            | (?<bare>
                  \[ [^\[\]]+ \] (?: [*+]\?? | \{ [0-9,]+ \} )
                | \\{1,2}[dwDWS] (?![A-Za-z]) (?: [*+]\?? | \{ [0-9,]+ \} )?
                | \. [*+]\??
              )
            /#
        return text.matches(of: forms).map { match in
            let found = match.output
            let start = found.before?.endIndex ?? match.range.lowerBound
            var form = ForeignForm(range: start..<match.range.upperBound)
            if let braces = found.braces {
                form.readBraces(braces.dropFirst().dropLast())
            } else if found.dollar != nil {
                form.kind = .dollar
            } else if let name = found.reference ?? found.shell {
                (form.kind, form.name) = (.reference, String(name))
            } else if found.option != nil || found.open != nil {
                (form.kind, form.expression) = (.option, found.option ?? "")
            } else if let stars = found.stars {
                if match.range.lowerBound == text.startIndex {
                    form.name = found.star.map(String.init)
                } else {
                    form = ForeignForm(range: match.range.lowerBound..<stars.endIndex)
                }
                form.expression = stars
            } else {
                if found.other != nil { form.kind = .unclear }
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
            let isAny = form.expression.wholeMatch(of: /\*|\.[*+]\??/) != nil
            form.isRest = form.isRest || form.expression == "**" || isAny
            return form
        }
    }

    /// The words of a list, such as `en|de`; none if the expression is another one.
    package var words: [String] {
        let words = expression.split(separator: "|", omittingEmptySubsequences: false)
        let isList = words.allSatisfy {
            !$0.isEmpty && $0.utf8.allSatisfy(ByteSet.unreserved.contains)
        }
        return words.count > 1 && isList ? words.map(String.init) : []
    }

    /// What other routers call the text that a capture takes.
    private static let types = Set(
        PathConstraint.names + ["path", "str", "string", "float", "num"]
    )

    /// Reads what stands in braces, which is this package's capture unless an expression or a mark of another router is in it.
    private mutating func readBraces(_ text: Substring) {
        kind = text.hasPrefix("/") ? .option : .own
        let names = /(\*\*|\.\.\.)?([A-Za-z0-9_.~\-]+?)(\.\.\.)?(?::(.*))?/
        guard let found = text.wholeMatch(of: names) else { return }
        let (isRest, type) = (found.1 != nil || found.3 != nil, found.4 ?? "")
        expression = type.hasSuffix("?") ? type.dropLast() : type
        if Set(words).count == words.count, !words.isEmpty,
            words.allSatisfy(PathConstraint.names.contains)
        {
            kind = .constraints
            return
        }
        guard isRest || type.contains(/\\|\.[*+]|\][*+{]|^\(.*\)$|^ | $| \||\|[ ]/) else { return }
        kind = .capture
        name = String(found.2)
        expression = type.replacing(/^[( ]+|[) ]+$| *(\|) */) { $0.1 ?? "" }
        self.isRest = isRest
    }
}

// MARK: - Places

extension ForeignForm {
    /// Whether a text has a character that another router may read in its own way: one of the marks, or what may begin a capture.
    package static func mayBe(in text: String, _ marks: String) -> Bool {
        // Compiling an expression takes long.
        zip("/\(text)".utf8, text.utf8).contains { before, byte in
            marks.utf8.contains(byte)
                || byte == UInt8(ascii: ".") && "./".utf8.contains(before)
                || byte == UInt8(ascii: ":") && !ByteSet.alphanumerics.contains(before)
        }
    }

    /// The places of a character that are outside of braces, brackets and parentheses.
    static func places(of mark: Unicode.Scalar, in bytes: ArraySlice<UInt8>) -> [Int] {
        var depth = 0
        return bytes.indices.filter { index in
            if "{([".utf8.contains(bytes[index]) { depth += 1 }
            if "})]".utf8.contains(bytes[index]) { depth = max(0, depth - 1) }
            return depth == 0 && bytes[index] == UInt8(ascii: mark)
        }
    }

    /// What stands before, between and behind the slashes that are outside of braces, brackets and parentheses.
    package static func segments(of bytes: ArraySlice<UInt8>) -> [String] {
        let slashes = places(of: "/", in: bytes)
        return zip([bytes.startIndex] + slashes.map { $0 + 1 }, slashes + [bytes.endIndex])
            .map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
    }
}
