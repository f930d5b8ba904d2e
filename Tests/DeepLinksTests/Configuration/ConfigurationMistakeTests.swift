import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import PathMatching
import Testing

/// Mistakes at every place of a configuration that has everything.
struct ConfigurationMistakeTests {
    private struct Mistake {
        /// The place that changes, and what it becomes: a member with another key, or another value.
        var place: JSONPath
        var key: String?
        var value: ConfigurationValue
        /// The fault that it must give, and the way out if it names one word.
        var fault: String
        var remedy: String?
    }

    /// A value of the wrong type, a key that is unknown or misspelt, and a word in another case, wherever there can be one.
    private static func mistakes(
        in value: ConfigurationValue,
        at path: JSONPath = .root
    ) -> [Mistake] {
        var all: [Mistake] = []
        func add(
            _ place: JSONPath,
            _ key: String?,
            _ value: ConfigurationValue,
            _ fault: String,
            _ remedy: String? = nil
        ) {
            all.append(Mistake(place: place, key: key, value: value, fault: fault, remedy: remedy))
        }
        // Another version would be all that is told.
        if ![.root, .root.key("version")].contains(path) {
            add(path, nil, .number(1.5), "wrong-type \(path)")
        }
        switch value {
        case .object(let members):
            let hasLinks = path.steps.last == .key("examples")
            if !hasLinks { add(path.key("-"), "-", .null, "unknown-key \(path.key("-"))") }
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                all += mistakes(in: member, at: path.key(key))
                guard !hasLinks, key.count > 3 else { continue }
                let typo = String(key.dropLast())
                add(path.key(key), typo, member, "unknown-key \(path.key(typo))", "write '\(key)'")
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                all += mistakes(in: element, at: path.index(index))
            }
        case .string(let word):
            let words: [JSONPath.Step] = ["unmatched", "query", "fragment", "malformedOptionals"]
                .map(JSONPath.Step.key)
            guard let key = path.steps.last, words.contains(key) else { break }
            add(path, nil, .string(word.uppercased()), "unknown-word \(path)", "write '\(word)'")
        default: break
        }
        return all
    }

    /// The value with a mistake at the place to which the steps lead.
    private static func value(
        _ value: ConfigurationValue,
        with mistake: Mistake,
        at steps: ArraySlice<JSONPath.Step>
    ) -> ConfigurationValue {
        let rest = steps.dropFirst()
        switch (value, steps.first) {
        case (.object(var members), .key(let key)?):
            let old = members.removeValue(forKey: key) ?? .null
            let isHere = rest.isEmpty && mistake.key != nil
            members[isHere ? mistake.key ?? key : key] =
                isHere ? mistake.value : Self.value(old, with: mistake, at: rest)
            return .object(members)
        case (.array(var elements), .index(let index)?):
            elements[index] = Self.value(elements[index], with: mistake, at: rest)
            return .array(elements)
        default: return mistake.value
        }
    }

    private static func faults(
        of mistakes: [Mistake],
        in document: ConfigurationValue
    ) throws -> [LinkConfigurationError] {
        let changed = mistakes.reduce(document) { value($0, with: $1, at: $1.place.steps[...]) }
        return try LinkConfiguration.read(JSONEncoder().encode(changed)).faults
    }

    @Test func `each mistake is told with its place, whatever else is wrong`() throws {
        let document = try JSONDecoder().decode(
            ConfigurationValue.self,
            from: Data(ConfigurationFixture.text.utf8)
        )
        let mistakes = Self.mistakes(in: document)
        #expect(mistakes.count > 100)
        var alone: [[LinkConfigurationError]] = []
        for mistake in mistakes {
            let faults = try Self.faults(of: [mistake], in: document)
            alone.append(faults)
            #expect(faults.map { "\($0.reason.code) \($0.path ?? "")" } == [mistake.fault])
            if let remedy = mistake.remedy { #expect(faults.first?.reason.text.remedy == remedy) }
        }
        var random = SplitMix64(seed: 1)
        for _ in 0..<rounds(200) {
            let pair = (0..<2).map { _ in Int.random(in: mistakes.indices, using: &random) }
            let places = pair.map { mistakes[$0].place.steps }
            // Below a place that changes, nothing is read.
            guard !places[0].starts(with: places[1]), !places[1].starts(with: places[0]) else {
                continue
            }
            let both = try Self.faults(of: pair.map { mistakes[$0] }, in: document)
            #expect(Set(both) == Set(pair.flatMap { alone[$0] }) && both.count == 2)
        }
    }
}
