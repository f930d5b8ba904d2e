/// One option of a source: its key, how it is read from JSON and written, and a sentence about it.
///
/// All code that iterates over the options uses ``all``: the reader, the writer, the known keys, and the map, which shows what is
/// set. A test finds an option that is missing here: it compares ``all`` with the properties of ``SourceOptions``.
package struct SourceOption: Sendable {
    /// The name of the property, and of the member in JSON.
    package let key: String

    /// Reads the option from a JSON value.
    let read: @Sendable (ConfigurationNode, inout SourceOptions) -> Void

    /// The option as a JSON value.
    private let written: @Sendable (SourceOptions) -> ConfigurationValue

    /// A sentence that says what the option does.
    private let told: @Sendable (SourceOptions) -> String

    /// The option as a JSON value; nil if it has its default.
    package func value(in options: SourceOptions) -> ConfigurationValue? {
        let value = written(options)
        return value == written(SourceOptions()) ? nil : value
    }

    /// A sentence that says what the option does; nil if it has its default.
    package func sentence(in options: SourceOptions) -> String? {
        value(in: options) == nil ? nil : told(options)
    }

    /// All options, in the order in which they are shown.
    package static let all = [
        Self("unmatched", \.unmatched) { _ in
            "Links that fit no rule are already internal links."
        },
        Self("query", \.query) { $0.query.sentence },
        Self("plusIsSpace", \.plusIsSpace) { _ in "A '+' in the query is a space." },
        Self("ignoresCase", \.ignoresCase) { _ in
            "Upper and lower case are the same in literal text."
        },
        Self("prefixes", \.prefixes) { options in
            let also = options.prefixes.contains("") ? "also" : "only"
            let prefixes = options.prefixes.filter { !$0.isEmpty }
            return "Each rule \(also) matches under \(quoted(prefixes))."
        },
        Self("fragment", \.fragment) {
            $0.fragment == .path
                ? "The path may be in the fragment." : "The fragment has query items."
        },
        Self("malformedOptionals", \.malformedOptionals) { _ in
            "An optional item with a malformed value counts as absent."
        },
        Self("allow", \.allow) { "Allowed findings: \(quoted($0.allow))." },
    ]

    /// An older spelling of `fragment`, which is read but never written.
    static let fragmentPaths = Self("fragmentPaths", \.fragmentPaths) { _ in "" }

    private init<Value: OptionValue>(
        _ key: String,
        _ property: any WritableKeyPath<SourceOptions, Value> & Sendable,
        told: @escaping @Sendable (SourceOptions) -> String
    ) {
        self.key = key
        read = { node, options in
            if let value = Value.read(node) { options[keyPath: property] = value }
        }
        written = { $0[keyPath: property].value }
        self.told = told
    }
}

/// A type of option values, with its conversion from and to JSON.
private protocol OptionValue: Sendable {
    /// Reads the value; if it is malformed, returns nil after the node has noted the fault.
    static func read(_ node: ConfigurationNode) -> Self?
    var value: ConfigurationValue { get }
}

extension Bool: OptionValue {
    fileprivate static func read(_ node: ConfigurationNode) -> Bool? { node.bool() }
    fileprivate var value: ConfigurationValue { .bool(self) }
}

extension [String]: OptionValue {
    fileprivate static func read(_ node: ConfigurationNode) -> [String]? { node.strings() }
    fileprivate var value: ConfigurationValue { .strings(self) }
}

extension OptionValue where Self: RawRepresentable<String> & CaseIterable {
    fileprivate static func read(_ node: ConfigurationNode) -> Self? { node.word(Self.self) }
    fileprivate var value: ConfigurationValue { .string(rawValue) }
}

extension UnmatchedPolicy: OptionValue {}
extension FragmentPolicy: OptionValue {}
extension MalformedOptionalPolicy: OptionValue {}

private func quoted(_ texts: [String]) -> String {
    texts.map { "'\($0)'" }.joined(separator: ", ")
}

extension QueryPolicy: OptionValue {
    /// Reads a word, or an object with a list of names.
    fileprivate static func read(_ node: ConfigurationNode) -> QueryPolicy? {
        if case .string = node.value {
            let objects = [#"{ "keepOnly": ["id"] }"#, #"{ "strip": ["utm_*"] }"#]
            return node.word(ConfigurationKeys.queryWords, orElse: objects).map {
                $0 == "drop" ? .drop : .keep
            }
        }
        let expected = "'keep', 'drop', or an object with 'keepOnly' or 'strip'"
        guard let object = node.object(expected, ConfigurationKeys.query) else { return nil }
        func names(_ node: ConfigurationNode) -> [Parameter] {
            node.strings().map(Parameter.init(rawValue:))
        }
        switch (object["keepOnly"], object["strip"]) {
        case (let kept?, nil): return .keepOnly(names(kept))
        case (nil, let stripped?): return .strip(names(stripped))
        case (nil, nil): return object.wrongType(expected)
        case (_?, let stripped?): stripped.note(.conflictingKeys("keepOnly", "strip"))
        }
        return nil
    }

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
