import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A path and the types of its parameters, declared once for the code that opens links to it and the code that makes them.
///
/// ```swift
/// enum Links {
///     static let home = LinkPath("/home")
///     static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
///     static let search = LinkPath("/search", TypedParameter<String>("q"), TypedParameter<Int?>("page"))
/// }
///
/// try handler.register(Links.product) { id in showProduct(id) }
/// try Links.product.link(5)              // /products/5
/// try Links.search.link("shoes", nil)    // /search?q=shoes
/// ```
///
/// `Values` is the type of the only parameter, a tuple of several, or `()` for none; the compiler checks all uses. A parameter with
/// the name of a capture stands in the path, each other one in the query.
///
/// The initializer does not throw, so that a path can be a `static let`. What is wrong with a declaration is kept, and thrown when
/// the path is registered, read or made into a link.
public struct LinkPath<Values>: Sendable {
    /// The path as it was given, or a pattern of paths.
    public var path: String { declared.path }

    let declared: DeclaredPath
    private let read: @Sendable ([URLQueryItem]) throws -> Values
    private let write: @Sendable (Values) -> [URLQueryItem]

    /// Declares a path with its parameters.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/search`, or a pattern of paths, such as `/products/{id:int}`.
    ///   - parameters: One for each capture of the path, and one for each item of the query. A value of the type `Optional` may be
    ///     missing; one of the type `Array` stands for all items with the name.
    public init<each Value: LinkValue>(
        _ path: String,
        _ parameters: repeat TypedParameter<each Value>
    ) where Values == (repeat each Value) {
        var names: [String] = []
        var kinds: [LinkValueKind] = []
        for parameter in repeat each parameters {
            names.append(parameter.name)
            kinds.append(LinkValueKind(of: parameter))
        }
        declared = DeclaredPath(path, names, kinds)
        let parameters = (repeat each parameters)
        read = { queryItems in
            (repeat try (each Value).value(named: (each parameters).name, in: queryItems))
        }
        write = { values in
            var items: [URLQueryItem] = []
            for (value, parameter) in repeat (each values, each parameters) {
                items += value.queryItems(named: parameter.name)
            }
            return items
        }
    }

    // In a call whose closure names the type of the value, the compiler does not find the pack of one.
    /// Declares a path with one parameter.
    public init(_ path: String, _ parameter: TypedParameter<Values>) where Values: LinkValue {
        declared = DeclaredPath(path, [parameter.name], [LinkValueKind(of: parameter)])
        read = { try Values.value(named: parameter.name, in: $0) }
        write = { $0.queryItems(named: parameter.name) }
    }

    /// Reads the values from the items that an action gets.
    ///
    /// - Parameter queryItems: The link's items, with those of captures, as ``DeepLinkHandler`` gives them to an action.
    /// - Returns: The values.
    /// - Throws: ``DeepLinkHandleError/missingQueryItem(name:)`` or ``QueryItemValueError``; ``DeepLinkRegisterError`` if the
    ///   declaration is flawed.
    public func values(of queryItems: [URLQueryItem]) throws -> Values {
        _ = try declared.pattern.get()
        return try read(queryItems)
    }

    /// Makes the link to this path with the given values.
    ///
    /// - Parameter values: The values; several as a tuple.
    /// - Returns: The link, from which ``values(of:)`` reads the same values.
    /// - Throws: ``DeepLinkError`` if a value cannot stand in the path, such as a text that the capture's constraint refuses, if a
    ///   value has no text, such as `Double.nan`, or if the declaration is flawed.
    public func link(_ values: Values) throws(DeepLinkError) -> DeepLink {
        let pattern: PathPattern
        do throws(DeepLinkRegisterError) { pattern = try declared.pattern.get() } catch {
            throw DeepLinkError("flawed-path", error.text)
        }
        let items = write(values)
        let names = pattern.captureNames
        let captured = items.filter { item in names.contains { hasSameBytes($0, item.name) } }
        let link = DeepLink(
            canonicalPath: try pattern.path(filledWith: captured),
            queryItems: items.filter { item in !names.contains { hasSameBytes($0, item.name) } },
            fragment: nil
        )
        // The rest of the promise, that the link is read as the values: only this path's own reading can judge it.
        do { _ = try read(captured + link.queryItems) } catch {
            let name =
                switch error {
                case let error as QueryItemValueError: error.name
                case DeepLinkHandleError.missingQueryItem(let name): name
                default: declared.names.joined(separator: ", ")
                }
            throw .valueWithoutText(name)
        }
        return link
    }

