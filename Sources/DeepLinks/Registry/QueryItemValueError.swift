package import PathMatching

/// A parameter's value that cannot be read as the parameter's type.
public struct QueryItemValueError: Error, Equatable {
    /// The parameter's name.
    public let name: String

    /// The value that was found, which may be a secret: nothing prints it.
    public let value: String

    /// What was expected instead, as it reads after "has to be": `true or false`.
    public let expected: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - value: The value that was found.
    ///   - expected: What was expected instead, as it reads after "has to be".
    public init(name: String, value: String, expected: String) {
        self.name = name
        self.value = value
        self.expected = expected
    }
}

extension QueryItemValueError {
    /// An error about a text that is not a value of a type.
    ///
    /// If it would be one without spaces, a plus sign or leading zeros, the error says so.
    @usableFromInline
    init(name: String, value: String, isNo type: any ParameterValue.Type) {
        var flaws: [String] = []
        var text = withBytes(of: value) { Substring(String($0[$0.trimmed])) }
        if text.utf8.count < value.utf8.count { flaws.append("spaces") }
        if text.first == "+" {
            text.removeFirst()
            flaws.append("a plus sign")
        }
        let sign = text.first == "-" ? "-" : ""
        let number = text.utf8.dropFirst(sign.utf8.count)
        var digits = Substring(number.drop { $0 == UInt8(ascii: "0") })
        if digits.isEmpty || digits.utf8.first == UInt8(ascii: ".") {
            digits = Substring(number.suffix(digits.utf8.count + 1))
        }
        if digits.utf8.count < number.count { flaws.append("leading zeros") }
        var expected = type.expectedParameterValue
        if !flaws.isEmpty, type.init(parameterValue: sign + digits) != nil {
            expected += ", written without " + flaws.joined(separator: " and ")
        }
        self.init(name: name, value: value, expected: expected)
    }
}

extension QueryItemValueError: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    package var text: ErrorText {
        ErrorText("The value of '\(name)' is malformed", "it has to be \(expected)")
    }
}
