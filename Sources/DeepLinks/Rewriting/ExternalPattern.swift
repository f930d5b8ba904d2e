package import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The external side of a rule: a path pattern, and conditions on query items and on the fragment.
package struct ExternalPattern: Sendable {
    /// The path's pattern, without a prefix.
    ///
    /// A catch-all behind text in the last segment is written here as the two captures that match the same: `/Talk:{title}/{*title~?}`
    /// for `/Talk:{*title}`.
    package let path: String

    /// The last segment as it was written, if its catch-all is two captures in ``path``.
    package let textAndRest: String?

    package let conditions: [ItemCondition]

    /// The names of the captures of the items and the fragment, in order; an ``ItemCondition`` refers to them by number.
    let itemCaptures: [String]

    /// Whether the last capture takes the whole rest of the link as it was written, including query and fragment.
    package let takesWholeRest: Bool

    /// The pattern of a source whose links are handed over whole.
    init(wholeLinkAs name: String) throws(RuleFlaw) {
        guard BracedText.isName(name) else {
            throw RuleFlaw(
                "malformed-whole-link",
                "the capture for the whole link is named '\(name)'",
                "use only letters, digits, '-', '_', '.' and '~'"
            )
        }
        try self.init("/{*\(name):verbatim}")
    }

    /// Reads a path pattern and, outside of captures, query items after the first question mark and a fragment after a number sign.
    package init(_ text: String) throws(RuleFlaw) {
        guard text.utf8.count <= PathPattern.spelledLimit else {
            throw RuleFlaw(
                "malformed-path",
                "the pattern has \(text.utf8.count) bytes, and the limit is \(PathPattern.spelledLimit)",
                "write several rules"
            )
        }
        let marked = BracedText.split(Array(text.utf8)[...], at: "#", maxSplits: 1)
        let parts = BracedText.split(marked[0], at: "?", maxSplits: 1)
        var path = String(decoding: parts[0], as: UTF8.self)
        if path.utf8.first != UInt8(ascii: "/") {
            // `https://mydomain.io/a`, or `mydomain.io/a`.
            let start = path.prefix { $0 != "/" }
            if path.contains("://") || path.contains("/") && start.contains(".") {
                throw RuleFlaw(
                    "malformed-path",
                    "the pattern is a whole URL",
                    "write its path here, and its host in a Domain or its scheme in a Scheme"
                )
            }
            // It is read with its query and its fragment only so that they are in the way out.
            do { _ = try PathPattern(text) } catch { throw RuleFlaw("malformed-path", error.text) }
        }
        var conditions: [ItemCondition] = []
        var names: [String] = []
        for item in parts.dropFirst().flatMap({ BracedText.split($0, at: "&") }) {
            let item = try BracedItem(item, mayLackName: true)
            let condition = try ItemCondition(item, captures: &names)
            guard !conditions.contains(where: { hasSameBytes($0.name, condition.name) }) else {
                throw RuleFlaw(
                    "duplicate-query-item",
                    "the query item '\(condition.text)' comes after another one for the same item, and only the first in a link is read",
                    "remove one"
                )
            }
            conditions.append(condition)
        }
        for fragment in marked.dropFirst() {
            conditions.append(try ItemCondition(BracedItem(fragment: fragment), captures: &names))
        }
        self.conditions = conditions
        itemCaptures = names
        // A path pattern cannot match the whole rest of a link; it only ensures that something follows.
        let last = BracedText.split(parts[0], at: "/").last.map {
            String(decoding: $0, as: UTF8.self)
        }
        takesWholeRest = last?.hasPrefix("{*") == true && path.hasSuffix(":verbatim}")
        if takesWholeRest { path = path.dropLast(":verbatim}".count) + "}" }
        guard !Self.captures(in: path).contains(where: { $0.hasSuffix(":verbatim") }) else {
            throw RuleFlaw(
                "malformed-path",
                "':verbatim' is only for a catch-all after the last slash",
                "write '/{*rest:verbatim}' at the end of the pattern"
            )
        }
        guard !takesWholeRest || conditions.isEmpty else {
            throw RuleFlaw(
                "items-after-rest",
                "it captures the rest of a link with its query and fragment, but also asks for items or a fragment",
                "remove these, or ':verbatim'"
            )
        }
        let split = takesWholeRest ? nil : Self.splitTextAndRest(path)
        self.path = split?.path ?? path
        textAndRest = split?.segment
    }

    /// A path whose last segment has text and then a catch-all, with the catch-all as two captures, and that segment; nil for other
    /// paths, and for malformed ones.
    private static func splitTextAndRest(_ path: String) -> (path: String, segment: String)? {
        guard let open = path.utf8.lastIndex(of: UInt8(ascii: "{")), path.hasSuffix("}"),
            path[open...].hasPrefix("{*")
        else { return nil }
        let (before, name) = (path[..<open], path[open...].dropFirst(2).dropLast())
        let segment = path[(before.lastIndex(of: "/") ?? before.startIndex)...].dropFirst()
        guard !segment.hasPrefix("{*"), captures(in: String(segment)).count == 1 else { return nil }
        let split = "\(before){\(name)}/{*\(name)~?}"
        return (try? PathPattern(split)) == nil ? nil : (split, String(segment))
    }

    /// The condition that has the capture with this number.
    func condition(ofCapture number: Int) -> ItemCondition? {
        conditions.first { $0.pattern?.captureNumbers.contains(number) ?? false }
    }

    /// The texts in the braces of a path; empty if the braces are not balanced.
    private static func captures(in path: String) -> [String] {
        (BracedText.pieces(path.utf8) ?? []).compactMap(\.capture)
    }

    /// The path's pattern under a prefix.
    func pathPattern(under prefix: String) throws(RuleFlaw) -> PathPattern {
        let pattern: PathPattern
        do { pattern = try PathPattern(prefix + path) } catch {
            throw RuleFlaw("malformed-path", error.text)
        }
        var spelledLength = pattern.spelledLength
        for condition in conditions {
            spelledLength += condition.pattern?.pattern.spelledLength ?? 0
        }
        guard spelledLength <= PathPattern.spelledLimit else {
            throw RuleFlaw(
                "malformed-path",
                "its path and items have lists of words that spell more than \(PathPattern.spelledLimit) bytes in all their combinations with the text beside them",
                "write a constraint such as 'slug' instead of a list, or several rules"
            )
        }
        return pattern
    }
}

