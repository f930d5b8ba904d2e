/// A set of path patterns, each with a value, that finds the most specific pattern for a path.
///
/// ```swift
/// var trie = PathTrie<String>()
/// try trie.insert("new", at: PathPattern("/items/new"))
/// try trie.insert("item", at: PathPattern("/items/{id:int}"))
/// trie.match("/items/872346")?["id"]  // "872346"
/// ```
///
/// Which pattern wins is decided segment by segment from the left and never by the order of insertion: literal text;
/// then segments that mix literal text and captures; then constrained captures; then a plain capture; then a catch-all that
/// goes on, which takes as few segments as it can; then one at the end.
/// When a choice leads nowhere further right, the next one is tried, and nothing captured on the failed way remains. The
/// article "Path patterns and precedence" in the documentation of `DeepLinks` has the rules in full.
///
/// A trie is a value: a copy is independent of the original, and a match outlives changes.
///
/// - Complexity: `match` takes time proportional to the path's length and, where patterns overlap, to the number of
///   their common beginnings that the path fits; of segments that differ only in text between captures, such as `{a}-x-{b}` and
///   `{a}-y-{b}`, each is tried; with catch-alls that go on, at most to the number of the trie's places
///   behind them times the number of the path's segments; `insert` and `remove` take amortized time proportional to the pattern's
///   length.
public struct PathTrie<Value> {
    @usableFromInline var box: PathIndexBox
    @usableFromInline var values: ContiguousArray<Value> = []

    /// Creates an empty trie.
    public init() {
        self.init(ignoresCase: false)
    }

    /// Creates an empty trie.
    ///
    /// - Parameter ignoresCase: Whether literal text and listed words match in either ASCII case. Captures keep theirs.
    package init(ignoresCase: Bool) {
        box = PathIndexBox(PathIndex(ignoresCase: ignoresCase))
    }

    /// The number of patterns.
    public var count: Int { values.count }

    /// All patterns, sorted by their text.
    ///
    /// - Complexity: O(*n* log *n*).
    public var patterns: [PathPattern] {
        patternsByEntry.sorted { $0.description < $1.description }
    }

    /// All patterns by the numbers that a look-up gives: in the order of insertion, if none was removed.
    package var patternsByEntry: [PathPattern] { values.indices.map { box.index.pattern(of: $0) } }

    /// Adds a pattern.
    ///
    /// - Parameters:
    ///   - value: What a match of the pattern gives.
    ///   - pattern: The pattern.
    /// - Throws: ``PathConflict`` when a pattern that matches exactly the same paths is there already, whatever its
    ///   captures are called; the trie is then unchanged.
    @inlinable
    public mutating func insert(_ value: Value, at pattern: PathPattern) throws(PathConflict) {
        if let conflict = PathIndexBox.insert(pattern, into: &box) { throw conflict }
        values.append(value)
    }

    /// Adds a pattern, unless one that matches exactly the same paths is there already, whatever its captures are called.
    ///
    /// - Parameters:
    ///   - value: What a match of the pattern gives.
    ///   - pattern: The pattern.
    /// - Returns: The value of the pattern that is there already; `nil` if the given one was added.
    package mutating func insertIfAbsent(_ value: Value, at pattern: PathPattern) -> Value? {
        if let entry = PathIndexBox.mutate(&box, { $0.insert(pattern) }) { return values[entry] }
        values.append(value)
        return nil
    }

    /// Removes the pattern that matches exactly the same paths as the given one, whatever its captures are called.
    ///
    /// - Parameter pattern: The pattern.
    /// - Returns: The value that it had, or `nil` when there was none.
    @discardableResult
    public mutating func remove(_ pattern: PathPattern) -> Value? {
        guard let entry = box.index.entry(matchingSamePathsAs: pattern) else { return nil }
        PathIndexBox.mutate(&box) { $0.remove(entry: entry) }
        values.swapAt(entry, values.count - 1)
        return values.removeLast()
    }

    /// The value of the pattern that matches exactly the same paths as the given one.
    package subscript(pattern: PathPattern) -> Value? {
        get { box.index.entry(matchingSamePathsAs: pattern).map { values[$0] } }
        set {
            if let entry = box.index.entry(matchingSamePathsAs: pattern) {
                if let newValue { values[entry] = newValue } else { remove(pattern) }
            } else if let newValue {
                _ = insertIfAbsent(newValue, at: pattern)
            }
        }
    }

    /// The most specific pattern that matches a path.
    ///
    /// A path that is not canonical is matched as its canonical form: `/items//7/` as `/items/7`, `/items/%37` as
    /// `/items/7`, while `%2F` stays part of its segment. Text that no canonical path can be made of, for example a dot
    /// segment or a malformed escape, matches nothing.
    ///
    /// Unless the path has to be brought to canonical form, nothing is allocated.
    ///
    /// - Parameter path: The path, beginning with a slash, without query and fragment.
    /// - Returns: The match, or `nil` when no pattern matches.
    @inlinable
    @inline(__always)
    public func match(_ path: some StringProtocol) -> PathMatch<Value>? {
        let found = box.lookUp(path)
        guard !found.isNone else { return nil }
        if let text = path as? String {
            return PathMatch(values: values, text: text, found: found, box: box)
        }
        return PathMatch(values: values, part: path, found: found, box: box)
    }

    /// The most specific pattern that a path fits, by its number.
    ///
    /// - Parameter path: A path, canonical or not.
    /// - Returns: The match, which says whether it is one; its captures are places in the canonical form of the path.
    @inlinable
    package func lookUp(_ path: ByteView) -> PathIndexMatch {
        box.lookUp(path)
    }

    /// Calls `accept` with the values of the patterns that match, the most specific first, until it returns true.
    ///
    /// - Parameters:
    ///   - path: A canonical path.
    ///   - accept: Takes a value and its captures, which must not leave the closure, or passes it over.
    /// - Returns: Whether a value was accepted.
    @discardableResult
    package func firstMatch(
        canonical path: ByteView,
        accepting accept: (Value, PathCaptures) -> Bool
    ) -> Bool {
        box.firstMatch(canonical: path) { entry, captures in accept(values[entry], captures) }
    }
}

extension PathIndexBox {
    /// Adds a pattern as the last entry.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - box: The box of the index, or the one that takes its place.
    /// - Returns: The conflict because of which nothing was added, if there is one.
    @usableFromInline
    static func insert(_ pattern: PathPattern, into box: inout PathIndexBox) -> PathConflict? {
        mutate(&box) { $0.insert(pattern) }.map {
            PathConflict(existing: box.index.pattern(of: $0), new: pattern)
        }
    }
}

extension PathTrie: Sendable where Value: Sendable {}

/// Two patterns that match exactly the same paths, so that nothing could tell which one to take.
public struct PathConflict: Error, Hashable, Sendable {
    /// The pattern that was there before.
    public let existing: PathPattern

    /// The pattern that was refused.
    public let new: PathPattern
}

extension PathConflict: CustomStringConvertible {
    /// One sentence: both patterns and the way out.
    public var description: String {
        existing == new
            ? "'\(new)' is there already; remove one of the two."
            : "'\(new)' matches exactly the same paths as '\(existing)'; remove one of the two, or constrain a capture."
    }
}
