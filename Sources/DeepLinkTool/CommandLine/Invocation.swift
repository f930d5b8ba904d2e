import LinkChecking

/// The words after a command: its options and operands, checked against its declaration.
///
/// An option's value is the next word or follows an equals sign. `--` ends the options, `-` is standard input, and options and
/// operands may stand in any order.
struct Invocation {
    let command: String
    private(set) var operands: [String] = []

    /// The values of the given options, by name; empty for options that take no value.
    private var values: [String: [String]] = [:]

    /// What an option may begin with: editors write a dash in place of `--`.
    private static let dashes = "-–—"
    private let takesFiles: Bool

    func has(_ option: Option) -> Bool {
        values[option.name] != nil
    }

    /// The value of an option; `nil` if it is not given.
    func value(of option: Option) -> String? {
        values[option.name]?.first
    }

    /// The values of an option, each once; empty if it is not given.
    func values(of option: Option) -> [String] {
        (values[option.name] ?? []).uniqued()
    }

    /// Throws if an option is given without one of those that it is for.
    func demand(_ needed: Option..., for options: [Option]) throws(ToolError) {
        guard !needed.contains(where: has), let option = options.first(where: has) else { return }
        let words = needed.map { "'\($0.usage)'" }.joined(separator: " or ")
        throw .usage("'\(option.word)' needs \(words).")
    }

    /// Throws if an option is given with one that excludes it.
    func refuse(_ others: [Option], with option: Option) throws(ToolError) {
        guard has(option), let other = others.first(where: has) else { return }
        throw .usage("'\(option.word)' and '\(other.word)' cannot be used together; remove one.")
    }

    /// The output format that an option names; `--json` selects JSON too.
    func format<Format: RawRepresentable<String>>(
        _ option: Option,
        text: Format,
        json: Format
    ) throws(ToolError) -> Format {
        guard let name = value(of: option), let format = Format(rawValue: name) else {
            return has(.json) ? json : text
        }
        guard format.rawValue == json.rawValue || !has(.json) else {
            throw .usage(
                "'\(Option.json.word)' and '\(option.word) \(name)' cannot be used together; remove one."
            )
        }
        return format
    }

    var files: [String] { takesFiles ? operands : [] }

    init(_ words: some Sequence<String>, of command: Command) throws(ToolError) {
        self.command = command.name
        takesFiles = command.operands.first?.name == Option.file
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            } else if word == "-" || word.first.map({ !Self.dashes.contains($0) }) ?? true {
                operands.append(word)
            } else {
                try read(option: word, rest: &rest, of: command)
            }
            // With `--help`, the other words do not matter.
            if has(.help) { return }
        }
        try checkOperands(of: command)
        let files = command.allOptions.filter { $0.placeholder == Option.file }.flatMap(values)
        guard (operands + files).count(where: { $0 == "-" }) < 2 else {
            throw .usage("'-' is given twice, but standard input can be read only once.")
        }
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
            values[option.name] = []
            return
        }
        guard let value = attached ?? Self.popValue(from: &rest), !value.trimmed.isEmpty
        else {
            throw .usage("\(quoted(name)) needs a value; write '\(option.word) \(placeholder)'.")
        }
        guard option.isList || values[option.name] == nil else {
            throw .usage("\(quoted(name)) is given twice; write it once.")
        }
        let parts = option.isList ? try Self.parts(of: value, option) : [value]
        for part in parts where !option.choices.isEmpty && !option.choices.contains(part) {
            throw .unknown(
                part,
                "is not a value of '\(option.word)'",
                option.choices,
                rest: ", which has \(list(option.choices))"
            )
        }
        values[option.name, default: []] += parts
    }

    private static func parts(of value: String, _ option: Option) throws(ToolError) -> [String] {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard !parts.contains("") else {
            throw .usage(
                "\(quoted(value)) of '\(option.word)' has a comma without a value beside it; remove the comma."
            )
        }
        return parts
    }

    private static func option(
        written word: String,
        of command: Command
    ) throws(ToolError) -> Option {
        if word == "-h" { return .help }
        if let option = command.allOptions.first(where: { $0.word == word }) { return option }
        let words = command.allOptions.map(\.word)
        let obstacle = "is not an option of '\(Tool.name) \(command.name)'"
        let meant = "--" + word.drop { Self.dashes.contains($0) }
        guard !words.contains(meant) else {
            throw .usage("\(quoted(word)) \(obstacle); did you mean '\(meant)'?")
        }
        throw .unknown(word, obstacle, words, rest: ", which has \(list(words))")
    }

    /// Takes the next word, unless it is an option.
    private static func popValue(from rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first, next == "-" || next.hasPrefix("-,") || !next.hasPrefix("-")
        else { return nil }
        return rest.popFirst()
    }

    private func checkOperands(of command: Command) throws(ToolError) {
        let required = command.operands.filter { $0.count == .one || $0.count == .oneOrMore }
        if operands.count < required.count {
            throw .usage("\(required[operands.count].name) is missing; write '\(command.usage)'.")
        }
        let isOpen = command.operands.contains { $0.count == .any || $0.count == .oneOrMore }
        if !isOpen, operands.count > command.operands.count {
            throw .usage(
                "Unexpected argument \(quoted(operands[command.operands.count])); write '\(command.usage)'."
            )
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        let end = drop(while: \.isWhitespace)
        return String(end.reversed().drop(while: \.isWhitespace).reversed())
    }
}