/// One query item in a rule's text: a name, and the value after the equals sign; or a fragment, which is only a value.
struct BracedItem {
    /// The item as it was written, for messages.
    let text: String
    /// The name; empty if the item is only a capture, or a fragment.
    let name: String
    let isFragment: Bool
    /// The value; nil without an equals sign.
    let value: [BracedText.Piece]?
    /// The value as it was written; empty without an equals sign.
    private let writtenValue: ArraySlice<UInt8>

    static let malformedEscape = ErrorText(
        "has a '%' without two hexadecimal digits, or bytes that are not UTF-8",
        "write '%25' for a percent sign"
    )
    static let catchAll = ErrorText(
        "has a catch-all, which only a path can have",
        "write the capture without the '*'"
    )

    init(_ bytes: ArraySlice<UInt8>, mayLackName: Bool = false) throws(RuleFlaw) {
        text = String(decoding: bytes, as: UTF8.self)
        let isCapture = mayLackName && BracedText.isCapture(bytes)
        let parts = isCapture ? [[], bytes] : BracedText.split(bytes, at: "=", maxSplits: 1)
        writtenValue = parts.count > 1 ? parts[1] : []
        guard let name = BracedText.pieces(parts[0]), let value = BracedText.pieces(writtenValue)
        else { throw .queryItem(text, BracedText.flaw) }
        guard let literal = name.literal, isCapture || !literal.isEmpty else {
            throw .queryItem(
                text,
                "has no name, or a capture in it",
                "write 'name={capture}', 'name=text' or 'name', or remove the '?' or '&'"
            )
        }
        try Self.check(name + value, of: text)
        self.name = try Self.decoded(literal, in: text)
        self.value = parts.count > 1 ? value : nil
        isFragment = false
    }

    init(fragment bytes: ArraySlice<UInt8>) throws(RuleFlaw) {
        text = "#" + String(decoding: bytes, as: UTF8.self)
        (name, writtenValue, isFragment) = ("", bytes, true)
        guard let pieces = BracedText.pieces(bytes) else {
            throw .queryItem(text, BracedText.flaw)
        }
        try Self.check(pieces, of: text)
        guard pieces.count == 1 else {
            throw .queryItem(
                text,
                "is not one capture or one text",
                "write '#{anchor}' or '#text', or remove it; a path or items are written without the '#', and the source's option 'fragment' set"
            )
        }
        value = pieces
    }

    private static func check(_ pieces: [BracedText.Piece], of text: String) throws(RuleFlaw) {
        for case .text(let bytes) in pieces
        where bytes.contains(where: { $0 == UInt8(ascii: "#") || ByteSet.blank.contains($0) }) {
            throw .queryItem(text, "has a '#', a space or a control character", "percent-encode it")
        }
    }

