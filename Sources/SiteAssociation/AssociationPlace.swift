import DeepLinks
import LinkChecking
import PathMatching

/// A place in an association file.
public struct AssociationPlace: Hashable, Sendable, Codable {
    /// The path to the value, such as `applinks.details[0].components[2]["/"]`; `nil` when the text is not JSON and so
    /// has no values.
    public let path: String?

    /// The line, counted from 1; `nil` for an association that was not read from text.
    public let line: Int?

    /// The column in Unicode scalars, counted from 1; `nil` for an association that was not read from text.
    public let column: Int?

    init(_ path: JSONPath?, _ position: JSONPosition?) {
        self.init(path: path?.description, line: position?.line, column: position?.column)
    }

    init(path: String? = nil, line: Int?, column: Int? = nil) {
        self.path = path
        self.line = line
        self.column = column
    }
}

extension AssociationPlace {
    /// The place in a text that has some more lines before.
    func moved(down lines: Int) -> AssociationPlace {
        AssociationPlace(path: path, line: line.map { $0 + lines }, column: column)
    }

    /// Whether it is the same value as another one, or a part of it.
    func isIn(_ other: AssociationPlace) -> Bool {
        guard let path, let outer = other.path, outer != JSONPath.root.description else {
            return true
        }
        let rest = path.dropFirst(outer.count)
        return path.hasPrefix(outer) && (rest.isEmpty || ".[".contains(rest.prefix(1)))
    }
}

extension AssociationPlace {
    /// Whether it is in the section of a service without rules, even if the section's name is misspelt, unless rules stand there by mistake.
    func isOfOtherService(in document: JSONNode) -> Bool {
        let section = (path ?? "").prefix { !".[".contains($0) }
        let service = nearest(to: section, in: AssociationService.allCases.map(\.rawValue))
        return ![nil, "applinks"].contains(service) && document[String(section)]?["details"] == nil
    }
}

extension AssociationPlace: CustomStringConvertible {
    /// The path, with line and column when they are known.
    public var description: String {
        let position = line.flatMap { line in column.map { "line \(line), column \($0)" } }
        return switch (path, position) {
        case (let path?, let position?): "\(path) (\(position))"
        case (let path?, nil): path
        case (nil, let position?): position
        case (nil, nil): "the file"
        }
    }
}
