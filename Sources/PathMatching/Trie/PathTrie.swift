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
/// If a choice fails further right, the next one is tried, and captures made after the failed choice are dropped. The
/// article "Path patterns and precedence" in the documentation of `DeepLinks` has the rules in full.
///
/// A trie is a value: a copy is independent of the original, and a match outlives changes.
///
/// - Complexity: `match` takes time proportional to the path's length and, where patterns overlap, to the number of their
///   common beginnings that the path fits. Segments that differ only in the text between captures, such as `{a}-x-{b}` and
///   `{a}-y-{b}`, are tried one by one. With catch-alls that go on, the time is at most proportional to the number of nodes
///   behind them times the number of the path's segments. `insert` and `remove` take amortized time proportional to the
///   pattern's length.
public struct PathTrie<Value> {
    @usableFromInline var box: PathIndexBox
    @usableFromInline var values: ContiguousArray<Value> = []

    /// Creates an empty trie.
    public init() {
        self.init(ignoresCase: false)
    }

    /// Creates an empty trie.
    ///
    /// - Parameter ignoresCase: Whether literal text matches in either ASCII case. Captures keep their case, and listed words match exactly.
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

    /// All patterns, indexed by the numbers that a lookup returns: in the order of insertion, if none was removed.
    package var patternsByEntry: [PathPattern] { values.indices.map { box.index.pattern(of: $0) } }

    /// Adds a pattern.
    ///
    /// - Parameters:
    ///   - value: The value that a match of the pattern returns.
    ///   - pattern: The pattern.
    /// - Throws: ``PathConflict`` if a pattern that matches exactly the same paths is there already, whatever its
    ///   captures are called; the trie is then unchanged.
    @inlinable
    public mutating func insert(_ value: Value, at pattern: PathPattern) throws(PathConflict) {
        if let conflict = PathIndexBox.insert(pattern, into: &box) { throw conflict }
        values.append(value)
    }

    /// Adds a pattern, unless one that matches exactly the same paths is there already, whatever its captures are called.
    ///
    /// - Parameters:
    ///   - value: The value that a match of the pattern returns.
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
    /// - Returns: The value that it had, or `nil` if there was none.
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
    /// A path that is not canonical is matched in its canonical form: `/items//7/` and `/items/%37` match as `/items/7`,
    /// while `%2F` stays part of its segment. A path that has no canonical form, for example one with a dot segment or a
    /// malformed escape, matches nothing.
    ///
    /// Nothing is allocated unless the path has to be brought to canonical form.
    ///
    /// - Parameter path: The path, beginning with a slash, without query and fragment.
    /// - Returns: The match, or `nil` if no pattern matches.
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

    /// The match that a lookup of a path found.
    package func match(_ found: PathIndexMatch, of path: String) -> PathMatch<Value> {
        PathMatch(values: values, text: path, found: found, box: box)
    }
}

extension PathIndexBox {
    /// Adds a pattern as the last entry.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - box: The box of the index, replaced with a copy if it is shared.
    /// - Returns: The conflict, if there is one; nothing was added then.
    @usableFromInline
    static func insert(_ pattern: PathPattern, into box: inout PathIndexBox) -> PathConflict? {
        mutate(&box) { $0.insert(pattern) }.map {
            PathConflict(existing: box.index.pattern(of: $0), new: pattern)
        }
    }
}

extension PathTrie: Sendable where Value: Sendable {}

/// Two patterns that match exactly the same paths, so neither could take precedence.
public struct PathConflict: Error, Hashable, Sendable {
    /// The pattern that was there before.
    public let existing: PathPattern

    /// The pattern that was not inserted.
    public let new: PathPattern
}

extension PathConflict: CustomStringConvertible {
    /// One sentence: both patterns and the way out.
    public var description: String { text.description }

    /// The obstacle and the way out.
    package var text: ErrorText {
        existing == new
            ? ErrorText("'\(new)' is inserted twice", "remove one")
            : ErrorText(
                "'\(new)' matches exactly the same paths as '\(existing)'",
                "remove one, or constrain a capture"
            )
    }
}
