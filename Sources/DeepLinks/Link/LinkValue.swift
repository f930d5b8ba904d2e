#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that a link carries under a name: one item, an item that may be missing, or several items.
///
/// Every ``ParameterValue`` is one, read from the first item with the name. `Optional` makes the item optional, and `Array` takes
/// all items with the name, in order:
///
/// ```swift
/// let search = LinkPath("/search", TypedParameter<String>("q"), TypedParameter<Int?>("page"), TypedParameter<[String]>("tag"))
/// ```
public protocol LinkValue: Sendable {
    /// Reads the value from a link's items.
    ///
    /// - Parameters:
    ///   - name: The decoded name of the parameter.
    ///   - queryItems: The link's decoded items, those of captures included.
    /// - Returns: The value.
    /// - Throws: ``DeepLinkHandleError/missingQueryItem(name:)`` if the value is needed and missing; ``QueryItemValueError`` if it
    ///   is malformed.
    static func value(named name: String, in queryItems: [URLQueryItem]) throws -> Self

    /// The items that stand for the value in a link.
    ///
    /// - Parameter name: The decoded name of the parameter.
    /// - Returns: Decoded items with that name, from which ``value(named:in:)`` reads the value again; none for a missing value.
    func queryItems(named name: String) -> [URLQueryItem]
}

extension ParameterValue {
    /// Reads the value from the first item with the name.
    public static func value(named name: String, in queryItems: [URLQueryItem]) throws -> Self {
        try queryItems.require(TypedParameter<Self>(name))
    }

    /// One item with the value's text.
    public func queryItems(named name: String) -> [URLQueryItem] {
        [URLQueryItem(name: name, value: parameterValue)]
    }
}

extension Optional: LinkValue where Wrapped: ParameterValue {
    /// Reads the value from the first item with the name; nil if there is none, or it has no value.
    public static func value(named name: String, in queryItems: [URLQueryItem]) throws -> Self {
        try queryItems.optional(TypedParameter<Wrapped>(name))
    }

    /// One item with the value's text; none for nil.
    public func queryItems(named name: String) -> [URLQueryItem] {
        self?.queryItems(named: name) ?? []
    }
}

extension Array: LinkValue where Element: ParameterValue {
    /// Reads the values of all items with the name, in order; items without a value are left out.
    public static func value(named name: String, in queryItems: [URLQueryItem]) throws -> Self {
        try queryItems.values(TypedParameter<Element>(name))
    }

    /// One item for each element, in order.
    public func queryItems(named name: String) -> [URLQueryItem] {
        flatMap { $0.queryItems(named: name) }
    }
}
