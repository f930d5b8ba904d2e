/// A segment of a link with a query of its own.
///
/// In some apps' links, every segment has its own query: in `example://detail?id=5/settings`, `id` belongs to `detail`. Such
/// a link is read with ``DeepLink/init(url:matching:)``, and is then an internal link like any other, with these as its
/// ``DeepLink/components``.
public struct LinkComponent: Hashable, Sendable {
    /// What an argument of a component holds.
    public enum Argument: Hashable, Sendable {
        /// The name alone: `?flag`.
        case flag
        /// A value, which may be empty: `?name=value`.
        case value(String)
    }

    /// The segment's text, decoded.
    public let name: String

    /// The arguments by their decoded names.
    ///
    /// If a name is repeated, the first counts. The keys are Swift strings, so a composed and a decomposed accent are the same name.
    public let arguments: [String: Argument]

    /// Creates a component.
    public init(name: String, arguments: [String: Argument] = [:]) {
        self.name = name
        self.arguments = arguments
    }
}

extension LinkComponent: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// Only whether the component has arguments, as `…?…`, since all of it comes from a link.
    public var description: String { arguments.isEmpty ? "…" : "…?…" }
}

extension LinkComponent.Argument: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// `=…` for a value, which is not shown, and nothing for a flag.
    public var description: String {
        switch self {
        case .flag: ""
        case .value: "=…"
        }
    }
}
