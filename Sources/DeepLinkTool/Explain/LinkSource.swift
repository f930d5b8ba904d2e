/// Reads the links of a list, a sitemap or an access log, without keeping what was read.
enum LinkSource {
    /// Takes each link, with the number of its line, of a list, a sitemap in XML, or an access log in the common or combined format.
    ///
    /// - Parameters:
    ///   - input: The text.
    ///   - host: The host of links in a log whose lines name none; nil if it is not known.
    ///   - body: Takes a link.
    /// - Returns: How many lines of a log are not about links that were found: other methods than `GET`, or a status of 400 and above.
    /// - Throws: An error for text that is none of these forms.
    static func read(
        _ input: StandardInput,
        host: String?,
        _ body: (_ url: String, _ line: Int) -> Void
    ) throws(ToolError) -> Int {
        var lines = LineReader(input)
        var sitemap: Sitemap?
        var (leftOut, isFirst) = (0, true)
        while let (number, text) = try lines.next() {
            if isFirst, text.hasPrefix("<") { sitemap = Sitemap() }
            isFirst = false
            guard sitemap == nil else {
                try sitemap?.read(text, number, body)
                continue
            }
            guard let request = LogRequest(text) else {
                body(text, number)
                continue
            }
            guard request.isFound, let target = request.target else {
                leftOut += 1
                continue
            }
            guard target.hasPrefix("/") else {
                body(String(target), number)
                continue
            }
            guard let host = request.host ?? host else {
                throw .usage(
                    "The lines of the log name no host; name it with '\(Option.servingHost.usage)'."
                )
            }
            body("https://\(host)\(target)", number)
        }
        return leftOut
    }
}

/// Reads the links of a sitemap in XML, line by line.
private struct Sitemap {
    /// The text of the open `loc` element up to here, with its line; nil outside of one.
    private var location: (line: Int, text: String)?

    /// The name of a `loc` element, with the prefix of the root, as in `sm:loc`; an image's has another one.
    private var locationName = "loc"

    private var isInComment = false

    mutating func read(
        _ line: String,
        _ number: Int,
        _ body: (_ url: String, _ line: Int) -> Void
    ) throws(ToolError) {
        let mark = "![CDATA["
        let pieces = line.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        for (index, var piece) in pieces.map(Substring.init).enumerated() {
            let isComment = isInComment || index > 0 && piece.utf8.starts(with: "!--".utf8)
            if isComment {
                let begin = piece.dropFirst(isInComment ? 0 : 3)
                let end = begin.firstRange(of: "-->")?.upperBound
                isInComment = end == nil
                piece = piece[(end ?? piece.endIndex)...]
            }
            guard index > 0, !isComment else {
                location?.text += piece
                continue
            }
            let name = piece.utf8.prefix { !" \t\r>".utf8.contains($0) }
            guard !name.suffix(12).elementsEqual("sitemapindex".utf8) else {
                throw ToolError(
                    exitCode: .findings,
                    message:
                        "Standard input is an index of sitemaps, which has no links; give the sitemaps themselves."
                )
            }
            if name.suffix(6).elementsEqual("urlset".utf8) {
                locationName = "\(Substring(name.dropLast(6)))loc"
            } else if name.elementsEqual(locationName.utf8) {
                location = (number, String(piece.drop { $0 != ">" }.dropFirst()))
            } else if location != nil, piece.hasPrefix(mark) {
                // Between its marks, '&' stands for itself.
                let text = piece.dropFirst(mark.count).replacing("]]>", with: "")
                location?.text += text.replacing("&", with: "&amp;")
            } else if let (line, text) = location {
                let url = Self.withoutEntities(text.split(whereSeparator: \.isWhitespace).joined())
                if !url.isEmpty { body(url, line) }
                location = nil
            }
        }
    }

    private static func withoutEntities(_ text: String) -> String {
        let named = ["lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&"]
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            let name = part.prefix { $0 != ";" }
            let (digits, radix) =
                name.hasPrefix("#x") ? (name.dropFirst(2), 16) : (name.dropFirst(), 10)
            let number = name.hasPrefix("#") ? UInt32(digits, radix: radix) : nil
            let character = number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
            if name.endIndex < part.endIndex, let text = character ?? named[String(name)] {
                result += text + part[name.endIndex...].dropFirst()
            } else {
                result += "&" + part
            }
        }
    }
}

/// A line of an access log in the common or combined format, perhaps with the host before it.
struct LogRequest {
    /// The host that the line names before the client's address.
    let host: String?

    /// The path with its query, or a whole URL; nil if it is neither.
    let target: Substring?
    let isFound: Bool

    /// Reads a line; nil if it has another form, such as a link.
    init?(_ line: String) {
        // A log can have millions of lines, and comparing bytes is much faster than comparing characters.
        let (bytes, blank) = (line.utf8, UInt8(ascii: " "))
        guard let quote = bytes.firstIndex(of: UInt8(ascii: "\"")),
            bytes[..<quote].suffix(2).elementsEqual("] ".utf8)
        else { return nil }
        let request = bytes[quote...].dropFirst()
        guard let end = request.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let words = request[..<end].split(separator: blank, omittingEmptySubsequences: false)
        let target = words.count > 1 ? Substring(words[1]) : ""
        self.target = target.hasPrefix("/") || target.contains("://") ? target : nil
        let status = bytes[end...].dropFirst(2).first
        isFound =
            words[0].elementsEqual("GET".utf8)
            && (status == UInt8(ascii: "2") || status == UInt8(ascii: "3"))
        let before = bytes[..<quote].prefix { $0 != UInt8(ascii: "[") }.split(separator: blank)
        // Without a host, the second word is the client's identity, nearly always '-'; the name of a user may have blanks.
        host =
            before.count > 3 && !before[1].elementsEqual("-".utf8)
            ? String(Substring(before[0].prefix { $0 != UInt8(ascii: ":") })) : nil
    }
}
