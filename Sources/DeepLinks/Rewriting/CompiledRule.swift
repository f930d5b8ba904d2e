package import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The place in a link where a capture's text is found.
package enum CaptureSlot: Hashable, Sendable {
    /// In a segment of the path: the number of the path's capture, from the left.
    case path(Int)
    /// In the segments of a catch-all: the number of the path's capture.
    case segments(Int)
    /// In the host, if the host has a capture with this name.
    case host(String)
    /// In the query: the number of the capture among those of the rule's items.
    case item(Int)
    /// In the rest of the link as it was written, from a place in the path, or in all of it: the number of the path's capture.
    case rest(Int)
}

/// A rule under one of its source's prefixes, ready for matching.
package final class CompiledRule: Sendable {
    /// Where a compiled rule was declared.
    package struct Place: Sendable {
        /// The rule's number in its source.
        package let rule: Int
        /// The number of its prefix in the source.
        package let prefix: Int
    }

    /// What a rule does with the links that fit it.
    // It cannot be copied, so that a template is lent where it is used.
    package enum Action: ~Copyable, Sendable {
        /// It makes an internal link from its template.
        case rewrite(TemplateText)
        /// The text of this capture is rewritten as a link.
        case unwrap(CaptureSlot)
        /// It refuses them.
        case refuse
    }

    /// The external side, as it was declared.
    package let pattern: String
    /// The external side without the prefix.
    package let external: ExternalPattern
    /// The path's pattern with the prefix.
    package let path: PathPattern
    /// Finds the captures, if the rule's group is looked up by another path, which matches the same paths but captures other parts.
    package let ownMatcher: PatternMatcher?
    package let action: Action
    /// The captures of the source's hosts, of the path and of the items; captures of other prefixes are not included.
    package let captures: [(name: String, slot: CaptureSlot)]
    /// The numbers of the item captures that the template puts into the path, where they must not be empty.
    package let itemCapturesInPath: Set<Int>
    package let place: Place
    /// Whether an optional item with a malformed value counts as absent.
    let ignoresMalformedOptionals: Bool
    /// The number of the first of the path's two captures that are one catch-all behind text, as for `/Talk:{*title}` (see
    /// ``ExternalPattern/path``).
    package let splitCatchAll: Int?

    /// The template; nil if it makes no link.
    package var template: TemplateText? {
        switch action {
        case .rewrite(let template): template
        default: nil
        }
    }

    package var conditions: [ItemCondition] { external.conditions }
    /// Whether its last capture takes the whole rest of the link, including query and fragment.
    package var takesWholeRest: Bool { external.takesWholeRest }

    /// Compiles a rule with the captures of the source's hosts and of all its prefixes.
    ///
    /// Its group is looked up by `spelling`, which differs from its own path only if another rule matches the same paths.
    init(
        _ rule: RewriteRule,
        _ external: ExternalPattern,
        _ path: PathPattern,
        as spelling: PathPattern,
        at place: Place,
        hosts: [String],
        prefixes: Set<String>,
        _ options: SourceOptions
    ) throws(RuleFlaw) {
        try Self.checkFragment(external, options)
        let captures = try Self.captures(external, path, hosts, prefixes, place)
        var itemCapturesInPath: Set<Int> = []
        switch rule {
        case .rewrite(let rewrite):
            let template: TemplateText
            do throws(RuleFlaw) {
                if let flaw = rewrite.declaredPath?.flaw {
                    throw RuleFlaw("flawed-link-path", flaw.text)
                }
                template = try TemplateText(rewrite.template, in: captures)
                let isDeclared = rewrite.declaredPath != nil
                try Self.check(template, isDeclared: isDeclared, captures, prefixes, external)
            } catch {
                throw error.at(.root.key("to"))
            }
            for piece in template.segments.joined() {
                if case .item(let item)? = piece.slot {
                    itemCapturesInPath.insert(item)
                }
            }
            action = .rewrite(template)
        case .unwrap: action = .unwrap(try Self.target(captures))
        case .refuse: action = .refuse
        }
        pattern = rule.pattern
        self.external = external
        self.path = path
        self.captures = captures
        self.itemCapturesInPath = itemCapturesInPath
        self.place = place
        splitCatchAll = external.textAndRest == nil ? nil : path.captures.count - 2
        ignoresMalformedOptionals = options.malformedOptionals == .ignore
        ownMatcher =
            path == spelling || path.captures(as: spelling)
            ? nil : PatternMatcher(path, ignoresCase: options.ignoresCase)
    }

    /// Checks that a fragment which a rule asks for is not read as something else.
    private static func checkFragment(
        _ external: ExternalPattern,
        _ options: SourceOptions
    ) throws(RuleFlaw) {
        guard options.fragment != .keep,
            let fragment = external.conditions.last, fragment.subject == .fragment
        else { return }
        let isPath = options.fragment == .path
        throw RuleFlaw(
            "fragment-not-kept",
            "it asks for the fragment '\(fragment.text)', but the source reads fragments as \(isPath ? "paths" : "queries")",
            "write it in the \(isPath ? "path" : "query"), or remove the source's option 'fragment'"
        )
    }

    /// The captures, each with the place of its text.
    private static func captures(
        _ external: ExternalPattern,
        _ path: PathPattern,
        _ hosts: [String],
        _ prefixes: Set<String>,
        _ place: Place
    ) throws(RuleFlaw) -> [(name: String, slot: CaptureSlot)] {
        var captures = hosts.map { (name: $0, slot: CaptureSlot.host($0)) }
        let own = path.captures
        // The last two captures are one if there is text before a catch-all.
        let count = own.count - (external.textAndRest == nil ? 0 : 1)
        captures += own.prefix(count).enumerated().map { number, capture in
            if count < own.count, number == count - 1 { return (capture.name, .segments(number)) }
            if external.takesWholeRest, number == own.count - 1 {
                return (capture.name, .rest(number))
            }
            return (capture.name, capture.isCatchAll ? .segments(number) : .path(number))
        }
        captures += external.itemCaptures.enumerated().map { ($1, .item($0)) }
        for (number, capture) in captures.enumerated()
        where captures[..<number].contains(where: { $0.name == capture.name }) {
            let sides = [hosts.contains, prefixes.contains, path.captureNames.contains]
            throw RuleFlaw(
                "duplicate-capture",
                "two captures are named '\(capture.name)', including those of the host and the prefix",
                "give each its own name",
                at: sides.allSatisfy { $0(capture.name) }
                    ? .root.key("prefixes").index(place.prefix) : .root
            )
        }
        return captures
    }

    /// Checks that a template uses only names that are captured, under this prefix or another one.
    private static func check(
        _ template: TemplateText,
        isDeclared: Bool,
        _ captures: [(name: String, slot: CaptureSlot)],
        _ prefixes: Set<String>,
        _ external: ExternalPattern
    ) throws(RuleFlaw) {
        let names = prefixes.union(captures.map(\.name))
        for name in template.captures where !names.contains(name) {
            let known = names.inOrder(by: <).map { "'\($0)'" }.joined(separator: ", ")
            throw RuleFlaw(
                "unknown-capture",
                ErrorText(
                    "the \(isDeclared ? "LinkPath" : "template") uses '{\(name)}', which is not captured",
                    known.isEmpty ? "capture it" : "capture it, or use one of \(known)"
                ),
                capture: name
            )
        }
        for case .capture(let name, true, let slot?) in template.segments.joined() {
            if case .segments = slot { continue }
            if case .item(let number) = slot,
                external.condition(ofCapture: number)?.pattern?.takesSegments == true
            {
                continue
            }
            throw RuleFlaw(
                "not-catch-all",
                "the template adds the segments of '{*\(name)}', which captures text, not segments",
                "write '{\(name)}', or capture segments with '{*\(name)}' in the path or '{\(name):path}' in an item"
            )
        }
    }

    /// The capture that is the wrapped link.
    private static func target(
        _ captures: [(name: String, slot: CaptureSlot)]
    ) throws(RuleFlaw) -> CaptureSlot {
        guard
            let (_, slot) = captures.count == 1
                ? captures.first : captures.first(where: { $0.name == "target" })
        else {
            // The capture may be one of another prefix.
            throw RuleFlaw(
                "no-target",
                "it does not say which capture is the wrapped link",
                "write '{target}' where that link stands in the rule"
            )
        }
        return slot
    }
}

