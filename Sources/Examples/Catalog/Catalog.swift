/// A shop with central navigation: what the user asks for is parsed, judged, and only then shown.
///
/// ```
/// external link ─▶ rewriter ─▶ parser ─┐
///                                      ├─▶ access policy ─▶ coordinator ─▶ router of the feature
/// intent inside the app ───────────────┘
/// ```
///
/// | Link | Destination | Without a login |
/// | :- | :- | :- |
/// | `myapp://login` | login | shown |
/// | `myapp://catalog` | catalog | waits |
/// | `myapp://product?id=<id>` | product detail | waits |
/// | `myapp://settings` | settings | waits |
public enum Catalog {}
