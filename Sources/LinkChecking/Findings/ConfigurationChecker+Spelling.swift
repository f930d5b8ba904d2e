import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how the patterns, templates and stripped names of a source are written.
    mutating func checkTexts(in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            checkText(prefix, at: path(source).key("prefixes").index(number))
        }
        if case .strip(let names) = sources[source].options.query {
            for (number, name) in names.enumerated() where name.rawValue.dropLast().contains("*") {
                add(
                    .foreignCapture,
                    at: path(source).key("query").key("strip").index(number),
                    "A '*' before the end of '\(name.rawValue)' is plain text; write it at the end, as in 'utm_*', or allow 'foreign-capture' if an item is named so."
                )
            }
        }
        for (number, rule) in sources[source].rules.enumerated() {
            checkText(rule.pattern, at: externalPath(source, number))
            guard let template = rule.template else { continue }
            checkText(template, at: path(source, rule: number).key("to"))
        }
    }

    /// Checks how a pattern or template is written.
    mutating func checkText(_ text: String, at place: JSONPath) {
        checkSpelling(of: text, at: place)
        checkInvisible(text, at: place)
    }

    /// Finds text in a pattern or template that would be a capture in other routers.
    private mutating func checkSpelling(of text: String, at place: JSONPath) {
        guard BracedText.pieces(text.utf8) != nil else { return }
        // Its question mark would begin the query.
        if text.contains("(?"),
            let group = text.firstMatch(of: /\(\?P?<([A-Za-z][A-Za-z0-9._~-]*)>([^()]*)\)/)
        {
            let meant = "{\(group.1)\(ForeignCapture.constraint(of: group.2))}"
            return addForeign(String(group.0), in: text, meant, at: place)
        }
        if text.contains("{..."), let rest = text.firstMatch(of: /{\.\.\.([A-Za-z0-9._~-]+)}/) {
            add(
                .foreignCapture,
                at: place,
                "'\(rest.0)' in '\(text)' captures one segment; write '{*\(rest.1)}' for the rest of the path."
            )
        }
        let parts = BracedText.split(Array(text.utf8)[...], at: "?", maxSplits: 1)
        let segments = BracedText.split(parts[0], at: "/").filter { !$0.isEmpty }
        var pieces = segments.enumerated().map { (text: $1, isLast: $0 == segments.count - 1) }
        for item in parts.dropFirst().flatMap({ BracedText.split($0, at: "&") }) {
            let value = BracedText.split(item, at: "=", maxSplits: 1).dropFirst()
            pieces += value.map { ($0, false) }
        }
        for (piece, isLast) in pieces {
            let braced = BracedText.pieces(piece) ?? []
            guard let bytes = braced.literal else {
                // Beside a capture, only a name behind a mark is probably one, too.
                for case .text(let bytes) in braced {
                    let literal = String(decoding: bytes, as: UTF8.self)
                    let meant = ForeignCapture.withCaptures(literal)
                    if meant != literal { addForeign(literal, in: text, meant, at: place) }
                }
                continue
            }
            let literal = String(decoding: bytes, as: UTF8.self)
            guard let meant = ForeignCapture.meant(by: literal, isLast: isLast) else { continue }
            if isLast, text.hasSuffix(literal + "?"),
                let flaw = findings.firstIndex(where: {
                    $0.path == place && $0.code.rawValue == "malformed-query-item"
                })
            {
                let start = text.dropLast(literal.count + 1)
                let less = start.count > 1 ? start.dropLast() : start
                findings[flaw] = LinkFinding(
                    findings[flaw].code,
                    .error,
                    at: place,
                    "'\(literal)?' in '\(text)' is an optional segment of another router; write '\(start)\(meant)', and a rule for '\(less)' too if it is meant."
                )
                continue
            }
            addForeign(literal, in: text, meant, at: place)
        }
    }

    private mutating func addForeign(
        _ literal: String,
        in text: String,
        _ meant: String,
        at place: JSONPath
    ) {
        add(
            .foreignCapture,
            at: place,
            "'\(literal)' in '\(text)' is plain text; write '\(meant)' to capture it, or '\(ForeignCapture.escaped(literal))' for the text."
        )
    }

    /// Finds a catch-all whose slashes a template encodes.
    mutating func checkCatchAll(of rule: CheckedRule, in source: Int) {
        guard let template = rule.template, let pieces = rule.pieces, rule.paths[0].endsInCatchAll,
            !rule.external.takesWholeRest,
            let name = rule.pathCaptures.last,
            let segment = pieces.segments.first(where: { segment in
                segment.contains { !$0.addsSegments && $0.capture == name }
            })
        else { return }
        let wayOut =
            segment.count == 1
            ? "write '{*\(name)}' for its segments"
            : "write '{*\(name)}' alone between two slashes for its segments"
        add(
            .joinedSegments,
            at: path(source, rule: rule.number).key("to"),
            "'\(template)' puts the catch-all '\(name)' into one segment, so that its 'x/y' becomes 'x%2Fy'; \(wayOut)."
        )
    }
}

