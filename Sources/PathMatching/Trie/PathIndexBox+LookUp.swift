extension PathTrie {
    /// The most specific pattern that a path fits.
    ///
    /// - Parameter path: A canonical path.
    /// - Returns: The value, and what was found, with the captures as ranges in the path; nil if no pattern matches.
    @inlinable
    package func lookUp(canonical path: ByteView) -> (value: Value, found: PathIndexMatch)? {
        let found = box.lookUp(canonical: path)
        return found.isNone ? nil : (values[found.entry], found)
    }

    /// Calls `accept` with the values of the patterns that match, the most specific first, until it returns true.
    ///
    /// - Parameters:
    ///   - path: A canonical path.
    ///   - accept: Returns true to accept a value, and false to continue; the captures must not leave it.
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
    /// The entry that a path, canonical or not, leads to.
    ///
    /// `releasenone` says that it releases nothing that the caller holds, so the caller need not retain the trie during the
    /// call. That saves about a tenth of a lookup. Swift does not guarantee to keep this attribute; without it, lookups are
    /// slower but have the same results.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(_ path: ByteView) -> PathIndexMatch { lookUp(path, isCanonical: false) }

    /// The entry that a canonical path leads to.
    ///
    /// See ``lookUp(_:)`` for the attributes.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(canonical path: ByteView) -> PathIndexMatch {
        assert(CanonicalPath.isCanonical(path), "Not a canonical path")
        return lookUp(path, isCanonical: true)
    }

    /// Looks up a path, which is walked as given.
    ///
    /// Literals are canonical, so when an entry is found, canonical form is checked only once, from the first capture on; when none is
    /// found, all of the path is checked. If it is not canonical, its canonical form is walked.
    ///
    /// It is inlined into both functions above, so that neither asks at run time whether the path is known to be canonical.
    @inline(__always)
    private func lookUp(_ path: ByteView, isCanonical: Bool) -> PathIndexMatch {
        guard path.count > 0, path[0] == CanonicalPath.slash else { return .none }
        var trail = QuickTrail()
        var entry: UInt32 = 0
        let isFound = walk(path, &trail) { found, _ in
            entry = found
            return true
        }
        guard _fastPath(isFound) else {
            return lookUpAgain(path, isCanonical, trail.hasChoices ? trail.firstWay : nil)
        }
        // If case is ignored, a literal in the path may have lower-case escapes, which are not canonical.
        if !isCanonical, trail.captureCount > 0 || index.ignoresCase {
            // Begin two bytes before the first capture: after a slash and a literal dot, it can complete a dot segment.
            let start = index.ignoresCase ? 0 : max(0, trail.captures.firstStart &- 2)
            guard _fastPath(path.isPlainPath(from: start)) || CanonicalPath.isCanonical(path) else {
                return lookUpCanonicalized(path)
            }
        }
        return PathIndexMatch(
            entry: entry,
            captures: trail.captures,
            pathLength: path.count
        )
    }

    /// Continues ``lookUp(_:)`` for a path for which the first choices did not lead to an entry.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isCanonical: Whether it is known to be canonical.
    ///   - firstWay: What to try first at the root; nil if there are no other choices.
    /// - Returns: What was found.
    @inline(never)
    private func lookUpAgain(
        _ path: ByteView,
        _ isCanonical: Bool,
        _ firstWay: PatternWay?
    ) -> PathIndexMatch {
        guard isCanonical || CanonicalPath.isCanonical(path) else {
            return lookUpCanonicalized(path)
        }
        var match = PathIndexMatch.none
        if let firstWay {
            _ = walkThoroughly(path, firstWay) { entry, captures in
                match = PathIndexMatch(entry: entry, captures: captures, pathLength: path.count)
                return true
            }
        }
        return match
    }

    /// The entry that the canonical form of a path leads to.
    @inline(never)
    private func lookUpCanonicalized(_ path: ByteView) -> PathIndexMatch {
        guard let canonical = try? CanonicalPath.canonical(path) else { return .none }
        var match = withBytes(of: canonical) { lookUp(canonical: $0) }
        guard !match.isNone else { return .none }
        match.setCanonicalized(pathLength: path.count)
        return match
    }

    /// Calls `accept` with each entry that the path leads to and its captures, in order of precedence, until it returns true.
    ///
    /// - Parameters:
    ///   - path: A canonical path.
    ///   - accept: Returns true to accept an entry, and false to continue; the captures must not leave it.
    /// - Returns: Whether an entry was accepted.
    func firstMatch(
        canonical path: ByteView,
        accepting accept: (Int, PathCaptures) -> Bool
    ) -> Bool {
        guard path.count > 0 else { return false }
        return walkThoroughly(path, .literal) { accept(Int($0), $1) }
    }

    @inline(__always)
    private func walkThoroughly(
        _ path: ByteView,
        _ firstWay: PatternWay,
        accept: (UInt32, PathCaptures) -> Bool
    ) -> Bool {
        ThoroughTrail.with(
            captureLimit: index.captureLimit,
            depth: index.depth,
            catchAllCount: index.catchAllCount
        ) { trail in
            trail.firstWay = firstWay
            return walkThoroughly(path, &trail) { accept($0, $1.captures) }
        }
    }

    /// The walk that keeps choices, compiled once for all callers.
    @inline(never)
    private func walkThoroughly(
        _ path: ByteView,
        _ trail: inout ThoroughTrail,
        accept: (UInt32, ThoroughTrail) -> Bool
    ) -> Bool {
        walk(path, &trail, accept: accept)
    }
}

