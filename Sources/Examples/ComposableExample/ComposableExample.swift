/// An app whose links are read by combined parsers, each of which returns a whole path of screens.
///
/// | Link | Path |
/// | :- | :- |
/// | `example://home/settings` | home, settings |
/// | `example://detail?id=<id>` | home, detail |
/// | `example://detail?id=<id>/settings` | home, detail, settings |
///
/// In the last link the query belongs to the first segment, so links are read as components.
public enum ComposableExample {}
