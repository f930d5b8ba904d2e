/// An app whose links are read by parsers that are put together, each giving a whole path of screens.
///
/// | Link | Path |
/// | :- | :- |
/// | `example://home/settings` | home, settings |
/// | `example://detail?id=<id>` | home, detail |
/// | `example://detail?id=<id>/settings` | home, detail, settings |
///
/// In the last one the query belongs to the first segment, so the links are read as components.
public enum ComposableExample {}