/// Captures as other routers write them.
package enum ForeignCapture {
    /// The right spelling of the capture that a whole segment or value was probably meant to be; nil if it looks like plain text.
    package static func meant(by text: String, isLast: Bool) -> String? {
        // Most segments begin with a letter, and compiling the expressions takes longer than all other checks of them.
        guard let first = text.utf8.first, "*:<[(.".utf8.contains(first) else {
            // Such as 'x-:id'.
            let names = withCaptures(text)
            return names == text ? nil : names
        }
        if text.wholeMatch(of: /\.[*+]\??/) != nil { return isLast ? "{*rest}" : "{name}" }
        if let stars = text.wholeMatch(of: /\*+([A-Za-z][A-Za-z0-9._~-]*)?/) {
            return isLast || text != "*" ? "{*\(stars.1 ?? "rest")}" : "{name}"
        }
        // Such as ':id', ':id(\d+)' and ':id.json'.
        if let colon = text.wholeMatch(of: /:([A-Za-z][A-Za-z0-9_]*)(.*)/) {
            return colon.2.hasPrefix("(")
                ? "{\(colon.1)\(constraint(of: colon.2))}"
                : "{\(colon.1)}\(withCaptures(String(colon.2)))"
        }
        // Such as '<id>' and '<int:id>'.
        if let angle = text.wholeMatch(of: /<(?:([^:]*):)?([A-Za-z][A-Za-z0-9._~-]*)>/) {
            let kind = angle.1.map(String.init) ?? ""
            if kind == "path" { return "{*\(angle.2)}" }
            return PathConstraint.names.contains(kind)
                ? "{\(angle.2):\(kind)}" : "{\(angle.2)}"
        }
        // Such as '[id]' and '[...rest]'.
        if let square = text.wholeMatch(of: /\[(\.*)([A-Za-z][A-Za-z0-9._~-]*)\]/) {
            return square.1.isEmpty ? "{\(square.2)}" : "{*\(square.2)}"
        }
        if text.wholeMatch(of: /\[[^\]]+\][*+]/) != nil {
            return "{name\(constraint(of: text[...]))}"
        }
        guard text.hasPrefix("("), text.contains(")") else { return nil }
        return isLast && text == "(.*)" ? "{*rest}" : "{name\(constraint(of: text[...]))}"
    }

    /// The text with captures in place of names with a colon behind a mark, as in `from-:to`.
    static func withCaptures(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        return text.replacing(/([._~-]):([A-Za-z][A-Za-z0-9_]*)/) { "\($0.1){\($0.2)}" }
    }

    /// The constraint that does the same as a regular expression, with its colon; empty if there is none.
    static func constraint(of expression: Substring) -> String {
        expression.contains("\\d") || expression.contains("[0-9]") ? ":int" : ""
    }

    /// The text with its first character percent-encoded, or its colons, so that nobody takes it for a capture.
    static func escaped(_ text: String) -> String {
        guard let first = text.utf8.first, "*<[(.".utf8.contains(first) else {
            return text.replacing(":", with: "%3A")
        }
        // A question mark would begin the query.
        return String(text.prefix(1)).percentEncoded(keeping: ByteSet())
            + text.dropFirst().replacing("?", with: "%3F")
    }
}