    /// Makes the link to this path with the given values.
    ///
    /// - Throws: ``DeepLinkError``, as ``link(_:)-(Values)``.
    public func link<each Value>(
        _ values: repeat each Value
    ) throws(DeepLinkError) -> DeepLink where Values == (repeat each Value) {
        try link((repeat each values))
    }
}

// MARK: - Declarations

/// How many items a parameter takes.
enum LinkValueKind {
    case one, optional, several

    fileprivate init<Value: LinkValue>(of parameter: TypedParameter<Value>) {
        switch Value.self {
        case is any OptionalLinkValue.Type: self = .optional
        case is any SeveralLinkValues.Type: self = .several
        default: self = .one
        }
    }
}

private protocol OptionalLinkValue {}
extension Optional: OptionalLinkValue where Wrapped: ParameterValue {}
private protocol SeveralLinkValues {}
extension Array: SeveralLinkValues where Element: ParameterValue {}

/// The path of a ``LinkPath`` and its parameters, without the types of their values.
struct DeclaredPath: Hashable, Sendable {
    /// The path as it was given.
    let path: String

    /// The parsed path, or what is wrong with the declaration.
    let pattern: Result<PathPattern, DeepLinkRegisterError>

    /// The names of the parameters, in order.
    let names: [String]

    /// How many items each of them takes, in the same order.
    let kinds: [LinkValueKind]

    /// What is wrong with the declaration; nil if nothing is.
    var flaw: DeepLinkRegisterError? {
        if case .failure(let flaw) = pattern { flaw } else { nil }
    }

    /// A path without parameters of its own.
    init(_ path: String) {
        self.path = path
        (names, kinds) = ([], [])
        pattern = Result { () throws(DeepLinkRegisterError) in try PathPattern(registering: path) }
    }

    fileprivate init(_ path: String, _ names: [String], _ kinds: [LinkValueKind]) {
        self.path = path
        self.names = names
        self.kinds = kinds
        pattern = Result { () throws(DeepLinkRegisterError) in
            try Self.pattern(of: path, names, kinds)
        }
    }

    /// Parses a declaration's path, and compares its captures with the parameters.
    private static func pattern(
        of path: String,
        _ names: [String],
        _ kinds: [LinkValueKind]
    ) throws(DeepLinkRegisterError) -> PathPattern {
        func flaw(_ reason: String) -> DeepLinkRegisterError {
            .malformedPath(path: path, reason: reason)
        }
        let pattern = try PathPattern(registering: path)
        for (place, name) in names.enumerated() {
            if name.isEmpty {
                throw flaw("has a parameter without a name; name it as the item in the query.")
            }
            if names[..<place].contains(where: { hasSameBytes($0, name) }) {
                throw flaw("has two parameters '\(name)'; give one of them another name.")
            }
        }
        for (capture, mayBeAbsent) in pattern.captures.map({ ($0.name, $0.isOptional) }) {
            guard let place = names.firstIndex(where: { hasSameBytes($0, capture) }) else {
                throw flaw(
                    "has a capture '{\(capture)}' without a parameter; "
                        + "add one named '\(capture)', or remove the capture."
                )
            }
            guard kinds[place] == (mayBeAbsent ? .optional : .one) else {
                throw flaw(
                    "has a capture '\(capture)' and a parameter of another kind; give the parameter the type of one value, which is "
                        + "optional if the capture is '{*\(capture)?}' and only then."
                )
            }
        }
        return pattern
    }
}
