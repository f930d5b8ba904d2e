package import DeepLinks
package import PathMatching

extension URLRewriter {
    /// The compiled rules as JSON, for ports of the matching to other languages.
    ///
    /// Everything that was decided when the rewriter was made is in here: patterns are cut into segments, rules with the same path
    /// stand together in the order in which they are tried, and templates are cut into pieces. A port does not have to read patterns or
    /// compare their precedence.
    ///
    /// - `limits`: the most bytes, segments and query items; `wrappers`: how many links a link may be wrapped in.
    /// - `hosts`: `exact`, lists of a host in lower case, a port (0 for the default one) and a source's number; `any`, the source for
    ///   hosts that no other source names and the name of its capture, or null; and `options`, `programs` and `groups`, as in a source,
    ///   for patterns of hosts: their paths have the port and the labels from the right, and lead to a pair of a source and the name
    ///   of the capture, or null.
    /// - `schemes`: pairs of a scheme in lower case and a source's number.
    /// - `sources`: objects with `name`; `allowsHTTP`; `wholeLink`, the rule that takes every link whole, or null; `options`, as a configuration writes them, without default values;
    ///   `programs`, the segments with captures in the order in which they are tried, each a list that alternates literal text and
    ///   captures; `groups`, pairs of a path and the rules with that path. A capture is a list of words, or an object with a regular
    ///   expression for each `byte`, or for the `whole` text of a `length`. A path is a list of literal segments as text, numbers of
    ///   programs, -1 for a plain capture, -2 for a catch-all and -3 for an optional one.
    /// - A rule has `number`, its place among the source's rules; `ownPath`, if its captures differ from those of its group's path,
    ///   which matches the same links; `conditions`; `takesWholeRest`; `withRest`, the number of a capture that goes on with the next one, if
    ///   there is one; `notEmpty`, the numbers of the items' captures that must have
    ///   text; and either `target`, the capture that is another link, `refuses`, or `path`, `items` and perhaps `fragment`, a capture. A path is text, or a list of
    ///   canonical text and lists of parts, each of which makes a segment, except that `segments` and the number of an item's capture adds
    ///   its segments; items are pairs of a name and a list of parts, or null for
    ///   none. Parts are text or captures: pairs of `path`, `item`, `rest`, `link` or `absent` and a number, or of `host` and a capture's
    ///   name.
    /// - A condition is a name, null for an item without a value whose name is captured, or 0 for the fragment, with `flag`; `equals` and a text; or `capture`, the number of its first capture, whether it is
    ///   optional, and its program, or `path`, if it does not take any text.
    package var outline: JSONValue {
        let limits = [limits.bytes, max(0, limits.segments), max(0, limits.queryItems)]
        return .object([
            "limits": .array(limits.map(JSONValue.int)),
            "wrappers": .int(Self.wrapperLimit),
            "hosts": hostOutline,
            "schemes": .array(schemeOutlines),
            "sources": .array(zip(sources, index.sources).map { $1.outline(of: $0) }),
        ])
    }

    private var hostOutline: JSONValue {
        var exact: [JSONValue] = []
        var any = JSONValue.null
        for (number, source) in sources.enumerated() {
            guard let domain = source.domain else { continue }
            for host in domain.externalHosts where !host.isWildcard {
                let port = host.port.map(Int.init) ?? 0
                exact.append(.array([.string(host.name), .int(port), .int(number)]))
            }
            if let name = domain.anyHostAs { any = .array([.int(number), .string(name)]) }
        }
        let patterns = index.hosts.patterns
        let paths = patterns.patternsByEntry
        // Hosts, and the labels of a link, are in lower case.
        let programs = Programs(of: paths, ignoresCase: false)
        let groups = paths.map { path -> JSONValue in
            let found = patterns[path]
            let capture = found?.capture.map(JSONValue.string) ?? .null
            return .array([programs.outline(path), .array([.int(found?.source ?? 0), capture])])
        }
        return .object([
            "exact": .array(exact), "any": any,
            "options": .object([:]), "programs": programs.json, "groups": .array(groups),
        ])
    }

    private var schemeOutlines: [JSONValue] {
        sources.enumerated().flatMap { number, source -> [JSONValue] in
            guard case .scheme(let scheme) = source else { return [] }
            return scheme.names.map { .array([.string($0.asciiLowercased), .int(number)]) }
        }
    }
}

extension CompiledSource {
    fileprivate func outline(of source: RewriteSource) -> JSONValue {
        let paths = trie.patternsByEntry
        let ownPaths = groups.joined().filter { $0.ownMatcher != nil }.map(\.path)
        let programs = Programs(of: paths + ownPaths, ignoresCase: source.options.ignoresCase)
        let groups = zip(paths, groups).map { path, rules -> JSONValue in
            let rules = rules.map { rule in
                rule.outline(ownPath: rule.ownMatcher == nil ? nil : programs.outline(rule.path))
            }
            return .array([programs.outline(path), .array(rules)])
        }
        return .object([
            "name": .string(name), "allowsHTTP": .bool(allowsHTTP),
            "options": .object(source.options.unusual),
            "programs": programs.json, "groups": .array(groups),
            "wholeLink": wholeLink?.outline(ownPath: nil) ?? .null,
        ])
    }
}

// MARK: - Rules

