import DeepLinks
import LinkChecking
import PathMatching

/// A map as one HTML page that needs nothing else: no network, no fonts, no other files.
///
/// The links are part of the page, so they can be read without a script. The script adds a search, copy buttons and a field
/// that shows where a link leads, using the compiled rules that the page carries as data. The page, its style and its script
/// are files in the folder `Page`; this type fills the page's placeholders, such as `{{title}}`.
struct MapPage {
    let map: LinkMap

    /// The rewriter that the map was made from.
    let rewriter: URLRewriter

    /// The whole page, with a line break at its end.
    var text: String {
        // The shortest example fits in the field.
        let example = map.sources.flatMap(\.entries).compactMap(\.examples.first?.url)
            .min { $0.utf8.count < $1.utf8.count }
        let contents = [
            "title": escaped(
                map.sources.first?.names.first.map { "Links of \($0)" } ?? "Links"
            ),
            "style": "\n" + String(decoding: PackageResources.page_css, as: UTF8.self),
            "counts": counts,
            "example": escaped(example ?? "https://"),
            "contents": contents,
            "links": map.sources.enumerated().map(section).joined(),
            "rules": data,
            "script": "\n\"use strict\";\n\(Self.matcher)\n\(Self.script)",
        ]
        return Self.template.split(separator: "{{", omittingEmptySubsequences: false)
            .enumerated().map { number, piece in
                guard number > 0, let end = piece.firstRange(of: "}}") else { return String(piece) }
                return contents[String(piece[..<end.lowerBound]), default: ""]
                    + piece[end.upperBound...]
            }.joined()
    }

    /// How many rules and sources there are, and when they were last changed.
    private var counts: String {
        let kinds = [(LinkMap.Source.Kind.domain, "domain"), (.scheme, "scheme")].compactMap {
            kind,
            name in
            let number = map.sources.count { $0.kind == kind }
            return number == 0 ? nil : count(number, name)
        }
        let day = map.day.map { " Changed on <time>\(escaped($0))</time>." } ?? ""
        return "\(count(map.entryCount, "rule")) for \(kinds.joined(separator: " and ")).\(day)"
    }

    // MARK: - Files

    /// The page with its placeholders.
    static let template = String(decoding: PackageResources.page_html, as: UTF8.self)

    /// The part of the script that finds where a link leads; it does not need the page.
    static let matcher = String(decoding: PackageResources.matcher_js, as: UTF8.self)

    /// The script of the page itself, which follows the matcher.
    static let script = String(decoding: PackageResources.page_js, as: UTF8.self)

    /// The compiled rules as text that is safe in an HTML element.
    ///
    /// No character can end the element, begin a comment, or be a line break for only some readers.
    var data: String {
        replacing(in: jsonShowingInvisible(rewriter.outline.compact)) { scalar in
            switch scalar {
            case "<": "\\u003c"
            case ">": "\\u003e"
            case "&": "\\u0026"
            default: nil
            }
        }
    }

    // MARK: - Sources and rules

    /// Links to the sources, if there are several.
    private var contents: String {
        guard map.sources.count > 1 else { return "" }
        let items = map.sources.enumerated().map { number, source in
            """
            <li><a href="#source-\(number)">\(escaped(source.titles.first ?? ""))</a>\
            \(source.entries.isEmpty ? "" : " <span class=\"aside\">\(source.entries.count)</span>")</li>

            """
        }
        return "<nav aria-label=\"Domains and schemes\">\n<ul>\n\(items.joined())</ul>\n</nav>\n"
    }

    private func section(_ number: Int, _ source: LinkMap.Source) -> String {
        let heading = "source-\(number)-heading"
        let others = source.titles.dropFirst().joined(separator: ", ")
        let sentences = source.kind == .scheme ? [Self.schemeSentence] : []
        return """
            <section class="source" id="source-\(number)" aria-labelledby="\(heading)">
            <header>
            <h2 id="\(heading)">\(escaped(source.titles.first ?? ""))</h2>
            \(others.isEmpty ? "" : "<p class=\"aside\">also \(escaped(others))</p>\n")</header>
            \(source.entries.isEmpty ? "" : table(of: source, number, heading: heading))\
            \(paragraph((source.sentences + sentences).joined(separator: " ")))
            </section>

            """
    }

    private static let schemeSentence =
        "Links of a scheme are not for sharing: without the app they lead nowhere."

    private static let columns = ["Rule", "Leads to", "Links"]

