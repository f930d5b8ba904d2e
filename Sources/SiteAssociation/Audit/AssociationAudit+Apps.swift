import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    /// Checks a value that should be an array of app identifiers.
    mutating func checkAppIDs(_ list: JSONNode) {
        if !list.isArray { wrongType(list, "The list of apps", expected: "an array of strings") }
        var seen: Set<String> = []
        for element in list.elements {
            checkAppID(element)
            guard let appID = element.string, AppIdentifier.isWellFormed(appID),
                !seen.insert(appID).inserted
            else { continue }
            let message = "The list already has '\(short(appID))'; remove it, or write another app."
            add(.repeatedApp, at: element.place, message)
        }
    }

    /// Checks a value that should be an app identifier.
    private mutating func checkAppID(_ node: JSONNode) {
        guard let appID = node.string else {
            let expected = "a string such as '\(AppIdentifier.example)'"
            return wrongType(node, "The app identifier", expected: expected)
        }
        check(appID, at: node.place)
    }

    private mutating func check(_ appID: String, at place: AssociationPlace) {
        let name = "The app identifier '\(short(appID))'"
        let isPlaceholder = AppIdentifier.isPlaceholder(appID)
        if isPlaceholder || AppIdentifier.isSample(appID) {
            let message =
                "\(name) \(isPlaceholder ? "is a placeholder" : "has the prefix of an example"); write the app's own prefix and bundle identifier, such as '\(AppIdentifier.example)'."
            add(.placeholderAppID, isPlaceholder ? .error : .warning, at: place, message)
        } else if !AppIdentifier.isWellFormed(appID) {
            let (obstacle, remedy) = AppIdentifier.flaw
            add(.malformedAppID, at: place, "\(name) \(obstacle), so no app has it; \(remedy).")
        } else if case let parts = appID.split(separator: "."), parts.count > 2,
            parts[0] == parts[1]
        {
            let message = "\(name) has '\(parts[0]).' twice; remove one."
            add(.malformedAppID, .warning, at: place, message)
        }
    }

    /// Checks the keys with which an entry names its apps.
    mutating func checkAppKeys(of entry: AssociationEntry) {
        let (list, single) = (entry.node["appIDs"], entry.node["appID"])
        if let list, list.string?.contains(",") != true {
            list.string == nil ? checkAppIDs(list) : checkAppID(list)
        }
        if let single { single.isArray ? checkAppIDs(single) : checkAppID(single) }
        // Of both, only 'appIDs' stays.
        if let node = list ?? single, node.isArray || node.string != nil,
            node.isArray != (node.key == "appIDs")
        {
            let way =
                node.isArray
                ? "name the key 'appIDs'" : "write an array, with a string for each app"
            let message =
                "'\(node.key)' is \(node.kind), and how systems read it is not documented; \(way)."
            add(.wrongType, at: node.place, message)
        }
        if let list, let single {
            let isKnown = single.texts.allSatisfy(list.texts.contains)
            let message =
                "The entry has both 'appID' and 'appIDs', and it is not documented which of them systems read; keep 'appIDs', with all apps of the entry."
            add(.repeatedApp, isKnown ? .warning : .error, at: single.place, message)
        }
        if !entry.node.key.isEmpty { check(entry.node.key, at: entry.place) }
    }
}

/// The forms that the text of an app identifier can have.
enum AppIdentifier {
    /// An identifier of an app that nobody has.
    static let example = "A1B2C3D4E5.com.example.app"

    /// Whether the identifier has the usual form: ten capital letters and digits, a point, a bundle identifier.
    static func isWellFormed(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) != nil
    }

    /// What is wrong with an identifier that has another form, and what to write.
    static let flaw = (
        obstacle:
            "is not a prefix of ten capital letters and digits, a dot, and a bundle identifier of letters, digits and '-' with single dots between them",
        remedy: "write it as in '\(example)'"
    )

    /// Whether the identifier is a template's text that somebody should have replaced.
    static func isPlaceholder(_ text: String) -> Bool {
        let components = text.uppercased().split(separator: ".", omittingEmptySubsequences: false)
        guard let prefix = components.first else { return false }
        return text.utf8.contains(where: "<>{}$".utf8.contains)
            || prefixWords.contains { prefix.contains($0) }
            || Set(prefix).count == 1
            || components.dropFirst().contains { component in
                words.contains(component.filter { $0 != "_" && $0 != "-" })
            }
    }

    /// Whether the identifier has the prefix of Apple's documentation, or another that examples have.
    static func isSample(_ text: String) -> Bool {
        let prefix = text.uppercased().prefix { $0 != "." }
        return ["ABCDE12345", "1234567890", "0123456789", "ABCDEFGHIJ"].contains(prefix)
    }

    /// Words that no real prefix contains, as prefixes are random.
    private static let prefixWords = [
        "TEAM", "PREFIX", "XXXX", "YOUR", "APPID", "PLACEHOLDER", "REPLACE", "BUNDLE",
    ]

    /// Words that a template has between two points of a bundle identifier, without `-` and `_`.
    ///
    /// Only a whole component counts: `replacement-parts` is the name of an app.
    private static let words: Set<String> = [
        "PLACEHOLDER", "REPLACE", "REPLACEME", "BUNDLEID", "BUNDLEIDENTIFIER",
        "PRODUCTBUNDLEIDENTIFIER",
        "APPID", "YOURAPP", "YOURAPPID", "YOURAPPNAME", "YOURBUNDLEID", "YOURCOMPANY", "YOURDOMAIN",
        "YOURNAME",
    ]
}
