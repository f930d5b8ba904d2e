package import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A published `assetlinks.json`, Android's file, and what its author should look at.
package struct AssetLinksAudit: FindingCollector {
    package var findings: [AssociationFinding] = []
    var corrections: [Correction] = []

    /// Whether the file lets an Android app open links.
    private var hasApp = false

    /// Checks a file.
    ///
    /// - Parameters:
    ///   - data: The file's bytes; nil is returned if they are not a list of statements.
    ///   - configuration: The rules to compare the file with; `nil` checks the file alone.
    ///   - host: The host that serves the file; `nil` compares it with the rules of all domains.
    package init?(_ data: Data, against configuration: LinkConfiguration?, host: String? = nil) {
        guard let text = try? JSONText(data, limit: 1 << 20) else { return nil }
        let document = JSONNode(text.value, text.places)
        guard Self.isStatementList(document) else { return nil }
        add(
            .androidFile,
            at: document.place,
            "This is Android's 'assetlinks.json'; Apple's systems read 'apple-app-site-association'."
        )
        for statement in document.elements { check(statement, configuration, host: host) }
        if !hasApp {
            add(
                .noAppID,
                at: document.place,
                "No statement gives an Android app the relation '\(AndroidAssetLinks.relation)', so links open no app; add one, as 'deeplink aasa --android' writes it."
            )
        }
    }

    /// Whether a document is Android's file, as Apple's is an object.
    static func isStatementList(_ document: JSONNode) -> Bool {
        document.isArray && !document.elements.isEmpty
            && document.elements.allSatisfy {
                $0["relation"] != nil || $0["target"] != nil || $0["include"] != nil
            }
    }

    // MARK: Statements

    private mutating func check(
        _ statement: JSONNode,
        _ configuration: LinkConfiguration?,
        host: String?
    ) {
        // The statements are in another file.
        if statement["include"] != nil {
            hasApp = true
            return
        }
        checkKeys(
            of: statement,
            known: ["relation", "relation_extensions", "target"],
            what: "a statement"
        )
        guard let relation = statement["relation"], relation.isArray else {
            return add(
                .wrongType,
                at: (statement["relation"] ?? statement).place,
                "A statement needs a list of relations; write \"relation\": [\"\(AndroidAssetLinks.relation)\"]."
            )
        }
        guard let target = statement["target"], target.isObject else {
            return add(
                .wrongType,
                at: (statement["target"] ?? statement).place,
                "A statement needs a target; write an object with 'namespace', 'package_name' and 'sha256_cert_fingerprints'."
            )
        }
        guard target["namespace"]?.string == "android_app" else {
            if target["namespace"]?.string == nil {
                add(
                    .wrongType,
                    at: target.place,
                    "The target has no namespace; write \"namespace\": \"android_app\"."
                )
            }
            return
        }
        if relation.strings.contains(AndroidAssetLinks.relation) { hasApp = true }
        let package = checkApp(target)
        guard let components = checkExtensions(of: statement) else { return }
        for component in components.elements { checkComponent(component) }
        if let configuration, let package {
            compare(components, configuration, package: package, host: host)
        }
    }

    /// Checks the app that a statement is about, and returns its identifier.
    private mutating func checkApp(_ target: JSONNode) -> String? {
        checkKeys(
            of: target,
            known: ["namespace", "package_name", "sha256_cert_fingerprints"],
            what: "the target"
        )
        let name = target["package_name"]
        let isName = name?.string.map(AndroidAssetLinks.isPackageName) ?? false
        if !isName {
            add(
                .malformedAppID,
                at: (name ?? target).place,
                "\(name?.string.map { "'\(short($0))' is not the identifier of an Android app" } ?? "The target names no app"); write \"package_name\" with two or more names and dots between them, such as 'com.example.app'."
            )
        }
        let key = "sha256_cert_fingerprints"
        let list = target[key]
        guard let list, list.isArray, !list.elements.isEmpty else {
            add(
                .malformedAppID,
                at: (list ?? target).place,
                "The target has no list of fingerprints; write \"\(key)\": [\"…\"] with the one that the Play Console shows."
            )
            return isName ? name?.string : nil
        }
        for element in list.elements {
            let text = element.string ?? ""
            let spelled = AndroidAssetLinks.fingerprint(text)
            // Android compares without case.
            guard spelled != text.uppercased() else { continue }
            add(
                .malformedAppID,
                at: element.place,
                "'\(short(text))' is not a SHA-256 fingerprint as Android reads it; \(spelled.map { "write '\($0)'" } ?? "write 32 pairs of hexadecimal digits with colons, as the Play Console shows them")."
            )
        }
        return isName ? name?.string : nil
    }

    // MARK: Rules

    /// Checks what surrounds the rules of a statement, and returns their list; nil if there is none.
    private mutating func checkExtensions(of statement: JSONNode) -> JSONNode? {
        guard let extensions = statement["relation_extensions"] else { return nil }
        checkKeys(
            of: extensions,
            known: [AndroidAssetLinks.relation],
            what: "'relation_extensions'"
        )
        guard let own = extensions[AndroidAssetLinks.relation] else { return nil }
        let key = "dynamic_app_link_components"
        checkKeys(of: own, known: [key], what: "the extension of a relation")
        guard let components = own[key] else { return nil }
        if !components.isArray {
            wrongType(components, "'\(key)'", expected: "an array of objects")
        }
        return components.isArray ? components : nil
    }

    private mutating func checkComponent(_ node: JSONNode) {
        guard node.isObject else {
            return wrongType(
                node,
                "The component",
                expected: "an object such as '{ \"/\": \"/buy/*\" }'"
            )
        }
        checkKeys(
            of: node,
            known: ["/", "?", "#", "exclude", "comments"],
            what: "a component of Android's file",
            meant: ["comment": "'comments'"]
        )
        let query = node["?"]
        if let query, !query.isObject {
            wrongType(query, expected: "an object of strings")
        }
        if let exclude = node["exclude"], exclude.bool == nil {
            wrongType(exclude, expected: "true or false")
        }
        let patterns = [node["/"], node["#"]].compactMap(\.self) + (query?.members ?? [])
        for pattern in patterns {
            guard let text = pattern.string, !text.isEmpty else {
                add(
                    .wrongType,
                    at: pattern.place,
                    "The pattern is \(pattern.string == nil ? pattern.kind : "empty"), which Android cannot read; write a text, such as '*', or remove the key."
                )
                continue
            }
            if text.contains("$(") {
                add(
                    .neverMatches,
                    at: pattern.place,
                    "'\(short(text))' has a variable, but Android has none and takes it as text; write a pattern for each of its words, or '?*'."
                )
            }
        }
    }

    /// Looks for rules that the configuration needs and the file lacks, and the reverse.
    private mutating func compare(
        _ components: JSONNode,
        _ configuration: LinkConfiguration,
        package: String,
        host: String?
    ) {
        let fingerprint = String(repeating: "0", count: 64)
        guard
            let links = try? AndroidAssetLinks(
                configuration: configuration,
                packageName: package,
                fingerprints: [fingerprint],
                host: host
            )
        else { return }
        let own = components.elements.map { component in
            JSONValue.object((component.value.object ?? [:]).filter { $0.key != "comments" })
        }
        let missing = links.components.first { !own.contains($0) }
        let more = own.first { !links.components.contains($0) }
        guard missing != nil || more != nil else { return }
        let differences =
            [missing.map { "\($0.line) is missing" }, more.map { "\($0.line) is not one of them" }]
            .compactMap(\.self).joined(separator: ", and ")
        add(
            .differentRules,
            at: components.place,
            "The file has other rules than 'deeplink aasa --android' writes: \(differences); compare them, or write the file anew."
        )
    }
}
