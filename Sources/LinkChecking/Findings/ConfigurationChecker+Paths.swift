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
        var reach = TemplateReach(registered)
        var hints = Self.hintLimit
        for (source, rules) in rulesBySource.enumerated() {
            // A template may lead to a registered path under one prefix only.
            for rule in rules {
                guard !reach.reaches(by: rule, of: sources[source]), let template = rule.template
                else { continue }
                let mark = template.utf8.firstIndex {
                    [UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
                }
                let path = String(template[..<(mark ?? template.endIndex)])
                let nearest = hints > 0 ? registered.nearest(to: path) : nil
                hints -= 1
                add(
                    .unregisteredPath,
                    at: self.path(source, rule: rule.number).key("to"),
                    "'\(rule.text)' leads to '\(path)', which is not in 'paths'; "
                        + (nearest.map {
                            "\($0.contains("{") ? "make it fit" : "write") '\($0)', or add the path."
                        }
                            ?? "correct the template, or add the path.")
                )
            }
        }
    }
}

/// Tells whether a template can lead to a registered path.
///
/// Paths are generated from the template, with texts of the registered path: if one fits both, the template leads somewhere.
private struct TemplateReach {
    private var trie = PathTrie<Int>()
    private let paths: [(shape: PathShape, samples: [String])]

    /// How many paths are generated from a template, and from a registered path.
    private static let limit = 64

    /// How many more pairs of a template and a path are compared, if none of these paths decides.
    private var comparisons = 1 << 10

    init(_ paths: RegisteredPaths) {
        self.paths = paths.all.map { (PathShape($0), SampleLinks($0).tails(Self.limit)) }
        for path in paths.all { trie[path] = 0 }
    }

    /// Whether a rule's template leads to a registered path, under any of its prefixes; true for a rule without a template.
    mutating func reaches(by rule: CheckedRule, of source: RewriteSource) -> Bool {
        guard let template = rule.pieces else { return true }
        for path in rule.paths where reaches(template, Captures(rule, path, source)) { return true }
        return false
    }

    private mutating func reaches(_ template: TemplateText, _ captures: Captures) -> Bool {
        for absent in captures.absences(in: template) {
            let text = captures.pattern(of: template, without: absent)
            // Other checks report a text that is not a pattern.
            guard let pattern = try? PathPattern(text) else { return true }
            if SampleLinks(pattern).tails(Self.limit).contains(where: { trie.match($0) != nil }) {
                return true
            }
            let shape = PathShape(pattern)
            for path in paths where !shape.isDisjoint(from: path.shape) {
                // What was not compared is not called wrong.
                guard comparisons > 0 else { return true }
                comparisons -= 1
                let links = SampleLinks(pattern, like: path.samples).tails(Self.limit)
                if links.contains(where: { pattern.matches($0) && trie.match($0) != nil }) {
                    return true
                }
            }
        }
        return false
    }

    /// The captures that a rule's template can use under one prefix.
    private struct Captures {
        /// The constraints, as they are written after the colon.
        private var constraints: [String: String] = [:]
        private var optional: Set<String> = []

        /// How many captures are combined one by one; further ones are present, unless all are absent.
        private static let choices = 4

        init(_ rule: CheckedRule, _ path: PathPattern, _ source: RewriteSource) {
            note(path)
            for condition in rule.external.conditions {
                guard case .capture(let value) = condition.kind else { continue }
                note(value.pattern)
                if !condition.isRequired { optional.formUnion(value.pattern.captureNames) }
            }
            if case .domain(let domain) = source {
                for name in domain.hostCaptures {
                    constraints[name] = ""
                    optional.insert(name)
                }
            }
        }

        private mutating func note(_ pattern: PathPattern) {
            for capture in pattern.captures {
                constraints[capture.name] = capture.constraintText
                if capture.isOptional { optional.insert(capture.name) }
            }
        }

        /// The sets of a template's captures that a link may lack together.
        func absences(in template: TemplateText) -> [Set<String>] {
            let names = Set(template.segments.joined().compactMap(\.capture))
                .intersection(optional)
            return names.sorted().prefix(Self.choices)
                .reduce([[]]) { sets, name in sets + sets.map { $0.union([name]) } }
                + (names.count > Self.choices ? [names] : [])
        }

        /// A template's path as a pattern, without the segments whose captures are absent.
        func pattern(of template: TemplateText, without absent: Set<String>) -> String {
            var text = ""
            var names = 0
            for segment in template.segments {
                var part = ""
                var isAbsent = false
                for piece in segment {
                    // A template may use a name twice.
                    names += 1
                    switch piece {
                    case .text(let text): part += text.percentEncoded(keeping: .segment)
                    case .segments: part += "{*c\(names)}"
                    case .capture(let name, _): part += "{c\(names)\(constraints[name] ?? "")}"
                    }
                    guard let name = piece.capture else { continue }
                    // A capture of another prefix is absent.
                    let isMissing = constraints[name] == nil
                    if isMissing || absent.contains(name) { isAbsent = true }
                }
                if !isAbsent { text += "/" + part }
            }
            return text.isEmpty ? "/" : text
        }
    }
}
