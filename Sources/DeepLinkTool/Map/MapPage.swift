import DeepLinks
import LinkChecking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A map as one page of HTML that needs nothing else: no network, no fonts, no scripts of others.
///
/// The links stand in the page itself, so they can be read without a script. The script adds a search, buttons that copy, and a
/// field that tells where a link leads, by the compiled rules that the page carries as data. The page, its looks and its
/// script are the files of the folder `Page`; here the page's places, such as `{{title}}`, are filled.
struct MapPage {
    let map: LinkMap

    /// The rewriter whose map it is.
    let rewriter: URLRewriter

    /// The whole page, with a line break at its end.
    var text: String {
        // The shortest one fits into the field.
        let example = map.sources.flatMap(\.entries).compactMap(\.examples.first?.url)
            .min { $0.utf8.count < $1.utf8.count }
        let counts = "\(count(map.sources.count, "source")), \(count(map.entryCount, "rule"))."
        let contents: [String: (inout HTML) -> Void] = [
            "policy": { $0.text(Self.policy) },
            "title": { $0.text(title) },
            "style": { $0.raw(Self.style) },
            "counts": { $0.text(counts) },
            "example": { $0.text(example ?? "https://") },
            "contents": appendContents,
            "links": appendLinks,
            "rules": { $0.raw(data) },
            "script": { $0.raw(Self.code) },
        ]
        var html = HTML()
        for (number, piece) in Self.template.split(
            separator: "{{",
            omittingEmptySubsequences: false
        ).enumerated() {
            let end = piece.firstRange(of: "}}")
            if number > 0, let end { contents[String(piece[..<end.lowerBound])]?(&html) }
            html.raw(piece[(end?.upperBound ?? piece.startIndex)...])
        }
        return html.text
    }

    // MARK: - Files

    /// The page with its places.
    static let template = String(decoding: PackageResources.page_html, as: UTF8.self)

    /// The looks of the page: the reader's own fonts and colour scheme, and a row as a card where the screen is narrow.
    static let style = "\n" + String(decoding: PackageResources.page_css, as: UTF8.self)

    /// The part of the script that tells where a link leads, which needs no page.
    static let matcher = String(decoding: PackageResources.matcher_js, as: UTF8.self)

    /// The script of the page itself, which stands behind the matcher.
    static let script = String(decoding: PackageResources.page_js, as: UTF8.self)

    /// The script, as it stands in the page.
    static let code = "\n\"use strict\";\n\(matcher)\n\(script)"

