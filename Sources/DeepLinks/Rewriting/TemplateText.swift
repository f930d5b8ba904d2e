import PathMatching

/// The internal side of a rule, as it is written: segments and query items of text and captures.
package struct TemplateText {
    package enum Piece: Equatable {
        /// Decoded text.
        case text(String)
        /// The name of a capture.
        case capture(String)
        /// The name of a catch-all whose segments are added.
        case segments(String)

        /// The name of the capture; nil for text.
        var capture: String? {
            switch self {
            case .text: nil
            case .capture(let name), .segments(let name): name
            }
        }
    }

    package struct Item {
        package let name: String
        /// Nil without an equals sign.
        package let value: [Piece]?

        var captures: [String] { value?.compactMap(\.capture) ?? [] }
    }

    package let text: String
    package private(set) var segments: [[Piece]] = []
    package private(set) var items: [Item] = []

    /// Reads a template.
    package init(_ text: String) throws(RuleFlaw) {
        self.text = text
        let tokens: [BracedText.Token]
        do {
            tokens = try BracedText.tokens(text.utf8)
        } catch {
            throw flaw(.brace)
        }
        guard tokens.first == .byte(UInt8(ascii: "/")) else { throw flaw(.notAbsolute) }
        guard !tokens.contains(.byte(UInt8(ascii: "#"))) else { throw flaw(.fragment) }
        for case .byte(let byte) in tokens where ByteSet.blank.contains(byte) {
            throw flaw(.blank)
        }
        let mark = tokens.firstIndex(of: .byte(UInt8(ascii: "?"))) ?? tokens.endIndex
        // Runs of slashes are one, and a trailing slash does not count, as in paths.
        for segment in tokens[..<mark].pieces(splitAt: "/") where !segment.isEmpty {
            segments.append(try pieces(ofSegment: segment))
        }
        if mark < tokens.endIndex {
            for item in tokens[(mark + 1)...].pieces(splitAt: "&") {
                items.append(try self.item(item))
            }
        }
    }

    /// The names of all captures, in order.
    package var captures: [String] {
        segments.joined().compactMap(\.capture) + items.flatMap(\.captures)
    }

    private func flaw(_ flaw: RuleTextFlaw) -> RuleFlaw {
        RuleFlaw(.template(text, flaw))
    }

    // MARK: - Segments

    private func pieces(ofSegment tokens: ArraySlice<BracedText.Token>) throws(RuleFlaw) -> [Piece]
    {
        let pieces = try self.pieces(tokens) { bytes throws(RuleFlaw) in
            guard let decoded = withBytes(of: bytes, CanonicalPath.decode) else {
                throw flaw(.encoding)
            }
            return decoded
        }
        for case .segments(let name) in pieces where pieces.count > 1 {
            throw flaw(.catchAllNotAlone(name))
        }
        if case .text(let text)? = pieces.first, pieces.count == 1, text == "." || text == ".." {
            throw flaw(.dotSegment)
        }
        for case .text(let text) in pieces where text.unicodeScalars.contains(where: \.isControl) {
            throw flaw(.blank)
        }
        return pieces
    }

    // MARK: - Items

    private func item(_ tokens: ArraySlice<BracedText.Token>) throws(RuleFlaw) -> Item {
        let item = try BracedItem(tokens)
        guard let value = item.value else { return Item(name: item.name, value: nil) }
        let pieces = try self.pieces(value) { bytes throws(RuleFlaw) in try item.decoded(bytes) }
        for case .segments in pieces {
            throw RuleFlaw(.queryItem(item.text, .catchAll))
        }
        return Item(name: item.name, value: pieces)
    }

    // MARK: - Pieces

    private func pieces(
        _ tokens: ArraySlice<BracedText.Token>,
        decode: ([UInt8]) throws(RuleFlaw) -> String
    ) throws(RuleFlaw) -> [Piece] {
        var pieces: [Piece] = []
        var rest = tokens
        while let token = rest.first {
            let bytes = rest.leadingBytes
            if case .capture(let capture) = token {
                pieces.append(try piece(capture))
                rest = rest.dropFirst()
            } else {
                pieces.append(.text(try decode(bytes)))
                rest = rest.dropFirst(bytes.count)
            }
        }
        return pieces
    }

    private func piece(_ capture: String) throws(RuleFlaw) -> Piece {
        let isCatchAll = capture.utf8.first == UInt8(ascii: "*")
        let name = isCatchAll ? String(capture.dropFirst()) : capture
        let isName = withBytes(of: name) { $0.allMembers(of: .unreserved) } && !name.isEmpty
        guard isName else { throw flaw(.capture(capture)) }
        return isCatchAll ? .segments(name) : .capture(name)
    }
}

extension Unicode.Scalar {
    /// Whether no path may have it: U+0000–U+001F and U+007F–U+009F.
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value)
    }
}
