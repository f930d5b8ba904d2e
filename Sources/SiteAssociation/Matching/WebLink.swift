import DeepLinks
import PathMatching

/// The host of an `https` or `http` link, and the bytes that follow it.
///
/// An association file is for one host, so an answer is only right if all URL readers find the same host. A browser takes
/// `https://a.com\@evil.com/` to `a.com`, a reader by RFC 3986 to `evil.com`: the host of such a link is uncertain, and
/// reading it throws.
struct WebLink {
    /// The host in lower case: a name, an IPv4 address in its plain form, or an IPv6 address in brackets.
    let host: String

    /// The path, query and fragment as they are written.
    let tail: ArraySlice<UInt8>

    /// Splits a link after its host, or throws why no file can be asked about it.
    init(_ url: String) throws(AssociationObstacle) {
        let noURL = AssociationObstacle(
            "the link is not a URL with a host, such as 'https://example.com/buy/42'"
        )
        let bytes = Array(url.utf8)[...]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { throw noURL }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).asciiLowercased
        guard scheme == "https" || scheme == "http" else {
            throw AssociationObstacle(
                "the link's scheme is '\(scheme)', but only web links open apps through an association file"
            )
        }
        let rest = bytes[(colon + 3)...]
        let authority = rest.prefix { !ByteSet("/?#").contains($0) }
        tail = rest[authority.endIndex...]
        guard !authority.isEmpty else { throw noURL }

        let uncertain = AssociationObstacle(
            "'\(String(decoding: authority, as: UTF8.self))' is not a host that all URL readers agree on; write a plain host, with at most a port in digits after it"
        )
        var host = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            // Readers that accept a second `@` agree that the host follows the last one.
            guard authority[..<at].allSatisfy(Self.userInfo.contains) else { throw uncertain }
            host = authority[(at + 1)...]
        }
        // Colons in brackets are part of the address.
        let nameEnd = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        if let colon = host[nameEnd...].firstIndex(of: UInt8(ascii: ":")) {
            let digits = host[(colon + 1)...]
            guard digits.allSatisfy(ByteSet.digits.contains) else { throw uncertain }
            host = host[..<colon]
        }
        guard Self.isCertain(host) else { throw uncertain }
        self.host = String(decoding: host, as: UTF8.self).asciiLowercased
    }

    /// Whether all readers find the same host in `host`.
    private static func isCertain(_ host: ArraySlice<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
            let address = host.dropFirst().dropLast()
            return address.contains(UInt8(ascii: ":"))
                && address.allSatisfy(Self.addressBytes.contains)
        }
        // Browsers take a host that ends in a number for an IPv4 address, however it is spelled: `0x7f.1` is 127.0.0.1.
        switch withBytes(of: Array(host), { HostFlaw.flaw(inName: $0)?.flaw }) {
        case nil: return true
        case .address: return HostPattern.isPlainIPv4(String(decoding: host, as: UTF8.self))
        default: return false
        }
    }

    private static let addressBytes = ByteSet.hexDigits.union(ByteSet(":."))
    private static let userInfo = ByteSet.unreserved.union(.subDelimiters).union(ByteSet("%:@"))
}
