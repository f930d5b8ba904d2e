/// A climbers' app that shares its links with a web site.
///
/// | Content | Web | Scheme | Internal |
/// | :- | :- | :- | :- |
/// | event | `https://crahg.app/events/<eventId>` | `crahg://event/<eventId>` | `/events/<eventId>` |
/// | gym | `https://crahg.app/gyms/<gymId>` | `crahg://gym/<gymId>` | `/gyms/<gymId>` |
/// | home | `https://crahg.app/home` | `crahg://home` | `/home` |
/// | passes | `https://crahg.app/passes` | `crahg://passes` | `/passes` |
/// | what's on | `https://crahg.app/whats-on` | `crahg://whatson`, `crahg://whats-on` | `/whats-on` |
/// | all gyms | `https://crahg.app/gyms` | `crahg://gyms` | `/gyms` |
///
/// Singular and plural, `whatson` and `whats-on`, and the host with and without `www.` lead to the same content. All content is
/// for signed-in users; a link waits until a user has signed in.
public enum Crahg {}
