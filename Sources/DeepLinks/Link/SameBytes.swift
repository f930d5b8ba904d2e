import PathMatching

/// Whether both texts have the same UTF-8 bytes.
///
/// `==` of strings also takes texts for equal that only look alike: `é` in one scalar or two, or a Kelvin sign and `K`.
@usableFromInline
package func hasSameBytes(_ text: String, _ other: String) -> Bool {
    guard text.utf8.count == other.utf8.count else { return false }
    return withBytes(of: other) { hasSameBytes(text, $0) }
}

/// Whether the bytes are those of a text.
func hasSameBytes(_ text: String, _ bytes: ByteView) -> Bool {
    withBytes(of: text) { $0.elementsEqual(bytes) }
}

/// Whether both texts have the same UTF-8 bytes, or both are nil.
package func hasSameBytes(_ text: String?, _ other: String?) -> Bool {
    switch (text, other) {
    case (let text?, let other?): hasSameBytes(text, other)
    case (nil, nil): true
    default: false
    }
}
