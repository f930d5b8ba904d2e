package import PathMatching

/// A flaw in the spelling of a host, as the end of a sentence that begins with "the host".
package enum HostFlaw: String {
    case empty = "is empty"
    case tooLong = "is longer than 253 bytes"
    case longLabel = "has a label of more than 63 bytes"
    /// As in `a..b` or `.a`.
    case emptyLabel = "has an empty label"
    case trailingDot = "ends in a dot"
    case percentSign = "has a percent sign"
    /// Such hosts are written with `xn--` labels.
    case nonASCII = "has non-ASCII characters"
    /// It is no letter, digit, `-`, `_` or `.`.
    case character = "has a character that is not allowed"
    /// It is in brackets, or its last label is a number.
    case address = "is read as an IP address"

    /// The way out.
    var remedy: String {
        switch self {
        case .nonASCII:
            "write it in ASCII, as it stands in links: a label with other letters begins with 'xn--'"
        case .address: "write an address as browsers do, such as '127.0.0.1' or '[::1]', or a name"
        case .tooLong, .longLabel: "no host can be that long; shorten it"
        case .empty, .emptyLabel, .trailingDot, .percentSign, .character:
            "write labels of letters, digits and '-' with single dots between them"
        }
    }
}

extension HostFlaw {
    /// The flaw in the spelling of `host`, and its offset; nil if its labels have letters, digits, `-` and `_`, and the last
    /// one is not a number.
    ///
    /// Browsers read a host whose last label is a number as an IPv4 address: `2130706433` and `0x7f.1` are `127.0.0.1`.
    /// So such a host is never a name.
    package static func flaw(inName host: ByteView) -> (flaw: HostFlaw, offset: Int)? {
        guard host.count > 0 else { return (.empty, 0) }
        guard host[0] != UInt8(ascii: "[") else { return (.address, 0) }
        var labelStart = 0
        for offset in 0..<host.count {
            let byte = host[offset]
            if byte == UInt8(ascii: ".") {
                guard offset > labelStart else { return (.emptyLabel, offset) }
                guard offset - labelStart <= 63 else { return (.longLabel, labelStart) }
                labelStart = offset + 1
            } else if !ByteSet.hostLabel.contains(byte) {
                if byte == UInt8(ascii: "%") { return (.percentSign, offset) }
                return (byte < 0x80 ? .character : .nonASCII, offset)
            }
        }
        guard labelStart < host.count else { return (.trailingDot, host.count - 1) }
        guard host.count - labelStart <= 63 else { return (.longLabel, labelStart) }
        guard host.count <= 253 else { return (.tooLong, 253) }
        guard !isNumber(host[labelStart..<host.count]) else { return (.address, labelStart) }
        return nil
    }

    /// Whether browsers read the label as a number: all digits, or `0x` and any number of hexadecimal digits, even none.
    static func isNumber(_ label: ByteView) -> Bool {
        if label.contains(only: .digits) { return true }
        return label.count >= 2 && label[0] == UInt8(ascii: "0")
            && label[1] | 0x20 == UInt8(ascii: "x")
            && label[2..<label.count].contains(only: .hexDigits)
    }
}
