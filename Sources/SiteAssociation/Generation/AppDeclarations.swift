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

    /// Collects the hosts and schemes to declare.
    ///
    /// - Parameter configuration: The domains and schemes.
    public init(configuration: LinkConfiguration) {
        hosts = configuration.namedHosts.map(\.declaration).uniqued()
        schemes = configuration.schemes.flatMap(\.names).map { $0.asciiLowercased }.uniqued()
    }

    /// The entries of the entitlement for associated domains, such as `applinks:example.com`.
    ///
    /// App Clips cannot be declared for a wildcard, so they have no entry for `*.example.com`.
    ///
    /// - Parameter services: What the app uses the hosts for, by default universal links only.
    /// - Returns: An entry for each service and host.
    public func associatedDomains(services: [AssociationService] = [.applinks]) -> [String] {
        services.flatMap { service in
            hosts.filter { service != .appclips || !$0.hasPrefix("*.") }
                .map { "\(service.rawValue):\($0)" }
        }
    }

    /// The entitlement for associated domains, as it appears in the app's entitlements file.
    ///
    /// - Parameter services: What the app uses the hosts for, by default universal links only.
    /// - Returns: A key and an array in XML; empty without hosts.
    public func entitlement(services: [AssociationService] = [.applinks]) -> String {
        let domains = associatedDomains(services: services)
        guard !domains.isEmpty else { return "" }
        let key = "com.apple.developer.associated-domains"
        let entries = domains.map { "    <string>\($0)</string>\n" }.joined()
        return "<key>\(key)</key>\n<array>\n\(entries)</array>\n"
    }

    /// The URL types, as they appear in the app's `Info.plist`.
    ///
    /// - Parameter name: The name of the type, usually the bundle identifier.
    /// - Returns: A key and an array in XML; empty without schemes.
    public func urlTypes(name: String) -> String {
        guard !schemes.isEmpty else { return "" }
        let schemes = schemes.map { "            <string>\(Self.escaped($0))</string>\n" }.joined()
        return """
            <key>CFBundleURLTypes</key>
            <array>
                <dict>
                    <key>CFBundleTypeRole</key>
                    <string>Editor</string>
                    <key>CFBundleURLName</key>
                    <string>\(Self.escaped(name))</string>
                    <key>CFBundleURLSchemes</key>
                    <array>
            \(schemes)        </array>
                </dict>
            </array>

            """
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
