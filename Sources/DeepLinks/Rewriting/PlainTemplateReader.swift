import PathMatching

/// Compiles templates of plain text and whole captures, as nearly all are.
///
/// Plain text has nothing but unreserved bytes, so it is decoded and canonical as it stands. Whatever else a template has,
/// and whatever is wrong with one, is left to ``TemplateText``, which gives the same for what both read.
struct PlainTemplateReader {
    private let bytes: ByteView
    private let catchAll: CaptureSlot?

    private(set) var fixedPath: String?
    private(set) var segments: [CompiledTemplate.Segment] = []
    private(set) var items: [CompiledTemplate.Item] = []

    /// Reads a template; gives nil if it has to be read piece by piece.
    ///
    /// - Parameters:
    ///   - bytes: The template's text.
    ///   - scope: The captures that it may name.
    init?(_ bytes: ByteView, _ scope: CaptureScope) {
        self.bytes = bytes
        catchAll =
            scope.path.endsInCatchAll ? .path(scope.path.captureCount - 1) : nil
        let mark = bytes.firstOffset(of: UInt8(ascii: "?")) ?? bytes.count
        guard readPath(0..<mark, scope), readItems(from: mark, scope) else { return nil }
    }

    // MARK: - Path

    private mutating func readPath(_ range: Range<Int>, _ scope: CaptureScope) -> Bool {
        guard range.count > 1 else { return false }
        // Literal segments that stand side by side are one.
        var literalStart = 0
        var offset = 0
        while offset < range.upperBound {
            guard bytes[offset] == UInt8(ascii: "/") else { return false }
            let start = offset + 1
            offset = endOfText(from: start)
            if offset > start {
                guard offset > start + 2 || bytes[start] != UInt8(ascii: ".") else { return false }
                continue
            }
            guard let (slot, end) = readCapture(at: start, scope) else { return false }
            appendLiteral(literalStart..<(start - 1))
            // Without a star a catch-all is the text of one segment.
            segments.append(slot == catchAll ? .parts([.capture(slot)]) : .capture(slot))
            offset = end
            literalStart = end
        }
        guard offset == range.upperBound else { return false }
        if segments.isEmpty {
            fixedPath = String(bytes[range])
        } else {
            appendLiteral(literalStart..<offset)
        }
        return true
    }

    private mutating func appendLiteral(_ range: Range<Int>) {
        if !range.isEmpty { segments.append(.literal([UInt8](bytes[range]))) }
    }

    // MARK: - Query

    private mutating func readItems(from mark: Int, _ scope: CaptureScope) -> Bool {
        guard mark < bytes.count else { return true }
        items.reserveCapacity(1 + bytes[mark..<bytes.count].occurrences(of: UInt8(ascii: "&")))
        var offset = mark
        repeat {
            let start = offset + 1
            offset = endOfText(from: start)
            guard offset > start else { return false }
            let name = String(bytes[start..<offset])
            var value = CompiledTemplate.Value.none
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "=") {
                let start = offset + 1
                offset = endOfText(from: start)
                if offset < bytes.count, bytes[offset] == UInt8(ascii: "{") {
                    guard offset == start, let (slot, end) = readCapture(at: start, scope) else {
                        return false
                    }
                    value = .capture(slot)
                    offset = end
                } else {
                    value = .text(String(bytes[start..<offset]))
                }
            }
            items.append(CompiledTemplate.Item(name: name, value: value))
            guard offset == bytes.count || bytes[offset] == UInt8(ascii: "&") else { return false }
        } while offset < bytes.count
        return true
    }

    // MARK: - Captures and text

    /// Reads a capture.
    ///
    /// - Returns: Where its text is found, and the offset behind its closing brace.
    private func readCapture(
        at open: Int,
        _ scope: CaptureScope
    ) -> (slot: CaptureSlot, end: Int)? {
        guard open < bytes.count, bytes[open] == UInt8(ascii: "{") else { return nil }
        let end = endOfText(from: open + 1)
        guard end > open + 1, end < bytes.count, bytes[end] == UInt8(ascii: "}"),
            let slot = scope[bytes[(open + 1)..<end]]
        else { return nil }
        return (slot, end + 1)
    }

    /// The first offset from `start` on whose byte is not an unreserved one.
    private func endOfText(from start: Int) -> Int {
        bytes.endOfUnreserved(from: start)
    }
}
