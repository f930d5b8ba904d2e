import DeepLinks
import LinkChecking

/// A value of a file together with the way to it, which is where messages about it point.
struct JSONNode: Hashable, Sendable {
    let value: JSONValue
    let path: JSONPath

    /// The key of a member of an object.
    private(set) var key = ""
    private var keyPosition: JSONPosition?

    /// The whole document.
    init(_ document: JSONValue) {
        self.init(document, .root)
    }

    private init(_ value: JSONValue, _ path: JSONPath) {
        self.value = value
        self.path = path
    }

    /// Where the value is.
    var place: AssociationPlace { AssociationPlace(path, value.position) }

    /// Where the member's key is.
    var keyPlace: AssociationPlace { AssociationPlace(path, keyPosition) }

    var string: String? { value.string }
    var bool: Bool? { value.bool }
    var isObject: Bool { value.object != nil }
    var isArray: Bool { value.array != nil }

    /// What kind of value it is, with its article, such as "a number".
    var kind: String { value.kind }

    /// The member of an object with that key; of several, the one that counts.
    subscript(key: String) -> JSONNode? {
        guard let object = value.object, let value = object[key] else { return nil }
        return JSONNode(value, path.key(key))
    }

    /// The elements of an array; none of another value.
    var elements: [JSONNode] {
        (value.array ?? []).enumerated().map { JSONNode($0.element, path.index($0.offset)) }
    }

    /// The strings of an array.
    var strings: [String] { (value.array ?? []).compactMap(\.string) }

    /// The members of an object, each key once; none of another value.
    var members: [JSONNode] { (value.object?.members ?? []).map(member) }

    /// The members of an object whose key another one has too.
    var repeatedMembers: [JSONNode] { (value.object?.repeatedMembers ?? []).map(member) }

    private func member(_ member: JSONObject.Member) -> JSONNode {
        var node = JSONNode(member.value, path.key(member.key))
        node.key = member.key
        node.keyPosition = member.keyPosition
        return node
    }
}
