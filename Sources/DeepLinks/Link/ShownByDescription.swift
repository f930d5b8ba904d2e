/// A value that may hold what a link holds: debuggers and `dump` show its description, and nothing else of it.
package protocol ShownByDescription: CustomStringConvertible, CustomReflectable {}

extension ShownByDescription {
    /// What debuggers and `dump` show: as much as the description.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
