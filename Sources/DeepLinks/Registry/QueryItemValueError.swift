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
    public init(name: String, value: String, expected: String) {
        self.name = name
        self.value = value
        self.expected = expected
    }
}

extension QueryItemValueError: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    package var text: ErrorText {
        ErrorText("The value of '\(name)' is malformed", "it has to be \(expected)")
    }
}
