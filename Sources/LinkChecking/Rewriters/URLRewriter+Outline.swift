package import DeepLinks
package import PathMatching

extension URLRewriter {
    /// The compiled rules as JSON, for ports of the matching to other languages.
    ///
    /// All that was decided when the rewriter was made is in here: patterns are cut into segments, rules with the same path
    /// stand together in the order in which they are tried, and templates are cut into pieces. A port reads no pattern and
    /// weighs none against another.
    ///
    /// - `limits`: the most bytes, segments and query items; `wrappers`: how many links a link may be wrapped in.
    /// - `hosts`: objects with `kind` (`exact`, `capture` or `wildcard`), `name` (in lower case, without what is captured),
    ///   `port` (0 for the default one), `source`, and for captures `capture`, its name.
    /// - `schemes`: pairs of a scheme in lower case and a source's number.
    /// - `sources`: objects with `options`, as a configuration writes them, without those that have their usual value; `programs`, the segments with captures in the order in which they are tried in
    ///   the same place, each a list of literal text and captures in turn, where a capture is a list of words or the name of
    ///   a constraint; `groups`, pairs of a path and the rules with that path. A path is a list of literal segments as text,
    ///   numbers of programs, -1 for a plain capture and -2 for a catch-all.
    /// - A rule has `number`, its place among the source's rules as they were written; `ownPath`, if that has other captures than
    ///   the path of its group, which matches the same links; `conditions`; `notEmpty`, the numbers
    ///   of the items' captures that must have text; and either `target`, the capture that is another link, or `path` and
    ///   `items`. A path is text, or a list of canonical text and lists of parts, each of which makes a segment; items are
    ///   pairs of a name and a list of parts, or null for none. Parts are text or captures: pairs of where (`path`, `item`,
    ///   `rest` or `absent`) and a number, or of `host` and the capture's name.
    /// - A condition is a name with `flag`; `equals` and a text; or `capture`, the number of its first capture, whether it is
    ///   optional, and its program if it does not take any text.
    package var outline: JSONValue {
        .object([
            "limits": .array(
                [limits.bytes, limits.segments, limits.queryItems].map(JSONValue.int)
            ),
            "wrappers": .int(Self.wrapperLimit),
            "hosts": .array(hostOutlines),
            "schemes": .array(schemeOutlines),
            "sources": .array(zip(sources, index.sources).map { $1.outline(of: $0) }),
        ])
    }

    private var hostOutlines: [JSONValue] {
        var outlines: [(MixedSegment?, JSONValue)] = []
        for (number, source) in sources.enumerated() {
            guard case .domain(let domain) = source else { continue }
            for pattern in domain.externalHosts {
                var members: [String: JSONValue] = [
                    "name": .string(pattern.name),
                    "port": .int(pattern.port.map(Int.init) ?? 0), "source": .int(number),
                ]
                switch pattern.prefix {
                case .none: members["kind"] = .string("exact")
                case .wildcard: members["kind"] = .string("wildcard")
                case .capture(let name):
                    members["kind"] = .string("capture")
                    members["capture"] = .string(name)
                    if let program = pattern.labelProgram { members["program"] = program.json }
                }
                outlines.append((pattern.labelProgram, .object(members)))
            }
            if let name = domain.anyHostAs {
                let members: [String: JSONValue] = [
                    "kind": .string("any"), "name": .string(""), "port": .int(0),
                    "source": .int(number), "capture": .string(name),
                ]
                outlines.append((nil, .object(members)))
            }
        }
        // Captures with a constraint are tried before the others, in the order of patterns.
        let constrained = outlines.compactMap { program, host in program.map { ($0, host) } }
        return constrained.sorted { $0.0 < $1.0 }.map(\.1)
            + outlines.filter { $0.0 == nil }.map(\.1)
    }

    private var schemeOutlines: [JSONValue] {
        var outlines: [JSONValue] = []
        for (number, source) in sources.enumerated() {
            guard case .scheme(let scheme) = source else { continue }
            for name in scheme.names {
                outlines.append(.array([.string(name.asciiLowercased), .int(number)]))
            }
        }
        return outlines
    }
}

extension HostPattern {
    /// The program of a captured label that must have a form; nil for any label.
    fileprivate var labelProgram: MixedSegment? {
        guard case .capture(let name) = prefix, !constraint.isEmpty,
            let pattern = try? PathPattern("/{\(name)\(constraint)}")
        else { return nil }
        return pattern.mixedSegments(ignoresCase: true).first
    }
}

extension CompiledSource {
    fileprivate func outline(of source: RewriteSource) -> JSONValue {
        let ignoresCase = source.options.ignoresCase
        let paths = trie.patternsByEntry
        let ownPaths = groups.joined().filter { $0.ownTrie != nil }.map(\.path)
        let mixed = (paths + ownPaths).flatMap { $0.mixedSegments(ignoresCase: ignoresCase) }
        let ordered = Set(mixed).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(ordered, ordered.indices))
        func outline(_ path: PathPattern) -> JSONValue {
            .array(path.outline(numbers, ignoresCase: ignoresCase))
        }
        let groups = zip(paths, groups).map { path, rules -> JSONValue in
            let rules = rules.map { rule in
                rule.outline(ownPath: rule.ownTrie == nil ? nil : outline(rule.path))
            }
            return .array([outline(path), .array(rules)])
        }
        return .object([
            "name": .string(name), "allowsHTTP": .bool(allowsHTTP),
            "options": .object(source.options.members),
            "programs": .array(ordered.map(\.json)), "groups": .array(groups),
        ])
    }
}

