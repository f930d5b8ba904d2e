import DeepLinks
import LinkChecking
import PathMatching

/// What becomes of many links: how many open, by which rules, and what the others look like.
///
/// Its size does not grow with the number of links.
struct LinkSummary {
    private let configuration: LinkConfiguration
    private let rewriter: URLRewriter
    private let paths: RegisteredPaths?

    /// Explains links which more than one rule, or a refusing one, decided.
    private var explanations: Explanations

    /// How many links each rule decided, by source; the last number is of links that fit no rule and pass through.
    private var counts: [[Int]]

    private(set) var linkCount = 0
    private(set) var refusedCount = 0

    private var shapes: [String: Shape] = [:]

    /// Refused links that look alike, with the first lines that have one.
    private struct Shape {
        var count = 0
        var lines: [Int] = []
    }

    /// How many shapes are kept, and how many are shown.
    private static let (mostKept, mostShown) = (512, 20)

    init(_ configuration: LinkConfiguration, _ rewriter: URLRewriter) {
        self.configuration = configuration
        self.rewriter = rewriter
        paths = configuration.paths.map(RegisteredPaths.init)
        explanations = Explanations(of: rewriter)
        counts = rewriter.sources.map { Array(repeating: 0, count: $0.rules.count + 1) }
    }

    mutating func add(_ url: String, line: Int) {
        linkCount += 1
        do throws(RewriteError) {
            let details = try rewriter.details(of: url)
            let (source, rule) = (
                details.sourceIndex, details.ruleIndex ?? counts[details.sourceIndex].count - 1
            )
            if details.unwrappedURL == nil || details.ruleIndex == nil { counts[source][rule] += 1 }
            if details.unwrappedURL != nil { countRules(of: url) }
            if let paths, paths.pattern(for: details.link) == nil {
                return addRefused(
                    "not in 'paths': \(Self.shape(ofPath: details.link.path[...]))",
                    line
                )
            }
        } catch {
            if error.wrappers > 0 || error.reason.code == "refused-by-rule" {
                countRules(of: url)
            }
            addRefused(Self.shape(of: url), line)
        }
    }

    /// Counts each rule that decided about a link or one inside it.
    private mutating func countRules(of url: String) {
        let rules = explanations.explain(url).steps.filter { $0.label == "rule" }
            .compactMap(\.rule).map { [$0.sourceIndex, $0.ruleIndex] }
        for rule in rules.uniqued() { counts[rule[0]][rule[1]] += 1 }
    }

    private mutating func addRefused(_ shape: String, _ line: Int) {
        refusedCount += 1
        // Of very many shapes, later ones are counted together.
        let isKept = shapes[shape] != nil || shapes.count < Self.mostKept
        let name = isKept ? shape : "other links"
        shapes[name, default: Shape()].count += 1
        if shapes[name]?.lines.count ?? 0 < 3 { shapes[name]?.lines.append(line) }
    }

    // MARK: - Shapes

    /// The host, the path without what differs from page to page, and the names of the query's items.
    private static func shape(of url: String) -> String {
        let (bytes, slash) = (url.utf8, UInt8(ascii: "/"))
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let place = bytes[..<(end ?? bytes.endIndex)]
        // Only a scheme and '//' have a host behind them; other texts are paths.
        var path = place.startIndex
        if let host = url[..<place.endIndex].firstRange(of: "://")?.upperBound,
            !place[..<host].dropLast(2).contains(slash)
        {
            path = place[host...].firstIndex(of: slash) ?? place.endIndex
        }
        let isRooted = path > place.startIndex || place.first == slash
        var shape =
            url[..<path]
            + self.shape(ofPath: url[path..<place.endIndex]).dropFirst(isRooted ? 0 : 1)
        if let end, url[end...].first == "?" {
            let query = url[end...].dropFirst().prefix { $0 != "#" }
            let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
            shape += "?" + names.prefix(3).joined(separator: "&") + (names.count > 3 ? "&…" : "")
        }
        return shape.isEmpty ? "{text}" : String(shape.prefix(200))
    }

