/// A school's app: five screens, two custom schemes, universal links and push notifications.
///
/// Every screen has a path, which is the same in all of its links:
///
/// | Screen | Path |
/// | :- | :- |
/// | dashboard | `/dashboard` |
/// | material | `/materials/<materialId>` |
/// | assessment | `/assessments/<assessmentId>?userId=<userId>` |
/// | profile | `/profile/<userId>` |
/// | settings | `/settings` |
///
/// Nothing is shown before a user has signed in; a link that arrives earlier waits.
public enum EduGo {}
