import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A link that the app has nothing for, as passed to ``DeepLinkCoordinator/onUnhandled``.
public struct UnhandledLink: Sendable {
    /// The link's number, which its events have too.
    public let id: Int

    /// The URL as it came in, without white space around it; nil if the app opened an internal link, or the text is not a URL.
    ///
    /// A text with a space, a control character, a backslash or a malformed escape is not a URL. Other characters that a URL cannot
    /// contain, such as `é`, are percent-encoded.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text, which is read each time.
    public var url: URL? {
        guard let text else { return nil }
        return withBytes(of: text) { bytes in
            let bytes = bytes[bytes.trimmed]
            guard !bytes.contains(where: ByteSet.unreadable.contains)
            else { return nil }
            var encoded: [UInt8] = []
            PercentEncoding.append(bytes, keeping: Self.kept, to: &encoded)
            let text = String(decoding: encoded, as: UTF8.self)
            // If Foundation finds more to encode, it also encodes percent signs again.
            guard let url = URL(string: text),
                hasSameBytes(url.absoluteString, text) || !encoded.contains(UInt8(ascii: "%"))
            else { return nil }
            return url
        }
    }

    /// The characters that may stand somewhere in a URL.
    private static let kept = ByteSet("%:/?#[]@!$&'()*+,;=-._~").union(.letters).union(.digits)

    /// The text that came in; nil if the app opened an internal link.
    let text: String?

    /// The internal link; nil if none could be made.
    public let link: DeepLink?

    /// Where it came from.
    public let origin: LinkOrigin

    /// Whether the system would bring the URL straight back if it were handed to the browser; see
    /// ``DeepLinkOutcome/wouldBounce``.
    public var wouldBounce: Bool { (error as? RewriteError)?.isAboutConfiguredSource ?? true }

    /// Why it is unhandled: a ``RewriteError``, ``DeepLinkHandleError/pathNotRegistered(path:)`` or a ``RouteError``.
    public let error: any Error
}

extension UnhandledLink: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// The link's number and the obstacle, without what the link holds.
    public var description: String { "#\(id): \(error.safeText)" }
}
