import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Rewrites a link by the same steps as ``RewriteIndex/rewrite(_:trims:wrappers:)``, and writes down what each gives.
struct Explainer {
    private let index: RewriteIndex
    private(set) var steps: [Explanation.Step] = []

    /// The number of the source that was found last.
    private(set) var source: Int?
    private(set) var path = ""

    /// The rules with a path that the last link fits, each with the item that does not fit.
    private var passedOver: [(rule: Explanation.RuleReference, misfits: Int, missing: Int)] = []

    init(_ index: RewriteIndex) {
        self.index = index
    }

    /// Rewrites a link and, if it is a wrapper, the link in it, and so on.
    mutating func details(of text: String) throws(RewriteError) -> URLRewriter.Details {
        try URLRewriter.unwrapped(rewrite(text, 0)) { (text, wrappers) throws(RewriteError) in
            try rewrite(text, wrappers)
        }
    }

    /// Rewrites a link which was wrapped in so many others.
    private mutating func rewrite(_ text: String, _ wrappers: Int) throws(RewriteError) -> Rewritten
    {
        try withBytes(of: text) { (text) throws(RewriteError) in
            let range = index.limits.range(ofLinkIn: text, trims: wrappers == 0)
            source = nil
            do throws(RewriteError) {
                try index.limits.check(text)
                begin(text[range], wrappers, isTrimmed: range.count < text.count)
                return try rewrite(text[range])
            } catch {
                throw index.refusal(error, of: text, range, source, wrappers)
            }
        }
    }

    private mutating func rewrite(_ bytes: ByteView) throws(RewriteError) -> Rewritten {
        let beginning = try LinkBeginning(bytes)
        tellSplit(bytes, beginning)
        let located = try index.locate(beginning, bytes)
        source = located.source
        add("source", index.declaredSources[located.source].name)
        let source = index.sources[located.source]
        let link = try DecodedLink(bytes, after: beginning, of: source)
        return try link.withCanonicalPath { (path) throws(RewriteError) in
            self.path = String(path)
            // A link that is handed over whole has no path.
            let place = link.parts.pathPart
            if place != .link {
                add("path", self.path + (place == .fragment ? ", in the fragment" : ""))
            }
            let fitting = source.rules(fitting: path)
            guard let match = source.match(link, path, located.capture) else {
                tellDirective(bytes, link)
                tellPassedOver(fitting, link.items, link.fragment)
                let made = try source.pass(link, path)
                add("passed", "no rule fits; the link is already internal")
                tellItems(link.items, [], by: nil, source)
                return made
            }
            let rule = match.rule
            if !rule.takesWholeRest { tellDirective(bytes, link) }
            tellPassedOver(fitting.prefix { $0 !== rule }, link.items, link.fragment)
            tellChosen(match)
            let made = try source.make(match, link)
            tell(match, link, made, source)
            return made
        }
    }

    private mutating func add(
        _ label: String,
        _ text: String,
        _ rule: Explanation.RuleReference? = nil
    ) {
        steps.append(Explanation.Step(label: label, text: text, rule: rule))
    }

    // MARK: - The link

    private mutating func begin(_ bytes: ByteView, _ wrappers: Int, isTrimmed: Bool) {
        if wrappers > 0 { add("unwrapped", String(bytes)) }
        if isTrimmed { add("trimmed", "white space around the link is ignored") }
        path = ""
        passedOver = []
    }

    private mutating func tellSplit(_ bytes: ByteView, _ beginning: LinkBeginning) {
        var parts: [String]
        var isWhole = false
        switch beginning {
        case .web(let isSecure, let authority):
            parts = ["scheme \(isSecure ? "https" : "http")"]
            let (host, digits) = bytes.splitPort(authority)
            parts.append("host \(String(bytes[host]))")
            if let digits { parts.append("port \(String(bytes[digits]))") }
        case .custom(let scheme):
            parts = ["scheme \(String(bytes[scheme]).lowercased())"]
            let source = index.schemes.source(of: bytes[scheme])
            isWhole = source.map { index.sources[$0].wholeLink != nil } ?? false
        }
        // A link that cannot be split is refused right after this, and one that is handed over whole is not split.
        if !isWhole, let rest = try? ExternalLinkParts(bytes, after: beginning) {
            let path = String(bytes[rest.path])
            parts.append(path.isEmpty ? "no path" : "path \(path)")
            if let query = rest.query, let items = try? QueryText.items(of: bytes[query]) {
                parts.append("items \(Self.list(items.map(\.name)))")
            }
            if let fragment = rest.fragment {
                parts.append(
                    fragment.isEmpty ? "empty fragment" : "fragment \(String(bytes[fragment]))"
                )
            }
        }
        add("split", parts.joined(separator: ", "))
    }

    private mutating func tellDirective(_ bytes: ByteView, _ link: borrowing DecodedLink) {
        let directive = bytes[link.parts.end..<bytes.count]
        guard directive.count > 0 else { return }
        add("fragment", "'\(String(directive))' left out, which is for browsers only")
    }

    // MARK: - Rules

