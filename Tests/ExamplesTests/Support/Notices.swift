import Observation
import Testing

/// How often an observer was called: always on the main actor's thread here, which the closure's type does not express.
final class Notices: @unchecked Sendable {
    var count = 0
}

/// Counts whether something changes that a view would read.
///
/// - Parameter read: Reads it.
/// - Returns: The count, which becomes 1 with the first change.
/// - Throws: A cancellation of the test if the system has no observation.
@MainActor
func observed(_ read: () -> Void) throws -> Notices {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else {
        try Test.cancel("The system has no observation.")
    }
    let notices = Notices()
    withObservationTracking(read) { notices.count += 1 }
    return notices
}
