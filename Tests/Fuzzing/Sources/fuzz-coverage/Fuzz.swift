import Oracles

/// Called by libFuzzer with each input; a promise that does not hold ends the program, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    MainActor.assumeIsolated {
        do {
            try oracle.check(input)
        } catch {
            fatalError("\(error)")
        }
    }
    return 0
}
