/// The member of `candidates` whose spelling is nearest to `word`, if one is near enough.
///
/// The distance counts insertions, removals, replacements and swaps of neighbours, and ignores ASCII case. It may be at most a
/// third of the longer text's length, but one edit is always allowed. Of equally near candidates the first wins.
///
/// - Parameters:
///   - word: The word as it was written.
///   - candidates: The words that may have been meant.
/// - Returns: The nearest candidate, or `nil` when none is near enough.
package func nearest(to word: some StringProtocol, in candidates: some Sequence<String>) -> String?
{
    let folded = Array(word.utf8.map(ByteSet.lowercased))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let other = Array(candidate.utf8.map(ByteSet.lowercased))
        let limit = max(1, max(folded.count, other.count) / 3)
        guard abs(folded.count - other.count) <= limit else { continue }
        let distance = editDistance(folded, other, limit: limit)
        if distance <= limit, distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.candidate
}

/// The number of insertions, removals, replacements and swaps of neighbours that turn `left` into `right`.
///
/// - Parameters:
///   - left: The bytes of one text.
///   - right: The bytes of the other text.
///   - limit: The largest distance that is exact; instead of a larger one, the result is any larger number.
/// - Returns: The optimal string alignment distance.
/// - Complexity: O(*n* × *m*), where *n* and *m* are the lengths.
package func editDistance(_ left: [UInt8], _ right: [UInt8], limit: Int = .max) -> Int {
    // What both begin with costs nothing, and words of one family have much of it in common.
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    let width = right.count - start + 1
    // Three rows, used in rotation.
    var costs = Array(repeating: 0, count: 3 * width)
    for j in 0..<width { costs[j] = j }
    var (beforeLast, last, row) = (2 * width, 0, width)
    for i in start..<left.count {
        costs[row] = i - start + 1
        var least = costs[row]
        for j in start..<right.count {
            let column = j - start
            var cost = min(
                costs[last + column + 1] + 1,
                costs[row + column] + 1,
                costs[last + column] + (left[i] == right[j] ? 0 : 1)
            )
            if i > start, j > start, left[i] == right[j - 1], left[i - 1] == right[j] {
                cost = min(cost, costs[beforeLast + column - 1] + 1)
            }
            costs[row + column + 1] = cost
            least = min(least, cost)
        }
        // What follows costs as much or more.
        if least > limit { return least }
        (beforeLast, last, row) = (last, row, beforeLast)
    }
    return costs[last + width - 1]
}