    // On narrow screens cells are blocks, and some browsers then no longer treat them as a table. The roles restore that.
    private func table(of source: LinkMap.Source, _ number: Int, heading: String) -> String {
        let columns = Self.columns.map { "<th role=\"columnheader\" scope=\"col\">\($0)</th>" }
        let rows = source.entries.enumerated().map { rule, entry in
            """
            <tr role="row" id="rule-\(number)-\(rule)">\
            <th role="rowheader" scope="row">\(name(of: entry))</th>\
            <td role="cell">\(destination(of: entry))</td>\
            <td role="cell">\(links(of: entry, in: source))</td></tr>

            """
        }
        return """
            <table role="table" aria-labelledby="\(heading)">
            <thead role="rowgroup"><tr role="row">\(columns.joined())</tr></thead>
            <tbody role="rowgroup">
            \(rows.joined())</tbody>
            </table>

            """
    }

    /// The rule's title, its pattern, and what else is known of it.
    private func name(of entry: LinkMap.Entry) -> String {
        let title = entry.title.map { "<strong>\(escaped($0))</strong> " } ?? ""
        let notes = [
            entry.owner.map { "of \($0)" }, entry.isClaimed ? nil : "not claimed by the site",
        ].compactMap(\.self).joined(separator: ", ")
        return title + code(entry.external)
            + (notes.isEmpty ? "" : " <span class=\"aside\">\(escaped(notes))</span>")
    }

    private func destination(of entry: LinkMap.Entry) -> String {
        let (text, isCode) = entry.destination
        return (isCode ? code(text) : text)
            + (entry.isRegistered == false
                ? " <span class=\"mark\">not registered in the app</span>" : "")
    }

    // MARK: - Links

    /// The link to share, or the reason why there is none, and the others to try.
    private func links(of entry: LinkMap.Entry, in source: LinkMap.Source) -> String {
        var links = entry.examples.map { ($0.url, isMadeUp: $0.isMadeUp) }
        var parts: [String] = []
        if let url = entry.share.url {
            let isMadeUp = links.first?.isMadeUp ?? false
            links.removeAll { Self.isSame($0.0, url) }
            parts.append(list("Share this one", "share", [(url, isMadeUp)]))
        } else if source.kind == .domain, entry.kind == .rewrite {
            let obstacle = escaped(entry.share.obstacle ?? "")
            parts.append("<p class=\"kind\">Not to share: the rule \(obstacle)</p>")
        }
        let others = links.enumerated().filter { number, link in
            !links[..<number].contains { Self.isSame($0.0, link.0) }
        }
        if !others.isEmpty { parts.append(list("To try", "try", others.map(\.element))) }
        return parts.joined()
    }

    /// Whether two links are the same, with or without escapes for characters that are not ASCII.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        let key = { (text: String) in
            replacing(in: text) {
                $0.isASCII ? nil : String($0).percentEncoded(keeping: .unreserved)
            }
        }
        return hasSameBytes(key(first), key(second))
    }

    private func list(
        _ kind: String,
        _ style: String,
        _ links: [(url: String, isMadeUp: Bool)]
    ) -> String {
        // The script adds the buttons, which would be much of the page otherwise.
        let items = links.enumerated().map { number, link in
            """
            <li><span>\(number == 0 ? "<span class=\"kind\">\(kind)</span> " : "")\
            <a href="#url=\(link.url.percentEncoded(keeping: .unreserved))">\(code(link.url))</a>\
            \(link.isMadeUp ? " <span class=\"aside\">(generated)</span>" : "")</span></li>
            """
        }
        return "<ul class=\"\(style)\">\(items.joined())</ul>"
    }
}

extension LinkMap.Source {
    /// All names in the form in which links begin.
    fileprivate var titles: [String] {
        names.map { kind == .scheme ? "\($0)://" : $0 }
    }
}

/// Text for elements and for quoted attributes.
private func escaped(_ text: String) -> String {
    replacing(in: printable(text)) { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }
}

/// A paragraph of small importance; nothing for an empty text.
private func paragraph(_ text: String) -> String {
    text.isEmpty ? "" : "<p class=\"aside\">\(escaped(text))</p>"
}

/// A link or a pattern as code.
///
/// A long one can break before `?`, `&` and `|`, and after slashes in its path.
private func code(_ text: String) -> String {
    var pieces = [""]
    var last: (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
    for scalar in printable(text).unicodeScalars {
        let isAfterSlash = last.1 == "/" && scalar != "/" && last.0 != "/" && last.0 != " "
        if isAfterSlash || "?&|".unicodeScalars.contains(scalar) && last.1 != " " {
            pieces.append("")
        }
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
        last = (last.1, scalar)
    }
    return "<code>\(pieces.map(escaped).joined(separator: "<wbr>"))</code>"
}
