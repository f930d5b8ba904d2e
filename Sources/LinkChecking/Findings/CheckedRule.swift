import DeepLinks
import PathMatching

/// A rule as checks look at it.
struct CheckedRule {
    /// The rule's number in its source.
    let number: Int

    /// Its external side as it was written.
    let text: String

    /// Its internal side as it was written; nil if it has none.
    let template: String?

    /// Its internal side in pieces.
    let pieces: TemplateText?

    /// The path's pattern under each of the source's prefixes, at least one.
    let paths: [PathPattern]

    /// The captures of the path, without those of a prefix.
    let ownCaptures: [String]

    let external: ExternalPattern

    /// What is asked of the query.
    let items: [ItemCondition]
}
