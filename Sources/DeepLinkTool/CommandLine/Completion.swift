/// What can follow the words of an unfinished command line.
struct Completion {
    /// The words that fit in the last place; empty where any word or a file fits.
    let words: [String]

    /// Finds the words.
    ///
    /// - Parameter line: The words after the program's name, the last one unfinished. `--option=value` may be one word, as
    ///   zsh passes it, or three, as bash does.
    @MainActor
    init(of line: [String]) {
        var line = line
        var last = line.popLast() ?? ""
        var start = ""
        if last == "=" {
            last = ""
        } else if let mark = last.firstIndex(of: "="), last.hasPrefix("--") {
            line.append(String(last[..<mark]))
            start = last[...mark] + ""
            last = String(last[last.index(after: mark)...])
        }
        if line.last == "=" { line.removeLast() }
        words = Self.candidates(after: line, isOption: last.hasPrefix("-"))
            .map { start + $0 }
            .filter { $0.hasPrefix(start + last) }
    }

    @MainActor
    private static func candidates(after line: [String], isOption: Bool) -> [String] {
        guard let name = line.first else { return Tool.commands.map(\.name) }
        guard let command = Tool.commands.first(where: { $0.name == name }) else { return [] }
        let options = command.allOptions
        if let option = options.first(where: { $0.word == line.last }), option.placeholder != nil {
            return option.choices
        }
        return isOption ? options.map(\.word) : command.operands.first?.choices() ?? []
    }
}

/// A shell that can complete command lines.
enum Shell: String, CaseIterable {
    case bash
    case zsh

    /// The script for the shell to read.
    ///
    /// It asks the tool for words, and offers files if there are none.
    var script: String {
        let ask = "\(Tool.name) completion \(rawValue) --"
        switch self {
        case .bash:
            return """
                _\(Tool.name)() {
                    local IFS=$'\\n'
                    COMPREPLY=($(\(ask) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
                }
                complete -o default -F _\(Tool.name) \(Tool.name)

                """
        case .zsh:
            return """
                #compdef \(Tool.name)
                _\(Tool.name)() {
                    local -a found
                    found=(${(f)"$(\(ask) "${(@)words[2,CURRENT]}" 2>/dev/null)"})
                    compadd -a found || _files
                }
                compdef _\(Tool.name) \(Tool.name)

                """
        }
    }
}