    private static func shape(ofPath path: Substring) -> String {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"))
        let most = 5
        let shown = segments.prefix(most).enumerated().map { index, bytes -> String in
            if bytes.allSatisfy(ByteSet.digits.contains) { return "{int}" }
            // The last of several segments usually differs from page to page.
            let isText =
                index > 0 && index == segments.count - 1 || bytes.count > 24
                || bytes.contains { ByteSet.digits.contains($0) || ByteSet("-_%").contains($0) }
            return isText ? "{text}" : String(Substring(bytes))
        }
        return "/" + (shown + (segments.count > most ? ["…"] : [])).joined(separator: "/")
    }

    private var commonest: [(key: String, value: Shape)] {
        Array(
            shapes.sorted { left, right in
                left.value.count == right.value.count
                    ? left.key < right.key : left.value.count > right.value.count
            }.prefix(Self.mostShown)
        )
    }
}

// MARK: - Reports

extension LinkSummary {
    /// A rule, or the links of a source that fit none, with how many links it decided.
    private struct Use {
        let place: String
        let external: String
        let count: Int
    }

    private var uses: [Use] {
        rewriter.sources.enumerated().flatMap { number, source in
            // The last count is of links that fit no rule.
            zip(source.rules.map(\.pattern) + ["links that fit no rule"], counts[number])
                .enumerated().compactMap { rule, use in
                    let (external, count) = use
                    let isRule = rule < source.rules.count
                    let place = configuration.path(source: number, rule: isRule ? rule : nil)
                    return isRule || count > 0
                        ? Use(place: place.description, external: external, count: count) : nil
                }
        }
    }

    /// The share of a number of links, such as `12.3 %`.
    private func share(_ number: Int) -> String {
        let tenths = linkCount == 0 ? 0 : (number * 1000 + linkCount / 2) / linkCount
        return "\(tenths / 10).\(tenths % 10) %"
    }

    func text(_ context: ToolContext, leftOut: Int) -> String {
        let opened = linkCount - refusedCount
        var parts = [
            [
                "\(count(linkCount, "link")): \(opened) open (\(share(opened))), \(refusedCount) refused (\(share(refusedCount)))."
            ]
        ]
        func add(_ heading: String, _ rows: [[Cell]]) {
            guard !rows.isEmpty else { return }
            var table = Table(width: context.width, indentation: 2)
            for row in rows { table.append(row) }
            parts.append(
                [context.style.paint(heading, as: .heading)] + table.lines(style: context.style)
            )
        }
        add(
            "Rules that decided",
            uses.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map {
                [
                    Cell("\($0.count)"), Cell(share($0.count)), Cell($0.external, .good),
                    Cell($0.place),
                ]
            }
        )
        add(
            "Rules that nothing used",
            uses.filter { $0.count == 0 }.map { [Cell($0.external), Cell($0.place, .aside)] }
        )
        add(
            "Refused, the commonest",
            commonest.map { shape, uses in
                let lines = uses.lines.map(\.description).joined(separator: ", ")
                return [
                    Cell("\(uses.count)"), Cell(share(uses.count)), Cell(shape, .bad),
                    Cell("line \(lines)\(uses.count > uses.lines.count ? ", …" : "")", .aside),
                ]
            }
        )
        if leftOut > 0 {
            parts.append([
                "\(count(leftOut, "line")) left out: other methods than GET, or no page was found."
            ])
        }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    func json(leftOut: Int) throws(ToolError) -> String {
        let rules = uses.map { use in
            JSONValue.object([
                "place": .string(use.place), "external": .string(use.external),
                "count": .int(use.count),
            ])
        }
        let shapes = commonest.map { shape, uses in
            JSONValue.object([
                "shape": .string(shape), "count": .int(uses.count),
                "lines": .array(uses.lines.map(JSONValue.int)),
            ])
        }
        return try DeepLinkTool.json(
            JSONValue.object([
                "links": .int(linkCount), "opened": .int(linkCount - refusedCount),
                "refused": .int(refusedCount), "leftOut": .int(leftOut),
                "rules": .array(rules), "shapes": .array(shapes),
            ])
        )
    }
}
