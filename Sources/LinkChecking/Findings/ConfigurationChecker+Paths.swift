import DeepLinks
import PathMatching

extension ConfigurationChecker {
    /// How many templates get a hint, which takes a look at all paths.
    private static let hintLimit = 20

    /// Finds templates that lead to no registered path, if these are known.
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
            // A template may lead somewhere under one prefix alone.
            for rule in rules {
                guard !reach.reaches(by: rule, of: sources[source]), let template = rule.template
                else { continue }
                let mark = template.utf8.firstIndex(of: UInt8(ascii: "?"))
                let path = String(template[..<(mark ?? template.endIndex)])
                let nearest = hints > 0 ? registered.nearest(to: path) : nil
                hints -= 1
                add(
                    .unregisteredPath,
                    at: self.path(source, rule: rule.number).key("to"),
                    "'\(rule.text)' leads to '\(path)', which 'paths' does not have; "
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
/// Paths are made up of both: if one of either fits the other, the template leads somewhere.
private struct TemplateReach {
    private var trie = PathTrie<Int>()
    private let paths: [PathPattern]
    private let samples: [String]

    /// How many paths are made of a template, and how many of a registered path.
    private static let limit = 64
    private static let registeredLimit = 4

    /// How many pairs of a template and a path are still looked at, of those that none of these paths decides.
    private var comparisons = 1 << 12

    init(_ paths: RegisteredPaths) {
        self.paths = paths.all
        for path in paths.all { trie[path] = 0 }
        samples = paths.all.flatMap { SampleLinks($0).tails(Self.registeredLimit) }
    }

    /// Whether the template of a rule does, under any of its prefixes; so does a rule without one.
    mutating func reaches(by rule: CheckedRule, of source: RewriteSource) -> Bool {
        guard let template = rule.pieces else { return true }
        for path in rule.paths where reaches(template, Captures(rule, path, source)) { return true }
        return false
    }

    private mutating func reaches(_ template: TemplateText, _ captures: Captures) -> Bool {
        var captures = captures
        for isPresent in [true, false] {
            captures.hasOptional = isPresent
            let text = captures.pattern(of: template)
            // What is no pattern here is for others to find.
            guard let pattern = try? PathPattern(text) else { return true }
            if SampleLinks(pattern).tails(Self.limit).contains(where: { trie.match($0) != nil }) {
                return true
            }
            var own = PathTrie<Int>()
            own[pattern] = 0
            if samples.contains(where: { own.match($0) != nil }) { return true }
            for path in paths where comparisons > 0 {
                guard let both = Self.narrower(pattern, path) else { continue }
                comparisons -= 1
                if SampleLinks(both).tails(Self.limit).contains(where: {
                    own.match($0) != nil && trie.match($0) != nil
                }) {
                    return true
                }
            }
        }
        return false
    }

    /// What a path must be like that fits both of two patterns: of two segments in the same place, the narrower one counts.
    ///
    /// Nil if there is no such path, or one of the two has a catch-all.
    private static func narrower(_ own: PathPattern, _ other: PathPattern) -> PathPattern? {
        guard own.segments.count == other.segments.count else { return nil }
        var text = ""
        for (segment, another) in zip(own.segments, other.segments) {
            let texts = (own.text[segment.text], other.text[another.text])
            switch (segment.kind, another.kind) {
            case (.catchAll, _), (_, .catchAll): return nil
            case (.literal, .literal) where !texts.0.elementsEqual(texts.1): return nil
            case (.literal, _), (_, .plain): text += "/" + String(decoding: texts.0, as: UTF8.self)
            case (.mixed, _), (.plain, _): text += "/" + String(decoding: texts.1, as: UTF8.self)
            }
        }
        return try? PathPattern(text)
    }

    /// The captures that a rule's template can use under one prefix.
    private struct Captures {
        /// The constraints, as they are written behind the colon.
        private var constraints: [String: String] = [:]
        private var optional: Set<String> = []

        /// Whether a link has the captures that it may lack.
        var hasOptional = true

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
            for case .capture(let name, let constraint, let mayBeEmpty) in pattern.pieces {
                constraints[name] = constraint
                if mayBeEmpty { optional.insert(name) }
            }
        }

        /// A template's path as a pattern; segments that a link has no text for are left out.
        func pattern(of template: TemplateText) -> String {
            var text = ""
            var names = 0
            for segment in template.segments {
                var part = ""
                var isAbsent = false
                for piece in segment {
                    // A name may stand there twice in a template.
                    names += 1
                    switch piece {
                    case .text(let text): part += Self.encoded(text)
                    case .segments: part += "{*c\(names)}"
                    case .capture(let name): part += "{c\(names)\(constraints[name] ?? "")}"
                    }
                    guard let name = piece.capture else { continue }
                    // A capture of another prefix is absent.
                    let isMissing = constraints[name] == nil
                    if isMissing || !hasOptional && optional.contains(name) { isAbsent = true }
                }
                if !isAbsent { text += "/" + part }
            }
            return text.isEmpty ? "/" : text
        }

        private static func encoded(_ text: String) -> String {
            var bytes: [UInt8] = []
            withBytes(of: text) { CanonicalPath.appendEncoding($0, to: &bytes) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
