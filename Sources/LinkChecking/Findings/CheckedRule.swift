import DeepLinks
import PathMatching

/// A rule as the checks see it.
struct CheckedRule {
    let rule: RewriteRule

    /// The rule under each of its source's prefixes, at least one.
    let compiled: [CompiledRule]

    var number: Int { compiled[0].place.rule }

    var external: ExternalPattern { compiled[0].external }

    /// The path's pattern under each of the source's prefixes.
    var paths: [PathPattern] { compiled.map(\.path) }

    /// Its external side as it was written.
    var text: String { rule.pattern }

    /// Its internal side as it was written; nil if it has none.
    var template: String? { rule.template }

    /// Its internal side in pieces.
    var pieces: TemplateText? { compiled[0].template }

    /// The captures of the path, without those of a prefix.
    var ownCaptures: [String] {
        names(of: (try? external.pathPattern(under: ""))?.captureNames ?? [])
    }

    /// The captures of the path under the first prefix.
    var pathCaptures: [String] { names(of: paths[0].captureNames) }

    /// The captures without the rest of one behind text, which has no name of its own.
    private func names(of captures: [String]) -> [String] {
        external.textAndRest == nil ? captures : captures.dropLast()
    }
}
