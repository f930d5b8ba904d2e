import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// Checks how the patterns, templates and names of items of a source are written.
    mutating func checkTexts(in source: Int) {
        for (number, prefix) in sources[source].options.prefixes.enumerated() {
            let place = path(source).key("prefixes").index(number)
            // Its captures are missing in the rules.
            let names = prefix.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            let missing = unknownCaptures.filter { place, name in
                names.contains(name) && place.steps.starts(with: path(source).steps)
            }
            let effects = missing.keys.flatMap { errors(about: $0.part) }.filter {
                $0.code.rawValue == "unknown-capture" && missing[$0.path] != nil
            }
            checkText(prefix, at: place, allowed: allowed(source), standingFor: effects)
        }
        checkItemNames(in: source)
        for (number, rule) in sources[source].rules.enumerated() {
            let (place, allowed) = (path(source, rule: number), allowed(source, rule: number))
            // Examples that become what they should show that a text is meant; one that is a copy of the pattern does not.
            let isMeant =
                rule.notes.examples.contains { $0.key != rule.pattern }
                && errors(about: place).isEmpty
                && !findings[place, default: []].contains { $0.code == .exampleOfOtherRule }
            let external = externalPath(source, number)
            let isFound = checkText(rule.pattern, isMeant: isMeant, at: external, allowed: allowed)
            // Once the pattern is mended, more can be said about the template.
            guard !isFound, let template = rule.template else { continue }
            let internalPlace = place.key("to")
            checkText(
                template,
                isTemplate: true,
                isMeant: isMeant,
                at: internalPlace,
                allowed: allowed
            )
        }
    }

    /// Checks whether a text has characters that nobody sees, which it usually has because it was copied, or the syntax of another router.
    ///
    /// - Returns: Whether it has.
    @discardableResult
    mutating func checkText(
        _ text: String,
        isTemplate: Bool = false,
        isMeant: Bool = false,
        at place: JSONPath,
        severity: LinkFinding.Severity? = nil,
        allowed: [String] = [],
        standingFor others: [LinkFinding] = []
    ) -> Bool {
        let code: LinkFinding.Code
        let message: String
        let remedy: String
        if let kind = Self.unseen(in: text) {
            code = .invisibleCharacter
            (message, remedy) = ("'\(text.showingInvisible)' has \(kind)", "remove it")
        } else if !isMeant, let part = ForeignForm.firstPart(of: text, isTemplate: isTemplate) {
            code = .foreignCapture
            message = "'\(part)' in '\(text)' is written for another router"
            if isTemplate {
                remedy = "write each capture as '{name}', or as '{*name}' for several segments"
            } else if part.endIndex == text.endIndex, text.hasSuffix("/*"),
                // A prefix takes no catch-all.
                !place.steps.contains(.key("prefixes"))
            {
                remedy = "write '{*name}'"
            } else {
                remedy =
                    "write '{name}', '{name:int}' or '{name:a|b}' for a segment, '{*name}' for several, and two paths for an optional part"
            }
        } else {
            return false
        }
        let errors = errors(about: place.part) + (code == .foreignCapture ? others : [])
        add(
            cause: code,
            severity,
            at: place,
            message,
            remedy,
            standingFor: errors,
            allowed: allowed
        )
        return true
    }

    /// What a text has that nobody sees; nil if there is nothing.
    private static func unseen(in text: String) -> String? {
        let isBlank: (UInt8) -> Bool = " \t".utf8.contains
        if text.utf8.first.map(isBlank) == true { return "a blank at its beginning" }
        if text.utf8.last.map(isBlank) == true { return "a blank at its end" }
        let scalars = Array(text.unicodeScalars)
        let isUnseen = scalars.indices.contains { index in
            scalars[index].isInvisible && !scalars.joinsEmoji(at: index)
        }
        return isUnseen ? "an invisible character" : nil
    }

    /// Checks the names of items that a source strips or keeps, each of which names one item: an asterisk has a meaning only at the end of
    /// a stripped one, and what separates names or parts of a query has none.
    private mutating func checkItemNames(in source: Int) {
        let (key, items): (String, [Parameter]) =
            switch sources[source].options.query {
            case .strip(let items): ("strip", items)
            case .keepOnly(let items): ("keepOnly", items)
            case .keep, .drop: ("", [])
            }
        for (number, name) in items.map(\.rawValue).enumerated() {
            let rest = key == "strip" && name.hasSuffix("*") ? name.dropLast() : name[...]
            let mark = rest.first { "?&=*,;|%{ ".contains($0) }.map { "a '\($0)'" }
            guard let kind = Self.unseen(in: name) ?? (name.isEmpty ? "no text" : mark) else {
                continue
            }
            let message =
                "'\(name.showingInvisible)' has \(kind), but names an item of the query; write one whole name (only 'strip' reads a '*', and only at the end), or allow 'foreign-capture' if an item is named so."
            add(.foreignCapture, at: path(source).key("query").key(key).index(number), message)
        }
    }
}
