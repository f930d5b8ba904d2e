import PathMatching

/// The paths that a rule wants, as parts that can be written as a pattern of an association file.
struct PathLanguage: Hashable, Sendable {
    /// A part of a segment.
    enum Piece: Hashable, Sendable {
        /// Canonical text.
        case text([UInt8])
        /// One or more characters.
        case any(String)
        /// One or more characters of a set.
        case some(CharacterClass, String)
        /// A UUID.
        case uuid(String)
        /// One of some words, in canonical spelling.
        case words([[UInt8]], String)
        /// One or more segments.
        case rest(String)
    }

    let segments: [[Piece]]

    init(_ pattern: PathPattern) {
        segments = pattern.segments.map { segment in
            Self.pieces(of: pattern.text[segment.text])
        }
    }

    private static func pieces(of text: ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            if open > rest.startIndex {
                pieces.append(.text(Array(rest[..<open])))
            }
            pieces.append(capture(rest[(open + 1)..<close]))
            rest = rest[(close + 1)...]
        }
        if !rest.isEmpty {
            pieces.append(.text(Array(rest)))
        }
        return pieces
    }

    private static func capture(_ inside: ArraySlice<UInt8>) -> Piece {
        if inside.first == UInt8(ascii: "*") {
            return .rest(String(decoding: inside.dropFirst(), as: UTF8.self))
        }
        let colon = inside.firstIndex(of: UInt8(ascii: ":")) ?? inside.endIndex
        let name = String(decoding: inside[..<colon], as: UTF8.self)
        let constraint = inside[colon...].dropFirst()
        if constraint.contains(UInt8(ascii: "|")) {
            return .words(constraint.split(separator: UInt8(ascii: "|")).map(Array.init), name)
        }
        let word = String(decoding: constraint, as: UTF8.self)
        if word == "uuid" { return .uuid(name) }
        return CharacterClass.all.first { $0.name == word }.map { .some($0, name) } ?? .any(name)
    }

    /// Whether the paths may have any number of segments.
    var endsInRest: Bool {
        if case .rest? = segments.last?.first { true } else { false }
    }

    /// Where in the segments a piece stands.
    struct Place: Hashable {
        let segment: Int
        let piece: Int
    }

    /// The places of the pieces that are characters of a set.
    var classPlaces: [(place: Place, class: CharacterClass, name: String)] {
        segments.enumerated().flatMap { segment, pieces in
            pieces.enumerated().compactMap { index, piece in
                guard case .some(let members, let name) = piece else { return nil }
                return (Place(segment: segment, piece: index), members, name)
            }
        }
    }

    /// The text that all paths begin with, ASCII letters in small.
    var head: [UInt8] {
        var head: [UInt8] = []
        for pieces in segments {
            head.append(UInt8(ascii: "/"))
            for piece in pieces {
                guard case .text(let text) = piece else { return head }
                head += text.map(ByteSet.lowercased)
            }
        }
        return segments.isEmpty ? [UInt8(ascii: "/")] : head
    }
}

/// A part of a pattern in an association file.
enum PatternPart: Hashable, Sendable {
    /// Text.
    case text([UInt8])
    /// `?`
    case one
    /// `*`
    case many
    /// A variable for one character.
    case member(CharacterClass.Variable)
    /// A variable for one of some words.
    case words(String, [[UInt8]])
}

extension PathLanguage {
    /// How a piece is written that is more than its claim.
    enum Replacement {
        /// As a text of its class that goes on with a character of no such kind.
        case otherCharacter
        /// With its whole segment, as a text that ends with a character of no such kind.
        case otherEnd
    }

    /// A pattern that all paths of the language match.
    ///
    /// - Parameters:
    ///   - variables: The names of variables for words.
    ///   - place: A piece that is to be written in another way.
    ///   - replacement: In which way.
    /// - Returns: The pattern; with a replacement, one for paths that are not in the language, which the caller has to
    ///   make sure of.
    func parts(
        _ variables: inout VariableTable,
        replacing place: Place? = nil,
        by replacement: Replacement = .otherCharacter
    ) -> [PatternPart] {
        guard !segments.isEmpty else { return [.text([UInt8(ascii: "/")])] }
        var parts: [PatternPart] = []
        for (number, pieces) in segments.enumerated() {
            parts.append(.text([UInt8(ascii: "/")]))
            for (index, piece) in pieces.enumerated() {
                guard case .some(let members, _) = piece,
                    place == Place(segment: number, piece: index)
                else {
                    parts += Self.parts(of: piece, &variables)
                    continue
                }
                switch replacement {
                case .otherCharacter:
                    if let variable = members.variable {
                        parts += [.member(variable), .many, .member(members.complement), .many]
                    } else {
                        parts += [.many, .member(members.complement), .many]
                    }
                case .otherEnd:
                    // The segment's earlier pieces go.
                    while parts.last != .text([UInt8(ascii: "/")]) { parts.removeLast() }
                    parts += [.many, .member(members.complement)]
                }
            }
        }
        return parts
    }

