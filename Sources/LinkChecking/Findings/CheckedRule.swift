import DeepLinks
import PathMatching

/// A rule as checks look at it.
struct CheckedRule {
    /// The rule's number in its source.
    let number: Int

    let rule: RewriteRule

    let external: ExternalPattern

    /// The path's pattern under each of the source's prefixes, at least one.
    let paths: [PathPattern]

    /// Its external side as it was written.
    var text: String { rule.pattern }

    /// Its internal side as it was written; nil if it has none.
    var template: String? { rule.template }

    /// Its internal side in pieces.
    var pieces: TemplateText? { template.flatMap { try? TemplateText($0) } }

    /// The captures of the path, without those of a prefix.
    var ownCaptures: [String] { (try? external.pathPattern(under: ""))?.captureNames ?? [] }
}
