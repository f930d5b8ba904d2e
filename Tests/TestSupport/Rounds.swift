#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How many times a test tries a property: the given number, times `DEEPLINKS_TEST_ROUNDS` if that is set.
///
/// The given number suits everyday runs. A change of a matcher deserves more:
/// `DEEPLINKS_TEST_ROUNDS=20 swift test`.
public func rounds(_ count: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["DEEPLINKS_TEST_ROUNDS"].flatMap(Int.init)
    return count * max(1, factor ?? 1)
}