    /// The value as a segment of a pattern.
    var valuePattern: String { Self.segment(of: writtenValue) }

    /// A text as a segment of a pattern, in which slashes and question marks are data.
    static func segment(of text: some Sequence<UInt8>) -> String {
        let bytes = text.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "/"): Array("%2F".utf8)
            case UInt8(ascii: "?"): Array("%3F".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text that percent-encoded bytes of an item stand for.
    static func decoded(_ bytes: [UInt8], in text: String) throws(RuleFlaw) -> String {
        guard let decoded = withBytes(of: bytes, CanonicalPath.decode) else {
            throw .queryItem(text, malformedEscape)
        }
        return decoded
    }
}

/// A rule's condition for a query item or for the fragment.
///
/// If an item is repeated, the first one counts. An empty fragment counts as absent.
package struct ItemCondition: Sendable {
    /// The part of a link that a condition is about.
    package enum Subject: Hashable, Sendable {
        /// The item with this name.
        case item(String)
        /// An item without a value, whose name must fit.
        case unnamedItem
        /// The fragment.
        case fragment
    }

    package enum Kind: Sendable {
        /// It must have this value; with nil, it must be present without a value.
        case equals(String?)
        /// It must have a value that fits the pattern.
        case capture(ItemPattern)
    }

    /// The condition as it was written.
    package let text: String
    package let subject: Subject
    package let kind: Kind

    /// Whether the item or the fragment must be present.
    package let isRequired: Bool

    /// Reads an item, and appends the names of its captures to `captures`.
    init(_ item: BracedItem, captures: inout [String]) throws(RuleFlaw) {
        text = item.text
        subject =
            item.isFragment ? .fragment : item.name.isEmpty ? .unnamedItem : .item(item.name)
        guard let value = item.value else {
            (kind, isRequired) = (.equals(nil), true)
            return
        }
        if let literal = value.literal {
            (kind, isRequired) = (.equals(try BracedItem.decoded(literal, in: text)), true)
            return
        }
        for case .text(let bytes) in value { _ = try BracedItem.decoded(bytes, in: text) }
        let names = value.compactMap(\.capture)
        guard !names.contains(where: { $0.utf8.first == UInt8(ascii: "*") }) else {
            throw .queryItem(text, BracedItem.catchAll)
        }
        // A capture may end in these marks if it stands alone.
        let isAlone = value.count == 1
        isRequired = !isAlone || !names[0].hasSuffix("?")
        let marked = names[0].dropLast(isRequired ? 0 : 1)
        let isPath = isAlone && marked.hasSuffix(":path")
        let bare = isAlone ? [marked.dropLast(isPath ? ":path".count : 0)] : names.map { $0[...] }
        if bare.contains(where: {
            $0.hasSuffix("?") || $0.prefix { $0 != ":" }.contains("?") || $0.hasSuffix(":path")
                || isPath && $0.contains(":")
        }) {
            throw .queryItem(
                text,
                "has a '?' or ':path' in the wrong place",
                "write it at the end of a capture that is the whole value, as in '{name?}', '{name:int?}' or '{name:path?}'"
            )
        }
        // A text that is a path is matched as the segments of a catch-all.
        let star = isPath && !bare[0].isEmpty ? "*" : ""
        let segment =
            isAlone ? "{\(star)\(BracedItem.segment(of: bare[0].utf8))}" : item.valuePattern
        let pattern: PathPattern
        do { pattern = try PathPattern("/" + segment) } catch {
            var text = error.reason.text.after("'\(segment)' ")
            if error.reason.code == "unknown-constraint", isAlone {
                text = ErrorText(text.obstacle, "\(text.remedy ?? ""), or 'path' for a path")
            }
            throw .queryItem(item.text, text.after("has a malformed value: "))
        }
        kind = .capture(ItemPattern(pattern, firstCapture: captures.count))
        captures += pattern.captureNames
    }
}

/// A pattern for the value of a query item, which is matched as a path: with one segment, or as one that a catch-all takes.
package final class ItemPattern: Sendable {
    package let pattern: PathPattern
    /// The number of the pattern's first capture in the rule.
    package let firstCapture: Int
    /// The numbers of the pattern's captures in the rule.
    var captureNumbers: Range<Int> {
        firstCapture..<(firstCapture + pattern.captureCount)
    }
    /// Whether it matches any value, even an empty one, because it is one capture without a constraint.
    package let takesAll: Bool
    /// Whether the value must be a path, whose segments a template can add.
    package let takesSegments: Bool
    private let matcher: PatternMatcher

    init(_ pattern: PathPattern, firstCapture: Int) {
        self.pattern = pattern
        self.firstCapture = firstCapture
        takesAll = pattern.segments.map(\.kind) == [.plain]
        takesSegments = pattern.segments.map(\.kind) == [.catchAll]
        matcher = PatternMatcher(pattern)
    }

    /// Stores the captures of a value in `captures`, and returns whether the value matches.
    ///
    /// Of a value that must be a path, one leading slash is dropped. It has no empty segments, dot segments and control characters, and
    /// all else in its segments is data.
    package func capture(_ value: String, _ captures: inout [String?]) -> Bool {
        let slash = UInt8(ascii: "/")
        var path = value.utf8.first == slash && takesSegments ? [] : [slash]
        withBytes(of: value) {
            PercentEncoding.append($0, keeping: takesSegments ? .pathText : .segment, to: &path)
        }
        return withBytes(of: path) { path in
            guard !takesSegments || CanonicalPath.isCanonical(path) else { return false }
            guard let found = matcher.captures(in: path) else { return false }
            for (index, range) in found.enumerated() {
                captures[firstCapture + index] = CanonicalPath.decode(path[range])
            }
            return true
        }
    }
}

// MARK: - Precedence

extension [ItemCondition] {
    /// The rank among rules with the same path; a greater one is tried first.
    package var rank: [Int] {
        var (required, fixed, constrained, fragment) = (0, 0, 0, 0)
        for condition in self {
            switch (condition.subject, condition.kind, condition.isRequired) {
            case (.fragment, .equals, _): fragment = 4
            case (.fragment, .capture(let pattern), let isRequired):
                fragment = (isRequired ? 2 : 0) + (pattern.takesAll ? 0 : 1)
            case (_, _, false): break
            case (_, .equals, _): (required, fixed) = (required + 1, fixed + 1)
            case (_, .capture(let pattern), _):
                required += 1
                constrained += pattern.takesAll ? 0 : 1
            }
        }
        return [fixed, required, constrained, fragment]
    }

