// What Embedded Swift lacks and PathMatching uses, as far as no look-up depends on it.

public protocol CustomReflectable {
    var customMirror: Mirror { get }
}

public struct Mirror {
    public enum DisplayStyle { case `struct`, `class`, `enum`, tuple, optional, collection, dictionary, set }

    public init<Subject, Children>(_ subject: Subject, children: Children, displayStyle: DisplayStyle? = nil) {}
}

extension String {
    init(describing value: some CustomStringConvertible) { self = value.description }
}
