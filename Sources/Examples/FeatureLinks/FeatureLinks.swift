/// An app whose features register their own links when it starts.
///
/// One ``rewriter`` turns external links into internal ones, and each feature knows only the internal paths that it has
/// registered:
///
/// | External link | Internal link |
/// | :- | :- |
/// | `/domainA/<id>` | `/featureA/detail?id=<id>` |
/// | `/domainA/items/<id>` | `/featureA/detail?id=<id>` |
/// | `/domainA/items/some-seo-title-<id>` | `/featureA/detail?id=<id>` |
/// | `/a/<id>` | `/featureA/detail?id=<id>` |
/// | `/search?q=<text>` | `/featureB/search?text=<text>` |
///
/// An `<id>` is a number, so that a title without one after it does not match.
public enum FeatureLinks {}
