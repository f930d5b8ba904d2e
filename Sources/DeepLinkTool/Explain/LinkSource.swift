import PathMatching

/// Reads the links of a list, a sitemap or an access log, without keeping what was read.
@MainActor
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
        var pieces = PieceReader(input)
        if pieces.firstByte() == UInt8(ascii: "<") {
            try readLocations(pieces, body)
            return 0
        }
        var lines = LineReader(pieces)
        var leftOut = 0
        while let line = try lines.next() {
            guard let request = LogRequest(line.text) else {
                body(line.text, line.number)
                continue
            }
            guard request.isFound, let target = request.target else {
                leftOut += 1
                continue
            }
            guard target.hasPrefix("/") else {
                body(String(target), line.number)
                continue
            }
            guard let host = request.host ?? host else {
                throw .usage(
                    "The lines of the log name no host; name it with '\(Option.servingHost.usage)'."
                )
            }
            body("https://\(host)\(target)", line.number)
        }
        return leftOut
    }

    /// Takes the text of each `loc` element, whose name has the prefix of the root, as `sm:loc` has that of `sm:urlset`.
    private static func readLocations(
        _ reader: consuming PieceReader,
        _ body: (_ url: String, _ line: Int) -> Void
    ) throws(ToolError) {
        var (line, isInComment, isOpen) = (1, false, false)
        var element = Array("loc".utf8)
        // The element's text up to here, with its line; nil outside of one.
        var location: (line: Int, text: String)?
        let mark = "![CDATA["
        while let piece = reader.next(upTo: UInt8(ascii: "<")) {
            let start = line
            line += piece.count { $0 == UInt8(ascii: "\n") }
            isInComment = isInComment || piece.starts(with: "!--".utf8)
            let isEnd = piece.first == UInt8(ascii: "/")
            let tag = piece.dropFirst(isEnd ? 1 : 0).prefix { !" \t\r\n>".utf8.contains($0) }
            let name = tag.suffix(
                from: tag.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? tag.startIndex
            )
            if !isInComment, name.elementsEqual("urlset".utf8) {
                let isEmpty = piece.prefix { $0 != UInt8(ascii: ">") }.last == UInt8(ascii: "/")
                isOpen = !isEnd && !isEmpty
                element = tag.dropLast(name.count) + Array("loc".utf8)
            }
            if !isInComment, name.elementsEqual("sitemapindex".utf8) {
                throw ToolError(
                    exitCode: .findings,
                    message:
                        "Standard input is an index of sitemaps, which has no links; give the sitemaps themselves."
                )
            }
            let isStart = !isInComment && !isEnd && tag.elementsEqual(element)
            guard isInComment || isStart || location != nil else { continue }
            let whole = String(decoding: piece, as: UTF8.self)
            guard isInComment || whole.utf8.elementsEqual(piece) else {
                throw .notUTF8(piece, line: start, of: LineReader.input)
            }
            if isInComment {
                guard let end = whole.firstRange(of: "-->") else { continue }
                isInComment = false
                location?.text += withoutEntities(whole[end.upperBound...])
            } else if location != nil, whole.hasPrefix(mark) {
                let rest = whole.dropFirst(mark.count)
                let end = rest.firstRange(of: "]]>")
                location?.text += rest[..<(end?.lowerBound ?? rest.endIndex)]
                location?.text += end.map { withoutEntities(rest[$0.upperBound...]) } ?? ""
            } else {
                let url = location?.text.split(whereSeparator: \.isWhitespace).joined() ?? ""
                if let location, !url.isEmpty { body(url, location.line) }
                let text = whole.drop { $0 != ">" }.dropFirst()
                location = isStart ? (start, withoutEntities(text)) : nil
            }
        }
        let part = location.map { "inside the 'loc' element of line \($0.line)" }
        guard let part = part ?? (isOpen ? "before the end of 'urlset'" : nil) else { return }
        throw ToolError(
            exitCode: .findings,
            message: "Standard input ends \(part); give the whole sitemap."
        )
    }

    private static func withoutEntities(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        let names = ["lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&"]
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
            guard let end = part.firstIndex(of: ";") else {
                result += "&\(part)"
                return
            }
            let name = part[..<end]
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            let scalar = number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
            result += scalar ?? names[String(name)] ?? "&\(name);"
            result += part[end...].dropFirst()
        }
    }
}

/// A line of an access log in the common or combined format, perhaps with the host before it.
struct LogRequest {
    /// The host that the line names before the client's address.
    let host: String?

    /// The path with its query, or a whole URL; nil if it is neither.
    let target: Substring?

    /// Whether a page was asked for, and found.
    let isFound: Bool

    /// Reads a line; nil if it has another form, such as a link.
    init?(_ line: String) {
        // A log can have millions of lines, and comparing bytes is much faster than comparing characters.
        let (bytes, blank) = (line.utf8, UInt8(ascii: " "))
        guard let quote = bytes.firstIndex(of: Self.quote),
            bytes[..<quote].suffix(2).elementsEqual("] ".utf8)
        else { return nil }
        let request = bytes[quote...].dropFirst()
        guard let end = Self.end(of: request) else { return nil }
        let words = request[..<end].split(separator: blank, omittingEmptySubsequences: false)
        let target = words.count > 1 ? Self.withoutEscapes(words[1]) : ""
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

    private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

    /// The quote that ends a text; one behind a backslash is a part of it.
    private static func end(of text: Substring.UTF8View) -> String.Index? {
        var start = text.startIndex
        while let end = text[start...].firstIndex(of: quote) {
            let backslashes = text[..<end].reversed().prefix { $0 == backslash }.count
            if backslashes.isMultiple(of: 2) { return end }
            start = text.index(after: end)
        }
        return nil
    }

    /// A target without the escapes of the log: `\"` for a quote, `\\` for a backslash, `\x22` for any byte.
    private static func withoutEscapes(_ text: Substring.UTF8View) -> Substring {
        guard text.contains(backslash) else { return Substring(text) }
        return Substring(text).replacing("\\x", with: "%").replacing("\\\"", with: "\"")
            .replacing("\\\\", with: "\\")
    }
}
