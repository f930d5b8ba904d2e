/// What an oracle does when a promise does not hold, and when memory is misused: by this it is seen that faults are found.
///
/// - Parameter input: `promise` breaks a promise, `memory` reads a byte that was given back, `leak` forgets one; all else
///   does nothing.
/// - Returns: What was read, so that it has to be.
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

/// Bytes that may not be read any more, which the optimizer must not see.
@inline(never) @_optimize(none)
private func givenBack(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 1, count: count)
    bytes.deallocate()
    return bytes
}

@inline(never) @_optimize(none)
private func first(of bytes: UnsafeMutablePointer<UInt8>) -> Int {
    Int(bytes[0])
}

/// Takes bytes that nobody gives back, and whose address nobody keeps.
@inline(never) @_optimize(none)
private func taken(_ count: Int) -> Bool {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    bytes.initialize(repeating: 1, count: count)
    return bytes[0] == 1
}
