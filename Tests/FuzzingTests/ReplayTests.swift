import DeepLinksTestSupport
import Foundation
import Testing

/// Inputs in which fuzzing found faults, and small changes of them, so that the faults do not come back.
struct ReplayTests {
    @Test(arguments: Oracle.allCases)
    func `the promise holds for every input of the corpus`(oracle: Oracle) async throws {
        try await oracle.run {
            let inputs = try corpus(of: oracle)
            try #require(inputs.count >= 8, "the corpus of \(oracle) is lost")
            for (name, input) in inputs {
                #expect(throws: Never.self, "\(oracle)/\(name)") { try oracle.check(input) }
            }
        }
    }

    @Test(arguments: Oracle.allCases)
    func `the promise holds for inputs that differ from the corpus a little`(
        oracle: Oracle
    ) async throws {
        try await oracle.run {
            let inputs = try corpus(of: oracle).map(\.input)
            var generator = SplitMix64(seed: 0x5EED)
            // The tool runs many commands for each input.
            for number in 0..<rounds(oracle == .tool ? 20 : 60) {
                let input = inputs.mutated(using: &generator)
                #expect(throws: Never.self, "number \(number) of \(oracle): \(input)") {
                    try oracle.check(input)
                }
            }
        }
    }

    @Test(arguments: Oracle.allCases)
    func `the promise holds for long inputs`(oracle: Oracle) async throws {
        try await oracle.run {
            let inputs = try corpus(of: oracle).map(\.input).filter { !$0.isEmpty }
            var generator = SplitMix64(seed: 0x10_1096)
            for number in 0..<rounds(5) {
                // Lengths beyond the limit of a link, which a fuzzer's small changes do not reach.
                let input = inputs.lengthened(to: 600 << (number % 5), using: &generator)
                #expect(throws: Never.self, "number \(number) of \(oracle)") {
                    try oracle.check(input)
                }
            }
        }
    }

    @Test func `an oracle finds what breaks a promise`() throws {
        #expect(throws: Violation.self) { try demand(1 + 1 == 3, "arithmetic") }
    }

    private func corpus(of oracle: Oracle) throws -> [(name: String, input: [UInt8])] {
        let folder = Repository.root.appending(path: "Tests/Fuzzing/Corpus/\(oracle.rawValue)")
        return try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { ($0.lastPathComponent, try [UInt8](Data(contentsOf: $0))) }
    }
}

extension Oracle {
    /// Runs `body` where ``check(_:)`` can be called.
    fileprivate func run(_ body: @Sendable () throws -> Void) async rethrows {
        if needsMainActor { try await MainActor.run(body: body) } else { try body() }
    }
}

extension [[UInt8]] {
    /// One of the inputs, with a stretch repeated up to a length.
    fileprivate func lengthened(to length: Int, using generator: inout SplitMix64) -> [UInt8] {
        var input = randomElement(using: &generator) ?? [0]
        let start = Int.random(in: 0..<input.count, using: &generator)
        let end = Int.random(in: start..<Swift.min(input.count, start + 16), using: &generator)
        let stretch = input[start...end]
        let copies = Swift.max(0, length - input.count) / stretch.count
        input.insert(contentsOf: repeatElement(stretch, count: copies).joined(), at: start)
        return input
    }

    /// One of the inputs with some bytes changed, removed, repeated, or taken from another.
    fileprivate func mutated(using generator: inout SplitMix64) -> [UInt8] {
        let odd: [UInt8] =
            [UInt8]("/%{}?&=#:@\\|*.-+\"[],\n\u{0}".utf8) + [0xC3, 0xA9, 0xFF, 0xCC, 0x81]
        var input = randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...input.count, using: &generator)
            let end = Int.random(in: place...Swift.min(input.count, place + 12), using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: input.insert(odd.randomElement(using: &generator) ?? 0, at: place)
            case 1: input.removeSubrange(place..<end)
            case 2: input.insert(contentsOf: input[place..<end], at: place)
            default:
                let other = randomElement(using: &generator) ?? []
                let start = Int.random(in: 0...other.count, using: &generator)
                input.insert(
                    contentsOf: other[start..<Swift.min(other.count, start + 16)],
                    at: place
                )
            }
        }
        return input
    }
}
