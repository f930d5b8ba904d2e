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

    /// The lines of the text; empty in the binary form, which has none.
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
        let isText = !data.starts(with: "bplist".utf8)
        lines =
            isText
            ? String(decoding: data, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false) : []
    }

    subscript(key: String) -> JSONValue? { values[key]?.json }

    /// The number of the first line with a text; nil if there is none.
    func line(of text: String) -> Int? {
        lines.firstIndex { $0.contains(">\(text)<") }.map { $0 + 1 }
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
    /// An entry of the entitlement for associated domains, such as `applinks:mydomain.io?mode=developer`.
    struct AssociatedDomain {
        /// The entry as it is written.
        let text: String

        /// What is before the colon.
        let service: String

        /// The host in lower case, with what follows it if that is not a mode.
        let host: String

        let mode: String?

        init(_ text: String) {
            self.text = text
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            service = parts.count == 2 ? String(parts[0]) : ""
            let rest = String(parts[parts.count - 1]).asciiLowercased
            mode = ["developer", "managed", "developer+managed"].first {
                rest.hasSuffix("?mode=\($0)")
            }
            host = mode == nil ? rest : String(rest.prefix { $0 != "?" })
        }

        /// Whether it is for universal links, though systems do not read it as it is written: with blanks, a scheme, a path, or without
        /// a host, as in `https://mydomain.io`.
        var isMalformed: Bool {
            let isOther = AssociationService.allCases.contains { $0.rawValue == service }
            return service == "applinks" ? !isWellFormed : !isOther
        }

        /// Whether it has a host, or a wildcard for all hosts below one.
        var isWellFormed: Bool {
            let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
            return name.contains(".") && withBytes(of: name) { HostFlaw.flaw(inName: $0) == nil }
        }

        /// Whether the text has a host as a word.
        func names(_ name: String) -> Bool {
            text.asciiLowercased.split { !$0.isLetter && !$0.isNumber && !"-.".contains($0) }
                .contains { $0.split(separator: ".").joined(separator: ".") == name }
        }
    }

    static let domainsKey = "com.apple.developer.associated-domains"

    /// The entries for associated domains; nil without that entitlement.
    var associatedDomains: [AssociatedDomain]? {
        self[Self.domainsKey]?.array?.compactMap(\.string).map(AssociatedDomain.init)
    }

    /// The hosts of universal links, without those that a build still has to fill in.
    package var linkHosts: [String] {
        (associatedDomains ?? []).filter { domain in
            domain.service == "applinks" && domain.isWellFormed
        }.map(\.host)
    }

    /// The app's identifier with its prefix, which only signed entitlements have.
    package var appID: String? {
        [self["application-identifier"], self["com.apple.application-identifier"]]
            .lazy.compactMap { $0?.string }.first { !Self.hasVariable($0) && !$0.contains("*") }
    }

    /// Whether a build with these entitlements is for testers or the store; nil if they are not signed ones.
    var isRelease: Bool? {
        if self["beta-reports-active"]?.bool == true { return true }
        return (self["get-task-allow"] ?? self["com.apple.security.get-task-allow"])?.bool
            .map { !$0 } ?? (appID == nil ? nil : true)
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

    /// Whether the app is for the Mac, whose apps have no scenes unless they come from iOS.
    var isForMac: Bool {
        sdk?.hasPrefix("macosx") == true || self["LSMinimumSystemVersion"] != nil
            || self["NSPrincipalClass"]?.string == "NSApplication"
    }
}
