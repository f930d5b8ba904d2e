/// A value that may contain parts of a link; debuggers and `dump` show only its description.
package protocol ShownByDescription: CustomStringConvertible, CustomReflectable {}

extension ShownByDescription {
    /// What debuggers and `dump` show: only the description.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
