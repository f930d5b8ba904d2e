/// The members of a JSON object in the order they were written.
///
/// A key that was written twice is there twice; looking it up gives the last one, as Foundation's reader does.
/// Keys are compared byte by byte.
package struct JSONObject: Sendable {
    /// A key with its value.
    package struct Member: Sendable {
        /// The key without its escapes.
        package var key: String

        /// Where the key began in the text it was read from.
        package var keyPosition: JSONPosition?

        /// What the key stands for.
        package var value: JSONValue

        /// Creates a member.
        package init(key: String, keyPosition: JSONPosition? = nil, value: JSONValue) {
            self.key = key
            self.keyPosition = keyPosition
            self.value = value
        }
    }

    /// All members, in their order.
    package var members: [Member]

    /// Creates an object.
    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of the last member with that key.
    package subscript(key: String) -> JSONValue? {
        members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    /// The keys that stand more than once, each with the places after the first, in order.
    package var repeatedMembers: [Member] {
        var seen: Set<[UInt8]> = []
        return members.filter { !seen.insert(Array($0.key.utf8)).inserted }
    }

    /// The members in the order of their keys' bytes; those with equal keys stay in their order.
    private var sortedMembers: [Member] {
        // The standard library's sort is stable, though its documentation does not promise it: the offset does.
        members.enumerated().sorted { left, right in
            if left.element.key.utf8.elementsEqual(right.element.key.utf8) {
                return left.offset < right.offset
            }
            return left.element.key.utf8.lexicographicallyPrecedes(right.element.key.utf8)
        }.map(\.element)
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in whatever order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.members.count == right.members.count else { return false }
        return zip(left.sortedMembers, right.sortedMembers).allSatisfy { left, right in
            left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
        }
    }

    /// Hashes the members without regard to their order.
    package func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var inner = Hasher()
            inner.combine(member.key)
            inner.combine(member.value)
            sum ^= inner.finalize()
        }
        hasher.combine(sum)
        hasher.combine(members.count)
    }
}
