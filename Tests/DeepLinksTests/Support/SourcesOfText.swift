import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

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

/// Checks a row of a table with rules and links.
///
/// After its title, the row has each source, written as in a configuration, with its rules below it, such as
/// `/a/{id} = /b?id={id}` or an object of a configuration. Then come links, as in `check(_:at:)`.
func checkRules(of row: TableRow, isReversed: Bool = false) throws {
    var sources: [(options: String, rules: [String])] = []
    var links: [String] = []
    for line in row.rest {
        let sides = line.components(separatedBy: " = ")
        let rule = sides.count == 2 ? #"{"from":"\#(sides[0])","to":"\#(sides[1])"}"# : line
        if [#"{"from""#, #"{"unwrap""#].contains(where: rule.hasPrefix) {
            sources[sources.count - 1].rules.append(rule)
        } else if line.hasPrefix("{") {
            sources.append((line, []))
        } else {
            links.append(line)
        }
    }
    let objects = sources.map { options, rules in
        if rules.isEmpty { return options }
        let list = (isReversed ? rules.reversed() : rules).joined(separator: ",")
        return "\(options.dropLast()),\"rules\":[\(list)]}"
    }
    let rewriter = try URLRewriter(configuration: configuration(of: objects.joined(separator: ",")))
    try rewriter.check(links.joined(separator: "\n"))
}
