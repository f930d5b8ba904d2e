import DeepLinks
import LinkChecking
import PathMatching

extension AssociationAudit {
    /// A value that should be an array of app identifiers.
    mutating func checkAppIDs(_ value: JSONValue, at path: JSONPath) {
        guard let elements = value.array else {
            add(
                .wrongType,
                .error,
                at: path,
                value.position,
                "The list of apps is \(value.kind), so it is ignored; write an array of strings."
            )
            return
        }
        for (index, element) in elements.enumerated() {
            checkAppID(element, at: path.index(index))
        }
    }

    /// A value that should be an app identifier.
    mutating func checkAppID(_ value: JSONValue, at path: JSONPath) {
        guard let appID = value.string else {
            add(
                .wrongType,
                .error,
                at: path,
                value.position,
                "The app identifier is \(value.kind), so it is ignored; write a string such as 'ABCDE12345.com.example.app'."
            )
            return
        }
        checkAppID(appID, at: path, value.position)
    }

    mutating func checkAppID(_ appID: String, at path: JSONPath, _ position: JSONPosition?) {
        if AppIdentifier.isPlaceholder(appID) {
            add(
                .placeholderAppID,
                .error,
                at: path,
                position,
                "The app identifier '\(Self.short(appID))' is a placeholder; write the app's own prefix and bundle identifier, such as 'ABCDE12345.com.example.app'."
            )
        } else if !AppIdentifier.isWellFormed(appID) {
            add(
                .malformedAppID,
                .warning,
                at: path,
                position,
                "The app identifier '\(Self.short(appID))' is not a prefix of ten letters and digits, a point and a bundle identifier, such as 'ABCDE12345.com.example.app'."
            )
        }
    }

    /// The keys with which an entry names its apps.
    mutating func checkAppKeys(of entry: Entry) {
        guard let object = entry.value.object else { return }
        let path = entry.path
        if let list = object["appIDs"] {
            if let appID = list.string {
                add(
                    .appIDForm,
                    .error,
                    at: path.key("appIDs"),
                    list.position,
                    "'appIDs' is a string, and what systems make of it is not documented; write [\"\(appID)\"]."
                )
                checkAppID(list, at: path.key("appIDs"))
            } else {
                checkAppIDs(list, at: path.key("appIDs"))
            }
        }
        if let single = object["appID"] {
            if single.array != nil {
                add(
                    .appIDForm,
                    .error,
                    at: path.key("appID"),
                    single.position,
                    "'appID' is an array, and what systems make of it is not documented; name the key 'appIDs'."
                )
                checkAppIDs(single, at: path.key("appID"))
            } else {
                checkAppID(single, at: path.key("appID"))
            }
        }
        if object["appIDs"] != nil, let single = object["appID"] {
            add(
                .bothAppIDKeys,
                .warning,
                at: path.key("appID"),
                single.position,
                "The entry has both 'appID' and 'appIDs', and which of them systems read is not documented; keep 'appIDs'."
            )
        }
        if entry.model.appIDs.isEmpty {
            add(
                .noAppID,
                .error,
                at: path,
                entry.value.position,
                "The entry names no app, so its rules are for nobody; write 'appIDs'."
            )
        }
        if case .key(let appID)? = path.steps.last {
            checkAppID(appID, at: path, entry.value.position)
        }
    }

    /// Apps for which there is more than one entry.
    mutating func checkRepeatedApps() {
        var first: [String: JSONPath] = [:]
        for entry in entries {
            for appID in entry.model.appIDs {
                guard let earlier = first[appID] else {
                    first[appID] = entry.path
                    continue
                }
                add(
                    .repeatedApp,
                    .note,
                    at: entry.path,
                    entry.value.position,
                    "'\(Self.short(appID))' has an earlier entry at \(earlier); systems are assumed to read both lists of rules one after the other."
                )
            }
        }
    }
}

/// What the text of an app identifier tells.
enum AppIdentifier {
    /// Whether the identifier has the usual form: ten capital letters and digits, a point, a bundle identifier.
    static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count > 11, bytes[10] == UInt8(ascii: ".") else { return false }
        return bytes[..<10].allSatisfy { (0x41...0x5A).contains($0) || ByteSet.digits.contains($0) }
            && bytes[11...].allSatisfy { bundleBytes.contains($0) }
    }

    /// Whether the identifier is a text that a template left for somebody to replace.
    static func isPlaceholder(_ text: String) -> Bool {
        let upper = text.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        let prefix = Array(upper.prefix { $0 != UInt8(ascii: ".") })
        return words.contains { contains(upper, $0) }
            || prefixWords.contains { contains(prefix, $0) }
            || Set(prefix).count == 1
    }

    /// What no identifier contains.
    private static let words = [
        "<", ">", "{", "}", "$", "PLACEHOLDER", "REPLACE", "YOUR_", "YOUR-", "BUNDLE_ID",
        "BUNDLEID",
        "PRODUCT_BUNDLE_IDENTIFIER",
    ].map { Array($0.utf8) }

    /// What no prefix contains, as prefixes are drawn by lot.
    private static let prefixWords = [
        "TEAM", "PREFIX", String(repeating: "X", count: 4), "YOUR", "APPID",
    ].map { Array($0.utf8) }

    private static let bundleBytes = ByteSet.letters.union(.digits).union(ByteSet(".-"))

    private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        var start = 0
        while start + word.count <= bytes.count {
            var length = 0
            while length < word.count, bytes[start + length] == word[length] {
                length += 1
            }
            if length == word.count { return true }
            start += 1
        }
        return false
    }
}