    /// Writes down rules whose paths fit, but whose items do not.
    private mutating func tellPassedOver(
        _ rules: some Sequence<CompiledRule>,
        _ items: [URLQueryItem],
        _ fragment: String?
    ) {
        for rule in rules {
            let misfits = rule.misfits(in: items, fragment)
            guard let condition = misfits.first else { continue }
            let item = rule.item(for: condition, in: items).map { items[$0] }
            let found =
                switch (condition.subject, item, item?.value) {
                case (.fragment, _, _):
                    "the fragment is \(fragment.map { $0.isEmpty ? "empty" : "'\($0)'" } ?? "missing")"
                case (.unnamedItem, _, _): "no item without '=' fits"
                case (.item(let name), nil, _): "the item '\(name)' is missing"
                case (.item(let name), _?, nil): "the item '\(name)' has no value"
                case (.item(let name), _?, let value?): "the item '\(name)' is '\(value)'"
                }
            var reference = reference(to: rule)
            reference.difference =
                condition.pattern?.takesAll == true && item?.value?.isEmpty == true
                ? "the item '\(item?.name ?? "")' is empty, but the template puts it into the path"
                : "\(found); the rule requires '\(condition.text)'"
            // A catch-all may fit in several ways.
            guard !passedOver.contains(where: { $0.rule == reference }) else { continue }
            let missing = misfits.count { $0.name != nil && rule.item(for: $0, in: items) == nil }
            passedOver.append((reference, misfits.count, missing))
            add("tried", reference.description, reference)
        }
    }

    /// The rules that were passed over, those with the fewest items that do not fit first, and of these, those with the
    /// fewest missing ones.
    var nearestPassedOver: [Explanation.RuleReference] {
        // The sort is stable.
        passedOver.inOrder { ($0.misfits, $0.missing) < ($1.misfits, $1.missing) }.map(\.rule)
    }

    private mutating func tellChosen(_ match: borrowing RuleMatch) {
        let rule = match.rule
        let reference = reference(to: rule)
        let texts = rule.captures.compactMap { name, slot -> String? in
            switch slot {
            // Only one of the host captures has a text.
            case .host(let name) where name != match.hostCapture?.name: nil
            case .host, .path, .segments, .item, .rest:
                "\(name) = \(match.text(of: slot).map { "'\($0)'" } ?? "absent")"
            }
        }
        let list = texts.isEmpty ? "" : ": \(texts.joined(separator: ", "))"
        add("rule", "\(reference)\(list)", reference)
    }

    private func reference(to rule: CompiledRule) -> Explanation.RuleReference {
        index.reference(source: source ?? 0, rule.place)
    }

    // MARK: - Items

    /// Writes down what was made of the link.
    private mutating func tell(
        _ match: borrowing RuleMatch,
        _ link: borrowing DecodedLink,
        _ made: Rewritten,
        _ source: CompiledSource
    ) {
        switch match.rule.action {
        case .rewrite(let template):
            let made = match.queryItems(template, roomFor: 0)
            tellItems(link.items, made, by: match.rule, source)
            if match.madeFragment(template) != nil, match.ownFragment(of: link)?.isEmpty == false {
                add("fragment", "replaced by the template")
            }
            if let template = reference(to: match.rule).template { add("template", template) }
        case .unwrap(let target):
            if case .wrapped(_, let outer, _) = made {
                tellUnwrapped(target, outer, of: link, match)
            }
        case .refuse: break
        }
    }

    private mutating func tellItems(
        _ items: [URLQueryItem],
        _ made: [URLQueryItem],
        by rule: CompiledRule?,
        _ source: CompiledSource
    ) {
        let unnamed = rule?.unnamedItem(in: items)
        let fates = Dictionary(grouping: items.indices) { number in
            let isUnnamed = number == unnamed
            return isUnnamed
                ? .used : source.fate(of: items[number], behind: made, made.count, by: rule)
        }
        let texts = ItemFate.allCases.compactMap { fate in
            fates[fate].map { "\(fate.rawValue) \(Self.list($0.map { items[$0].name }))" }
        }
        if !texts.isEmpty { add("query", texts.joined(separator: ", ")) }
    }

    /// The target of a wrapper is rewritten next; the wrapper's other items and its fragment are removed.
    private mutating func tellUnwrapped(
        _ target: CaptureSlot,
        _ outer: [URLQueryItem],
        of link: borrowing DecodedLink,
        _ match: borrowing RuleMatch
    ) {
        let items = link.items
        if !outer.isEmpty {
            add("query", "removed with the wrapper \(Self.list(outer.map(\.name)))")
        }
        let behind = match.rule.item(of: target, in: items).map(link.parts.itemsBehind) ?? 0..<0
        if !behind.isEmpty {
            add(
                "query",
                "\(Self.list(behind.map { items[$0].name })) after an unescaped target belongs to the wrapper; percent-encode the target to pass it on"
            )
        }
        if case .rest = target { return }
        if match.rule.usesFragment(match.itemCaptures) { return }
        if link.fragment?.isEmpty == false {
            add(
                "fragment",
                "removed with the wrapper; percent-encode the target if it has a fragment"
            )
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: " ")
    }
}

extension RewriteIndex {
    /// A reference to a rule, for an explanation.
    func reference(source: Int, _ place: CompiledRule.Place) -> Explanation.RuleReference {
        let description = declaredSources[source]
        let declared = description.rules[place.rule]
        return Explanation.RuleReference(
            source: description.name,
            prefix: description.takesWholeLinks
                ? "" : description.options.prefixes[place.prefix],
            pattern: declared.pattern,
            template: declared.template,
            title: declared.notes.title,
            owner: declared.notes.owner,
            sourceIndex: source,
            ruleIndex: place.rule
        )
    }
}
