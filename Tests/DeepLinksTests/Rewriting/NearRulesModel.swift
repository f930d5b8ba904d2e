import PathMatching

@testable import DeepLinks

/// The nearest rules, found by comparing a path with all rules in every possible way.
enum NearRulesModel {
    /// As ``NearRules/nearest(to:limit:)``.
    static func nearest(of rules: [CompiledRule], to path: String, limit: Int) -> [CompiledRule] {
        let segments = path.split(separator: "/").map(String.init)
        let near = rules.compactMap { rule -> (rule: CompiledRule, distance: Int, common: Int)? in
            let parts = rule.path.segments
            let texts = parts.map { String(decoding: rule.path.text[$0.text], as: UTF8.self) }
            let common = zip(segments, zip(parts, texts)).prefix { segment, part in
                part.0.kind != .catchAll && (part.0.kind != .literal || part.1 == segment)
            }.count { $0.1.0.kind == .literal }
            let distance = distance(path.lowercased(), rule.path.description.lowercased(), parts)
            return distance > 0 && common == 0 && parts.count != segments.count
                ? nil : (rule, distance > 0 ? .max : distance, common)
        }
        // The sort is stable.
        let sorted = near.sorted { ($0.distance, -$0.common) < ($1.distance, -$1.common) }
        return sorted.enumerated().filter { number, one in
            !sorted[..<number].contains { $0.rule.place.rule == one.rule.place.rule }
        }.prefix(limit).map(\.element.rule)
    }

    /// The mistakes minus the text in common.
    private static func distance(
        _ path: String,
        _ pattern: String,
        _ parts: [PatternSegment]
    ) -> Int {
        let segments = path.split(separator: "/").map(Array.init)
        let texts = pattern.split(separator: "/").map(Array.init)
        let literals = zip(parts, texts).filter { $0.0.kind == .literal }.map(\.1)
        if literals.joined().isEmpty { return .max }
        return aligned(segments[...], zip(parts, texts).map { ($0.kind, $1) }[...])
    }

    private typealias Part = (kind: PatternSegment.Kind, text: [Character])

    private static func aligned(
        _ segments: ArraySlice<[Character]>,
        _ parts: ArraySlice<Part>
    ) -> Int {
        guard !segments.isEmpty || !parts.isEmpty else { return 0 }
        var all: [Int] = []
        if !segments.isEmpty {
            // The last part may take more than one segment if it is a catch-all.
            let takesMore = parts.last?.kind == .catchAll && segments.count > 1
            all.append(aligned(segments.dropLast(), parts) + (takesMore ? 0 : 3))
        }
        if let part = parts.last {
            all.append(aligned(segments, parts.dropLast()) + (part.kind == .literal ? 4 : 3))
            if let segment = segments.last {
                let count = max(segment.count, part.text.count)
                let change = part.kind == .literal ? distance(segment, part.text, in: count) : 0
                all.append(aligned(segments.dropLast(), parts.dropLast()) + change)
            }
        }
        return all.min() ?? .max
    }

    /// Three for each edit, minus the text that could be in common; texts of very different lengths have nothing in common.
    private static func distance(_ text: [Character], _ other: [Character], in count: Int) -> Int {
        let isFar = 3 * abs(text.count - other.count) > count
        let (bytes, otherBytes) = (text.compactMap(\.asciiValue), other.compactMap(\.asciiValue))
        return 3 * (isFar ? count : editDistance(bytes, otherBytes)) - count
    }
}