/// The result of looking up a path: the entry and the ranges of its first captures.
///
/// Every match holds one. It is a single vector, because the optimizer splits a struct into its fields only if it has few,
/// and a match that is not split costs reference counting.
@usableFromInline
package struct PathIndexMatch: Sendable {
    /// The entry, and above it the number of captures and two flags; the length of the path as given, and above it the
    /// path's offset in its string; and two fields with ``KeptCaptures/words``.
    @usableFromInline var fields: SIMD4<UInt64>

    /// The number of captures that a match keeps at most; others are found again when they are read.
    @usableFromInline static var keptCount: Int { KeptCaptures.limit }

    private static let canonicalizedBit: UInt64 = 1 << 63
    private static let forgottenBit: UInt64 = 1 << 62

    /// The result if no pattern matches.
    package static var none: PathIndexMatch {
        PathIndexMatch(fields: SIMD4(repeating: .max))
    }

    private init(fields: SIMD4<UInt64>) {
        self.fields = fields
    }

    /// Creates a match of a path, with as many of its captures as there is room for.
    init(entry: UInt32, captures: KeptCaptures, pathLength: Int) {
        fields = SIMD4(
            UInt64(entry) | UInt64(truncatingIfNeeded: captures.count) &<< 32,
            UInt64(truncatingIfNeeded: pathLength),
            captures.words.0,
            captures.words.1
        )
        if pathLength > KeptCaptures.longestPath { fields[0] |= Self.forgottenBit }
    }

    init(entry: UInt32, captures: PathCaptures, pathLength: Int) {
        var kept = KeptCaptures()
        for index in 0..<captures.count { kept.add(captures[index]) }
        self.init(entry: entry, captures: kept, pathLength: pathLength)
    }

    /// Whether no pattern matches; if so, the other properties have no meaning.
    @inlinable
    package var isNone: Bool { fields[0] == .max }

    /// The number of the pattern; if none was removed, the number of patterns inserted before it.
    @inlinable
    package var entry: Int { Int(truncatingIfNeeded: fields[0] & 0xFFFF_FFFF) }

    @inlinable
    package var captureCount: Int { Int(truncatingIfNeeded: fields[0] &>> 32 & 0x0FFF_FFFF) }

    /// Whether all captures are kept.
    @inlinable
    package var keepsAllCaptures: Bool { captureCount <= Self.keptCount && keepsCaptures }

    /// Whether the first captures are kept.
    @inlinable
    var keepsCaptures: Bool { fields[0] & 1 << 62 == 0 }

    /// The range of a kept capture, counted from the left, in the bytes of the canonical path; empty if the capture is absent.
    @inlinable
    @inline(__always)
    package subscript(index: Int) -> Range<Int> {
        precondition(index >= 0 && index < captureCount, "Index out of bounds")
        assert(index < Self.keptCount && keepsCaptures, "The capture is not kept")
        let both = index < 2 ? fields[2] : fields[3]
        let range = index & 1 == 0 ? both : both &>> 32
        return Int(
            truncatingIfNeeded: range &>> 16 & 0xFFFF
        )..<Int(truncatingIfNeeded: range & 0xFFFF)
    }

    /// The range of the path in its string's UTF-8.
    var pathRange: Range<Int> {
        let start = Int(truncatingIfNeeded: fields[1] &>> 32)
        return start..<(start + Int(truncatingIfNeeded: fields[1] & 0xFFFF_FFFF))
    }

    /// Sets the path's offset in its string's UTF-8.
    mutating func setPathStart(_ start: UInt32) {
        fields[1] |= UInt64(start) << 32
    }

    /// Whether the path had to be brought to canonical form; if so, the captures are ranges in that form.
    @inlinable
    package var isCanonicalized: Bool { fields[0] & 1 << 63 != 0 }

    /// Marks the match as one of a path's canonical form, and sets the length of the path as given.
    mutating func setCanonicalized(pathLength: Int) {
        fields[0] |= Self.canonicalizedBit
        fields[1] = UInt64(UInt32(truncatingIfNeeded: pathLength))
    }
}

/// The captures of a match, in scratch memory; they must not outlive the closure that receives them.
package struct PathCaptures {
    private let ranges: Scratch<Range<Int>>
    package let count: Int

    init(_ ranges: Scratch<Range<Int>>, _ count: Int) {
        self.ranges = ranges
        self.count = count
    }

    /// The range of the capture at `index`, counted from the left, in the path's bytes; empty if the capture is absent.
    package subscript(index: Int) -> Range<Int> {
        precondition(index < count, "Index out of bounds")
        return ranges[index]
    }
}
