#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How often a property is tried: as often as it says, or `DEEPLINKS_TEST_ROUNDS` times as often where that is set.
///
/// What a property says suits everybody who runs the tests. A change of a matcher deserves more:
/// `DEEPLINKS_TEST_ROUNDS=20 swift test`.
public func rounds(_ count: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["DEEPLINKS_TEST_ROUNDS"].flatMap(Int.init)
    return count * max(1, factor ?? 1)
}
