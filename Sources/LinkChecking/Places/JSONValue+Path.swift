package import DeepLinks

extension JSONValue {
    /// The value that `path` leads to, or `nil` when there is none.
    package subscript(path: JSONPath) -> JSONValue? {
        var value = self
        for step in path.steps {
            switch step {
            case .key(let key):
                guard let next = value.object?[key] else { return nil }
                value = next
            case .index(let index):
                guard let elements = value.array, elements.indices.contains(index) else {
                    return nil
                }
                value = elements[index]
            }
        }
        return value
    }
}
