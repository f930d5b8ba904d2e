import Oracles

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The oracle that the environment variable `FUZZ_ORACLE` names; nil for `planted`, which has faults to be found.
private let oracle: Oracle? = {
    let name = getenv("FUZZ_ORACLE").map { String(cString: $0) } ?? ""
    if name == "planted" { return nil }
    guard let oracle = Oracle(rawValue: name) else {
        let names = Oracle.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("FUZZ_ORACLE is '\(name)'; set it to planted, \(names).")
    }
    return oracle
}()

/// Called by libFuzzer with each input; a promise that does not hold ends the program, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let oracle else {
        // libFuzzer takes -1 for an input that is of no interest.
        return plantedFault(input) == 2 ? -1 : 0
    }
    MainActor.assumeIsolated {
        do {
            try oracle.check(input)
        } catch {
            fatalError("\(error)")
        }
    }
    return 0
}

/// What libFuzzer does with an input to make another one.
@_silgen_name("LLVMFuzzerMutate")
private func mutateABit(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// Makes another input: now and then a long one, in which a stretch stands many times, since small changes do not get there.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    _ room: Int,
    _ seed: CUnsignedInt
) -> Int {
    let dice = Int(seed)
    guard dice % 256 == 0, count > 0 else { return mutateABit(bytes, count, room) }
    let start = dice / 256 % count
    let length = min(1 + dice / 4096 % 16, count - start)
    // Up to each power of two, at which limits are.
    let wanted = 1 << (7 + dice / 65_536 % 10)
    let copies = min(max(0, wanted - count), room - count) / length
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let stretch = repeatElement(input[start..<(start + length)], count: copies).joined()
    let output = input[..<start] + stretch + input[start...]
    for (place, byte) in output.enumerated() { bytes[place] = byte }
    return output.count
}
