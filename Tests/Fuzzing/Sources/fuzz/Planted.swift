/// Breaks a promise or misuses memory, which shows that the fuzzer finds such faults.
///
/// - Parameter input: `promise` breaks a promise, `memory` reads a freed byte, `leak` leaks one; any other input does
///   nothing.
/// - Returns: The byte that was read, so that the read is not optimized away.
func plantedFault(_ input: [UInt8]) -> Int {
    switch String(decoding: input, as: UTF8.self) {
    case "promise":
        fatalError("A planted promise does not hold.")
    case "memory":
        return first(of: givenBack(input.count))
    case "leak":
        return taken(input.count) ? 1 : 0
    default:
        return 0
    }
}

/// Freed bytes; the optimizer must not see that they are freed.
@inline(never) @_optimize(none)
private func givenBack(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 1, count: count)
    bytes.deallocate()
    return bytes
}

@inline(never) @_optimize(none)
private func first(of bytes: UnsafeMutablePointer<UInt8>) -> Int { Int(bytes[0]) }

/// Allocates bytes and forgets their address, so they leak.
@inline(never) @_optimize(none)
private func taken(_ count: Int) -> Bool {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 1, count: count)
    return bytes[0] == 1
}
