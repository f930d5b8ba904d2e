extension PathIndexBox {
    /// The entry that a path, canonical or not, leads to.
    ///
    /// A path is walked as it stands. Literals are canonical, so whether a path is, is asked of the rest of it only, once,
    /// when an entry is found; and of all of it when none is. If it is not, its canonical form is walked.
    ///
    /// It releases nothing that its caller holds, and says so, so that the caller need not retain the trie for the time of
    /// the call, which is about a tenth of a lookup. Without the attribute, which the language does not promise to keep, all
    /// is the same and slower.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(_ path: ByteView) -> PathIndexMatch {
        guard path.count > 0, path[0] == CanonicalPath.slash else { return .none }
        var trail = QuickTrail()
        var entry: UInt32 = 0
        let isFound = walk(path, &trail) { found, _ in
            entry = found
            return true
        }
        guard isFound else { return lookUpAgain(path, hasChoices: trail.hasChoices) }
        let match = PathIndexMatch(
            entry: entry,
            captures: trail.captures,
            pathLength: path.count
        )
        // If case does not count, a literal may have been written with escapes in lower case.
        if trail.captureCount == 0, !index.ignoresCase { return match }
        // A dot before the first capture could make a dot segment with it.
        let start = index.ignoresCase ? 0 : max(0, trail.captures.firstStart &- 2)
        guard _fastPath(path.isPlainPath(from: start)) else {
            return CanonicalPath.isCanonical(path) ? match : lookUpCanonicalized(path)
        }
        return match
    }

    /// As ``lookUp(_:)`` for a path that the first ways on did not lead to an entry.
    @inline(never)
    private func lookUpAgain(_ path: ByteView, hasChoices: Bool) -> PathIndexMatch {
        guard CanonicalPath.isCanonical(path) else { return lookUpCanonicalized(path) }
        var match = PathIndexMatch.none
        if hasChoices {
            _ = walkThoroughly(path) { entry, captures in
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
        var match = withBytes(of: canonical) { lookUp($0) }
        guard !match.isNone else { return .none }
        match.setCanonicalized(pathLength: path.count)
        return match
    }

    /// Calls `accept` with the entries that the canonical path leads to and their captures, in order of precedence,
    /// until it returns true.
    ///
    /// - Parameters:
    ///   - path: A canonical path.
    ///   - accept: Takes an entry and the captures, which must not leave it, or passes it over.
    /// - Returns: Whether an entry was accepted.
    func firstMatch(
        canonical path: ByteView,
        accepting accept: (Int, PathCaptures) -> Bool
    ) -> Bool {
        guard path.count > 0 else { return false }
        return walkThoroughly(path) { accept(Int($0), $1) }
    }

    @inline(__always)
    private func walkThoroughly(
        _ path: ByteView,
        accept: (UInt32, PathCaptures) -> Bool
    ) -> Bool {
        ThoroughTrail.with(
            captureLimit: index.captureLimit,
            depth: index.depth,
            catchAllCount: index.catchAllCount
        ) { trail in
            walkThoroughly(path, &trail) { accept($0, $1.captures) }
        }
    }

    /// The walk that keeps choices, compiled once for all who ask.
    @inline(never)
    private func walkThoroughly(
        _ path: ByteView,
        _ trail: inout ThoroughTrail,
        accept: (UInt32, ThoroughTrail) -> Bool
    ) -> Bool {
        walk(path, &trail, accept: accept)
    }
}
