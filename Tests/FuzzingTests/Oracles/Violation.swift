#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A broken promise, found by an input.
public struct Violation: Error, CustomStringConvertible {
    /// What was wrong, with the necessary part of the input.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A promise that must hold for every input.
///
/// An oracle takes any bytes and checks the result. That nothing traps is always checked; each oracle says what else it
/// checks. The fuzzers and the tests use the same oracles.
public enum Oracle: String, CaseIterable, Sendable {
    /// External links, through the rewriter and the coordinator.
    case links
    /// Internal links.
    case internalLinks
    /// Sets of path patterns, and a path.
    case patterns
    /// Rules, and a link for them.
    case rules
    /// Rules with options of every kind, and links that nearly fit them.
    case rewriting
    /// Files of rules.
    case configurations
    /// Association files, and a URL.
    case associations
    /// Association files that are made from rules, and a link.
    case generation
    /// Association files that are compared with rules.
    case coverage
    /// Payloads of push notifications.
    case pushes
    /// The tool, with a file and a URL.
    case tool

    /// Whether a coordinator is asked, so that ``check(_:)`` must be called on the main actor.
    var needsMainActor: Bool { self == .links || self == .rewriting }

    /// Throws a ``Violation`` if the promise does not hold for `input`.
    public func check(_ input: [UInt8]) throws {
        switch self {
        case .links: try MainActor.assumeIsolated { try LinkOracle.check(input) }
        case .internalLinks: try InternalLinkOracle.check(input)
        case .patterns: try PatternOracle.check(input)
        case .rules: try RuleOracle.check(input)
        case .rewriting: try MainActor.assumeIsolated { try RewritingOracle.check(input) }
        case .configurations: try ConfigurationOracle.check(input)
        case .associations: try AssociationOracle.check(input)
        case .generation: try GenerationOracle.check(input)
        case .coverage: try CoverageOracle.check(input)
        case .pushes: try PushOracle.check(input)
        case .tool: try ToolOracle.check(input)
        }
    }
}

/// Throws unless `condition` holds.
func demand(_ condition: Bool, _ message: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(message()) }
}

/// The lines of an input, each one text, so that a fuzzer can change and move them.
func lines(of input: [UInt8]) -> [String] {
    input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
}
