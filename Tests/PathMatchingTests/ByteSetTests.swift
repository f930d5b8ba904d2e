import PathMatching
import Testing

struct ByteSetTests {
    @Test func `holds exactly the bytes it was made of`() {
        let set = ByteSet("az09~")
        let members = (UInt8.min...UInt8.max).filter(set.contains)
        #expect(members == Array("09az~".utf8))
    }

    @Test func `segment bytes are those of RFC 3986 pchar`() {
        let plain =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
        #expect(
            Set((UInt8.min...UInt8.max).filter(ByteSet.segment.contains)) == Set(plain.utf8)
        )
    }
}
