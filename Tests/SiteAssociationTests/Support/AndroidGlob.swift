/// A pattern of Android's file as Android matches it, written after its source: `DalComponentParser.kt` compiles the pattern, and
/// `PatternMatcher.matchGlobPattern` matches.
///
/// It works on decoded text: `Uri.getPath()` and its like decode before they return.
struct AndroidGlob {
    private enum Step {
        case text(Character)
        /// A point, which any character matches.
        case one
        /// `.*`, which never goes back.
        case rest
    }

    private let steps: [Step]

    init(_ pattern: String) {
        steps = pattern.map { character in
            switch character {
            case "*": .rest
            case "?": .one
            default: .text(character)
            }
        }
    }

    func matches(_ text: String) -> Bool {
        var rest = Substring(text)
        var index = 0
        while index < steps.count {
            switch steps[index] {
            case .text(let character):
                guard rest.popFirst() == character else { return false }
                index += 1
            case .one:
                guard rest.popFirst() != nil else { return false }
                index += 1
            case .rest where index + 1 == steps.count:
                return true
            case .rest:
                // Android looks for the next character of its own pattern, where a wildcard begins with a point.
                var next: Character = "."
                if case .text(let character) = steps[index + 1] { next = character }
                guard let place = rest.firstIndex(of: next) else { return false }
                rest = rest[rest.index(after: place)...]
                index += 2
            }
        }
        return rest.isEmpty
    }
}
