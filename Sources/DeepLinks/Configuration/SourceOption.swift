/// One option of a source: its key, how it is read from JSON and written, and what it means in a sentence.
///
/// Whatever goes over the options goes over ``all``: the reader, the writer, the keys that are known, and a map that tells what is
/// set. An option that is missing here is found by a test, which compares ``all`` with the properties of ``SourceOptions``.
package struct SourceOption: Sendable {
    /// The name of the property, and of the member in JSON.
    package let key: String

    /// Takes the option from a value.
    let read: @Sendable (ConfigurationNode, inout SourceOptions) -> Void

    /// The value as it is written.
    private let written: @Sendable (SourceOptions) -> ConfigurationValue

    /// What it means that the option is set, in a sentence.
    private let told: @Sendable (SourceOptions) -> String

    /// The value as it is written; nil if it is the usual one.
    package func value(in options: SourceOptions) -> ConfigurationValue? {
        let value = written(options)
        return value == written(SourceOptions()) ? nil : value
    }

    /// What it means that the option is set, in a sentence; nil if it has its usual value.
    package func sentence(in options: SourceOptions) -> String? {
        value(in: options) == nil ? nil : told(options)
    }

    /// All options, in the order in which they are told.
    package static let all: [SourceOption] = [
        SourceOption(
            key: "unmatched",
            read: { node, options in
                if let word = node.word(UnmatchedPolicy.self) { options.unmatched = word }
            },
            written: { .string($0.unmatched.rawValue) },
            told: { _ in "Links that fit no rule are internal links already." }
        ),
        SourceOption(
            key: "query",
            read: { node, options in if let query = node.query() { options.query = query } },
            written: { $0.query.value },
            told: { $0.query.sentence }
        ),
        SourceOption(
            key: "plusIsSpace",
            read: { node, options in options.plusIsSpace = node.bool() ?? false },
            written: { .bool($0.plusIsSpace) },
            told: { _ in "A '+' in the query is a space." }
        ),
        SourceOption(
            key: "ignoresCase",
            read: { node, options in options.ignoresCase = node.bool() ?? false },
            written: { .bool($0.ignoresCase) },
            told: { _ in "Upper and lower case are the same in literal text." }
        ),
        SourceOption(
            key: "prefixes",
            read: { node, options in options.prefixes = node.strings() },
            written: { .strings($0.prefixes) },
            told: { options in
                let also = options.prefixes.contains("") ? "also" : "only"
                let prefixes = options.prefixes.filter { !$0.isEmpty }
                return "Each rule \(also) matches under \(quoted(prefixes))."
            }
        ),
        SourceOption(
            key: "fragment",
            read: { node, options in
                if let word = node.word(FragmentPolicy.self) { options.fragment = word }
            },
            written: { .string($0.fragment.rawValue) },
            told: {
                $0.fragment == .path
                    ? "The path may be in the fragment." : "The fragment has query items."
            }
        ),
        SourceOption(
            key: "malformedOptionals",
            read: { node, options in
                if let word = node.word(MalformedOptionalPolicy.self) {
                    options.malformedOptionals = word
                }
            },
            written: { .string($0.malformedOptionals.rawValue) },
            told: { _ in "An optional item with a malformed value counts as absent." }
        ),
        SourceOption(
            key: "allow",
            read: { node, options in options.allow = node.strings() },
            written: { .strings($0.allow) },
            told: { "Allowed findings: \(quoted($0.allow))." }
        ),
    ]

    /// An older spelling of `fragment`, which is read and not written.
    static let fragmentPaths = SourceOption(
        key: "fragmentPaths",
        read: { node, options in options.fragmentPaths = node.bool() ?? false },
        written: { .bool($0.fragmentPaths) },
        told: { _ in "" }
    )
}

private func quoted(_ texts: [String]) -> String {
    texts.map { "'\($0)'" }.joined(separator: ", ")
}

extension QueryPolicy {
    fileprivate var value: ConfigurationValue {
        switch self {
        case .keep: .string("keep")
        case .drop: .string("drop")
        case .keepOnly(let names): .object(["keepOnly": .strings(names.map(\.rawValue))])
        case .strip(let names): .object(["strip": .strings(names.map(\.rawValue))])
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .keep, .strip([]): "Other query items are kept."
        case .drop, .keepOnly([]): "Other query items are dropped."
        case .keepOnly(let names):
            "Of the other query items, only \(quoted(names.map(\.rawValue))) are kept."
        case .strip(let names):
            "Other query items are kept, except \(quoted(names.map(\.rawValue)))."
        }
    }
}
