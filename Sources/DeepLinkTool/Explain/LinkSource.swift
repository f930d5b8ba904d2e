import PathMatching

/// Reads the links of a list, a sitemap or an access log, without keeping what was read.
@MainActor
struct LinkSource {
    private enum Form {
        case lines(LineReader)
        case sitemap(PieceReader)
    }

    private var form: Form

    /// The host of links in a log whose lines name none; nil if it is not known.
    private let host: String?

    /// The number of the line in which the rest begins.
    private var line = 1

    /// How many lines of a log are not about links that were found: other methods than `GET`, or a status of 400 and above.
    private(set) var leftOut = 0

    /// Prepares to read a link on each line, a sitemap in XML, or an access log in the common or combined format.
    init(_ input: StandardInput, host: String?) {
        var pieces = PieceReader(input)
        form =
            pieces.firstByte() == UInt8(ascii: "<")
            ? .sitemap(pieces) : .lines(LineReader(pieces))
        self.host = host
    }

    /// The next link and the number of its line; nil at the end.
    mutating func next() throws(ToolError) -> (line: Int, url: String)? {
        switch form {
        case .lines(var reader):
            // Only one copy of what was read may exist while reading.
            form = .lines(LineReader(.text("")))
            defer { form = .lines(reader) }
            while let line = try reader.next() {
                guard let request = LogRequest(line.text) else { return (line.number, line.text) }
                guard request.isFound, let target = request.target else {
                    leftOut += 1
                    continue
                }
                guard target.hasPrefix("/") else { return (line.number, String(target)) }
                guard let host = request.host ?? host else {
                    throw .usage(
                        "The lines of the log name no host; name it with '\(Option.servingHost.usage)'."
                    )
                }
                return (line.number, "https://\(host)\(target)")
            }
            return nil
        case .sitemap(var reader):
            form = .lines(LineReader(.text("")))
            defer { form = .sitemap(reader) }
            return try nextLocation(&reader)
        }
    }

    /// The text of the next `loc` element.
    private mutating func nextLocation(
        _ reader: inout PieceReader
    ) throws(ToolError) -> (line: Int, url: String)? {
        var (isInLocation, isInComment) = (false, false)
        while let piece = reader.next(upTo: UInt8(ascii: "<")) {
            let start = line
            line += piece.count { $0 == UInt8(ascii: "\n") }
            isInComment = isInComment || piece.starts(with: "!--".utf8)
            if isInComment {
                isInLocation = false
                isInComment = String(decoding: piece, as: UTF8.self).firstRange(of: "-->") == nil
                continue
            }
            let name = piece.prefix { !" \t\r\n>".utf8.contains($0) }
            if name.elementsEqual("sitemapindex".utf8) {
                throw ToolError(
                    exitCode: .findings,
                    message:
                        "Standard input is an index of sitemaps, which has no links; give the sitemaps themselves."
                )
            }
            let mark = Array("![CDATA[".utf8)
            let isText = isInLocation && piece.starts(with: mark)
            guard isText || name.elementsEqual("loc".utf8) else {
                isInLocation = false
                continue
            }
            isInLocation = true
            let content =
                isText
                ? piece.dropFirst(mark.count)
                : piece[name.endIndex...].drop { $0 != UInt8(ascii: ">") }.dropFirst()
            let whole = String(decoding: content, as: UTF8.self)
            let end = isText ? whole.firstRange(of: "]]>")?.lowerBound : nil
            let text = whole[..<(end ?? whole.endIndex)]
                .split(whereSeparator: \.isWhitespace).joined()
            guard !text.isEmpty else { continue }
            return (start, isText ? text : Self.withoutEntities(text))
        }
        return nil
    }

    private static func withoutEntities(_ text: String) -> String {
        guard text.contains("&") else { return text }
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
        host =
            before.count == 4
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
