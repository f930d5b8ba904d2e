/// One entry of `applinks.details`: some apps and the rules that hold for all of them.
public struct AssociationEntry: Hashable, Sendable {
    /// The apps, from `appIDs` and `appID` together, whether written as a string or as an array.
    public let appIDs: [String]

    /// The apps that are written as documented: those of an `appIDs` array, else the one of an `appID` string.
    public let documentedAppIDs: [String]

    /// The rules in their order.
    public let rules: [AssociationRule]

    /// How the rules are written; `nil` when the entry has neither `components` nor `paths`.
    ///
    /// With both it is `components`, and the paths are ignored.
    public let format: AppSiteAssociation.Form?

    /// Where the entry is.
    public var place: AssociationPlace { node.place }

    /// The entry as the file has it.
    let node: JSONNode
}