    static func parts(of piece: Piece, _ variables: inout VariableTable) -> [PatternPart] {
        switch piece {
        case .text(let text): [.text(text)]
        case .any, .rest: [.one, .many]
        case .some(let members, _): [members.variable.map(PatternPart.member) ?? .one, .many]
        case .words(let words, let name): [.words(variables.name(for: words, of: name), words)]
        case .uuid:
            (0..<36).map {
                [8, 13, 18, 23].contains($0)
                    ? .text([UInt8(ascii: "-")]) : .member(CharacterClass.hexDigit)
            }
        }
    }

    /// A pattern in which only `*` and `?` stand for other text, one for each choice of words.
    ///
    /// - Parameter limit: How many choices are spelled out; if there are more, `?*` stands for the words.
    /// - Returns: The patterns.
    func plainParts(limit: Int) -> [[PatternPart]] {
        guard !segments.isEmpty else { return [[.text([UInt8(ascii: "/")])]] }
        let count = segments.joined().reduce(1) { count, piece in
            if case .words(let words, _) = piece {
                min(limit + 1, count * words.count)
            } else {
                count
            }
        }
        var patterns: [[PatternPart]] = [[]]
        for pieces in segments {
            patterns = patterns.map { $0 + [.text([UInt8(ascii: "/")])] }
            for piece in pieces {
                switch piece {
                case .text(let text): patterns = patterns.map { $0 + [.text(text)] }
                case .words(let words, _) where count <= limit:
                    patterns = patterns.flatMap { pattern in
                        words.map { pattern + [.text($0)] }
                    }
                case .uuid:
                    let parts = (0..<36).map {
                        [8, 13, 18, 23].contains($0)
                            ? PatternPart.text([UInt8(ascii: "-")]) : .one
                    }
                    patterns = patterns.map { $0 + parts }
                case .any, .some, .words, .rest: patterns = patterns.map { $0 + [.one, .many] }
                }
            }
        }
        return patterns
    }
}

extension Collection where Element == PatternPart {
    /// The pattern's text.
    ///
    /// A `*` that is meant as such cannot be written, nor `$(`: a `?` stands for it.
    var pattern: String {
        var text = ""
        for part in self {
            switch part {
            case .text(let bytes): text += Self.escaped(bytes)
            case .one: text += "?"
            case .many: text += "*"
            case .member(let variable): text += "$(\(variable.name))"
            case .words(let name, _): text += "$(\(name))"
            }
        }
        return text
    }

    /// Text as it can be written in a pattern, or in the value of a variable.
    static func escaped(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            let isVariable = byte == UInt8(ascii: "(") && result.last == UInt8(ascii: "$")
            result.append(byte == UInt8(ascii: "*") || isVariable ? UInt8(ascii: "?") : byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether some `*` can go on over a slash.
    var hasWildcard: Bool {
        contains(.many)
    }

    /// Whether text in it cannot be written as it is.
    var hasUnwritableText: Bool {
        contains { part in
            switch part {
            case .text(let text): Self.escaped(text).utf8.elementsEqual(text) == false
            case .words(_, let words):
                words.contains { Self.escaped($0).utf8.elementsEqual($0) == false }
            case .one, .many, .member: false
            }
        }
    }

    /// The text that everything begins with which matches, ASCII letters in small.
    var head: [UInt8] {
        var head: [UInt8] = []
        for part in self {
            guard case .text(let text) = part, Self.escaped(text).utf8.elementsEqual(text) else {
                break
            }
            head += text.map(ByteSet.lowercased)
        }
        return head
    }
}

/// The names of the variables that a file defines.
struct VariableTable {
    /// The words of each name.
    private(set) var words: [String: [[UInt8]]] = [:]

    private static let reserved = PredefinedVariables.names
        .union(CharacterClass.all.map(\.complement.name))

    /// The variable for some words: the capture's name, or one like it when that stands for something else.
    mutating func name(for words: [[UInt8]], of capture: String) -> String {
        var number = 1
        while true {
            let name = number == 1 ? capture : "\(capture)-\(number)"
            if self.words[name] == words { return name }
            if self.words[name] == nil, !Self.reserved.contains(name) {
                self.words[name] = words
                return name
            }
            number += 1
        }
    }

    /// All definitions that a file may need; those that it does not use are to be left out.
    var definitions: [String: [String]] {
        var definitions = words.mapValues { $0.map([PatternPart].escaped) }
        for members in CharacterClass.all {
            definitions[members.complement.name] = members.complement.values
        }
        return definitions
    }
}
