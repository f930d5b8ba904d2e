package import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The links that a push notification carries, taken out of its payload.
///
/// A payload is not `Sendable`, and Swift does not know that it arrives on the main actor. This value is `Sendable`, so a
/// notification delegate takes the links out where the payload arrives, and opens them where the coordinator is:
///
/// ```swift
/// nonisolated func userNotificationCenter(
///     _ center: UNUserNotificationCenter,
///     didReceive response: UNNotificationResponse,
///     withCompletionHandler completionHandler: @escaping @Sendable () -> Void
/// ) {
///     // The system also tells of buttons, and of notifications that are dismissed.
///     if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
///         let payload = PushPayload(response.notification.request.content.userInfo)
///         Task { await coordinator.open(payload) }
///     }
///     completionHandler()
/// }
/// ```
///
/// <doc:PushNotifications> explains why not to use the asynchronous form of that method.
public struct PushPayload: Hashable, Sendable {
    /// The key paths that are searched by default: `deeplink`, `deep_link`, `url`, `data.deeplink` and
    /// `data.url`.
    public static let standardKeyPaths = [
        "deeplink", "deep_link", "url", "data.deeplink", "data.url",
    ]

    /// The most bytes of a key path: longer ones are passed over, and so is what is below them.
    private static let keyPathLimit = 256

    /// How deep nested dictionaries are searched.
    private static let depthLimit = 16

    /// Where links may be, in the order in which they are tried; nil to use the coordinator's options.
    public let keyPaths: [String]?

    /// All texts and URLs by their key paths.
    private var texts: [String: String] = [:]

    /// The texts, numbers and Booleans at the top level, sorted by their names.
    let values: [URLQueryItem]

