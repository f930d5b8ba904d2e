/// The digest that a page's security policy names a script by (FIPS 180-4).
///
/// Only systems of Apple have it in a library of their own, and the package has no dependencies.
enum SHA256 {
    /// The digest of a message.
    static func digest(of message: some Collection<UInt8>) -> [UInt8] {
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
            0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        for block in blocks(of: message) {
            add(block, to: &state)
        }
        return state.flatMap { bytes(of: $0) }
    }

    /// The message in blocks of sixteen words: a bit, zeros and the length in bits fill up the last one.
    private static func blocks(of message: some Collection<UInt8>) -> [[UInt32]] {
        var padded = Array(message)
        let length = UInt64(padded.count) * 8
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        padded += bytes(of: UInt32(truncatingIfNeeded: length >> 32))
        padded += bytes(of: UInt32(truncatingIfNeeded: length))
        return stride(from: 0, to: padded.count, by: 64).map { start in
            stride(from: start, to: start + 64, by: 4).map { offset in
                padded[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
            }
        }
    }

    private static func bytes(of word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static func add(_ block: [UInt32], to state: inout [UInt32]) {
        var words = block
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, by: 7) ^ rotated(early, by: 18) ^ early >> 3
            let second = rotated(late, by: 17) ^ rotated(late, by: 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        // The eight working variables of the standard: `a` is at 0, `h` at 7.
        var work = state
        for index in 0..<64 {
            let (a, e) = (work[0], work[4])
            let choice = e & work[5] ^ ~e & work[6]
            let sum = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
            let first = work[7] &+ sum &+ choice &+ constants[index] &+ words[index]
            let majority = a & work[1] ^ a & work[2] ^ work[1] & work[2]
            let second = (rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)) &+ majority
            work = [first &+ second, a, work[1], work[2], work[3] &+ first, e, work[5], work[6]]
        }
        for index in state.indices { state[index] &+= work[index] }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
        0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
        0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
        0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
        0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
        0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
        0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
        0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
