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
    /// found, all of the path is checked. If it is not canonical, its canonical form is walked. It is compiled twice, so that a path that is
    /// known to be canonical is not checked, and that other lookups do not ask for this.
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
