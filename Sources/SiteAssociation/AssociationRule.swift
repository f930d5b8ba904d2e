import DeepLinks
import LinkChecking

/// One rule of an association file: a component dictionary or a legacy path, with what the defaults add to it.
public struct AssociationRule: Hashable, Sendable {
    /// What a rule wants of the query.
    public enum Query: Hashable, Sendable {
        /// A pattern for the whole query.
        case whole(String)

        /// Patterns for single items; those that are not named do not matter.
        case items([QueryItem])
    }

    /// A pattern for the values of one query item.
    public struct QueryItem: Hashable, Sendable {
        /// The item's name as the file has it.
        public let name: String

        /// What every item of that name must match; a missing one counts as empty.
        public let pattern: String
    }

    /// The pattern for the path, without `NOT` for a legacy path; `nil` when every path will do.
    public internal(set) var path: String?

    /// The pattern for the query; `nil` when every query will do.
    public internal(set) var query: Query?

    /// The pattern for the fragment; `nil` when every fragment will do.
    public internal(set) var fragment: String?

    /// Whether a link that matches must not open the app.
    public internal(set) var isExclusion: Bool = false

    /// Whether `a` and `A` differ.
    public internal(set) var isCaseSensitive: Bool = true

    /// Whether patterns are compared with the URL as it is written, rather than with the decoded one.
    public internal(set) var isPercentEncoded: Bool = true

    /// What the file's author says about the rule.
    public internal(set) var comment: String?

    /// Whether the rule comes from `paths`, the form before iOS 13.
    public internal(set) var isLegacy: Bool = false

    /// Where the rule is.
    public internal(set) var place: AssociationPlace = AssociationPlace(nil, nil)

    /// The rule as the file has it.
    var node = JSONNode(.object([:]))
}

extension AssociationRule {
    /// The rule as the file has it, on one line.
    public var source: String {
        node.value.line
    }

    /// Where the pattern for a part is; one that comes from defaults, and a legacy path, is where the rule is.
    func place(of part: AssociationMismatch.Part) -> AssociationPlace {
        let pattern =
            switch part {
            case .path: node["/"]
            case .query: node["?"]
            case .queryItem(let name): node["?"]?[name]
            case .fragment: node["#"]
            }
        return pattern?.place ?? place
    }
}

extension AssociationRule: CustomStringConvertible {
    /// The rule as the file has it, on one line.
    public var description: String {
        source
    }
}
