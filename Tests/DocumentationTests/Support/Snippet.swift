import Foundation

/// How the code of a page is written in the tests that run it.
///
/// A page and its test have the same code, with these differences:
///
/// - White space does not count.
/// - Imports and `@main` are left out.
/// - A line of a page that shows a result, `link.path  // "/a"`, is `#expect(link.path == "/a")` in the test. A result
///   that is an internal link, `try rewriter.rewrite(url)  // /a?id=1`, is `DeepLink("/a?id=1")`.
enum Snippet {
    /// The code of a page as it must occur in a test, without white space.
    static func expected(from lines: [String]) -> String {
        lines.map { compact(translated($0)) }.joined()
    }

    /// The code of a test, without white space.
    static func compact(source: String) -> String {
        source.components(separatedBy: "\n").map { compact(isLeftOut($0) ? "" : $0) }.joined()
    }

    /// A line of a page as it must occur in a test.
    static func translated(_ line: String) -> String {
        let line = line.trimmingCharacters(in: .whitespaces)
        if isLeftOut(line) { return "" }
        guard let mark = line.range(of: "  // ", options: .backwards) else { return line }
        let code = line[..<mark.lowerBound]
        let result = String(line[mark.upperBound...])
        if code.hasPrefix("let ") || code.hasPrefix("var ") { return line }
        if result.hasPrefix("/") { return "#expect(\(code) == DeepLink(\"\(result)\"))" }
        return isLiteral(result) ? "#expect(\(code) == \(result))" : line
    }

    /// Whether the comment is a value, not prose.
    private static func isLiteral(_ text: String) -> Bool {
        if ["nil", "true", "false"].contains(text) || Int(text) != nil { return true }
        return text.hasPrefix("\"") && text.hasSuffix("\"")
            || text.hasPrefix("[") && text.hasSuffix("]")
    }

    private static func isLeftOut(_ line: String) -> Bool {
        line.hasPrefix("import ") || line == "@main"
    }

    private static func compact(_ line: String) -> String {
        String(line.unicodeScalars.filter { !CharacterSet.whitespaces.contains($0) })
    }
}
