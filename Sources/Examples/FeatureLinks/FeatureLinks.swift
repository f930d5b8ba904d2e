/// An app whose features register their own links when it starts.
///
/// What arrives from outside is turned into internal links by one ``rewriter``, and each feature knows nothing but the internal
/// paths that it registered:
///
/// | External link | Internal link |
/// | :- | :- |
/// | `/domainA/<id>` | `/featureA/detail?id=<id>` |
/// | `/domainA/items/<id>` | `/featureA/detail?id=<id>` |
/// | `/domainA/items/some-seo-title-<id>` | `/featureA/detail?id=<id>` |
/// | `/a/<id>` | `/featureA/detail?id=<id>` |
/// | `/search?q=<text>` | `/featureB/search?text=<text>` |
///
/// An `<id>` is a number, or, with ``Identifiers/texts``, letters and digits.
public enum FeatureLinks {}
