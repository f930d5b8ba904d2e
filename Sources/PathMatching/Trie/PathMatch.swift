/// The pattern that a path fits, with its value and what it captured.
///
/// Captures are read on demand: a match whose captures are not read allocates nothing.
public struct PathMatch<Value> {
    // The array of all values rather than one value: a match with values of any type can then be passed in registers, and
    // a match that is not kept costs no reference counting.
    @usableFromInline let values: ContiguousArray<Value>
    /// The string that is the path or contains it.
    @usableFromInline let text: String
    @usableFromInline var found: PathIndexMatch
    @usableFromInline let box: PathIndexBox

    @inlinable
    @inline(__always)
    init(
        values: ContiguousArray<Value>,
        text: String,
        found: PathIndexMatch,
        box: PathIndexBox
    ) {
        self.values = values
        self.text = text
        self.found = found
        self.box = box
    }

    /// Creates a match of a path that is not a `String`; the base string of a substring is not copied.
    @usableFromInline
    @inline(never)
    init(
        values: ContiguousArray<Value>,
        part path: some StringProtocol,
        found: PathIndexMatch,
        box: PathIndexBox
    ) {
        self.values = values
        self.found = found
        self.box = box
        if let path = path as? Substring {
            let base = path.base
            let offset = base.utf8.distance(from: base.startIndex, to: path.startIndex)
            if let offset = UInt32(exactly: offset) {
                text = base
                self.found.setPathStart(offset)
                return
            }
        }
        text = String(path)
    }

    /// The value that the pattern was inserted with.
    @inlinable
    public var value: Value { values[found.entry] }

    /// The pattern that matched.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the pattern's text, which is parsed.
    public var pattern: PathPattern { box.index.pattern(of: found.entry) }

    /// The percent-decoded text of the capture with the given name; `nil` if there is none, or if it is an empty catch-all.
    ///
    /// The text of a catch-all has all segments that it took, with the slashes between them.
    public subscript(name: String) -> String? {
        let number = withBytes(of: name) { name in
            PathPattern.number(ofCapture: name, inCanonical: box.index.text(of: found.entry))
        }
        return number.flatMap { self[capture: $0] }
    }

    /// The percent-decoded text of a capture; `nil` if it is an empty catch-all.
    ///
    /// - Parameter number: The capture's number, counted from the left, in `0..<captureCount`.
    package subscript(capture number: Int) -> String? {
        let range = range(ofCapture: number)
        // No other capture is empty.
        if range.isEmpty { return nil }
        return found.withCanonicalPath(in: text) { CanonicalPath.decode($0[range]) }
    }

    /// The number of captures in the pattern.
    @inlinable
    package var captureCount: Int { found.captureCount }

    /// The range of a capture in the UTF-8 of the path's canonical form.
    ///
    /// - Parameter index: The capture's number, counted from the left, in `0..<captureCount`.
    /// - Returns: The range of bytes; empty if the capture is absent.
    @inlinable
    package func range(ofCapture index: Int) -> Range<Int> {
        precondition(index >= 0 && index < captureCount, "Index out of bounds")
        return index < PathIndexMatch.keptCount && found.keepsCaptures
            ? found[index] : box.capture(index, of: found, in: text)
    }
}

extension PathMatch: Sendable where Value: Sendable {}

extension PathMatch: CustomStringConvertible, CustomReflectable {
    /// The pattern that matched, such as `/users/{id}`, without the captured text.
    public var description: String { pattern.description }

    /// What debuggers and `dump` show: no text of the path, because captures may be secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["value": value, "pattern": pattern], displayStyle: .struct)
    }
}

extension PathIndexMatch {
    /// Calls `body` with the canonical form of the path in `text`.
    fileprivate func withCanonicalPath<Result>(
        in text: String,
        _ body: (ByteView) -> Result
    ) -> Result {
        withBytes(of: text) { text in
            let path = text[pathRange]
            guard isCanonicalized else { return body(path) }
            do throws(PathTextError) {
                return withBytes(of: try CanonicalPath.canonical(path), body)
            } catch {
                preconditionFailure("A path that was matched has no canonical form")
            }
        }
    }
}

extension PathIndexBox {
    /// The range of a capture that a match does not keep, found by walking the path again.
    ///
    /// See ``lookUp(_:)`` for why it is marked as `releasenone`.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func capture(
        _ index: Int,
        of found: PathIndexMatch,
        in text: String
    ) -> Range<Int> {
        var range = 0..<0
        let isFound = found.withCanonicalPath(in: text) { path in
            // The match holds the index as it was, so the first entry is the one that was found before.
            self.firstMatch(canonical: path) { _, captures in
                range = captures[index]
                return true
            }
        }
        precondition(isFound, "A path does not match its own pattern")
        return range
    }
}
