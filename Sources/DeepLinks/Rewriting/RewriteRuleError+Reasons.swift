package import PathMatching

// What can be wrong with sources and rules: each obstacle's code and sentence.

extension RewriteRuleError.Reason {
    private init(_ code: String, _ sentence: String, at place: RewriteRuleError.Place = .whole) {
        self.init(code: code, sentence: sentence, place: place)
    }

    // MARK: Hosts

    package static func host(_ host: String, _ flaw: RuleTextFlaw) -> Self {
        Self("malformed-host", "the host '\(host)' \(flaw.predicate)", at: .name(host))
    }

    package static func duplicateHost(_ host: String, other: String) -> Self {
        Self(
            "duplicate-host",
            "the host '\(host)' is configured in \(other) already; remove one of the two.",
            at: .repeatedName(host)
        )
    }

    package static func anyHostName(_ name: String) -> Self {
        Self(
            "malformed-any-host",
            "the capture for any host is named '\(name)'; write letters, digits, '-', '_', '.' and '~'.",
            at: .option("anyHostAs")
        )
    }

    package static let anyHostPasses = Self(
        "any-host-passes",
        "it is for any host and lets unmatched links pass, so strangers choose what is opened; let only rules pass.",
        at: .option("unmatched")
    )

    package static func duplicateAnyHost(other: String) -> Self {
        Self(
            "duplicate-host",
            "any host is configured in \(other) already; remove one of the two.",
            at: .option("anyHostAs")
        )
    }

    // MARK: Schemes, prefixes

    package static let emptySource = Self("empty-source", "it is empty; name at least one.")

    package static func malformedScheme(_ scheme: String) -> Self {
        Self(
            "malformed-scheme",
            "'\(scheme)' is no scheme; write a letter, then letters, digits, '+', '-' and '.', without a colon.",
            at: .name(scheme)
        )
    }

    package static func foreignScheme(_ scheme: String) -> Self {
        let name = scheme.lowercased()
        let obstacle =
            switch name {
            case "https", "http": "belong to hosts; configure them with a Domain."
            case "file":
                "are documents, which no rule can tell apart; open them where the app opens its documents."
            default: "belong to browsers and never open an app; use a scheme of the app's own."
            }
        return Self("foreign-scheme", "'\(name)' links \(obstacle)", at: .name(scheme))
    }

    package static func duplicateScheme(_ scheme: String, other: String) -> Self {
        Self(
            "duplicate-scheme",
            "the scheme '\(scheme)' is configured in \(other) already; remove one of the two.",
            at: .repeatedName(scheme)
        )
    }

    package static let noPrefixes = Self(
        "no-prefixes",
        "it has no prefix, so no rule could match; write \"\" for rules without a prefix.",
        at: .option("prefixes")
    )

    package static func duplicatePrefix(_ prefix: String) -> Self {
        Self(
            "duplicate-prefix",
            "the prefix '\(prefix)' stands there twice; remove one.",
            at: .repeatedPrefix(prefix)
        )
    }

    package static func prefix(_ prefix: String, _ error: PathPatternError) -> Self {
        Self(
            "malformed-prefix",
            "the prefix '\(prefix)' is no path pattern: \(error)",
            at: .prefix(prefix)
        )
    }

    // MARK: External sides

    package static func path(_ error: PathPatternError) -> Self {
        Self("malformed-path", error.description)
    }

    package static let wholeURL = Self(
        "malformed-path",
        "the pattern is a whole URL; write its path here, and its host in a Domain or its scheme in a Scheme."
    )

    package static let itemsAfterWholeRest = Self(
        "items-after-rest",
        "it takes the whole rest of a link, query included, and asks for items; remove the items, or ':verbatim'."
    )

    package static func optionalPathCapture(_ name: String) -> Self {
        Self(
            "optional-path-capture",
            "the capture '\(name)?' stands in the path, where only a catch-all may be absent, as in '/{*rest?}'; write one rule with it, without '?', and one without it."
        )
    }

    package static func queryItem(_ item: String, _ flaw: RuleTextFlaw) -> Self {
        Self(
            "malformed-query-item",
            "the query item '\(item)' \(flaw.predicate)",
            at: .queryItem
        )
    }

    package static func duplicateQueryItem(_ name: String) -> Self {
        Self(
            "duplicate-query-item",
            "the query item '\(name)' stands there twice, and only the first in a link is read; remove one."
        )
    }

    package static func duplicateCapture(_ name: String) -> Self {
        Self(
            "duplicate-capture",
            "two captures are named '\(name)', counting those of the host and the prefix; give each its own name."
        )
    }

    package static func prefixCapture(_ name: String, prefix: String) -> Self {
        Self(
            "duplicate-capture",
            "its capture '\(name)' is also one of the prefix '\(prefix)'; give one of the two another name."
        )
    }

    package static func conflict(other: String, number: Int, path: String) -> Self {
        Self(
            "conflict",
            "it matches exactly the same links as the source's rule \(number), '\(other)', at '\(path)'; remove one of the two, or add a query item to one."
        )
    }

    // MARK: Internal sides

    package static func template(_ template: String, _ flaw: RuleTextFlaw) -> Self {
        Self(
            "malformed-template",
            "the template '\(template)' \(flaw.predicate)",
            at: .template
        )
    }

