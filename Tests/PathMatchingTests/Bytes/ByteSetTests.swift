import PathMatching
import Testing

struct ByteSetTests {
    @Test func `holds exactly the bytes it was made of`() {
        let set = ByteSet("az09~")
        let members = (UInt8.min...UInt8.max).filter(set.contains)
        #expect(members == Array("09az~".utf8))
    }

    @Test(arguments: [
        (ByteSet.digits, "0123456789"),
        (.letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        (.hexDigits, "0123456789ABCDEFabcdef"),
        (.unreserved, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"),
        (.subDelimiters, "!$&'()*+,;="),
        (
            .segment,
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
        ),
        (.canonicalEscape, "%0123456789ABCDEF"),
    ])
    func `named sets hold what RFC 3986 lists`(set: ByteSet, members: String) {
        #expect(Set((UInt8.min...UInt8.max).filter(set.contains)) == Set(members.utf8))
    }

    @Test func `sets are compared and taken from each other byte by byte`() {
        let letters = ByteSet("az@~")
        #expect(letters.subtracting(ByteSet("z@")) == ByteSet("a~"))
    }
}
