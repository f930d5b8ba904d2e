/// What describes one option of a source: its key, how it is read from JSON and written, and a sentence about it.
///
/// All code that iterates over the options uses ``all``, which stands beside ``SourceOptions``: the reader, the writer, the known
/// keys, and the map, which shows what is set.
package struct OptionDescription: Sendable {
    /// The name of the property, and of the member in JSON.
    package let key: String

    /// Reads the option from a JSON value.
    let read: @Sendable (ConfigurationNode, inout SourceOptions) -> Void

    /// The option as a JSON value, also if it has its default.
    package let written: @Sendable (SourceOptions) -> ConfigurationValue

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

    /// Describes the option that is kept in a property, by its key and a sentence.
    init<Value: OptionValue>(
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
protocol OptionValue: Sendable {
    /// Reads the value; if it is malformed, returns nil after the node has noted the fault.
    static func read(_ node: ConfigurationNode) -> Self?
    /// The value as JSON.
    var value: ConfigurationValue { get }
}

extension Bool: OptionValue {
    static func read(_ node: ConfigurationNode) -> Bool? { node.bool() }
    var value: ConfigurationValue { .bool(self) }
}

extension [String]: OptionValue {
    static func read(_ node: ConfigurationNode) -> [String]? { node.strings() }
    var value: ConfigurationValue { .strings(self) }
}

extension OptionValue where Self: RawRepresentable<String> & CaseIterable {
    static func read(_ node: ConfigurationNode) -> Self? {
        node.word(allCases.map(\.rawValue)).flatMap(Self.init(rawValue:))
    }
    var value: ConfigurationValue { .string(rawValue) }
}

extension SourceOptions.Unmatched: OptionValue {}
extension SourceOptions.Fragment: OptionValue {}
extension SourceOptions.MalformedOptionals: OptionValue {}

extension SourceOptions.Query: OptionValue {
    /// Reads a word, or an object with a list of names.
    static func read(_ node: ConfigurationNode) -> SourceOptions.Query? {
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
        // Other keys were noted as unknown ones.
        case (nil, nil): return object.members.isEmpty ? object.wrongType(expected) : nil
        case (_?, let stripped?): stripped.note(.conflictingKeys("keepOnly", "strip"))
        }
        return nil
    }

    var value: ConfigurationValue {
        switch self {
        case .keep: .string("keep")
        case .drop: .string("drop")
        case .keepOnly(let names): .object(["keepOnly": .strings(names.map(\.rawValue))])
        case .strip(let names): .object(["strip": .strings(names.map(\.rawValue))])
        }
    }
}
