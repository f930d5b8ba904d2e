// Traps where `Int` has 32 bits, and nowhere else.

@_cdecl("_start")
public func start() {
    print(UInt32.max == limit() ? "not reached" : "")
}

@inline(never) @_optimize(none)
private func limit() -> Int {
    Int(UInt32.max)
}
