/// A school's app: five screens, two schemes of its own, universal links and push notifications.
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
/// Nothing is shown before somebody has signed in; a link that arrives earlier waits for that.
public enum EduGo {}
