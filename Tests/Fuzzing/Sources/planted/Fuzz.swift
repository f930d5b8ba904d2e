/// A fuzzer that has something to find, so that it can be seen that what there is to find is found.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer takes -1 for an input that is of no interest.
    check(Array(UnsafeBufferPointer(start: bytes, count: count))) == 2 ? -1 : 0
}
