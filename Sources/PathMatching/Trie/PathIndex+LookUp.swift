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
        return path.count >= 8 ? lookUp(PathBytes(path)) : lookUpShort(path)
    }

    @inline(never)
    private func lookUpShort(_ path: ByteView) -> PathIndexMatch {
        PathBytes.with(path) { lookUp($0) }
    }

    @inline(__always)
    private func lookUp(_ path: PathBytes) -> PathIndexMatch {
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
        guard _fastPath(path.view.isPlainPath(from: start)) else {
            return CanonicalPath.isCanonical(path.view) ? match : lookUpCanonicalized(path.view)
        }
        return match
    }

    /// As ``lookUp(_:)`` for a path that the first ways on did not lead to an entry.
    @inline(never)
    private func lookUpAgain(_ path: PathBytes, hasChoices: Bool) -> PathIndexMatch {
        guard CanonicalPath.isCanonical(path.view) else { return lookUpCanonicalized(path.view) }
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
        var match = withBytes(of: canonical) { canonical in
            PathBytes.with(canonical) { lookUpCanonical($0) }
        }
        guard !match.isNone else { return .none }
        match.setCanonicalized(pathLength: path.count)
        return match
    }

    /// As ``lookUp(_:)`` for a path that is known to be canonical.
    @inline(never)
    private func lookUpCanonical(_ path: PathBytes) -> PathIndexMatch { lookUp(path) }

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
        return PathBytes.with(path) { path in
            walkThoroughly(path) { accept(Int($0), $1) }
        }
    }

    private func walkThoroughly(
        _ path: PathBytes,
        accept: (UInt32, PathCaptures) -> Bool
    ) -> Bool {
        ThoroughTrail.with(roomFor: index) { trail in
            walk(path, &trail) { accept($0, $1.captures) }
        }
    }
}
