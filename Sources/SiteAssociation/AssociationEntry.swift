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
