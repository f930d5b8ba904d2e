/// Standard input, in pieces as they arrive, so that its end need not be known.
package struct StandardInput {
    /// Reads the next bytes; empty at the end.
    let next: @MainActor () -> [UInt8]

    /// Creates an input that reads the next bytes, at least one; none at the end.
    package init(next: @escaping @MainActor () -> [UInt8]) {
        self.next = next
    }

    package static func bytes(_ bytes: [UInt8]) -> StandardInput {
        var rest = bytes
        return StandardInput {
            defer { rest = [] }
            return rest
        }
    }

    package static func text(_ text: String) -> StandardInput { .bytes(Array(text.utf8)) }

    /// The bytes up to the end.
    @MainActor
    var all: [UInt8] {
        var all: [UInt8] = []
        while case let bytes = next(), !bytes.isEmpty { all += bytes }
        return all
    }
}

/// Reads pieces of bytes that end with a separator, each as soon as its end has arrived.
@MainActor
struct PieceReader {
    private let input: StandardInput
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasBegun = false
    private var hasEnded = false

    init(_ input: StandardInput) {
        self.input = input
    }

    /// The first byte that is no white space; nil if there is none.
    mutating func firstByte() -> UInt8? {
        while true {
            if let byte = buffer[start...].first(where: { !" \t\r\n".utf8.contains($0) }) {
                return byte
            }
            guard fill() else { return nil }
        }
    }

    /// Whether the end of another piece has arrived.
    func isReady(_ separator: UInt8) -> Bool { buffer[start...].contains(separator) }

    /// The bytes before the next separator or the end; nil at the end.
    mutating func next(upTo separator: UInt8) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: separator) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            searched = buffer.count - start
            guard fill() else {
                defer { start = buffer.count }
                return start < buffer.count ? buffer[start...] : nil
            }
        }
    }

    /// Adds more bytes, after which the buffer begins with those that were not read; false if there are none.
    private mutating func fill() -> Bool {
        buffer.removeFirst(start)
        start = 0
        let count = buffer.count
        // Some editors write a byte order mark of three bytes at the beginning.
        repeat {
            let more = hasEnded ? [] : input.next()
            hasEnded = more.isEmpty
            buffer += more
        } while !hasBegun && !hasEnded && buffer.count < 3
        if !hasBegun, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        hasBegun = true
        return buffer.count > count
    }
}

extension ToolError {
    /// An error for bytes of a line that are not UTF-8, as those of a compressed file.
    static func notUTF8(_ bytes: ArraySlice<UInt8>, line: Int, of name: String) -> ToolError {
        let isCompressed = line == 1 && bytes.starts(with: [0x1F, 0x8B])
        return ToolError(
            exitCode: .findings,
            message: isCompressed
                ? "The text of \(name) is compressed; decompress it first, as 'gzip -dc' does."
                : "Line \(line) of \(name) is not UTF-8; save the text as UTF-8."
        )
    }
}

/// Reads lines that are not blank, each as soon as its end has arrived.
@MainActor
struct LineReader {
    private let name: String
    private var pieces: PieceReader

    /// The number of the last line, from 1.
    private(set) var number = 0

    private var hasLine = false

    /// What messages call standard input.
    static let input = "standard input"

    private static let lineFeed = UInt8(ascii: "\n")

    /// Prepares to read; messages call the input by the name.
    init(_ input: StandardInput, name: String = Self.input) {
        self.init(PieceReader(input), name: name)
    }

    /// Prepares to read what follows.
    init(_ pieces: PieceReader, name: String = Self.input) {
        self.pieces = pieces
        self.name = name
    }

    /// Whether a whole line has arrived that was not read yet.
    var isReady: Bool { pieces.isReady(Self.lineFeed) }

    /// The next line that is not blank, without its end, and its number; nil at the end, and an error if all lines are blank.
    mutating func next() throws(ToolError) -> (number: Int, text: String)? {
        while var line = pieces.next(upTo: Self.lineFeed) {
            number += 1
            // On Windows, lines end with a carriage return and a line feed.
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            let text = String(decoding: line, as: UTF8.self)
            guard text.utf8.elementsEqual(line) else {
                throw .notUTF8(line, line: number, of: name)
            }
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            hasLine = true
            return (number, text)
        }
        guard hasLine else {
            throw .usage(
                name == Self.input
                    ? "Standard input, which '-' reads, has no link; write one link on each line."
                    : "\(name) has no link; write one link on each line."
            )
        }
        return nil
    }
}
