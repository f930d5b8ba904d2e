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
    /// A text is no URL by RFC 3986, for example, if a space in it is not percent-encoded. Letters beyond ASCII may stand in its path
    /// and query.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text, which is read each time.
    public var url: URL? {
        guard let text, let url = URL(string: withBytes(of: text) { String($0[$0.trimmed]) }) else {
            return nil
        }
        // Foundation may repair a text that is no URL: what is shown then is not what came in.
        var encoded: [UInt8] = []
        withBytes(of: text) {
            PercentEncoding.append($0[$0.trimmed], keeping: ByteSet(0...0x7F), to: &encoded)
        }
        return url.absoluteString.utf8.elementsEqual(encoded) ? url : nil
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
