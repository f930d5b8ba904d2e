import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Finds text that would be a capture in other routers, and catch-alls that become one segment.
    mutating func checkSpelling(of rules: [CheckedRule], in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            checkSpelling(of: prefix, at: path(source).key("prefixes").index(number))
        }
        for (number, rule) in sources[source].rules.enumerated() {
            checkSpelling(of: rule.pattern, at: externalPath(source, number))
            guard let template = rule.template else { continue }
            checkSpelling(of: template, at: path(source, rule: number).key("to"))
        }
        for rule in rules { checkCatchAll(of: rule, in: source) }
    }

    /// Finds text in a pattern or template that would be a capture in other routers.
    mutating func checkSpelling(of text: String, at place: JSONPath) {
        guard BracedText.pieces(text.utf8) != nil else { return }
        let parts = BracedText.split(Array(text.utf8)[...], at: "?", maxSplits: 1)
        let segments = BracedText.split(parts[0], at: "/").filter { !$0.isEmpty }
        var pieces = segments.enumerated().map { (text: $1, isLast: $0 == segments.count - 1) }
        for item in parts.dropFirst().flatMap({ BracedText.split($0, at: "&") }) {
            let value = BracedText.split(item, at: "=", maxSplits: 1).dropFirst()
            pieces += value.map { ($0, false) }
        }
        for (piece, isLast) in pieces {
            // A piece with a capture was written by somebody who knows the syntax.
            guard let bytes = BracedText.pieces(piece)?.literal else { continue }
            let literal = String(decoding: bytes, as: UTF8.self)
            guard let meant = ForeignCapture.meant(by: literal, isLast: isLast) else { continue }
            add(
                .foreignCapture,
                at: place,
                "'\(literal)' in '\(text)' is plain text; write '\(meant)' to capture it, or '\(ForeignCapture.escaped(literal))' for the text."
            )
        }
    }

    /// Finds a catch-all whose slashes a template encodes.
    private mutating func checkCatchAll(of rule: CheckedRule, in source: Int) {
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
    /// The capture that a segment or a value was probably meant to be.
    ///
    /// - Parameters:
    ///   - text: The whole segment or value, as it was written.
    ///   - isLast: Whether it is the last one of a path.
    /// - Returns: The spelling of a capture; nil if the text looks like plain text.
    package static func meant(by text: String, isLast: Bool) -> String? {
        let inner = text.dropFirst().dropLast()
        switch (text.utf8.first, text.utf8.last) {
        case (UInt8(ascii: "*"), _):
            let name = text.drop { $0 == "*" }
            guard name.isEmpty || isName(name) else { return nil }
            return isLast || text != "*" ? "{*\(name.isEmpty ? "rest" : name)}" : "{name}"
        case (UInt8(ascii: ":"), _):
            // Such as ':id', ':id(\d+)' and ':id.json'.
            let name = text.dropFirst().prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
            }
            guard isName(name) else { return nil }
            let rest = text[name.endIndex...]
            guard rest.hasPrefix("(") else { return "{\(name)}\(rest)" }
            return "{\(name)\(constraint(of: rest))}"
        case (UInt8(ascii: "<"), UInt8(ascii: ">")):
            // Such as '<id>' and '<int:id>'.
            let parts = inner.split(separator: ":", omittingEmptySubsequences: false)
            guard let name = parts.last, isName(name), parts.count <= 2 else { return nil }
            switch parts.count == 2 ? parts[0] : "" {
            case "path": return "{*\(name)}"
            case let kind where PathConstraint.names.contains(String(kind)):
                return "{\(name):\(kind)}"
            default: return "{\(name)}"
            }
        case (UInt8(ascii: "["), UInt8(ascii: "]")):
            let name = inner.drop { $0 == "." }
            guard isName(name) else { return nil }
            return name.startIndex > inner.startIndex ? "{*\(name)}" : "{\(name)}"
        case (UInt8(ascii: "("), _) where text.contains(")"):
            return isLast && text == "(.*)" ? "{*rest}" : "{name\(constraint(of: text[...]))}"
        default:
            return nil
        }
    }

    /// The constraint that does the same as a regular expression, with its colon; empty if there is none.
    private static func constraint(of expression: Substring) -> String {
        expression.contains("\\d") || expression.contains("[0-9]") ? ":int" : ""
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, ByteSet.letters.contains(first) else { return false }
        return text.utf8.allSatisfy(ByteSet.unreserved.contains)
    }

    /// The text with its first character percent-encoded, so that nobody takes it for a capture.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        withBytes(of: String(text.prefix(1))) {
            PercentEncoding.append($0, keeping: ByteSet(), to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self) + text.dropFirst()
    }
}
