import DeepLinks

/// Standard input, in pieces as they arrive, so that its end need not be known.
package struct StandardInput {
    /// Reads the next bytes; empty at the end.
    let next: () -> [UInt8]

    /// Creates an input that reads the next bytes, at least one; none at the end.
    package init(next: @escaping () -> [UInt8]) {
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
    var all: [UInt8] {
        var all: [UInt8] = []
        while case let bytes = next(), !bytes.isEmpty { all += bytes }
        return all
    }
}

/// Reads lines that are not blank, each as soon as its end has arrived.
struct LineReader {
    private let input: StandardInput
    private let name: String

    /// The number of the last line, from 1.
    private var number = 0

    private var hasLine = false

    /// What has arrived, of which the bytes from `start` on were not read.
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false

    /// What messages call standard input.
    static let input = "standard input"

    private static let lineFeed = UInt8(ascii: "\n")

    /// Prepares to read; messages call the input by the name.
    init(_ input: StandardInput, name: String = Self.input) {
        self.input = input
        self.name = name
    }

    /// Whether a whole line has arrived that was not read yet.
    var isReady: Bool { buffer[start...].contains(Self.lineFeed) }

    /// The next line that is not blank, without white space around it, and its number; nil at the end, and an error if all lines are blank.
    mutating func next() throws(ToolError) -> (number: Int, text: String)? {
        while var line = nextBytes() {
            number += 1
            // Some editors write a byte order mark at the beginning.
            if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
            let text = String(decoding: line, as: UTF8.self)
            guard text.utf8.elementsEqual(line) else {
                throw ToolError(
                    exitCode: .findings,
                    message: number == 1 && line.starts(with: [0x1F, 0x8B])
                        ? "The text of \(name) is compressed; decompress it first, as 'gzip -dc' does."
                        : "Line \(number) of \(name) is not UTF-8; save the text as UTF-8."
                )
            }
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            hasLine = true
            return (number, text.withoutBlanksAround)
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

    /// The bytes before the next line feed or the end; nil at the end.
    private mutating func nextBytes() -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: Self.lineFeed) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            guard !hasEnded else {
                defer { start = buffer.count }
                return start < buffer.count ? buffer[start...] : nil
            }
            buffer.removeFirst(start)
            (start, searched) = (0, buffer.count)
            let more = input.next()
            hasEnded = more.isEmpty
            buffer += more
        }
    }
}