    /// The names and the fixed values that the conditions ask for, which are equal if ``areSame(as:_:)`` holds.
    func key(_ ignoresMalformed: Bool) -> Set<[String?]> {
        let asked = filter { $0.canRefuse(ignoresMalformed) }.map { condition in
            if case .equals(let text) = condition.kind {
                [condition.name, text]
            } else {
                [condition.name]
            }
        }
        return Set(asked)
    }

    /// Whether both lists of conditions fit the same queries, whatever their captures are called.
    ///
    /// - Parameters:
    ///   - others: The other conditions.
    ///   - ignoresMalformed: Whether an optional item with a malformed value counts as absent.
    /// - Returns: True if every query that fits one list also fits the other.
    func areSame(as others: [ItemCondition], _ ignoresMalformed: Bool) -> Bool {
        let own = filter { $0.canRefuse(ignoresMalformed) }
        let others = others.filter { $0.canRefuse(ignoresMalformed) }
        return own.count == others.count
            && own.allSatisfy { condition in others.contains { condition.isSame(as: $0) } }
    }
}

extension ItemCondition {
    /// The pattern of the text that it captures; nil if it captures none.
    package var pattern: ItemPattern? {
        if case .capture(let pattern) = kind { pattern } else { nil }
    }

    /// The name of the item that the condition is about; nil if it is about something else.
    package var name: String? { if case .item(let name) = subject { name } else { nil } }

    /// The item that the condition is about, with a value; if it has no name, the value is its name.
    package func item(_ value: String?) -> URLQueryItem {
        name.map { URLQueryItem(name: $0, value: value) }
            ?? URLQueryItem(name: value ?? "", value: nil)
    }

    /// Whether there are links that do not fit the condition.
    package func canRefuse(_ ignoresMalformed: Bool) -> Bool {
        switch kind {
        case .equals: true
        // An item without a value that does not fit may be any other item.
        case .capture(let pattern):
            isRequired || subject != .unnamedItem && !(pattern.takesAll || ignoresMalformed)
        }
    }

    fileprivate func isSame(as other: ItemCondition) -> Bool {
        guard hasSameBytes(name, other.name), isRequired == other.isRequired,
            (subject == .fragment) == (other.subject == .fragment)
        else { return false }
        switch (kind, other.kind) {
        case (.equals(let own), .equals(let others)): return hasSameBytes(own, others)
        case (.capture(let own), .capture(let others)):
            return own.pattern.matchesSamePaths(as: others.pattern)
        case (.equals, _), (.capture, _): return false
        }
    }
}
