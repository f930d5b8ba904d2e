/// The pattern that a path fits, with its value and what it captured.
///
/// Captures are read on demand: a match whose captures are not read allocates nothing.
public struct PathMatch<Value> {
    /// The value that the pattern was inserted with.
    public let value: Value

    @usableFromInline let path: PathMatchText
    @usableFromInline let found: PathIndexMatch
    @usableFromInline let box: PathIndexBox

    @inlinable
    init(
        value: Value,
        path: PathMatchText,
        found: PathIndexMatch,
        box: PathIndexBox
    ) {
        self.value = value
        self.path = path
        self.found = found
        self.box = box
    }

    /// The pattern that matched.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the pattern's text, which is parsed.
    public var pattern: PathPattern {
        PathPattern(canonical: text)
    }

    /// The text that the capture of the given name took, percent-decoded; `nil` when the pattern has none of that name.
    ///
    /// A catch-all gives the rest of the path, its slashes included.
    public subscript(name: String) -> String? {
        var index = 0
        for capture in PatternCaptures(text: text) {
            if capture.name.elementsEqual(name.utf8) {
                let range = range(ofCapture: index)
                return path.withBytes { CanonicalPath.decode($0[range]) }
            }
            index += 1
        }
        return nil
    }

    /// How many captures the pattern has.
    package var captureCount: Int { found.captureCount }

    /// Where the capture, counted from the left, stands in the path's UTF-8.
    ///
    /// - Parameter index: The capture's number, in `0..<captureCount`.
    /// - Returns: The range of bytes.
    package func range(ofCapture index: Int) -> Range<Int> {
        precondition(index >= 0 && index < captureCount, "Index out of bounds")
        let word =
            switch index {
            case 0: found.captures.0
            case 1: found.captures.1
            case 2: found.captures.2
            case 3: found.captures.3
            default: wordByMatchingAgain(index)
            }
        return Int(word >> 32)..<Int(word & 0xFFFF_FFFF)
    }

    private var text: ArraySlice<UInt8> { box.index.text(of: found.entry)[...] }

    /// A match keeps four captures; further ones are found by matching the path with this pattern alone.
    private func wordByMatchingAgain(_ index: Int) -> UInt64 {
        var single = PathIndex(ignoresCase: true)
        guard case .inserted = single.insert(pattern) else {
            preconditionFailure("An empty index has no conflict")
        }
        var word: UInt64 = 0
        let isFound = path.withBytes { path in
            single.firstMatch(canonical: path) { _, captures in
                word = captures.word(at: index)
                return true
            }
        }
        precondition(isFound, "A path does not match its own pattern")
        return word
    }
}

extension PathMatch: Sendable where Value: Sendable {}

/// The path that was matched: a string, or a part of one, which is not copied.
@usableFromInline
struct PathMatchText: Sendable {
    private let base: String
    private let start: Int
    private let count: Int

    @usableFromInline
    init(_ path: String) {
        base = path
        start = 0
        count = path.utf8.count
    }

    @usableFromInline
    init(_ path: Substring) {
        base = path.base
        start = base.utf8.distance(from: base.startIndex, to: path.startIndex)
        count = path.utf8.count
    }

    @inlinable
    @inline(__always)
    init(_ path: some StringProtocol) {
        if let path = path as? String {
            self.init(path)
        } else if let path = path as? Substring {
            self.init(path)
        } else {
            self.init(String(path))
        }
    }

    func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        PathMatching.withBytes(of: base) { body($0[start..<(start + count)]) }
    }
}
