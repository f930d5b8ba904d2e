// What the floor check has to refuse, marked at the end of the line, among what it has to accept.
import Foundation
import Observation
import Synchronization

func spans(of array: [Int], _ text: String) {
    _ = array.span  // too new
    _ = text.utf8.span  // too new
    _ = text.utf8.count
}

func locks() {
    let counter = Atomic(1)  // too new
    let mutex = Mutex(1)  // too new
    _ = mutex.withLock { $0 }  // too new
}

func fixed(_ array: InlineArray<3, Int>) {}  // too new

@MainActor
func tasks(_ clock: some Clock<Duration>) async throws {
    Task.immediate {}  // too new
    Task { try await Task.sleep(for: .seconds(1)) }
    try await clock.sleep(for: .seconds(1))
    _ = AsyncStream.makeStream(of: Int.self)
}

@Observable  // too new
final class Model {}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
final class GatedModel {
    var value = 1
}

func text(_ text: String) {
    _ = text.contains("ab")
    _ = text.split(separator: "/")
    _ = String(validating: [1] as [UInt8], as: UTF8.self)  // too new
}

func urls(_ url: URL) {
    _ = url.path
    _ = url.path(percentEncoded: true)
    _ = URL(string: "a b", encodingInvalidCharacters: false)  // too new
}
