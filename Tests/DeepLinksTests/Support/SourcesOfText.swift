import DeepLinks
import Foundation

/// The configuration with these sources: JSON objects with commas between them.
func configuration(of objects: String) throws -> LinkConfiguration {
    let all = try JSONDecoder().decode([ConfigurationValue].self, from: Data("[\(objects)]".utf8))
    func hasNames(_ source: ConfigurationValue) -> Bool {
        if case .object(let members) = source { members["names"] != nil } else { false }
    }
    let document = ConfigurationValue.object([
        "version": .int(1), "domains": .array(all.filter { !hasNames($0) }),
        "schemes": .array(all.filter(hasNames)),
    ])
    return try LinkConfiguration(data: JSONEncoder().encode(document))
}

/// The error that making a rewriter of sources, written as in a configuration, throws; nil if it succeeds.
func ruleError(of objects: String) throws -> RewriteRuleError? {
    let sources = try configuration(of: objects).sources
    do throws(RewriteRuleError) {
        _ = try URLRewriter(sources: sources)
        return nil
    } catch { return error }
}
