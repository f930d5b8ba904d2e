import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// How many templates get a hint, for which they are compared with all paths.
    private static let hintLimit = 20

    /// Finds templates that lead to no registered path, if the paths are known.
    mutating func checkPaths(of rulesBySource: [[CheckedRule]]) {
        guard let paths = configuration.paths else { return }
        let registered = RegisteredPaths(paths)
        for flaw in registered.flaws {
            add(
                .malformedRegisteredPath,
                at: .root.key("paths").index(flaw.index),
                flaw.message
            )
        }
        // A path without its slash, or with a query, is known by then.
        let meant = RegisteredPaths(
            paths.map { path in
                let parts = BracedText.split(Array(path.utf8)[...], at: "?", maxSplits: 1)
                return (path.hasPrefix("/") ? "" : "/") + String(decoding: parts[0], as: UTF8.self)
            }
        )
        var hints = Self.hintLimit
        for (source, rules) in rulesBySource.enumerated() {
            for rule in rules {
                guard let template = rule.template, let pieces = rule.pieces,
                    !rule.leads(pieces, to: meant, optionalCaptures(of: rule, in: source))
                else { continue }
                let mark = template.utf8.firstIndex {
                    [UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
                }
                let path = String(template[..<(mark ?? template.endIndex)])
                let nearest = hints > 0 ? meant.nearest(to: path) : nil
                hints -= 1
                // A template may use a name twice, and a pattern may not.
                let other = (try? PathPattern(path)) == nil ? "a pattern for it" : "the path"
                add(
                    .unregisteredPath,
                    at: self.path(source, rule: rule.number).key("to"),
                    "'\(rule.text)' leads to '\(path)', which is not in 'paths'; "
                        + (nearest.map {
                            "\($0.contains("{") ? "make it fit" : "write") '\($0)', or add \(other)."
                        }
                            ?? "correct the template, or add \(other).")
                )
            }
        }
    }
}

extension CheckedRule {
    /// How many captures are combined one by one.
    private static let choices = 4

    /// Whether the rule's template can lead to one of some paths, for any choice of captures that are absent.
    fileprivate func leads(
        _ template: TemplateText,
        to paths: RegisteredPaths,
        _ optional: Set<String>
    ) -> Bool {
        let names = optional.intersection(template.segments.joined().compactMap(\.capture))
        guard names.count <= Self.choices else { return true }
        let absences = names.reduce([[]]) { sets, name in sets + sets.map { $0 + [name] } }
        return absences.contains { absent in
            // Other checks report a text that is not a pattern.
            guard let pattern = try? PathPattern(path(of: template, without: absent)) else {
                return true
            }
            return paths.canHave(PathShape(pattern))
        }
    }

    /// A template's path as a pattern, without the segments whose captures are absent.
    private func path(of template: TemplateText, without absent: [String]) -> String {
        var patterns = paths
        for case .capture(let value) in external.conditions.map(\.kind) {
            patterns.append(value.pattern)
        }
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
