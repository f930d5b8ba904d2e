import DeepLinks
import LinkChecking

/// One entry of `applinks.details`: some apps and the rules for all of them.
public struct AssociationEntry: Hashable, Sendable {
    /// The apps of `appIDs` and `appID` together, each written as a string or as an array.
    public let appIDs: [String]

    /// The rules in their order.
    public let rules: [AssociationRule]

    /// The form of the rules; `nil` when the entry has neither `components` nor `paths`.
    ///
    /// If it has both, the form is `components`, and the paths are ignored.
    public let format: AppSiteAssociation.Form?

    /// Where the entry is.
    public var place: AssociationPlace { node.place }

    let node: JSONNode
}

/// One rule of an association file: a component dictionary or a legacy path, with the defaults applied.
public struct AssociationRule: Hashable, Sendable {
    /// What a rule asks of the query.
    public enum Query: Hashable, Sendable {
        /// A pattern for the whole query.
        case whole(String)

        /// Patterns for single items; items that are not named do not matter.
        case items([QueryItem])
    }

    /// A pattern for the values of one query item.
    public struct QueryItem: Hashable, Sendable {
        /// The item's name as the file spells it.
        public let name: String

        /// What every item of that name must match; a missing item counts as empty.
        public let pattern: String
    }

    /// The pattern for the path, without the `NOT` of a legacy path; `nil` when every path matches.
    public internal(set) var path: String?

    /// The pattern for the query; `nil` when every query matches.
    public internal(set) var query: Query?

    /// The pattern for the fragment; `nil` when every fragment matches.
    public internal(set) var fragment: String?

    /// Whether a matching link must not open the app.
    public internal(set) var isExclusion: Bool = false

    /// Whether upper and lower case differ.
    public internal(set) var isCaseSensitive: Bool = true

    /// Whether patterns are compared with the URL as it is written, not with the decoded one.
    public internal(set) var isPercentEncoded: Bool = true

    /// The comment of the file's author.
    public internal(set) var comment: String?

    /// Whether the rule comes from `paths`, the form before iOS 13.
    public internal(set) var isLegacy: Bool = false

    /// The value in the file; an empty object for a rule of a generator.
    var node = JSONNode(.object([:]))
}

extension AssociationRule {
    /// Where the rule is.
    public var place: AssociationPlace { node.place }

    /// The rule as the file has it, on one line.
    public var source: String {
        node.value.line
    }

    /// The patterns, each with its part of a link.
    var patterns: [(part: AssociationMismatch.Part, text: String)] {
        var patterns: [(part: AssociationMismatch.Part, text: String)] = []
        if let path { patterns.append((.path, path)) }
        switch query {
        case .whole(let pattern): patterns.append((.query, pattern))
        case .items(let items): patterns += items.map { (.queryItem($0.name), $0.pattern) }
        case nil: break
        }
        if let fragment { patterns.append((.fragment, fragment)) }
        return patterns
    }

    /// Whether the rule is an exclusion only because it inherits that from defaults.
    var inheritsExclusion: Bool { isExclusion && !isLegacy && node["exclude"]?.bool == nil }

    /// Whether it has `"exclude": false`, so its author knows that the others inherit the exclusion.
    var isKeptFromExclusion: Bool { node["exclude"]?.bool == false }

    /// Whether the key of a member is what people write in place of `exclude`; some of these keys are also written for a path.
    static func isWordForExclusion(_ member: JSONNode) -> Bool {
        switch member.key.asciiLowercased {
        case "not", "block", "blocked", "deny", "denied", "disallow": member.bool != false
        case "match", "allow", "allowed", "enabled": member.bool == false
        case "except", "exclusion", "ignore", "excludepath":
            [.bool(true), .int(1), .string("true")].contains(member.value)
        default: member.string == "exclude"
        }
    }

    /// The rule without its place and its comment, which mean nothing to systems.
    var content: AssociationRule {
        var rule = self
        (rule.comment, rule.node) = (nil, JSONNode(.object([:])))
        return rule
    }

    /// The rule as the form before iOS 13 can say it: for the path alone, in which `?` is the only pattern for one character.
    var inOldForm: AssociationRule {
        var rule = self
        (rule.query, rule.fragment) = (nil, nil)
        rule.path = PredefinedVariables.classes.keys.reduce(path) { path, name in
            path?.replacing("$(\(name))", with: "?")
        }
        return rule
    }

    /// Where the pattern for a part is; the place of the rule for a legacy path, or a pattern from the defaults.
    func place(of part: AssociationMismatch.Part) -> AssociationPlace {
        let pattern = node[part.key]
        return (part.itemName.map { pattern?[$0] } ?? pattern)?.place ?? place
    }
}

extension AssociationRule: CustomStringConvertible {
    /// The rule as the file has it, on one line.
    public var description: String {
        source
    }
}
