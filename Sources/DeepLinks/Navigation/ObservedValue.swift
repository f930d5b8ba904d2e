import Observation

/// A value whose changes a view sees, where the system has `Observation` (iOS 17, macOS 14).
@MainActor
final class ObservedValue<Value: Equatable> {
    private var stored: Value

    /// The system's `ObservationRegistrar`, where it has one: a stored property cannot have a type that older systems lack.
    private let registrar: (any Sendable)?

    /// Called after each change.
    var onChange: () -> Void = {}

    init(_ value: Value) {
        stored = value
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            registrar = ObservationRegistrar()
        } else {
            registrar = nil
        }
    }

    /// The value; setting an equal one is no change.
    var value: Value {
        get {
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
                (registrar as? ObservationRegistrar)?.access(self, keyPath: \.value)
            }
            return stored
        }
        set {
            guard newValue != stored else { return }
            // Swapped, not assigned, as an object that is freed with the old value may read the new one.
            var previous = newValue
            if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
                let registrar = registrar as? ObservationRegistrar
            {
                registrar.withMutation(of: self, keyPath: \.value) { swap(&stored, &previous) }
            } else {
                swap(&stored, &previous)
            }
            onChange()
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservedValue: Observable {}
