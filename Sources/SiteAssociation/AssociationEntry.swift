/// One entry of `applinks.details`: some apps and the rules that hold for all of them.
public struct AssociationEntry: Hashable, Sendable {
    /// How the entry's rules are written.
    public enum Format: String, Hashable, Sendable {
        /// `components`, from iOS 13 on. An entry that has `paths` besides is of this form, and its paths are
        /// ignored.
        case components

        /// `paths`, since iOS 9.
        case paths

        /// Neither is there.
        case none
    }

    /// The apps, from `appIDs` and `appID` together, whether written as a string or as an array.
    public let appIDs: [String]

    /// The apps that are written as documented: those of an `appIDs` array, else the one of an `appID` string.
    public let documentedAppIDs: [String]

    /// The rules in their order.
    public let rules: [AssociationRule]

    /// How the rules are written.
    public let format: Format

    /// Where the entry is.
    public var place: AssociationPlace { node.place }

    /// The entry as the file has it.
    let node: JSONNode
}
