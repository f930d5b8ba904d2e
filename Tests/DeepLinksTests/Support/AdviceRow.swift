import DeepLinks
import Foundation

/// A row of a table of errors: texts, the sentence about each of them, and texts that follow its advice.
///
/// The columns of a row have arrows between them, and texts two spaces; `""` is an empty text.
struct AdviceRow: Sendable, CustomStringConvertible {
    let texts: [String]
    let sentence: String
    let mended: [String]

    var description: String { "\(texts[0].prefix(60)) → \(sentence)" }

    static func rows(_ table: String) -> [AdviceRow] {
        table.split(separator: "\n").map { row in
            let columns = row.split(separator: " → ", omittingEmptySubsequences: false)
            return AdviceRow(
                texts: texts(columns[0]),
                sentence: String(columns[1]),
                mended: columns.count > 2 ? texts(columns[2]) : []
            )
        }
    }

    private static func texts(_ column: Substring) -> [String] {
        column.split(separator: "  ").map { $0 == #""""# ? "" : String($0) }
    }
}

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
