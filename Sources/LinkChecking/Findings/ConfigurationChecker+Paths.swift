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
                .error,
                at: .root.key("paths").index(flaw.index),
                flaw.message
            )
        }
        var reach = TemplateReach(registered)
        var hints = Self.hintLimit
        for (source, rules) in rulesBySource.enumerated() {
            let known = SourceCaptures(sources[source])
            var last: Int?
            for rule in rules where rule.number != last {
                last = rule.number
                guard let template = rule.template, let pieces = rule.pieces,
                    !reach.reaches(pieces, by: rule, known)
                else { continue }
                let end = template.utf8.firstIndex(of: UInt8(ascii: "?"))
                let path = String(template[..<(end ?? template.endIndex)])
                let nearest = hints > 0 ? registered.nearest(to: path) : nil
                hints -= 1
                add(
                    .unregisteredPath,
                    .error,
                    at: self.path(source, rule: rule.number).key("to"),
                    "'\(rule.text)' leads to '\(path)', which 'paths' does not have; "
                        + (nearest.map { "write '\($0)', or add the path." }
                            ?? "correct the template, or add the path.")
                )
            }
        }
    }
}

/// The captures of a source's hosts and prefixes, any of which a link can lack.
private struct SourceCaptures {
    private(set) var names: Set<String> = []
    private(set) var constraints: [String: [UInt8]] = [:]

    init(_ source: RewriteSource) {
        for prefix in source.options.prefixes {
            guard let pattern = try? PathPattern(prefix.isEmpty ? "/" : prefix) else { continue }
            var own: [String: [UInt8]] = [:]
            own.note(pattern)
            // What differs from prefix to prefix may be any text.
            constraints.merge(own) { $0 == $1 ? $0 : [] }
            names.formUnion(pattern.captureNames)
        }
        if case .domain(let domain) = source { names.formUnion(domain.hostCaptures) }
    }
}

extension [String: [UInt8]] {
    /// Notes the captures of a pattern with their constraints, as they are written behind the colon.
    fileprivate mutating func note(_ pattern: PathPattern) {
        pattern.forEachPiece { piece in
            if case .capture(let name, let constraint) = piece {
                self[name] = Array(constraint.utf8.dropFirst())
            }
        }
    }
}

/// Tells whether a template can lead to a registered path.
private struct TemplateReach {
    /// A segment of a template.
    private enum Segment: Hashable {
        case literal([UInt8])
        /// One of several texts, or none if the segment can be left out.
        case parts([SegmentLanguage.Part], canBeAbsent: Bool)
        /// One segment or more.
        case rest
    }

    private let trie: RuleTrie
    private var known: [[Segment]: Bool] = [:]

    /// How many steps a search may take; beyond that the template is taken to lead somewhere.
    private static let limit = 5_000

    init(_ paths: RegisteredPaths) {
        let rules = paths.all.map { path in
            CheckedRule(
                number: 0,
                text: "",
                template: nil,
                pieces: nil,
                path: path,
                ownCaptures: [],
                external: .none
            )
        }
        trie = RuleTrie(rules, ignoresCase: false, budget: 0)
    }

    mutating func reaches(
        _ template: TemplateText,
        by rule: CheckedRule,
        _ source: SourceCaptures
    ) -> Bool {
        let segments = Self.segments(of: template, rule, source)
        if let answer = known[segments] { return answer }
        var steps = 0
        let answer = reaches(segments[...], from: trie.root, &steps)
        known[segments] = answer
        return answer
    }

    private func reaches(
        _ segments: ArraySlice<Segment>,
        from node: RuleTrie.Node,
        _ steps: inout Int
    ) -> Bool {
        steps += 1
        guard steps < Self.limit else { return true }
        guard let first = segments.first else { return !node.rules.isEmpty }
        if node.catchAll != nil { return true }
        let rest = segments.dropFirst()
        switch first {
        case .literal(let text):
            if let child = node.literals[text], reaches(rest, from: child, &steps) { return true }
            for (language, child) in node.programs where language.contains(text) {
                if reaches(rest, from: child, &steps) { return true }
            }
        case .parts(let parts, let canBeAbsent):
            if canBeAbsent, reaches(rest, from: node, &steps) { return true }
            let own = SegmentLanguage(parts)
            for (text, child) in node.literals where own.contains(text) {
                if reaches(rest, from: child, &steps) { return true }
            }
            for (language, child) in node.programs where language.overlaps(own) {
                if reaches(rest, from: child, &steps) { return true }
            }
        case .rest:
            // Whatever is below can be what the capture has.
            for child in node.literals.values.map(\.self) + node.programs.map(\.node) {
                if reaches(rest, from: child, &steps) || reaches(segments, from: child, &steps) {
                    return true
                }
            }
            if let plain = node.plain, reaches(segments, from: plain, &steps) { return true }
        }
        return node.plain.map { reaches(rest, from: $0, &steps) } ?? false
    }

    // MARK: - Templates

    private static func segments(
        of template: TemplateText,
        _ rule: CheckedRule,
        _ source: SourceCaptures
    ) -> [Segment] {
        var constraints: [String: [UInt8]] = [:]
        var absent = source.names
        constraints.note(rule.path)
        constraints.merge(source.constraints) { $1 }
        for condition in rule.external.conditions {
            switch condition.kind {
            case .flag, .equals: break
            case .capture(let index, let isOptional):
                if isOptional { absent.insert(rule.external.itemCaptures[index]) }
            case .pattern(let pattern, let isOptional):
                constraints.note(pattern.pattern)
                if isOptional { absent.formUnion(pattern.pattern.captureNames) }
            }
        }
        return template.segments.map { pieces in
            if pieces.count == 1, case .text(let text) = pieces[0] {
                return .literal(encoded(text))
            }
            if case .segments? = pieces.first { return .rest }
            var canBeAbsent = false
            let parts = pieces.map { piece -> SegmentLanguage.Part in
                switch piece {
                case .text(let text): return .literal(encoded(text))
                case .capture(let name), .segments(let name):
                    if absent.contains(name) { canBeAbsent = true }
                    return SegmentLanguage.part(constraint: (constraints[name] ?? [])[...])
                }
            }
            return .parts(parts, canBeAbsent: canBeAbsent)
        }
    }

    private static func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        withBytes(of: text) { CanonicalPath.appendEncoding($0, to: &bytes) }
        return bytes
    }
}
