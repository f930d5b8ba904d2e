import DeepLinks
import PathMatching

/// Makes links that a rewrite rule wants.
///
/// Whether the rewriter handles them is for the caller to find out: another rule may take them, or none.
struct RuleSample {
    private let shape: PathShape
    private let items: [ExternalShape.Item]
    private let isFragment: Bool

    /// Makes links of a path's pattern.
    ///
    /// - Parameters:
    ///   - path: The pattern.
    ///   - items: What is asked of the query.
    ///   - isFragment: Whether the path can also be in the fragment.
    init(_ path: PathPattern, _ items: [ExternalShape.Item] = [], isFragment: Bool) {
        self.items = items
        self.isFragment = isFragment
        shape = PathShape(path)
    }

    /// How many links differ in more than the texts of their captures.
    private static let most = 16

    /// What follows the host in each link.
    var tails: [String] {
        let words = shape.segments.joined().map { piece in
            if case .words(let words, _) = piece { words.count } else { 1 }
        }
        let isFixed = shape.segments.joined().allSatisfy { piece in
            if case .text = piece { true } else { false }
        }
        let count = isFixed ? 1 : min(Self.most, max(3, words.max() ?? 1))
        return (0..<count).flatMap { number -> [String] in
            let path = self.path(number)
            let query = self.query(number)
            let tail = query.isEmpty ? path : "\(path)?\(query)"
            return isFragment ? ["/#\(tail)", tail] : [tail]
        }
    }

    private func path(_ number: Int) -> String {
        let segments = shape.segments.map { pieces in
            pieces.map { Self.text(of: $0, number) }.joined()
        }
        return "/" + segments.joined(separator: "/")
    }

    private static func text(of piece: PathShape.Piece, _ number: Int) -> String {
        func choice(_ texts: [String]) -> String { texts[number % texts.count] }
        return switch piece {
        case .text(let text): String(decoding: text, as: UTF8.self)
        case .some(let constraint, _): choice(constraint.samples)
        case .words(let words, _): choice(words.map { String(decoding: $0, as: UTF8.self) })
        case .rest: choice(["some/more/text", "x", "7/8"])
        }
    }

    private func query(_ number: Int) -> String {
        let items = self.items.compactMap { item -> String? in
            guard item.isRequired else { return nil }
            let name = QueryClaim.written(item.name)
            switch item.form {
            case .flag: return name
            case .text(let text): return "\(name)=\(QueryClaim.written(text))"
            case .pattern(let pattern):
                let pieces = PathShape(pattern).segments.first ?? []
                let value = pieces.map { Self.text(of: $0, number) }.joined()
                return "\(name)=\(value.split(separator: "&").joined(separator: "%26"))"
            }
        }
        return items.joined(separator: "&")
    }
}
