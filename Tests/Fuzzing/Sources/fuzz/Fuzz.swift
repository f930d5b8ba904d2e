import Oracles

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The oracle named by the environment variable `FUZZ_ORACLE`; nil for `planted`, which has faults to be found.
private let oracle: Oracle? = {
    let name = getenv("FUZZ_ORACLE").map { String(cString: $0) } ?? ""
    if name == "planted" { return nil }
    guard let oracle = Oracle(rawValue: name) else {
        let names = Oracle.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("FUZZ_ORACLE is '\(name)'; set it to planted, \(names).")
    }
    return oracle
}()

/// Called by libFuzzer with each input; a broken promise ends the program, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let oracle else {
        // For libFuzzer, -1 means that an input is not interesting.
        return plantedFault(input) == 2 ? -1 : 0
    }
    do {
        try oracle.check(input)
    } catch {
        fatalError("\(error)")
    }
    return 0
}

/// libFuzzer's own way to make a new input from another.
@_silgen_name("LLVMFuzzerMutate")
private func mutateABit(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// Makes a new input, sometimes a long one that repeats a stretch many times, since small changes do not get there.
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
    // Sizes go up to each power of two, where limits usually are.
    let wanted = 1 << (7 + dice / 65_536 % 10)
    let copies = min(max(0, wanted - count), room - count) / length
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let stretch = repeatElement(input[start..<(start + length)], count: copies).joined()
    let output = input[..<start] + stretch + input[start...]
    for (place, byte) in output.enumerated() { bytes[place] = byte }
    return output.count
}