    /// Takes the links out of a payload.
    ///
    /// A key path is a key, or keys of nested dictionaries with dots between them; a key that has dots itself is found too, and first.
    /// Only URLs and strings that are not blank count. Dictionaries are searched to a depth of 16, for key paths of up to 256 bytes.
    ///
    /// - Parameters:
    ///   - payload: The payload as it arrived.
    ///   - keyPaths: Where links may be, in the order in which they are tried; nil for
    ///     ``DeepLinkCoordinator/Options/pushKeyPaths`` of the coordinator that opens it.
    public init(_ payload: [AnyHashable: Any], keyPaths: [String]? = nil) {
        self.keyPaths = keyPaths
        values = payload.compactMap { key, value in
            guard let name = key as? String, let text = Self.data(of: value) else { return nil }
            return URLQueryItem(name: name, value: text)
        }
        .inOrder { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        collectTexts(of: payload, under: "", depth: 0)
    }

    /// Collects all texts below a key path: those of nested dictionaries first, so that a key with dots replaces them.
    private mutating func collectTexts(
        of payload: [AnyHashable: Any],
        under prefix: String,
        depth: Int
    ) {
        guard depth < Self.depthLimit else { return }
        let entries = payload.compactMap { key, value in
            (key as? String).map { (path: prefix + $0, value: value) }
        }
        .filter { $0.path.utf8.count <= Self.keyPathLimit }
        .inOrder { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        for (path, value) in entries {
            guard let nested = value as? [AnyHashable: Any] else { continue }
            collectTexts(of: nested, under: path + ".", depth: depth + 1)
        }
        for (path, value) in entries {
            if let text = Self.text(of: value) { texts[path] = text }
        }
    }

    /// The texts found at the key paths, in their order; they are not checked in any way.
    ///
    /// Without key paths of its own, the payload is searched at ``standardKeyPaths``.
    public var linkCandidates: [String] { links(at: keyPaths ?? Self.standardKeyPaths).map(\.text) }

    /// The texts at key paths, in their order; they are not checked in any way.
    func links(at keyPaths: [String]) -> [ReceivedText] {
        keyPaths.compactMap { keyPath in
            texts[keyPath].map { ReceivedText(text: $0, keyPath: keyPath) }
        }
    }

    /// A link made of the payload's values, for payloads that have data instead of a link.
    ///
    /// ```swift
    /// let payload = PushPayload(["type": "order", "id": 7, "aps": ["badge": 1]])
    /// payload.link(as: "myapp://push")  // "myapp://push?id=7&type=order"
    /// ```
    ///
    /// Each text, number and Boolean at the top level becomes an item, percent-encoded and sorted by name.
    ///
    /// - Parameter base: The link to which the items are added, such as `myapp://push`; if it has a fragment, they go before it.
    /// - Returns: The link, for ``DeepLinkCoordinator/open(_:from:)-(String,_)``.
    public func link(as base: String) -> String {
        guard !values.isEmpty else { return base }
        let fragment = base.utf8.drop { $0 != UInt8(ascii: "#") }
        var bytes = Array(base.utf8.dropLast(fragment.count))
        bytes.append(UInt8(ascii: bytes.contains(UInt8(ascii: "?")) ? "&" : "?"))
        bytes += QueryText.text(of: values).utf8
        bytes += fragment
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func text(of value: Any) -> String? {
        let text: String? =
            switch value {
            case let text as String: text
            case let url as URL: url.absoluteString
            default: nil
            }
        // White space around a link does not count, so white space alone is no link.
        guard let text, !withBytes(of: text, \.trimmed.isEmpty) else { return nil }
        return text
    }

    /// A text, a number or a Boolean as an item's value.
    private static func data(of value: Any) -> String? {
        switch value {
        case let text as String: return text
        // Foundation's numbers 0 and 1 can be cast to `Bool`, too; the name of the class tells what the value is.
        case let flag as Bool where String(describing: type(of: value)).contains("Bool"):
            return flag ? "true" : "false"
        case let number as any BinaryInteger: return "\(number)"
        case let number as Int: return "\(number)"
        case let number as UInt64: return "\(number)"
        case let number as Decimal: return number.isFinite ? "\(number)" : nil
        case let number as any BinaryFloatingPoint: return number.isFinite ? "\(number)" : nil
        case let number as Double: return number.isFinite ? "\(number)" : nil
        default: return nil
        }
    }
}

extension DeepLinkCoordinator {
    /// Opens the link of a push notification.
    ///
    /// The payload is searched at ``Options/pushKeyPaths``, in their order, for strings and URLs; the first that the app can
    /// open is opened. A notification delegate that is not on the main actor uses ``PushPayload`` and ``open(_:)``.
    @discardableResult
    public func open(pushPayload: [AnyHashable: Any]) -> DeepLinkOutcome {
        open(PushPayload(pushPayload))
    }

    /// Opens the first link of a push notification that can be rewritten and has a route that trusts ``LinkOrigin/push``.
    ///
    /// If there is no such link, or before ``activate()``, the first that can be rewritten is opened; if none can be, the first is
    /// refused. A payload without a text at any key path becomes ``Options/payloadLink``, if it has values for that.
    ///
    /// - Parameter payload: The payload. It is searched at its own key paths if it has some, otherwise at
    ///   ``Options/pushKeyPaths``.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none.
    @discardableResult
    public func open(_ payload: PushPayload) -> DeepLinkOutcome {
        let keyPaths = payload.keyPaths ?? options.pushKeyPaths
        let candidates = payload.links(at: keyPaths)
        if let chosen = usable(candidates) {
            return open(.external(chosen), from: .push)
        }
        if let base = options.payloadLink, !payload.values.isEmpty {
            return open(.external(ReceivedText(text: payload.link(as: base))), from: .push)
        }
        return open(.nothing(PushPayloadError(keyPaths: keyPaths)), from: .push)
    }

    /// The candidate of a push payload to open: the first of all if none can be rewritten; nil if there is none.
    private func usable(_ candidates: [ReceivedText]) -> ReceivedText? {
        guard candidates.count > 1 else { return candidates.first }
        var first: ReceivedText?
        for candidate in candidates {
            guard let details = try? storedRewriter.details(of: candidate.text) else { continue }
            first = first ?? candidate
            guard storedIsActive else { break }
            let origin = LinkOrigin(.push, isCustom: details.hasCustomScheme)
            let link = OpenedLink(0, details, from: origin, inside: current)
            if let route = handler.match(for: details.link)?.route,
                route.originList.flatMap(link.firstOrigin(notIn:)) == nil
            {
                return candidate
            }
        }
        return first ?? candidates.first
    }
}

extension PushPayload: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// How many links were found and where they were looked for, but not what they hold.
    public var description: String {
        let count = linkCandidates.count
        let places = (keyPaths ?? Self.standardKeyPaths).joined(separator: ", ")
        return "\(count) \(count == 1 ? "link" : "links") at \(places)"
    }
}

/// A push notification's payload without a link.
public struct PushPayloadError: Error, Hashable, Sendable {
    /// The key paths that were searched.
    public let keyPaths: [String]
}

extension PushPayloadError: CustomStringConvertible {
    package var text: ErrorText {
        let places = keyPaths.map { "'\($0)'" }.joined(separator: ", ")
        return ErrorText(
            "The payload has no text or URL at \(places.isEmpty ? "any key path" : places)",
            "put the link there, or add its key path to the options"
        )
    }
}
