public import LinkChecking
import PathMatching

/// Something in an association file that its author should look at.
public struct AssociationFinding: Hashable, Sendable, Codable {
    /// How bad a finding is, as for findings about rules.
    public typealias Severity = LinkFinding.Severity

    /// A kind of finding; of a text that is not JSON, it begins with `json-`, such as `json-trailing-comma`.
    public typealias Code = LinkFinding.Code

    /// The kind of finding; stable, so that reports can be filtered by it.
    public let code: Code

    /// How bad it is.
    public internal(set) var severity: Severity

    /// Where it is.
    public internal(set) var place: AssociationPlace

    /// What was found, why it matters and what to do, in sentences.
    public internal(set) var message: String

    /// A link that shows the fault, such as one that a dead rule matches and an earlier rule takes; `nil` when there is none.
    public let witness: String?

    /// What findings have in common that differ only in the texts that they quote; nil if each is told.
    package private(set) var group: String?

    private enum CodingKeys: String, CodingKey {
        case code, severity, place, message, witness
    }

    init(
        _ code: Code,
        _ severity: Severity? = nil,
        at place: AssociationPlace,
        _ message: String,
        witness: String? = nil,
        group: String? = nil
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.place = place
        self.message = message.showingInvisible
        self.witness = witness
        self.group = group
    }
}

extension AssociationFinding: CustomStringConvertible {
    /// A line such as `error: dead-rule at applinks.details[0].components[3] (line 12, column 9): …`.
    public var description: String {
        let example = witness.map { " Example: \($0)" } ?? ""
        return "\(severity.rawValue): \(code) at \(place): \(message)\(example)"
    }
}
