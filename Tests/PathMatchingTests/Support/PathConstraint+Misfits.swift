import PathMatching

extension PathConstraint {
    /// Canonical texts that do not fit.
    var misfits: [String] {
        switch self {
        case .words, .any: []
        case .uuid:
            [
                "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g",
                "123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a45-6426614174000",
            ]
        case .int: ["x", "1x", "x1", "-1", "1.5", "%D9%A1"]
        case .hex: ["g", "0x1", "f-f", "%C3%A9"]
        case .alpha: ["a1", "1a", "a-b", "%C3%A9"]
        case .alnum: ["a-1", "a_1", "%C3%A9"]
        case .slug: ["a!", "a%20b", "%C3%A9"]
        }
    }
}
