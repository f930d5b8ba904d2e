/// What was written after a command: its options and operands, checked against those that it has.
///
/// An option's value is the next word or follows an equals sign. `--` ends the options, `-` is an operand, and options and
/// operands may stand in any order.
struct Invocation {
    /// The words that belong to no option, in order.
    private(set) var operands: [String] = []

    /// The options that are there, by name; with an empty text for those that take no value.
    private var values: [String: String] = [:]

    /// Whether an option is there.
    func has(_ option: Option) -> Bool {
        values[option.name] != nil
    }

    /// The value that was given to an option.
    func value(of option: Option) -> String? {
        values[option.name]
    }

    /// Reads what follows a command.
    ///
    /// - Parameters:
    ///   - words: The words after the command.
    ///   - command: The command.
    /// - Throws: An error for the first word that does not fit, or for one that is missing.
    init(_ words: some Sequence<String>, of command: Command) throws(ToolError) {
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            } else if word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else {
                try read(option: word, rest: &rest, of: command)
            }
            // Help was asked for: what else is written does not matter.
            if has(.help) { return }
        }
        try checkOperands(of: command)
    }

    private mutating func read(
        option word: String,
        rest: inout ArraySlice<String>,
        of command: Command
    ) throws(ToolError) {
        let equalsSign = word.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = String(word[..<(equalsSign ?? word.endIndex)])
        let option = try Self.option(written: name, of: command)
        let attached = equalsSign.map { String(word[word.utf8.index(after: $0)...]) }
        guard let placeholder = option.placeholder else {
            guard attached == nil else {
                throw .usage("\(quoted(name)) takes no value; write '\(option.word)' alone.")
            }
            values[option.name] = ""
            return
        }
        guard let value = attached ?? Self.popValue(from: &rest), !value.isEmpty else {
            throw .usage("\(quoted(name)) needs a value; write '\(option.word) \(placeholder)'.")
        }
        guard values.updateValue(value, forKey: option.name) == nil else {
            throw .usage("\(quoted(name)) is given twice; write it once.")
        }
        try Self.check(value, of: option)
    }

    private static func option(
        written word: String,
        of command: Command
    ) throws(ToolError) -> Option {
        if word == "-h" { return .help }
        if let option = command.allOptions.first(where: { $0.word == word }) { return option }
        let words = command.allOptions.map(\.word)
        throw .unknown(
            word,
            "is not an option of '\(Tool.name) \(command.name)'",
            words,
            rest: ", which has \(list(words))"
        )
    }

    /// Takes the next word, unless it is an option itself.
    private static func popValue(from rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first, next == "-" || !next.hasPrefix("-") else { return nil }
        return rest.popFirst()
    }

    private static func check(_ value: String, of option: Option) throws(ToolError) {
        guard !option.choices.isEmpty, !option.choices.contains(value) else { return }
        throw .unknown(
            value,
            "is not a value of '\(option.word)'",
            option.choices,
            rest: ", which has \(list(option.choices))"
        )
    }

    private func checkOperands(of command: Command) throws(ToolError) {
        let required = command.operands.filter { $0.count == .one || $0.count == .oneOrMore }
        if operands.count < required.count {
            throw .usage("\(required[operands.count].name) is missing; write '\(command.usage)'.")
        }
        let isOpen = command.operands.contains { $0.count == .any || $0.count == .oneOrMore }
        if !isOpen, operands.count > command.operands.count {
            throw .usage(
                "Unexpected argument \(quoted(operands[command.operands.count])); "
                    + "write '\(command.usage)'."
            )
        }
    }
}
