import Foundation
import Testing

@testable import DeepLinkTool

/// Commands and what they write.
///
/// `## name` begins a transcript; what stands before the first one in a file is for all of them. `=== name` begins a file that
/// the commands read, and `===` ends it. An indented line after `$` is a command:
///
///     $ deeplink explain 'https://a.io/it''s' - < urls     quotation marks as in a shell, and standard input
///     $ deeplink aasa --part file > made                    the output is a file for the next commands
///     $ replace links.json '"a.io"' '"b.io"'                changes the first such text in a file
///
/// The indented lines after it are its output. A line with three dots stands for any lines, `!` begins a line of the standard
/// error, `[2]` is the exit code, if it is not 0, and `␛` begins or ends a colour. All else is a comment.
struct Transcript: Sendable, CustomTestStringConvertible {
    /// The transcript's file and name.
    var testDescription: String

    private enum Step {
        case file(name: String, text: String)
        case command(words: [String], line: Int, output: [String])
    }

    private var steps: [Step] = []

    /// The transcripts in the files of a folder, sorted by the names of the files.
    static func all(in folder: URL) throws -> [Transcript] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
            let file = folder.appendingPathComponent(name)
            return try transcripts(in: try String(contentsOf: file, encoding: .utf8), of: name)
        }
    }

    private static func transcripts(in text: String, of file: String) throws -> [Transcript] {
        var shared = Transcript(testDescription: file)
        var transcripts: [Transcript] = []
        var current = shared
        var open: (name: String, text: String)?
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if let (name, text) = open {
                open = line == "===" ? nil : (name, text + line + "\n")
                if line == "===" { current.steps.append(.file(name: name, text: text)) }
            } else if line.hasPrefix("=== ") {
                open = (String(line.dropFirst(4)), "")
            } else if line.hasPrefix("## ") {
                if transcripts.isEmpty { shared = current }
                current = shared
                current.testDescription = "\(file): \(line.dropFirst(3))"
                transcripts.append(current)
            } else if line.hasPrefix("  $ ") {
                let words = words(line.dropFirst(4))
                current.steps.append(.command(words: words, line: index + 1, output: []))
            } else if line.hasPrefix("  ") || line.isEmpty,
                case .command(let words, let number, let output)? = current.steps.last
            {
                current.steps[current.steps.count - 1] = .command(
                    words: words,
                    line: number,
                    output: output + [String(line.dropFirst(2))]
                )
            }
            if !transcripts.isEmpty { transcripts[transcripts.count - 1] = current }
        }
        try #require(open == nil && !transcripts.isEmpty, "\(file)")
        return transcripts
    }

    /// The words of a line, of which those with blanks or other special characters are between `'`.
    private static func words(_ line: Substring) -> [String] {
        var words: [String] = []
        var isNew = true
        for (index, part) in line.components(separatedBy: "'").enumerated() {
            // Between the pieces that are quoted, blanks end words.
            let pieces = index.isMultiple(of: 2) ? part.components(separatedBy: " ") : [part]
            for (number, piece) in pieces.enumerated() {
                if number > 0 { isNew = true }
                if piece.isEmpty && index.isMultiple(of: 2) { continue }
                if isNew { words.append("") }
                words[words.count - 1] += piece
                isNew = false
            }
        }
        return words
    }

    /// Runs the commands, and records an issue for each that writes something else.
    func run() async throws {
        var files: [String: String] = [:]
        for step in steps {
            switch step {
            case .file(let name, let text): files[name] = text
            case .command(var words, let line, let output) where words[0] == "replace":
                words.removeFirst()
                let place = try #require(files[words[0]]?.firstRange(of: words[1]), "line \(line)")
                files[words[0]]?.replaceSubrange(place, with: words[2])
                #expect(output.allSatisfy { $0.isEmpty }, "line \(line) of \(testDescription)")
            case .command(var words, let line, let expected):
                try #require(words.removeFirst() == "deeplink", "line \(line)")
                let input = Self.operand(of: "<", in: &words).flatMap { files[$0] }
                let target = Self.operand(of: ">", in: &words)
                var result = await ToolFixture.result(of: words, input: input ?? "", files: files)
                if let target {
                    files[target] = result.output
                    result = ToolResult(errors: result.errors, exitCode: result.exitCode)
                }
                let written = Self.lines(of: result)
                #expect(
                    Self.fit(written[...], expected.dropLast(while: \.isEmpty)),
                    "line \(line) of \(testDescription) writes\n\(written.joined(separator: "\n"))"
                )
            }
        }
    }

    private static func operand(of mark: String, in words: inout [String]) -> String? {
        guard let place = words.firstIndex(of: mark) else { return nil }
        defer { words.removeSubrange(place...place + 1) }
        return words[place + 1]
    }

    /// What a command writes, as a transcript shows it.
    private static func lines(of result: ToolResult) -> [String] {
        func lines(_ text: String) -> [String] {
            let shown = text.dropLast().replacing("\u{1B}", with: "␛")
            return text.isEmpty ? [] : shown.components(separatedBy: "\n")
        }
        let texts = [result.output, result.errors]
        #expect(texts.allSatisfy { $0.isEmpty || $0.hasSuffix("\n") && !$0.hasSuffix("\n\n") })
        let code = result.exitCode == .success ? [] : ["[\(result.exitCode.rawValue)]"]
        return lines(result.output) + lines(result.errors).map { "! \($0)" } + code
    }

    /// Whether lines are as expected, where three dots stand for any lines.
    private static func fit(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let first = expected.first else { return lines.isEmpty }
        let rest = expected.dropFirst()
        guard first == "…" else { return lines.first == first && fit(lines.dropFirst(), rest) }
        return (lines.startIndex...lines.endIndex).contains { fit(lines[$0...], rest) }
    }
}

extension Array {
    /// The elements without those at the end that fulfil a condition.
    fileprivate func dropLast(while condition: (Element) -> Bool) -> ArraySlice<Element> {
        self[..<(lastIndex { !condition($0) }.map { $0 + 1 } ?? 0)]
    }
}
