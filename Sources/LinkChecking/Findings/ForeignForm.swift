import PathMatching

/// A part of a text that other routers read in their own way, such as `:id`, `*`, `<int:id>`, `[id]` and `\d+`; or a capture in braces.
package struct ForeignForm {
    package let range: Range<String.Index>

    /// Whether it is a capture as this package writes it, or a doubled brace.
    package let isOwn: Bool

    /// Whether it is an asterisk or an expression without a name, which beside other text may be text.
    private let mayBeText: Bool

    /// Whether it is the number of an expression's capture, which has a meaning only in a template.
    private let isReference: Bool

    /// The first part of a pattern or a template that is written for another router; nil if there is none.
    static func firstPart(of text: String, isTemplate: Bool) -> Substring? {
        let forms = forms(in: text)
        let pathEnd =
            text.indices.first { index in
                "?#".contains(text[index]) && !forms.contains { $0.range.contains(index) }
            } ?? text.endIndex
        let form = forms.first { form in
            let (before, after) = (
                text[..<form.range.lowerBound].last, text[form.range.upperBound...].first
            )
            let isWholePiece = "/=".contains(before ?? "/") && "/?&#".contains(after ?? "/")
            // In values and templates, other text beside an asterisk or an expression says that it is text.
            let isInPath = !isTemplate && form.range.lowerBound < pathEnd
            return !form.isOwn && (isTemplate || !form.isReference)
                && (!form.mayBeText || isWholePiece || isInPath)
        }
        return form.map { text[$0.range] }
    }

    /// The forms in a pattern or a template; none if it is longer than people write.
    package static func forms(in text: String) -> [ForeignForm] {
        guard text.utf8.count <= 1_024, mayHaveForms(in: text) else { return [] }
        let forms =
            #/
              (?:
                # '${id}', '{id:[0-9]+}', '{path...}', '{path+}', '{**path}', and this package's own captures.
                (?<dollar> \$ )? (?<braces> \{\{ | \}\} | \{ (?: [^{}] | \{[0-9,]+\} )* \} )
                # ':id', ':id(\d+)', ':path*', '[id]' and '[...rest]'. Behind other text, they are only text.
              | (?<before> ^ | [\/=@._~\-] ) (?<named>
                    : [A-Za-z]\w* (?: \( [^()]* \) )? [*+]? | \[ (?: \.\.\. )? [A-Za-z]\w* \] (?! [*+\{] )
                )
                # '<id>' and '<int:id>'.
              | < (?: \w+ : )? [A-Za-z]\w* >
                # '(\d+)', '(?<id>[0-9]+)' and '(en|de)'.
              | \( (?: \?: | (?<group> \?P?< [A-Za-z]\w* > ) )? (?<inner>
                    (?: \[ [^\[\]]+ \] | \\{1,2}[dwDWS] | \. ) (?: [*+]\?? | \{ [0-9,]+ \} )?
                  | [\w.~\-]+ (?: \| [\w.~\-]+ )+
                ) \)
              ) (?<optional> \? (?= $ | [\/&] ) )?
              # '*rest' and '.*'. Behind other text, they are only text and '*'.
            | (?<start> ^ | [\/=] ) (?: \* [A-Za-z]\w* | (?<all> \. [*+] \?? ) )
              # '*', '**', '\d+' and '[0-9]{4}'.
            | (?<bare>
                  \*\*?
                | \[ [^\[\]]+ \] (?: [*+]\?? | \{ [0-9,]+ \} )
                | \\{1,2}[dwDWS] (?![A-Za-z]) (?: [*+]\?? | \{ [0-9,]+ \} )?
              )
            | (?<reference> [$\\] 1 ) (?! \d )
              # Such as '(/:id)', '(.:format)?', '(\d+-\d+)', '[[id]]' and '^/about$'.
            | \( (?= [?\/] | [._~\-]?: | [^()]* [|\\\[] ) (?: [^()] | \( [^()]* \) )* \) \??
            | \[\[ [^\[\]]+ \]\] | < [\w.:]+ > | ^ \^ | \\ [\/.\-]
            /#
        return text.matches(of: forms).map { match in
            let found = match.output
            let start = (found.before ?? found.start)?.endIndex ?? match.range.lowerBound
            let isPlain = found.dollar == nil && found.optional == nil
            return ForeignForm(
                range: start..<match.range.upperBound,
                isOwn: isPlain && found.braces.map(isOwn) ?? false,
                mayBeText: found.reference != nil || found.all != nil || found.bare != nil
                    || found.inner != nil && found.group == nil && found.optional == nil,
                isReference: found.reference != nil
            )
        }
    }

    /// Whether a text in braces has no expression and no mark of another router; two constraints are no list of texts.
    private static func isOwn(_ braces: Substring) -> Bool {
        let text = braces.dropFirst().dropLast()
        if text.contains(/^(?:\/|\*\*|\.\.\.)|^[\w.~\-]+?(?:\.\.\.|[*+])(?::|$)/) { return false }
        guard let colon = text.firstIndex(of: ":") else { return true }
        let texts = text[text.index(after: colon)...]
        return !texts.contains(/\\|\.[*+]|\][*+{]|^\(.*\)$|^ | $| \||\|[ ]/)
            && !(texts.contains("|")
                && texts.split(separator: "|")
                    .allSatisfy { PathConstraint.names.contains(String($0)) })
    }

    /// Whether a text has a character that another router may read in its own way; compiling an expression takes long.
    package static func mayHaveForms(in text: String) -> Bool {
        zip("/\(text)/".utf8, "\(text)/".utf8).contains { byte, next in
            "*<[(\\$^| ".utf8.contains(byte)
                || byte == UInt8(ascii: ".") && ".+".utf8.contains(next)
                || byte == UInt8(ascii: "?") && "/&".utf8.contains(next)
                || byte == UInt8(ascii: "+") && next == UInt8(ascii: "}")
                || next == UInt8(ascii: ":") && !ByteSet.alphanumerics.contains(byte)
        }
    }
}
