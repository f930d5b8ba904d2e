import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// An app's `.entitlements` or `Info.plist`, in XML or binary form, as the project or the built app has it.
package struct AppPropertyList: Sendable {
    private let values: [String: Value]

    /// The lines of the text; in the binary form, they have no texts in tags.
    private let lines: [Substring]

    /// A value, or nil for one that JSON has no form for, such as a date.
    private struct Value: Decodable {
        let json: JSONValue?

        init(from decoder: any Decoder) {
            json = try? JSONValue(from: decoder)
        }
    }

    /// Reads a file; nil if it is not a property list with keys.
    package init?(data: Data) {
        guard let values = try? PropertyListDecoder().decode([String: Value].self, from: data)
        else { return nil }
        self.values = values
        lines = String(decoding: data, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    private subscript(key: String) -> JSONValue? { values[key]?.json }

    /// The first line with a text; nil if there is none.
    func place(of text: String) -> AssociationPlace? {
        lines.firstIndex { $0.contains(">\(text)<") }.map { AssociationPlace(line: $0 + 1) }
    }

    /// Whether it is an `Info.plist`, or else entitlements; nil if no key shows it.
    package var isInfo: Bool? {
        if values.keys.contains(where: { $0.hasPrefix("CFBundle") }) { return true }
        return self[Self.domainsKey] != nil || appID != nil ? false : nil
    }

    /// Whether a text has a variable that a build replaces, such as `$(LINK_HOST)`.
    static func hasVariable(_ text: String) -> Bool {
        text.contains("$(") || text.contains("${")
    }
}

// MARK: - Entitlements

extension AppPropertyList {
    static let domainsKey = "com.apple.developer.associated-domains"

    /// The entries for associated domains; nil without that entitlement.
    var associatedDomains: [AssociatedDomain]? {
        self[Self.domainsKey]?.array?.compactMap(\.string).map(AssociatedDomain.init)
    }

    /// The hosts of universal links, without those that a build still has to fill in.
    package var linkHosts: [String] {
        (associatedDomains ?? []).filter { $0.isForLinks && !$0.isMalformed }.map(\.host)
    }

    /// The app's identifier with its prefix, which only signed entitlements have.
    package var appID: String? {
        [self["application-identifier"], self["com.apple.application-identifier"]]
            .lazy.compactMap { $0?.string }.first { !Self.hasVariable($0) && !$0.contains("*") }
    }

    /// Whether a build with these entitlements is for testers or the store.
    var isRelease: Bool {
        let canBeDebugged = self["get-task-allow"] ?? self["com.apple.security.get-task-allow"]
        return self["beta-reports-active"]?.bool == true
            || canBeDebugged?.bool.map { !$0 } ?? (appID != nil)
    }
}

/// An entry of the entitlement for associated domains, such as `applinks:mydomain.io?mode=developer`.
struct AssociatedDomain {
    /// The entry as it is written.
    let text: String

    /// Whether it is for universal links.
    let isForLinks: Bool

    /// Whether it is for universal links, though systems do not read it as it is written: with blanks, a scheme, a path, or without
    /// a host, as in `https://mydomain.io`.
    let isMalformed: Bool

    /// The host in lower case, with what follows it if that is not a mode.
    let host: String

    /// Whether only builds of developers or managed devices read it.
    let hasMode: Bool

    init(_ text: String) {
        self.text = text
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = String(parts[parts.count - 1]).asciiLowercased
        hasMode = ["developer", "managed", "developer+managed"].contains {
            rest.hasSuffix("?mode=\($0)")
        }
        host = hasMode ? String(rest.prefix { $0 != "?" }) : rest
        let service = parts.count == 2 ? AssociationService(rawValue: String(parts[0])) : nil
        isForLinks = service == .applinks
        let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
        let isHost = name.contains(".") && withBytes(of: name) { HostFlaw.flaw(inName: $0) == nil }
        isMalformed = service == nil || isForLinks && !isHost
    }

    /// Whether the text has a host as a word.
    func names(_ name: String) -> Bool {
        text.asciiLowercased.split { !$0.isLetter && !$0.isNumber && !"-.".contains($0) }
            .contains { $0.split(separator: ".").joined(separator: ".") == name }
    }
}

// MARK: - Info.plist

extension AppPropertyList {
    /// The schemes of the URL types, as they are written.
    package var schemes: [String] {
        (self["CFBundleURLTypes"]?.array ?? []).flatMap { type in
            type.object?["CFBundleURLSchemes"]?.array?.compactMap(\.string) ?? []
        }
    }

    /// The app's identifier without its prefix.
    package var bundleID: String? {
        self["CFBundleIdentifier"]?.string.flatMap { Self.hasVariable($0) ? nil : $0 }
    }

    /// Whether the app declares scenes.
    var hasScenes: Bool { self["UIApplicationSceneManifest"] != nil }

    /// The SDK that the app was built with, such as `iphoneos27.0`; nil in a project's file.
    var sdk: String? { self["DTSDKName"]?.string }
}
