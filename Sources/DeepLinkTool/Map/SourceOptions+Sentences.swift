import DeepLinks

extension SourceOptions {
    /// A sentence about each option that does not have its default.
    var sentences: [String] {
        descriptions.filter { !$0.isUsual }.map { sentence(about: $0.key) }
    }

    private func sentence(about key: String) -> String {
        switch key {
        case "unmatched": "Links that fit no rule are already internal links."
        case "query": query.sentence
        case "plusIsSpace": "A '+' in the query is a space."
        case "ignoresCase": "Upper and lower case are the same in the literal text of paths."
        case "prefixes":
            "Each rule \(prefixes.contains("") ? "also" : "only") matches under \(quotedList(prefixes.filter { !$0.isEmpty }))."
        case "fragment":
            fragment == .path
                ? "The path may be in the fragment." : "The fragment has query items."
        case "malformedOptionals":
            "An optional item or fragment with a malformed text counts as absent."
        default: "Allowed findings: \(quotedList(allow))."
        }
    }
}

extension SourceOptions.Query {
    fileprivate var sentence: String {
        switch self {
        case .keep, .strip([]): "Other query items are kept."
        case .drop, .keepOnly([]): "Other query items are dropped."
        case .keepOnly(let names):
            "Of the other query items, only \(quotedList(names.map(\.rawValue))) \(names.count == 1 ? "is" : "are") kept."
        case .strip(let names):
            "Other query items are kept, except \(quotedList(names.map(\.rawValue)))."
        }
    }
}

private func quotedList(_ texts: [String]) -> String {
    texts.map { "'\($0)'" }.joined(separator: ", ")
}