extension CompiledRule {
    /// The rule; `ownPath` is its path if its captures differ from those of its group's path.
    fileprivate func outline(ownPath: JSONValue?) -> JSONValue {
        var members: [String: JSONValue] = [
            "number": .int(place.rule),
            "conditions": .array(conditions.map(\.outline)),
            "takesWholeRest": .bool(takesWholeRest),
            "notEmpty": .array(itemCapturesInPath.sorted().map(JSONValue.int)),
        ]
        members["ownPath"] = ownPath
        members["withRest"] = splitCatchAll.map(JSONValue.int)
        switch action {
        case .unwrap(let target): members["target"] = target.outline
        case .refuse: members["refuses"] = .bool(true)
        case .rewrite(let template):
            members["path"] =
                template.fixedPath.map(JSONValue.string)
                ?? .array(template.segments.map(segment))
            members["fragment"] = template.fragment.map(part)
            members["items"] = .array(
                template.items.map { item in
                    .array([.string(item.name), item.value.map { .array($0.map(part)) } ?? .null])
                }
            )
        }
        return .object(members)
    }

    /// A segment of the internal side: literal text with its slash, a single capture, or several parts.
    private func segment(_ pieces: [TemplateText.Piece]) -> JSONValue {
        if pieces.count == 1, case .text(let text) = pieces[0] {
            var literal: [UInt8] = []
            CanonicalPath.append(text, to: &literal)
            return .string(String(decoding: literal, as: UTF8.self))
        }
        // A catch-all's text in one segment, with its slashes encoded, is not a single capture: that would add segments.
        if case .segments? = pieces[0].slot, !pieces[0].addsSegments {
            return .array(pieces.map(part) + [.string("")])
        }
        return .array(pieces.map(part))
    }

    private func part(_ piece: TemplateText.Piece) -> JSONValue {
        switch piece {
        case .text(let text): .string(text)
        case .capture(_, let addsSegments, let slot):
            switch slot {
            case .item(let index)? where addsSegments:
                .array([.string("segments"), .int(index)])
            case let slot: slot?.outline ?? .array([.string("absent"), .int(0)])
            }
        }
    }
}

extension ItemCondition {
    fileprivate var outline: JSONValue {
        let parts: [JSONValue] =
            switch kind {
            case .equals(nil): [.string("flag")]
            case .equals(let text?): [.string("equals"), .string(text)]
            case .capture(let item):
                // A condition that takes any text has no program.
                [.string("capture"), .int(item.firstCapture), .bool(!isRequired)]
                    + (item.takesSegments
                        ? [.string("path")]
                        : item.pattern.mixedSegments(ignoresCase: false).map(\.json))
            }
        let name: JSONValue =
            switch subject {
            case .item(let name): .string(name)
            case .unnamedItem: .null
            case .fragment: .int(0)
            }
        return .array([name] + parts)
    }
}

extension CaptureSlot {
    fileprivate var outline: JSONValue {
        switch self {
        case .path(let index), .segments(let index): .array([.string("path"), .int(index)])
        case .host(let name): .array([.string("host"), .string(name)])
        case .item(let index): .array([.string("item"), .int(index)])
        case .rest(let index): .array([.string("rest"), .int(index)])
        }
    }
}

// MARK: - Segments

extension PathPattern {
    /// The segments with captures among literal text or with constraints, in order; their text is in lower case if case is ignored.
    package func mixedSegments(ignoresCase: Bool) -> [MixedSegment] {
        segments.filter { $0.kind == .mixed }.map {
            MixedSegment($0, of: self, ignoresCase: ignoresCase)
        }
    }
}

/// The segments of some paths with captures among literal text or with constraints, numbered in the order in which they are tried.
private struct Programs {
    let json: JSONValue
    private let numbers: [MixedSegment: Int]
    private let ignoresCase: Bool

    init(of paths: [PathPattern], ignoresCase: Bool) {
        let mixed = paths.flatMap { $0.mixedSegments(ignoresCase: ignoresCase) }
        let ordered = Set(mixed).sorted()
        json = .array(ordered.map(\.json))
        numbers = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))
        self.ignoresCase = ignoresCase
    }

    /// One of the paths.
    func outline(_ path: PathPattern) -> JSONValue {
        var mixed = path.mixedSegments(ignoresCase: ignoresCase)[...]
        return .array(
            path.segments.map { segment in
                switch segment.kind {
                case .literal:
                    let bytes = path.text[segment.text]
                    let folded = ignoresCase ? bytes.map(ByteSet.lowercased) : Array(bytes)
                    return .string(String(decoding: folded, as: UTF8.self))
                case .mixed: return .int(numbers[mixed.removeFirst()] ?? 0)
                case .plain: return .int(-1)
                case .catchAll: return .int(segment.isOptional ? -3 : -2)
                }
            }
        )
    }
}

extension MixedSegment {
    fileprivate var json: JSONValue {
        func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
        let parts = zip(literals, captures).flatMap { literal, capture in
            let words = JSONValue.array(capture.words.map(text))
            return [text(literal), capture.constraint == .words ? words : capture.constraint.json]
        }
        return .array(parts + [text(literals[captures.count])])
    }
}

extension PathConstraint {
    /// A regular expression for one byte, and for groups of bytes one for the whole text.
    fileprivate var json: JSONValue {
        switch form {
        case .words, .any: return .object(["byte": .string("[^]")])
        case .bytes(let set): return .object(["byte": .string(set.expression)])
        case .groups(let form, let set):
            let texts = form.split(separator: "-").map { "\(set.expression){\($0.count)}" }
            return .object([
                "whole": .string("^\(texts.joined(separator: "-"))$"),
                "length": .int(form.utf8.count),
            ])
        }
    }
}

extension ByteSet {
    /// A regular expression that matches any one of the bytes.
    fileprivate var expression: String {
        let members = (0..<UInt8(0x80)).filter(contains).map { String(Unicode.Scalar($0)) }
        return "[" + members.map { "-\\]^".contains($0) ? "\\\($0)" : $0 }.joined() + "]"
    }
}
