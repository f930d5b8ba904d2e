import DeepLinks
import LinkChecking

/// A value of a file together with its path, which messages about it name.
struct JSONNode: Hashable, Sendable {
    let value: JSONValue
    let path: JSONPath

    /// The positions of the value and its parts; `nil` when it was not read from text.
    private let places: JSONPlaces?

    init(_ value: JSONValue, _ path: JSONPath = .root, _ places: JSONPlaces? = nil) {
        self.value = value
        self.path = path
        self.places = places
    }

    var place: AssociationPlace { AssociationPlace(path, places?.position) }
    var keyPlace: AssociationPlace { AssociationPlace(path, places?.keyPosition) }

    /// The key of a member of an object; empty for other values.
    var key: String {
        if case .key(let key)? = path.steps.last { key } else { "" }
    }

    var string: String? { value.string }
    var bool: Bool? { value.bool }
    var isObject: Bool { value.object != nil }
    var isArray: Bool { value.array != nil }

    /// The kind of the value with its article, such as "the number 5".
    var kind: String { value.kind }

    /// The member of an object with this key.
    subscript(key: String) -> JSONNode? {
        value.object?[key].map { JSONNode($0, path.key(key), places?[key]) }
    }

    /// The element of an array at an index.
    subscript(index: Int) -> JSONNode? {
        guard let array = value.array, array.indices.contains(index) else { return nil }
        let parts = places?.parts ?? []
        return JSONNode(array[index], path.index(index), index < parts.count ? parts[index] : nil)
    }

    /// The elements of an array; empty for other values.
    var elements: [JSONNode] { (value.array ?? []).indices.compactMap { self[$0] } }

    var strings: [String] { (value.array ?? []).compactMap(\.string) }

    /// The string, or the strings of an array.
    var texts: [String] { string.map { [$0] } ?? strings }

    /// The members of an object, each key once; in the order of the text if it is known, otherwise sorted by key.
    var members: [JSONNode] {
        guard let members = value.object else { return [] }
        guard let places else { return members.keys.sorted().compactMap { self[$0] } }
        var seen: Set<String> = []
        return places.parts.filter { seen.insert($0.key).inserted }.compactMap { part in
            members[part.key].map { JSONNode($0, path.key(part.key), part) }
        }
    }

    /// The members of an object whose key an earlier member also has.
    var repeatedMembers: [JSONNode] {
        (places?.repeatedMembers ?? []).map { JSONNode(.null, path.key($0.key), $0) }
    }
}