    /// The compiled rules as text that can stand in an element of HTML.
    ///
    /// No character of it can end the element, begin a comment or be a line break to some readers and not to others.
    var data: String {
        let line = Array(rewriter.outline.compact.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        var start = 0
        for (offset, byte) in line.enumerated() {
            let escape: String
            var length = 1
            switch byte {
            case UInt8(ascii: "<"): escape = "\\u003c"
            case UInt8(ascii: ">"): escape = "\\u003e"
            case UInt8(ascii: "&"): escape = "\\u0026"
            // The last byte of U+2028 and U+2029, behind the other two.
            case 0xA8 where line[..<offset].suffix(2) == [0xE2, 0x80],
                0xA9 where line[..<offset].suffix(2) == [0xE2, 0x80]:
                escape = byte == 0xA8 ? "\\u2028" : "\\u2029"
                length = 3
            default: continue
            }
            bytes += line[start...offset].dropLast(length)
            bytes += escape.utf8
            start = offset + 1
        }
        bytes += line[start...]
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Head

    /// What a browser may do with the page: run this script and use these looks, and nothing else.
    static let policy = [
        "default-src 'none'", "script-src '\(source(of: code))'",
        "style-src '\(source(of: style))'",
        "img-src data:", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")

    private static func source(of text: String) -> String {
        "sha256-" + Data(SHA256.digest(of: text.utf8)).base64EncodedString()
    }

    private var title: String {
        guard let name = map.sources.first?.names.first else { return "Link map" }
        return "Link map of \(name)"
    }

    private func appendContents(to html: inout HTML) {
        for (number, source) in map.sources.enumerated() {
            html.raw("<li><a href=\"#source-\(number)\">")
            html.text(source.title)
            html.raw(
                "</a> <span class=\"aside\">\(count(source.entries.count, "rule"))</span></li>\n"
            )
        }
    }

    // MARK: - Links

    private func appendLinks(to html: inout HTML) {
        for (number, source) in map.sources.enumerated() {
            append(source, number: number, to: &html)
        }
    }

    private func append(_ source: LinkMap.Source, number: Int, to html: inout HTML) {
        let heading = "source-\(number)-heading"
        html.raw(
            "<section class=\"source\" id=\"source-\(number)\" aria-labelledby=\"\(heading)\">\n"
        )
        html.raw("<header>\n<h2 id=\"\(heading)\">")
        html.text(source.heading)
        html.raw("</h2>\n<p class=\"aside\">")
        html.text(source.sentences.joined(separator: " "))
        html.raw("</p>\n</header>\n")
        if !source.entries.isEmpty {
            html.raw(
                "<table role=\"table\" aria-labelledby=\"\(heading)\">\n<thead role=\"rowgroup\">"
            )
            html.raw("<tr role=\"row\">")
            for column in Self.columns {
                html.raw("<th role=\"columnheader\" scope=\"col\">\(column)</th>")
            }
            html.raw("</tr></thead>\n<tbody role=\"rowgroup\">\n")
            for (rule, entry) in source.entries.enumerated() {
                append(entry, id: "\(number)-\(rule)", to: &html)
            }
            html.raw("</tbody>\n</table>\n")
        }
        html.raw("</section>\n")
    }

    private static let columns = ["Link", "Leads to", "To share and to try"]

    // The roles say again what the elements are, since the cells of narrow screens are laid out as blocks, which takes
    // the meaning of a table from them in some browsers.
    private func append(_ entry: LinkMap.Entry, id: String, to html: inout HTML) {
        html.raw(
            "<tr role=\"row\" id=\"rule-\(id)\"><th role=\"rowheader\" scope=\"row\" data-label=\""
        )
        html.raw("\(Self.columns[0])\">")
        html.code(entry.external)
        html.raw("</th><td role=\"cell\" data-label=\"\(Self.columns[1])\">")
        if let path = entry.internal {
            html.code(path)
        } else {
            html.raw("the link that is in it")
        }
        html.raw("</td><td role=\"cell\" data-label=\"\(Self.columns[2])\">")
        append(links(of: entry), id: "link-\(id)", to: &html)
        html.raw("</td></tr>\n")
    }

    /// A link to share or to try, with a word about it.
    private struct Sample {
        let url: String
        let note: String?
    }

    private func links(of entry: LinkMap.Entry) -> [Sample] {
        var samples = entry.examples.map {
            Sample(url: $0.url, note: $0.isMadeUp ? "generated" : nil)
        }
        if let url = entry.share.url, !entry.examples.contains(where: { $0.url == url }) {
            samples.append(Sample(url: url, note: "to share \(entry.share.link ?? "")"))
        }
        return samples
    }

    private func append(_ samples: [Sample], id: String, to html: inout HTML) {
        guard !samples.isEmpty else {
            html.raw("<span class=\"aside\">no example</span>")
            return
        }
        html.raw("<ul>")
        for (number, sample) in samples.enumerated() {
            let link = "\(id)-\(number)"
            html.raw("<li><a id=\"\(link)\" href=\"#url=")
            html.address(sample.url)
            html.raw("\">")
            html.code(sample.url)
            html.raw("</a>")
            if let note = sample.note {
                html.raw(" <span class=\"aside\">(")
                html.text(note)
                html.raw(")</span>")
            }
            html.raw("<span class=\"buttons needs-script\">")
            for (copy, label) in [("link", "Copy link"), ("simulator", "Copy simctl")] {
                html.raw(
                    "<button type=\"button\" data-copy=\"\(copy)\" aria-describedby=\"\(link)\">"
                )
                html.raw("\(label)</button>")
            }
            html.raw("</span></li>")
        }
        html.raw("</ul>")
    }
}

extension LinkMap.Source {
    /// The first name, as links begin.
    fileprivate var title: String {
        switch kind {
        case .domain: names.first ?? ""
        case .scheme: "\(names.first ?? "")://"
        }
    }

    /// All names.
    fileprivate var heading: String {
        names.map { kind == .scheme ? "\($0)://" : $0 }.joined(separator: ", ")
    }
}

/// HTML that is being written.
private struct HTML {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends markup.
    mutating func raw(_ markup: some StringProtocol) {
        bytes.append(contentsOf: markup.utf8)
    }

    /// Appends text, fit for elements and for attributes in quotation marks; what would turn the direction of writing is
    /// shown as an escape.
    mutating func text(_ text: String) {
        for byte in printable(text).utf8 { append(byte) }
    }

    /// Appends a link or a pattern as code that breaks at its joints where it is too long for a line.
    mutating func code(_ text: String) {
        raw("<code>")
        let slash = UInt8(ascii: "/")
        let bytes = Array(printable(text).utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "?") where index > 0, UInt8(ascii: "&") where index > 0: raw("<wbr>")
            // Behind a slash, but for one that begins a path or stands before a host.
            case slash: break
            case _ where index > 1 && bytes[index - 1] == slash && bytes[index - 2] != slash:
                raw("<wbr>")
            default: break
            }
            append(byte)
        }
        raw("</code>")
    }

    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): raw("&amp;")
        case UInt8(ascii: "<"): raw("&lt;")
        case UInt8(ascii: ">"): raw("&gt;")
        case UInt8(ascii: "\""): raw("&quot;")
        case UInt8(ascii: "'"): raw("&#39;")
        default: bytes.append(byte)
        }
    }

    /// Appends text as a part of an address, where every character that could mean something is escaped.
    mutating func address(_ text: String) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
    }
}
