public import DeepLinks
import LinkChecking
import PathMatching

/// What an app must declare so that systems pass it the links of a configuration.
///
/// ```swift
/// let declarations = AppDeclarations(configuration: configuration)
/// print(declarations.entitlement())
/// print(declarations.urlTypes(name: "com.example.app"))
/// ```
public struct AppDeclarations: Hashable, Sendable {
    /// The hosts of universal links, such as `example.com` and `*.example.com`, each once.
    ///
    /// Addresses, `localhost` and hosts with a port cannot be declared, and `{shop}.example.com` becomes `*.example.com`.
    public let hosts: [String]

    /// The custom schemes in lower case, each once.
    public let schemes: [String]

    /// Where development builds get association files from.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// From the host itself, on devices with *Associated Domains Development* switched on.
        case developer

        /// Wherever the device's management says.
        case managed

        /// From either.
        case developerAndManaged = "developer+managed"
    }

    /// Collects the hosts and schemes to declare.
    ///
    /// - Parameter configuration: The domains and schemes.
    public init(configuration: LinkConfiguration) {
        hosts = configuration.domains.filter(\.claims).flatMap(\.namedHosts).map(\.declaration)
            .uniqued()
        schemes = configuration.schemes.flatMap(\.names).map { $0.asciiLowercased }.uniqued()
    }

    /// The entries of the entitlement for associated domains, such as `applinks:example.com`.
    ///
    /// App Clips cannot be declared for a wildcard, so they have no entry for `*.example.com`.
    ///
    /// - Parameters:
    ///   - mode: Where development builds get files from; `nil`, for the App Store, leaves that to the system.
    ///   - services: What the app uses the hosts for, by default universal links only.
    /// - Returns: An entry for each service and host.
    public func associatedDomains(
        mode: Mode? = nil,
        services: [AssociationService] = [.applinks]
    ) -> [String] {
        services.flatMap { service in
            hosts.filter { service != .appclips || !$0.hasPrefix("*.") }.map { host in
                "\(service.rawValue):\(host)" + (mode.map { "?mode=\($0.rawValue)" } ?? "")
            }
        }
    }

    /// The entitlement for associated domains, as it appears in the app's entitlements file.
    ///
    /// - Parameters:
    ///   - mode: Where development builds get files from; `nil`, for the App Store, leaves that to the system.
    ///   - services: What the app uses the hosts for, by default universal links only.
    /// - Returns: A key and an array in XML; empty without hosts.
    public func entitlement(
        mode: Mode? = nil,
        services: [AssociationService] = [.applinks]
    ) -> String {
        let domains = associatedDomains(mode: mode, services: services)
        guard !domains.isEmpty else { return "" }
        return Self.member(
            "com.apple.developer.associated-domains",
            array: domains.map { "<string>\(Self.escaped($0))</string>" }
        )
    }

    /// The URL types, as they appear in the app's `Info.plist`.
    ///
    /// - Parameter name: The name of the type, usually the bundle identifier.
    /// - Returns: A key and an array in XML; empty without schemes.
    public func urlTypes(name: String) -> String {
        guard !schemes.isEmpty else { return "" }
        var lines = [
            "<dict>",
            "    <key>CFBundleTypeRole</key>",
            "    <string>Viewer</string>",
            "    <key>CFBundleURLName</key>",
            "    <string>\(Self.escaped(name))</string>",
            "    <key>CFBundleURLSchemes</key>",
            "    <array>",
        ]
        lines += schemes.map { "        <string>\(Self.escaped($0))</string>" }
        lines += ["    </array>", "</dict>"]
        return Self.member("CFBundleURLTypes", array: lines)
    }

    /// The filter for web links that an Android app needs in its manifest.
    ///
    /// It takes all links of the hosts; the rules in ``AndroidAssetLinks`` narrow it.
    ///
    /// - Parameter host: The host whose links it takes, with those below it if the configuration has a wildcard; `nil` for all.
    /// - Returns: An element in XML.
    public func intentFilter(host: String? = nil) -> String {
        let own = hosts.filter { own in
            host.map { [$0.asciiLowercased, "*.\($0.asciiLowercased)"].contains(own) } ?? true
        }
        // A host of a list is declared only with all hosts below its name.
        let covering = hosts.filter { AssociationLink.covers($0, host?.asciiLowercased ?? "") }
        let data = (own.isEmpty ? covering : own).map {
            "    <data android:scheme=\"https\" android:host=\"\($0)\" />\n"
        }
        return """
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
            \(data.joined())</intent-filter>

            """
    }

    /// A key and an array in the XML form of property lists.
    private static func member(_ key: String, array: [String]) -> String {
        let inner = array.map { "    \($0)\n" }.joined()
        return "<key>\(key)</key>\n<array>\n\(inner)</array>\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case _ where scalar.isInvisible: result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension AppDeclarations {
    /// The declared host whose file is about the links to a host: the host itself, otherwise the longest wildcard above it; nil if
    /// there is none.
    static func declaration(for host: String, among declared: [String]) -> String? {
        declared.contains(host)
            ? host
            : declared.filter { AssociationLink.covers($0, host) }
                .max { $0.utf8.count < $1.utf8.count }
    }

    /// The declared host whose file is about a web link; nil if there is none, or the link's host is not certain.
    package static func declaration(forLink url: String, among declared: [String]) -> String? {
        (try? WebLink(url)).flatMap { declaration(for: $0.host, among: declared) }
    }

    /// The host that serves the file of a declared one: `a.io` for `*.a.io`.
    package static func server(of declared: String) -> String {
        declared.hasPrefix("*.") ? String(declared.dropFirst(2)) : declared
    }
}

extension Domain {
    /// The hosts that can have universal links, and so a file.
    var namedHosts: [HostPattern] { externalHosts.filter(\.canHaveFile) }
}

extension HostPattern {
    /// Whether systems can get a file for the host: it has no port, and is neither an address nor a single word such as `localhost`.
    var canHaveFile: Bool { !isAddress && port == nil && name.contains(".") }

    /// The host in the form that apps declare.
    var declaration: String { isWildcard ? "*.\(name)" : name }

    /// The hosts of a list, as `{lang:de|fr}.example.com` has two; empty for other patterns.
    var listedHosts: [String] { constraint.contains("|") && canHaveFile ? sampleHosts : [] }

    /// Whether the file of a host is about links that the pattern matches.
    func isServed(by host: String) -> Bool {
        name == host.asciiLowercased || listedHosts.contains(host.asciiLowercased)
    }
}
