import DeepLinks
import LinkChecking

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
                map.sources.first?.names.first.map { "Link map of \($0)" } ?? "Link map"
            ),
            "style": "\n" + String(decoding: PackageResources.page_css, as: UTF8.self),
            "counts": "\(count(map.sources.count, "source")), \(count(map.entryCount, "rule")).",
            "example": escaped(example ?? "https://"),
            "contents": map.sources.enumerated().map(entryOfContents).joined(),
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

    private func entryOfContents(_ number: Int, _ source: LinkMap.Source) -> String {
        """
        <li><a href="#source-\(number)">\(escaped(source.titles.first ?? ""))</a> \
        <span class="aside">\(count(source.entries.count, "rule"))</span></li>

        """
    }

    private func section(_ number: Int, _ source: LinkMap.Source) -> String {
        let heading = "source-\(number)-heading"
        return """
            <section class="source" id="source-\(number)" aria-labelledby="\(heading)">
            <header>
            <h2 id="\(heading)">\(escaped(source.titles.joined(separator: ", ")))</h2>
            <p class="aside">\(escaped(source.sentences.joined(separator: " ")))</p>
            </header>
            \(source.entries.isEmpty ? "" : table(of: source, number, heading: heading))\
            </section>

            """
    }

    private static let columns = ["Link", "Leads to", "To share and to try"]

    // On narrow screens cells are blocks, and some browsers then no longer treat them as a table. The roles restore that.
    private func table(of source: LinkMap.Source, _ number: Int, heading: String) -> String {
        let columns = Self.columns.map { "<th role=\"columnheader\" scope=\"col\">\($0)</th>" }
        let rows = source.entries.enumerated().map { rule, entry in row(entry, "\(number)-\(rule)")
        }
        return """
            <table role="table" aria-labelledby="\(heading)">
            <thead role="rowgroup"><tr role="row">\(columns.joined())</tr></thead>
            <tbody role="rowgroup">
            \(rows.joined())</tbody>
            </table>

            """
    }

    private func row(_ entry: LinkMap.Entry, _ id: String) -> String {
        let samples = samples(of: entry).enumerated().map { number, sample in
            item(sample, id: "link-\(id)-\(number)")
        }
        let notes = entry.notes.map { " <span class=\"aside\">\(escaped($0))</span>" } ?? ""
        return """
            <tr role="row" id="rule-\(id)">\
            <th role="rowheader" scope="row" data-label="\(Self.columns[0])">\(code(entry.external))\(notes)</th>\
            <td role="cell" data-label="\(Self.columns[1])">\(entry.destination.isCode ? code(entry.destination.text) : entry.destination.text)</td>\
            <td role="cell" data-label="\(Self.columns[2])">\
            \(samples.isEmpty ? "<span class=\"aside\">no example</span>" : "<ul>\(samples.joined())</ul>")</td></tr>

            """
    }

    /// A link to share or to try, with a note.
    private typealias Sample = (url: String, note: String?)

    private func samples(of entry: LinkMap.Entry) -> [Sample] {
        let examples = entry.examples.map { ($0.url, $0.isMadeUp ? "generated" : nil) as Sample }
        guard let url = entry.share.url, !entry.examples.contains(where: { $0.url == url }) else {
            return examples
        }
        return examples + [(url, "to share \(entry.share.link ?? "")")]
    }

    private func item(_ sample: Sample, id: String) -> String {
        let note = sample.note.map { " <span class=\"aside\">(\(escaped($0)))</span>" } ?? ""
        let buttons = [("link", "Copy link"), ("simulator", "Copy simctl")].map { copy, label in
            "<button type=\"button\" data-copy=\"\(copy)\" aria-describedby=\"\(id)\">\(label)</button>"
        }
        return """
            <li><a id="\(id)" href="#url=\(percentEncoded(sample.url))">\(code(sample.url))</a>\(note)\
            <span class="buttons needs-script">\(buttons.joined())</span></li>
            """
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

/// A link or a pattern as code.
///
/// A long one can break before `?` and `&`, and after slashes in its path.
private func code(_ text: String) -> String {
    var pieces = [""]
    var last: (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
    for scalar in printable(text).unicodeScalars {
        let isAfterSlash = last.1 == "/" && scalar != "/" && last.0 != "/" && last.0 != " "
        if isAfterSlash || (scalar == "?" || scalar == "&") && last.1 != " " { pieces.append("") }
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
        last = (last.1, scalar)
    }
    return "<code>\(pieces.map(escaped).joined(separator: "<wbr>"))</code>"
}
