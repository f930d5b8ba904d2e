import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// How many templates get a hint, for which they are compared with all paths.
    private static let hintLimit = 20

    /// Finds templates and examples that lead to no registered path, if the paths are known.
    mutating func checkPaths(of rulesBySource: [[CheckedRule]]) {
        guard let paths = configuration.paths else { return }
        let registered = RegisteredPaths(paths)
        for flaw in registered.flaws {
            let place = JSONPath.root.key("paths").index(flaw.index)
            add(.malformedRegisteredPath, at: place, flaw.message)
        }
        // A path without its slash, or with a query, is known by then.
        let written = paths.map { path in
            let parts = BracedText.split(Array(path.utf8)[...], at: "?", maxSplits: 1)
            return (path.hasPrefix("/") ? "" : "/") + String(decoding: parts[0], as: UTF8.self)
        }
        let asWritten = RegisteredPaths(written)
        // So are the paths of an element that is misspelled.
        let mended = paths.map(Self.mended)
        let meant = RegisteredPaths(zip(written, mended).flatMap { $1 ?? [$0] })
        let misspelled = mended.enumerated().flatMap { index, texts in
            (texts ?? []).map { (index: index, text: $0) }
        }
        let misspelledPaths = RegisteredPaths(misspelled.map(\.text))
        var missing: [Int: String] = [:]
        var hints = Self.hintLimit
        for (source, rules) in rulesBySource.enumerated() {
            for rule in rules {
                guard let template = rule.template, let pieces = rule.pieces,
                    let shapes = rule.shapes(
                        pieces,
                        without: optionalCaptures(of: rule, in: source)
                    ),
                    shapes.allSatisfy({ asWritten.firstIndex(of: $0) == nil })
                else { continue }
                if let number = shapes.compactMap(misspelledPaths.firstIndex).min() {
                    let index = misspelled[number].index
                    missing[index] = missing[index] ?? rule.text
                    continue
                }
                let mark = template.utf8.firstIndex(where: "?#".utf8.contains) ?? template.endIndex
                let (path, rest) = (String(template[..<mark]), template[mark...])
                let nearest = hints > 0 ? meant.nearest(to: path) : nil
                hints -= 1
                // A template may use a name twice, and a pattern may not.
                let other = (try? PathPattern(path)) == nil ? "a pattern for it" : "the path"
                let isPattern = nearest?.contains("{") == true
                let items = isPattern ? "" : pieces.pathCaptures(asItemsBefore: rest)
                let advised = nearest.map { $0 + items }
                let wayOut =
                    advised.map { "\(isPattern ? "make it fit" : "write") '\($0)'" }
                    ?? "correct the template"
                let place = self.path(source, rule: rule.number).key("to")
                let obstacle = "'\(rule.text)' leads to '\(path)', which is not in 'paths'"
                add(.unregisteredPath, at: place, "\(obstacle); \(wayOut), or add \(other).")
                advisedPaths[place] = advised.map { ($0, "\(obstacle); \(wayOut).") }
            }
        }
        checkPathsOfExamples(of: rulesBySource, among: asWritten, meant)
        for (number, path) in paths.enumerated() {
            let place = JSONPath.root.key("paths").index(number)
            if let text = missing[number], !registered.flaws.contains(where: { $0.index == number })
            {
                let obstacle = "is not the path that '\(text)' leads to"
                add(.unregisteredPath, at: place, "'\(path)' \(obstacle); correct it.")
            }
            checkText(path, as: .rule, at: place)
        }
    }

    /// What a registered path means that has characters that nobody sees, or the syntax of another router; nil if it has neither.
    private static func mended(_ path: String) -> [String]? {
        let seen = String(String.UnicodeScalarView(path.unicodeScalars.filter { !$0.isInvisible }))
        let bare =
            invisible(in: path) == nil ? path : withBytes(of: seen) { String($0[$0.trimmed]) }
        let foreign = ForeignText(bare, as: .rule)
        let texts =
            foreign.pieces.allSatisfy { !$0.isForeign } && !foreign.isAnchored
            ? [bare] : foreign.texts
        return texts == [path] || texts.isEmpty ? nil : texts
    }
}

extension TemplateText {
    /// The captures of the path as query items, followed by what stands behind the path; empty if the items have all of them.
    fileprivate func pathCaptures(asItemsBefore rest: Substring) -> String {
        let used = items.flatMap { $0.value ?? [] }.compactMap(\.capture)
        let names = segments.joined().compactMap(\.capture).filter { !used.contains($0) }.uniqued()
        guard !names.isEmpty else { return "" }
        let query = "?" + names.map { "\($0)={\($0)}" }.joined(separator: "&")
        return rest.hasPrefix("?") ? "\(query)&\(rest.dropFirst())" : "\(query)\(rest)"
    }
}

extension CheckedRule {
    /// How many captures are combined one by one.
    private static let choices = 4

    /// The shapes of the paths that the rule's template leads to, for each choice of captures that are absent; nil if there are too many of
    /// them, or if a path is no pattern, which other checks report.
    fileprivate func shapes(
        _ template: TemplateText,
        without optional: Set<String>
    ) -> [PathShape]? {
        let names = optional.intersection(template.segments.joined().compactMap(\.capture))
        guard names.count <= Self.choices else { return nil }
        let absences = names.reduce([[]]) { sets, name in sets + sets.map { $0 + [name] } }
        let patterns = absences.compactMap { try? PathPattern(path(of: template, without: $0)) }
        return patterns.count == absences.count ? patterns.map { PathShape($0) } : nil
    }

    /// A template's path as a pattern, without the segments whose captures are absent.
    private func path(of template: TemplateText, without absent: [String]) -> String {
        let patterns = paths + external.conditions.compactMap(\.pattern?.pattern)
        // Under another prefix, the same name may have another constraint.
        let constraints = Dictionary(
            patterns.flatMap(\.captures).map { ($0.name, $0.constraintText) }
        ) { $0 == $1 ? $0 : "" }
        // A template may use a name twice.
        var number = 0
        let segments = template.segments.map { pieces in
            guard !pieces.contains(where: { $0.capture.map(absent.contains) ?? false }) else {
                return ""
            }
            return "/"
                + pieces.map { piece in
                    number += 1
                    return switch piece {
                    case .text(let text): text.percentEncoded(keeping: .segment)
                    case .capture(_, true, _): "{*c\(number)}"
                    case .capture(let name, false, _): "{c\(number)\(constraints[name] ?? "")}"
                    }
                }.joined()
        }
        let path = segments.joined()
        return path.isEmpty ? "/" : path
    }
}
