// Prints what modules make public, from their symbol graphs: a line for each declaration and conformance, in order.
// usage: public-declarations FILE.symbols.json...
//
// Lines that begin with "new case of" or "must have" mark what is a break for users when it comes to a type that is there
// already: switches over it no longer are exhaustive, or types that conform to it no longer do.

import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Extension: Decodable {
            struct Constraint: Decodable { let kind, lhs, rhs: String }
            let constraints: [Constraint]?
        }

        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let swiftExtension: Extension?

        var name: String { pathComponents.joined(separator: ".") }
        var parent: String { pathComponents.dropLast().joined(separator: ".") }
        var declaration: String {
            let words = (declarationFragments ?? []).map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
            // What an extension demands of its type stands in none of the declarations in it.
            let demands = (swiftExtension?.constraints ?? []).map { "\($0.lhs) \($0.kind) \($0.rhs)" }.sorted()
            return words.joined(separator: " ") + (demands.isEmpty ? "" : ", for " + demands.joined(separator: ", "))
        }
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}

var symbols: [String: Graph.Symbol] = [:]
var relationships: [Graph.Relationship] = []
for path in CommandLine.arguments.dropFirst() {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    for symbol in graph.symbols { symbols[symbol.identifier.precise] = symbol }
    relationships += graph.relationships
}

var lines: Set<String> = []
for symbol in symbols.values {
    lines.insert("\(symbol.name): \(symbol.declaration)")
    if symbol.kind.identifier == "swift.enum.case" {
        lines.insert("new case of \(symbol.parent): \(symbol.name)")
    }
}
let withDefault = Set(relationships.filter { $0.kind == "defaultImplementationOf" }.map(\.target))
for relationship in relationships {
    guard let source = symbols[relationship.source] else { continue }
    switch relationship.kind {
    case "conformsTo":
        let target = symbols[relationship.target]?.name ?? relationship.targetFallback ?? relationship.target
        lines.insert("\(source.name) conforms to \(target)")
    case "requirementOf" where !withDefault.contains(relationship.source):
        lines.insert("must have \(source.parent): \(source.name)")
    default:
        break
    }
}
for line in lines.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { print(line) }
