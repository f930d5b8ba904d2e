import PathMatching

@testable import DeepLinks

/// The patterns nearest to a path, found by comparing it with all of them in every possible way.
enum PathLikenessModel {
    /// As ``PathLikeness/nearest(to:limit:)``.
    static func nearest(of patterns: [PathPattern], to path: String, limit: Int) -> [Int] {
        let near = patterns.enumerated().compactMap { number, pattern in
            let text = pattern.description.lowercased()
            let distance = distance(path.lowercased(), text, pattern.segments)
            return distance > 0 ? nil : (number: number, distance: distance)
        }
        // The sort is stable.
        return near.sorted { $0.distance < $1.distance }.prefix(limit).map(\.number)
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
        // For each number of first segments, and of first parts, the least distance.
        var least: [[Int]] = []
        for end in 0...segments.count {
            least.append([])
            for partEnd in 0...parts.count {
                var all = end + partEnd == 0 ? [0] : []
                let (segment, part) = (segments.prefix(end).last, parts.prefix(partEnd).last)
                if segment != nil {
                    // The last part may take more than one segment if it is a catch-all.
                    let takesMore = part?.kind == .catchAll && partEnd == parts.count && end > 1
                    all.append(least[end - 1][partEnd] + (takesMore ? 0 : 3))
                }
                if let part {
                    all.append(least[end][partEnd - 1] + (part.kind == .literal ? 4 : 3))
                }
                if let segment, let part {
                    let (text, isText) = (texts[partEnd - 1], part.kind == .literal)
                    let count = max(segment.count, text.count)
                    let change = isText ? distance(segment, text, in: count) : 0
                    all.append(least[end - 1][partEnd - 1] + change)
                }
                least[end].append(all.min() ?? .max)
            }
        }
        return least[segments.count][parts.count]
    }

    /// Three for each edit, minus the text that could be in common; texts of very different lengths have nothing in common.
    private static func distance(_ text: [Character], _ other: [Character], in count: Int) -> Int {
        let isFar = 3 * abs(text.count - other.count) > count
        let (bytes, otherBytes) = (text.compactMap(\.asciiValue), other.compactMap(\.asciiValue))
        return 3 * (isFar ? count : editDistance(bytes, otherBytes)) - count
    }
}
