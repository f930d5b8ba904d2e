import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A link that the app has nothing for, as ``DeepLinkCoordinator/onUnhandled`` gets it.
public struct UnhandledLink: Sendable {
    /// The link's number, which its events carry too.
    public let id: Int

    /// The URL as it came in, without white space around it; nil if the app opened an internal link, or the text is no URL.
    ///
    /// A text with a space, a control character, a backslash or a malformed escape is no URL. Other characters that may not stand in
    /// one, such as `é`, are percent-encoded.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text, which is read each time.
    public var url: URL? {
        guard let text else { return nil }
        return withBytes(of: text) { bytes in
            let bytes = bytes[bytes.trimmed]
            // Foundation repairs these: what is shown then is not what came in.
            let isWhole = (0..<bytes.count).allSatisfy { place in
                switch bytes[place] {
                case UInt8(ascii: "%"): bytes[place..<bytes.count].beginsWithEscape
                case UInt8(ascii: "\\"), ...0x20, 0x7F: false
                default: true
                }
            }
            return isWhole ? URL(string: String(bytes)) : nil
        }
    }

    /// The text that came in; nil if the app opened an internal link.
    let text: String?

    /// The internal link; nil if none could be made.
    public let link: DeepLink?

    /// Where it came from.
    public let origin: LinkOrigin

    /// Whether the system would bring the URL straight back if it were handed to the browser; see
    /// ``DeepLinkOutcome/wouldBounce``.
    public let wouldBounce: Bool

    /// Why there is nothing: a ``RewriteError`` or ``DeepLinkHandleError/pathNotRegistered(path:)``.
    public let error: any Error
}

extension ByteView {
    /// Whether a percent sign at the beginning has two hexadecimal digits behind it.
    fileprivate var beginsWithEscape: Bool {
        count > 2 && ByteSet.hexDigits.contains(self[1]) && ByteSet.hexDigits.contains(self[2])
    }
}

extension UnhandledLink: CustomStringConvertible, CustomReflectable {
    /// The link's number and the obstacle, without what the link holds.
    public var description: String { "#\(id): \(error.safeText)" }

    /// What debuggers and `dump` show: as much as ``description``.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "origin": origin, "wouldBounce": wouldBounce, "error": error.safeText,
            ],
            displayStyle: .struct
        )
    }
}