// MARK: - Conditions

extension CompiledRule {
    /// The captures of the conditions, or nil if the items and the fragment do not fit all of them.
    package func captures(in items: [URLQueryItem], _ fragment: String?) -> [String?]? {
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return conditions.allSatisfy { fits($0, items, fragment, &captures) } ? captures : nil
    }

    /// The conditions that the items or the fragment do not fit.
    func misfits(in items: [URLQueryItem], _ fragment: String?) -> [ItemCondition] {
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return conditions.filter { !fits($0, items, fragment, &captures) }
    }

    /// The number of the item that a condition is about, if there is one: of repeated items the first.
    ///
    /// Without a name, it is the first item without a value that fits, and whose name no other condition has.
    func item(for condition: ItemCondition, in items: [URLQueryItem]) -> Int? {
        if let name = condition.name { return items.firstIndex { hasSameBytes($0.name, name) } }
        guard condition.subject == .unnamedItem, let pattern = condition.pattern else { return nil }
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return items.firstIndex {
            $0.value == nil && !hasCondition(named: $0.name) && pattern.capture($0.name, &captures)
        }
    }

    /// Whether the items and the fragment fit a condition.
    private func fits(
        _ condition: ItemCondition,
        _ items: [URLQueryItem],
        _ fragment: String?,
        _ captures: inout [String?]
    ) -> Bool {
        let found: String?
        if condition.subject == .fragment {
            guard let fragment, !fragment.isEmpty else { return !condition.isRequired }
            found = fragment
        } else {
            guard let item = item(for: condition, in: items).map({ items[$0] }) else {
                return !condition.isRequired
            }
            found = condition.subject == .unnamedItem ? item.name : item.value
        }
        switch condition.kind {
        case .equals(let text): return hasSameBytes(found, text)
        case .capture(let pattern):
            // An item without a value has nothing to capture.
            guard let value = found else { return !condition.isRequired }
            guard pattern.takesAll else {
                return pattern.capture(value, &captures)
                    || !condition.isRequired && ignoresMalformedOptionals
            }
            // A path has no empty segments.
            guard !value.isEmpty || !itemCapturesInPath.contains(pattern.firstCapture) else {
                return !condition.isRequired
            }
            captures[pattern.firstCapture] = value
            return true
        }
    }
}
