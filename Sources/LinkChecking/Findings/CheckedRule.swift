import DeepLinks
import PathMatching

/// A rule under one of its source's prefixes, as checks look at it.
struct CheckedRule {
    /// The rule's number in its source.
    let number: Int

    /// Its external side as it was written.
    let text: String

    /// Its internal side as it was written; nil if it takes a link out of another.
    let template: String?

    /// Its internal side in pieces.
    let pieces: TemplateText?

    let path: PathPattern

    /// The captures of the path, without those of a prefix.
    let ownCaptures: [String]

    let external: ExternalPattern

    /// Whether every link's query that fits this rule also fits another one, which so leaves it nothing.
    func impliesQuery(of other: CheckedRule) -> Bool {
        other.external.conditions.allSatisfy { condition in
            if case .capture(_, isOptional: true) = condition.kind { return true }
            return external.conditions.contains { own in
                hasSameBytes(own.name, condition.name) && own.implies(condition)
            }
        }
    }

    /// Whether a link's query can fit both rules.
    func canShareQuery(with other: CheckedRule) -> Bool {
        !external.conditions.contains { own in
            other.external.conditions.contains {
                hasSameBytes($0.name, own.name) && own.excludes($0)
            }
        }
    }
}

extension ItemCondition {
    /// Whether every item that fits this condition fits another one of the same name.
    fileprivate func implies(_ other: ItemCondition) -> Bool {
        switch (kind, other.kind) {
        case (.flag, .flag), (.capture, .capture(_, isOptional: true)): true
        // An optional item need not be there, so what fits it may lack what the other one asks for.
        case (.capture(_, isOptional: false), .capture): true
        case (.equals(let own), .equals(let others)): hasSameBytes(own, others)
        // An empty text cannot be captured where it would become a segment.
        case (.equals(let own), .capture): !own.isEmpty
        case (.equals(let own), .pattern(let others, _)): others.matches(own)
        case (.pattern(_, isOptional: false), .capture): true
        case (.pattern(let own, let isOptional), .pattern(let others, let isOtherOptional)):
            (!isOptional || isOtherOptional) && others.includes(own)
        default: false
        }
    }

    /// Whether no item fits both this condition and another one of the same name.
    fileprivate func excludes(_ other: ItemCondition) -> Bool {
        switch (kind, other.kind) {
        case (.equals(let own), .equals(let others)): !hasSameBytes(own, others)
        case (.equals(let own), .pattern(let pattern, _)),
            (.pattern(let pattern, _), .equals(let own)):
            !pattern.matches(own)
        // Where both are optional, a link without the item fits both.
        case (.pattern(let own, let isOptional), .pattern(let others, let isOtherOptional)):
            !(isOptional && isOtherOptional) && own.excludes(others)
        case (.flag, .equals), (.equals, .flag): true
        case (.flag, .capture(_, isOptional: false)), (.capture(_, isOptional: false), .flag): true
        case (.flag, .pattern(_, isOptional: false)), (.pattern(_, isOptional: false), .flag): true
        default: false
        }
    }
}

extension ItemPattern {
    fileprivate func matches(_ text: String) -> Bool {
        var captures: [String?] = Array(
            repeating: nil,
            count: firstCapture + pattern.captureNames.count
        )
        return capture(text, &captures)
    }

    /// Whether no text fits both this pattern and another one.
    fileprivate func excludes(_ other: ItemPattern) -> Bool {
        guard let own = pattern.onlySegment, let others = other.pattern.onlySegment else {
            return false
        }
        return !own.overlaps(others)
    }

    /// Whether every text that fits another pattern fits this one.
    fileprivate func includes(_ other: ItemPattern) -> Bool {
        guard let own = pattern.onlySegment, let others = other.pattern.onlySegment else {
            return false
        }
        return own.contains(others)
    }
}

extension PathPattern {
    /// The texts of the only segment.
    fileprivate var onlySegment: SegmentLanguage? {
        guard segments.count == 1 else { return nil }
        return SegmentLanguage(segments[0], of: self, ignoresCase: false)
    }
}