// MARK: - Rules

extension CompiledRule {
    /// The rule; `ownPath` is its path if that has other captures than its group's.
    fileprivate func outline(ownPath: JSONValue?) -> JSONValue {
        var members: [String: JSONValue] = [
            "number": .int(place.rule),
            "conditions": .array(conditions.map(\.outline)),
            "takesWholeRest": .bool(takesWholeRest),
            "notEmpty": .array(itemCapturesInPath.sorted().map(JSONValue.int)),
        ]
        members["ownPath"] = ownPath
        switch action {
        case .unwrap(let target): members["target"] = target.outline
        case .refuse: members["refuses"] = .bool(true)
        case .rewrite(let template):
            members["path"] =
                template.fixedPath.map(JSONValue.string)
                ?? .array(template.segments.map(segment))
            members["items"] = .array(
                template.items.map { item in
                    .array([.string(item.name), item.value.map { .array($0.map(part)) } ?? .null])
                }
            )
        }
        return .object(members)
    }

    /// A segment of the internal side: literal text with its slash, a capture alone, or several parts.
    private func segment(_ pieces: [TemplateText.Piece]) -> JSONValue {
        if pieces.count == 1, case .text(let text) = pieces[0] {
            var literal: [UInt8] = []
            CanonicalPath.append(text, to: &literal)
            return .string(String(decoding: literal, as: UTF8.self))
        }
        // A catch-all's text in one segment, with its slashes encoded, is no capture alone, which adds segments.
        if case .segments? = captures.slot(of: pieces[0]), !pieces[0].addsSegments {
            return .array(pieces.map(part) + [.string("")])
        }
        return .array(pieces.map(part))
    }

    private func part(_ piece: TemplateText.Piece) -> JSONValue {
        switch piece {
        case .text(let text): .string(text)
        case .capture, .segments:
            captures.slot(of: piece)?.outline ?? .array([.string("absent"), .int(0)])
        }
    }
}

extension ItemCondition {
    fileprivate var outline: JSONValue {
        let parts: [JSONValue] =
            switch kind {
            case .flag: [.string("flag")]
            case .equals(let text): [.string("equals"), .string(text)]
            case .capture(let item):
                // One that takes any text has no program.
                [.string("capture"), .int(item.firstCapture), .bool(!isRequired)]
                    + item.pattern.mixedSegments(ignoresCase: false).map(\.json)
            }
        return .array([.string(name)] + parts)
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
    /// The segments with captures among literal text or with constraints, in order.
    ///
    /// - Parameter ignoresCase: Whether literal text and words are matched in either ASCII case; they then come in lower
    ///   case.
    /// - Returns: The segments.
    package func mixedSegments(ignoresCase: Bool) -> [MixedSegment] {
        withBytes(of: description) { text in
            segments.filter { $0.kind == .mixed }.map {
                MixedSegment(text[$0.text], ignoresCase: ignoresCase)
            }
        }
    }

    fileprivate func outline(_ numbers: [MixedSegment: Int], ignoresCase: Bool) -> [JSONValue] {
        var mixed = mixedSegments(ignoresCase: ignoresCase)[...]
        return segments.map { segment in
            switch segment.kind {
            case .literal:
                let bytes = text[segment.text]
                let folded = ignoresCase ? bytes.map(ByteSet.lowercased) : Array(bytes)
                return .string(String(decoding: folded, as: UTF8.self))
            case .mixed: return .int(numbers[mixed.removeFirst()] ?? 0)
            case .plain: return .int(-1)
            case .catchAll: return .int(segment.isOptional ? -3 : -2)
            }
        }
    }
}

extension MixedSegment {
    fileprivate var json: JSONValue {
        func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
        var elements: [JSONValue] = []
        for (literal, capture) in zip(literals, captures) {
            elements.append(text(literal))
            elements.append(
                capture.constraint == .words
                    ? .array(capture.words.map(text)) : capture.constraint.json
            )
        }
        return .array(elements + [text(literals[captures.count])])
    }
}

extension PathConstraint {
    /// What one byte is, as a regular expression, and for groups what all of them are.
    fileprivate var json: JSONValue {
        switch form {
        case .words, .any: return .object(["byte": .string("[^]")])
        case .bytes(let set): return .object(["byte": .string(set.expression)])
        case .groups(let groups):
            let texts = groups.lengths.map { "\(groups.bytes.expression){\($0)}" }
            return .object([
                "whole": .string("^\(texts.joined(separator: "-"))$"),
                "length": .int(groups.length),
            ])
        }
    }
}

extension ByteSet {
    /// A regular expression that one of the bytes matches.
    fileprivate var expression: String {
        let members = (0..<UInt8(0x80)).filter(contains).map {
            String(Character(Unicode.Scalar($0)))
        }
        return "[" + members.map { "-\\]^".contains($0) ? "\\\($0)" : $0 }.joined() + "]"
    }
}
