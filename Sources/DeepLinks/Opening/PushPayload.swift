#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The links that a push notification carries, taken out of its payload.
///
/// A payload is not `Sendable`, and Swift does not know that it arrives on the main actor. This value is, so a notification
/// delegate takes the links out where the payload arrives, and opens them where the coordinator is:
///
/// ```swift
/// nonisolated func userNotificationCenter(
///     _ center: UNUserNotificationCenter,
///     didReceive response: UNNotificationResponse,
///     withCompletionHandler completionHandler: @escaping () -> Void
/// ) {
///     let payload = PushPayload(response.notification.request.content.userInfo)
///     Task { await coordinator.open(payload) }
///     completionHandler()
/// }
/// ```
///
/// <doc:PushNotifications> says why the asynchronous form of that method is not the one to use.
public struct PushPayload: Hashable, Sendable {
    /// The key paths that are looked at unless others are given: `deeplink`, `deep_link`, `url`, `data.deeplink` and
    /// `data.url`.
    public static let standardKeyPaths = [
        "deeplink", "deep_link", "url", "data.deeplink", "data.url",
    ]

    /// The texts that were found at the key paths, in their order; they are not checked in any way.
    public let linkCandidates: [String]

    /// The key paths that were looked at.
    public let keyPaths: [String]

    /// Takes the links out of a payload.
    ///
    /// A key path is a key, or keys of nested dictionaries with dots between them; a key that has dots itself is found too. What
    /// is found has to be a string or a URL, and is passed over if it is anything else, or an empty string.
    ///
    /// - Parameters:
    ///   - payload: The payload as it arrived.
    ///   - keyPaths: Where links may be, in the order in which they are tried.
    public init(_ payload: [AnyHashable: Any], keyPaths: [String] = Self.standardKeyPaths) {
        self.keyPaths = keyPaths
        linkCandidates = keyPaths.compactMap { Self.text(at: $0, in: payload) }
    }

    /// The string or URL at a key path.
    private static func text(at keyPath: String, in payload: [AnyHashable: Any]) -> String? {
        if let value = payload[AnyHashable(keyPath)], let text = text(of: value) { return text }
        var keys = keyPath.utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        .map { AnyHashable(String(Substring($0))) }
        guard keys.count > 1, let last = keys.popLast() else { return nil }
        var dictionary = payload
        for key in keys {
            guard let value = dictionary[key], let nested = nested(value) else { return nil }
            dictionary = nested
        }
        return dictionary[last].flatMap(text(of:))
    }

    private static func text(of value: Any) -> String? {
        let text: String? =
            switch value {
            case let text as String: text
            case let url as URL: url.absoluteString
            default: nil
            }
        guard let text, !text.isEmpty else { return nil }
        return text
    }

    private static func nested(_ value: Any) -> [AnyHashable: Any]? {
        value as? [AnyHashable: Any]
    }
}

extension PushPayload: CustomStringConvertible, CustomReflectable {
    /// How many links were found, and where was looked, but not what they hold.
    public var description: String {
        let count = linkCandidates.count
        return "\(count) \(count == 1 ? "link" : "links") at \(keyPaths.joined(separator: ", "))"
    }

    /// What debuggers and `dump` show: as much as ``description``.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["linkCount": linkCandidates.count, "keyPaths": keyPaths],
            displayStyle: .struct
        )
    }
}

/// A push notification's payload without a link.
public struct PushPayloadError: Error, Hashable, Sendable {
    /// The key paths that were looked at.
    public let keyPaths: [String]
}

extension PushPayloadError: CustomStringConvertible {
    /// One sentence: where a link was looked for, and what to do.
    public var description: String {
        let places = keyPaths.map { "'\($0)'" }.joined(separator: ", ")
        return
            "The payload has no text or URL at \(places.isEmpty ? "any key path" : places); put the link there, or add its key path to the options."
    }
}
