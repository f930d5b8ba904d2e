import DeepLinks
import PathMatching

/// Something in a configuration that its author should look at.
///
/// ```swift
/// for finding in configuration.findings() where finding.severity == .error {
///     print(finding)
/// }
/// ```
public struct LinkFinding: Hashable, Sendable {
    /// How bad a finding is.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// Could be better.
        case note
        /// Probably not what was meant, or a risk.
        case warning
        /// No rewriter can be made, or a part of the configuration does not do what it says.
        case error
    }

    /// The kind of finding; stable, so that findings can be filtered by it.
    public let code: Code

    /// How bad it is.
    public let severity: Severity

    /// Where it is, as a path from the document's root: `domains[0].rules[3].from`.
    public var place: String { path.description }

    /// One sentence: what was written, the obstacle, the way out.
    public private(set) var message: String

    /// The line of the place, counted from 1; nil unless a text was checked, by `LinkConfiguration.findings(in:)`.
    public var line: Int? { position?.line }

    /// The column of the place in its line, counted from 1 in Unicode scalars; nil unless a text was checked.
    public var column: Int? { position?.column }

    let path: JSONPath
    private var position: JSONPosition?

    /// The place of the other rule, if the finding is about two rules.
    private let other: JSONPath?

    /// What findings have in common that differ only in their places, such as the path that is not in `paths`.
    package let group: String?

    init(
        _ code: Code,
        _ severity: Severity? = nil,
        at path: JSONPath,
        _ message: String,
        other: JSONPath? = nil,
        group: String? = nil
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.path = path
        self.message = message.showingInvisible
        self.other = other
        self.group = group
    }

    /// The same finding, with what people call the rule that it is about.
    func about(_ name: String) -> LinkFinding {
        var finding = self
        finding.message += " This is \(name.showingInvisible)."
        return finding
    }

    /// Creates the finding that a text is not a configuration.
    init(_ error: LinkConfigurationError) {
        let sentence = error.reason.text.description
        let message = sentence.prefix(1).uppercased() + sentence.dropFirst()
        self.init(Code(rawValue: error.reason.code), at: error.steps ?? .root, message)
        position = error.position
    }
}

extension LinkFinding.Severity {
    /// Whether `left` is less bad than `right`.
    public static func < (left: Self, right: Self) -> Bool {
        left.rank < right.rank
    }

    /// The place among all severities, the worst last.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension LinkFinding: CustomStringConvertible {
    /// Such as `error: dead-rule at domains[0].rules[3].from (line 12, column 9): …`.
    public var description: String {
        let position = position.map { " (\($0))" } ?? ""
        return "\(severity.rawValue): \(code) at \(place)\(position): \(message)"
    }
}

extension LinkFinding {
    /// The same finding with the line and column that its place has in a text, if it has any.
    func located(in places: JSONPlaces) -> LinkFinding {
        var finding = self
        if position == nil, let line = other.flatMap({ places[$0] })?.position.line {
            finding.message += " The other rule is in line \(line)."
        }
        finding.position = places[path]?.position ?? position
        return finding
    }
}

/// A count with its noun: `1 link`, `2 links`.
package func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
}
