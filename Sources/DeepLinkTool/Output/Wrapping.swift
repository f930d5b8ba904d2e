/// Breaks text into lines of at most `width` characters.
///
/// A line breaks at a space, otherwise at a joint of a link: after `/` or `-`, and before `?`, `&` or `#`. If there is neither
/// in its last two thirds, it breaks anywhere.
func wrap(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while rest.count > width {
        let places = (rest.startIndex + max(1, width / 3))...(rest.startIndex + width)
        let place =
            places.last { rest[$0 - 1] == " " || rest[$0] == " " }
            ?? places.last { isJoint(between: rest[$0 - 1], and: rest[$0]) } ?? places.upperBound
        lines.append(String(rest[..<place]))
        rest = rest[place...].drop { $0 == " " }
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(String(rest)) }
    return lines
}

extension String {
    /// The text of some scalars, without trailing spaces.
    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? scalars.startIndex
        self.init(String.UnicodeScalarView(scalars[..<end]))
    }
}

private func isJoint(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    left == "-" || left == "/" && right != "/" || right == "?" || right == "&" || right == "#"
}
