/// A small generator of pseudo-random numbers, with which a failing case can be repeated from its seed.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Creates the generator of one sequence of numbers.
    package init(seed: UInt64) { state = seed }

    /// The next number of the sequence.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