    package static func unknownCapture(_ name: String, known: [String]) -> Self {
        let names = known.map { "'\($0)'" }.joined(separator: ", ")
        return Self(
            "unknown-capture",
            "the template uses '{\(name)}', "
                + (known.isEmpty
                    ? "and nothing is captured; capture it, or write '{{\(name)}}' for the text."
                    : "which is not captured; the captures are \(names)."),
            at: .template
        )
    }

    package static func colonCapture(_ name: String) -> Self {
        Self(
            "unknown-capture",
            "the template uses '{\(name)}', and ':\(name)' in the path is text; write '{\(name)}' there too.",
            at: .template
        )
    }

    package static func notCatchAll(_ name: String) -> Self {
        Self(
            "not-catch-all",
            "the template adds the segments of '{*\(name)}', which captures one text; write '{\(name)}'.",
            at: .template
        )
    }

    package static let noTarget = Self(
        "no-target",
        "nothing tells which capture is the wrapped link; write '{target}' in its place."
    )

    package static func optionalTarget(_ name: String) -> Self {
        Self(
            "optional-target",
            "the wrapped link '{\(name)?}' may be absent; write '{\(name)}'."
        )
    }

    package static func example(_ example: String, _ flaw: RuleTextFlaw) -> Self {
        Self(
            "failing-example",
            "the example '\(example)' \(flaw.predicate)",
            at: .example(example)
        )
    }
}

/// What is wrong with one text of a source or a rule, as a sentence about it goes on after its name.
package struct RuleTextFlaw: Error, Hashable, Sendable {
    let predicate: String

    /// Whether an example was refused.
    let isRefusal: Bool

    private init(_ predicate: String, isRefusal: Bool = false) {
        self.predicate = predicate
        self.isRefusal = isRefusal
    }

    // MARK: Any text with braces

    package static let brace = Self(
        "has a brace that is not closed or closes nothing; write '{{' or '}}' for a literal brace."
    )
    package static let encoding = Self(
        "has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
    )

    // MARK: Hosts

    static func host(_ flaw: HostFlaw) -> Self {
        switch flaw {
        case .nonASCII:
            Self(
                "has characters outside of ASCII; write its labels as they arrive, beginning with 'xn--'."
            )
        case .address:
            Self(
                "is a spelling of an address that browsers do not show; write four decimal numbers, or IPv6 in brackets."
            )
        case .empty, .tooLong, .longLabel, .emptyLabel, .trailingDot, .percentSign, .character:
            Self(
                "\(flaw.rawValue); write labels of letters, digits and '-' with single dots between them."
            )
        }
    }
    package static let notOnlyHost = Self("has a scheme or a path; write only the host.")
    package static let anyHost = Self(
        "stands for every host there is; write '*.example.com' for those below one, or a Domain with 'anyHostAs'."
    )
    package static let misplacedWildcard = Self(
        "has a '*' that is not its whole first label; write '*.example.com'."
    )
    package static let misplacedCapture = Self(
        "has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels."
    )
    package static let captureName = Self(
        "has a capture that is no name with a constraint or without; write '{shop}' or '{language:en|de}'."
    )
    package static let port = Self(
        "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
    )

    // MARK: Query items

    package static let unnamed = Self(
        "has no name; write 'name={capture}', 'name=text' or 'name'."
    )
    package static let captureInName = Self("has a capture in its name; write the name out.")
    package static let character = Self(
        "has a '#', a space or a control character; percent-encode it."
    )
    package static func optionalBeforeConstraint(_ capture: String) -> Self {
        Self(
            "has '{\(capture)}', whose '?' stands before its constraint; write it at the end, as in '{name:alpha?}'."
        )
    }
    package static let optionalPart = Self(
        "has text around an optional capture; write it without the '?', or without the text."
    )
    package static func pattern(_ error: PathPatternError) -> Self {
        Self("has a malformed value: \(error)")
    }
    package static let catchAll = Self(
        "has a catch-all, and an item has no segments; write the capture without the '*'."
    )

    // MARK: Templates

    package static let notAbsolute = Self(
        "does not begin with a slash; write an internal path such as '/items/detail?id={id}'."
    )
    package static let fragment = Self(
        "has a fragment, and a link keeps its own; remove it, or write '%23' for the character."
    )
    package static func capture(_ capture: String) -> Self {
        Self(
            "has '{\(capture)}', which is not just a capture's name; a name has only letters, digits, '-', '_', '.' and '~', and constraints and '?' belong to the rule's external side."
        )
    }
    package static func catchAllNotAlone(_ name: String) -> Self {
        Self(
            "has other text in the segment of '{*\(name)}'; write it as a segment of its own."
        )
    }
    package static let dotSegment = Self(
        "has a dot segment, which no internal path has; write the path without it."
    )
    package static let blank = Self(
        "has a space or a control character; percent-encode a space, and remove the others."
    )

    // MARK: Examples

    package static let noPlainHost = Self(
        "is only a path, and the domain has no host without a wildcard; write the whole link."
    )
    package static func refused(_ error: RewriteError) -> Self {
        Self("is refused: \(error)", isRefusal: true)
    }
    package static func malformedResult(_ result: String) -> Self {
        Self(
            "leads to '\(result)', which is no internal link; write a path such as '/items/detail?id=1'."
        )
    }
    package static func other(expected: String, actual: String) -> Self {
        Self(
            "becomes '\(actual)', not '\(expected)'; correct the rule or the example."
        )
    }
}
