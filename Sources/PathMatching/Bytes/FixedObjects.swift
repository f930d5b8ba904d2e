/// Objects in a fixed order, which are called without counting references to them.
///
/// `Array` cannot promise that an element outlives a call of it. Here it does: nothing is ever removed.
@safe
@frozen
@usableFromInline
package struct FixedObjects<Object: AnyObject & Sendable>: @unchecked Sendable {
    /// Keeps the objects alive.
    package let all: [Object]
    // Sendable since the objects are, and nothing else is done with a reference than what could be done with an element.
    @usableFromInline let references: [Unmanaged<Object>]

    package init(_ objects: [Object]) {
        all = objects
        unsafe references = objects.map { unsafe Unmanaged.passUnretained($0) }
    }

    /// The object at `index`, which must be in bounds.
    package subscript(index: Int) -> Object { all[index] }

    /// Calls `body` with the object at `index`, which must be in bounds.
    @inlinable
    @inline(__always)
    package func withObject<Result, Failure: Error>(
        at index: Int,
        _ body: (Object) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: `all` keeps the object alive, and whoever calls holds this struct for the time of the call.
        let outcome: Swift.Result<Result, Failure> = unsafe references[index]
            ._withUnsafeGuaranteedRef { object in
                do throws(Failure) {
                    return .success(try body(object))
                } catch {
                    return .failure(error)
                }
            }
        return try outcome.get()
    }
}
