/// The tags of an HTML page, as far as tests need them.
struct Markup {
    /// The opening tag of an element.
    struct Tag {
        let name: String
        let attributes: [String: String]
        /// The number of elements around it.
        let depth: Int
    }

    /// Elements without a closing tag.
    private static let voids: Set<String> = ["meta", "link", "input", "wbr"]

    private(set) var tags: [Tag] = []
    /// The errors in the nesting; empty if there are none.
    private(set) var flaws: [String] = []
    /// The text of scripts and styles, by the name of the element.
    private(set) var contents: [(name: String, text: String)] = []

    init(_ html: String) {
        var open: [String] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            guard let end = Self.endOfTag(rest) else {
                flaws.append("a tag without an end")
                break
            }
            let inside = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if inside.hasPrefix("!") { continue }
            if inside.hasPrefix("/") {
                let name = String(inside.dropFirst())
                if open.popLast() != name { flaws.append("</\(name)> ends what is not open") }
                continue
            }
            let name = String(inside.prefix { $0 != " " })
            let attributes = Self.attributes(inside.dropFirst(name.count))
            tags.append(Tag(name: name, attributes: attributes, depth: open.count))
            if Self.voids.contains(name) { continue }
            open.append(name)
            if name == "script" || name == "style" {
                guard let close = rest.firstRange(of: "</\(name)>") else {
                    flaws.append("\(name) has no end")
                    break
                }
                contents.append((name, String(rest[..<close.lowerBound])))
                rest = rest[close.lowerBound...]
            }
        }
        if !open.isEmpty { flaws.append("open at the end: \(open)") }
    }

    /// The `>` that ends a tag, ignoring those in quotation marks.
    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        var isQuoted = false
        return text.indices.first { index in
            if text[index] == "\"" { isQuoted.toggle() }
            return text[index] == ">" && !isQuoted
        }
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].filter { !$0.isWhitespace }
            let value = rest[equals...].dropFirst(2)
            let end = value.firstIndex(of: "\"") ?? value.endIndex
            attributes[String(name)] = String(value[..<end])
            rest = value[end...].dropFirst()
        }
        return attributes
    }

    /// One line for each element: its name, `#id`, `.class` and role, indented by its depth.
    ///
    /// Possible line breaks (`wbr`) are left out.
    var outline: String {
        tags.filter { $0.name != "wbr" }.map { tag in
            let id = tag.attributes["id"].map { "#\($0)" } ?? ""
            let classes = (tag.attributes["class"] ?? "").split(separator: " ").map { ".\($0)" }
            let role = tag.attributes["role"].map { " \($0)" } ?? ""
            return String(repeating: " ", count: tag.depth) + tag.name + id + classes.joined()
                + role
        }.joined(separator: "\n")
    }
}
