import PathMatching

extension Rewrite {
    /// Creates a rule that leads to a declared path.
    ///
    /// ```swift
    /// Rewrite("/p/{_slug}-{id:int}.html", to: Links.product)
    /// ```
    ///
    /// The external side captures the path's captures by their names. A parameter of the query may be captured, too; otherwise it is taken
    /// from the link's own items, as far as the source keeps these. When the rewriter is made, a capture that is missing is an error, and
    /// so is a parameter that links must have and that the source's ``SourceOptions/Query`` removes, or a flaw of the declaration.
    ///
    /// - Parameters:
    ///   - pattern: The external side.
    ///   - path: The path with its parameters; its constraints are not checked again.
    ///   - examples: External links with the internal links that they must become, or nil if they must be refused.
    ///   - claims: Whether the site claims the rule's links for the app.
    ///   - title: What the rule is called by people.
    ///   - owner: Whom the rule belongs to.
    ///   - allow: The codes of the findings about this rule that are intended.
    public init<Values>(
        _ pattern: String,
        to path: LinkPath<Values>,
        examples: [String: String?] = [:],
        claims: Bool = true,
        title: String? = nil,
        owner: String? = nil,
        allow: [String] = []
    ) {
        let captured = path.captureNames(inRule: pattern)
        self.init(
            pattern,
            to: path.template(capturing: captured),
            examples: examples,
            claims: claims,
            title: title,
            owner: owner,
            allow: allow
        )
        pathFlaw = path.flaw
        ownParameters = path.requiredNames.filter { name in
            !captured.contains { hasSameBytes($0, name) }
        }
    }
}

extension LinkPath {
    /// The internal side of a rule that captures these names; the path as it was given if the declaration has a flaw.
    fileprivate func template(capturing captured: [String]) -> String {
        guard case .success(let pattern) = pattern else { return path }
        var template = ""
        for segment in pattern.segments {
            template += "/"
            for piece in pattern.pieces(of: segment) {
                switch piece {
                case .text(let text): template += String(decoding: text, as: UTF8.self)
                case .capture(let capture):
                    template += (segment.kind == .catchAll ? "{*" : "{") + capture.name + "}"
                }
            }
        }
        if template.isEmpty { template = "/" }
        let items = parameterNames.filter { name in
            !pattern.captureNames.contains { hasSameBytes($0, name) }
                && captured.contains { hasSameBytes($0, name) }
        }
        return items.isEmpty
            ? template : template + "?" + items.map { "\($0)={\($0)}" }.joined(separator: "&")
    }

    /// The names that the external side of a rule captures; none if it is malformed, which making the rewriter tells.
    fileprivate func captureNames(inRule text: String) -> [String] {
        guard let external = try? ExternalPattern(text),
            let path = try? external.pathPattern(under: "")
        else { return [] }
        return path.captureNames + external.itemCaptures
    }
}
