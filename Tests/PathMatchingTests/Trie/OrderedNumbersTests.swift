import DeepLinksTestSupport
import Testing

@testable import PathMatching

struct OrderedNumbersTests {
    @Test(arguments: UInt64(0)..<4, [1, 10, 300, 3_000])
    func `numbers stay in order and are found with few comparisons`(seed: UInt64, count: Int) {
        var random = SplitMix64(seed: seed)
        // In random order, in rising and in falling order.
        for order in [
            (0..<count).shuffled(using: &random), Array(0..<count), (0..<count).reversed(),
        ] {
            var numbers = OrderedNumbers()
            var known: [UInt32] = []
            var comparisons = 0
            for number in order.map(UInt32.init) {
                let previous = numbers.insert(number) {
                    comparisons += 1
                    return $0 < number
                }
                let place = known.firstSortedIndex { $0 > number }
                #expect(previous == (place > 0 ? known[place - 1] : nil))
                known.insert(number, at: place)
            }
            let levels = count.bitWidth - count.leadingZeroBitCount
            #expect(comparisons <= count * (levels + 10))
            for number in known.indices {
                #expect(numbers.last { $0 < number } == (number > 0 ? UInt32(number) - 1 : nil))
            }
        }
    }
}
