public import PathMatching

/// Why a rewriter cannot be made of its sources and rules; nothing is made then.
public struct RewriteRuleError: Error, Hashable, Sendable {
    /// The obstacles that sources and rules can have.
    public enum Reason: Hashable, Sendable {
        /// The domain has no host, or the scheme no name.
        case emptySource
        /// A host is spelled as no host can be.
        case host(String, HostPatternFlaw)
        /// A host stands twice in the same domain, or in another one too.
        case duplicateHost(String, other: String)
        /// The name of the capture for any host is empty, or has other characters than letters, digits, `-`, `_`, `.` and `~`.
        case anyHostName(String)
        /// A source for any host lets unmatched links pass.
        case anyHostPasses
        /// Another source is for any host, too.
        case duplicateAnyHost(other: String)
        /// A scheme has other characters than ASCII letters, digits, `+`, `-` and `.`, or begins with none of the
        /// letters.
        case malformedScheme(String)
        /// A scheme belongs to browsers: they read its links in another way, or never hand them to an app.
        case foreignScheme(String)
        /// A scheme stands twice in the same source, or in another one too.
        case duplicateScheme(String, other: String)
        /// The list of prefixes is empty.
        case noPrefixes
        /// A prefix stands twice.
        case duplicatePrefix(String)
        /// A prefix is no path pattern, or one that ends in a catch-all.
        case prefix(String, PathPatternError)
        /// The rule's path is no path pattern.
        case path(PathPatternError)
        /// The rule is a whole URL.
        case wholeURL
        /// The rule takes the whole rest of a link, and asks for query items.
        case itemsAfterWholeRest
        /// A capture in the rule's path is marked as optional.
        case optionalPathCapture(String)
        /// A query item of the rule or of its template is malformed.
        case queryItem(String, QueryItemFlaw)
        /// Two query items of the rule have the same name.
        case duplicateQueryItem(String)
        /// Two captures of the rule, its prefix and its host have the same name.
        case duplicateCapture(String)
        /// A prefix has a capture with the name of one of the rule's.
        case prefixCapture(String, prefix: String)
        /// The template is no internal path.
        case template(String, TemplateFlaw)
        /// The template names a capture that the rule has not.
        case unknownCapture(String, known: [String])
        /// The template names a capture that is written with a colon in the rule's path, where it is text.
        case colonCapture(String)
        /// The template adds the segments of a capture that is no catch-all.
        case notCatchAll(String)
        /// None of the captures tells which is the wrapped link.
        case noTarget
        /// The capture that is the wrapped link is optional.
        case optionalTarget(String)
        /// Another rule of the source matches exactly the same links.
        case conflict(other: String, path: String)
        /// An example is no link to this source, or has no internal link.
        case example(String, ExampleFlaw)
    }

    /// What is wrong with a query item of a rule or of a template.
    public enum QueryItemFlaw: Hashable, Sendable {
        /// There is nothing between two `&`, or before the `=`.
        case unnamed
        /// Its name has a capture.
        case captureInName
        /// A brace is not closed, or closes nothing.
        case brace
        /// It has a percent sign without two hexadecimal digits, or is not UTF-8.
        case encoding
        /// It has a `#`, a space or a control character.
        case character
        /// A capture is marked as optional before its constraint.
        case optionalBeforeConstraint(String)
        /// A capture is marked as optional, and has text around it.
        case optionalPart
        /// What stands after the `=` is no pattern.
        case pattern(PathPatternError)
        /// A capture is a catch-all.
        case catchAll
    }

    /// What is wrong with a template.
    public enum TemplateFlaw: Hashable, Sendable {
        /// It does not begin with a slash.
        case notAbsolute
        /// It has a fragment.
        case fragment
        /// A brace is not closed, or closes nothing.
        case brace
        /// A capture has no name, a constraint or a question mark.
        case capture(String)
        /// A catch-all has other text in its segment.
        case catchAllNotAlone(String)
        /// It has a dot segment.
        case dotSegment
        /// It has a space or a control character.
        case character
        /// It has a percent sign without two hexadecimal digits, or is not UTF-8.
        case encoding
    }

    /// What is wrong with an example.
    public enum ExampleFlaw: Hashable, Sendable {
        /// Its external side is only a path, and the source has no plain host that it could belong to.
        case noPlainHost
        /// Its external side was refused.
        case refused(RewriteError)
        /// Its internal side is no internal link.
        case malformedResult(String)
        /// Its external side became another link than its internal side.
        case other(expected: String, actual: String)
    }

    /// The source, as it is named in messages: `Domain 'mydomain.io'`.
    public let source: String

    /// The external side of the rule; nil when the source itself is at fault.
    public let rule: String?

    /// The obstacle.
    public let reason: Reason

    /// The number of the source, counted from 0.
    package let sourceIndex: Int

    /// The number of the rule in its source, counted from 0.
    package let ruleIndex: Int?

    /// The number of the other rule that is at fault, counted from 0.
    package let otherRuleIndex: Int?
}

/// An obstacle, before it is known which rule it belongs to.
package struct RuleFlaw: Error {
    package let reason: RewriteRuleError.Reason

    /// The number of the other rule that is at fault.
    let otherRule: Int?

    package init(_ reason: RewriteRuleError.Reason, otherRule: Int? = nil) {
        self.reason = reason
        self.otherRule = otherRule
    }
}

extension RewriteRuleError: CustomStringConvertible {
    /// One sentence: the source and the rule, the obstacle, the way out.
    public var description: String {
        let place = rule.map { "\(source), rule '\($0)'" } ?? source
        return "\(place): \(reason.sentence(otherRule: otherRuleIndex.map { $0 + 1 }))"
    }
}

extension RewriteRuleError.Reason {
    fileprivate func sentence(otherRule: Int?) -> String {
        switch self {
        case .emptySource:
            return "it is empty; name at least one."
        case .host(let host, let flaw):
            return "the host '\(host)' \(flaw.sentence)"
        case .duplicateHost(let host, let other):
            return "the host '\(host)' is configured in \(other) already; remove one of the two."
        case .anyHostName(let name):
            return
                "the capture for any host is named '\(name)'; write letters, digits, '-', '_', '.' and '~'."
        case .anyHostPasses:
            return
                "it is for any host and lets unmatched links pass, so strangers choose what is opened; let only rules pass."
        case .duplicateAnyHost(let other):
            return "any host is configured in \(other) already; remove one of the two."
        case .malformedScheme(let scheme):
            return
                "'\(scheme)' is no scheme; write a letter, then letters, digits, '+', '-' and '.', without a colon."
        case .foreignScheme(let scheme):
            switch scheme {
            case "https", "http":
                return "'\(scheme)' links belong to hosts; configure them with a Domain."
            case "file":
                return
                    "'file' links are documents, which no rule can tell apart; open them where the app opens its documents."
            default:
                return
                    "'\(scheme)' links belong to browsers and never open an app; use a scheme of the app's own."
            }
        case .duplicateScheme(let scheme, let other):
            return
                "the scheme '\(scheme)' is configured in \(other) already; remove one of the two."
        case .noPrefixes:
            return
                "it has no prefix, so no rule could match; write \"\" for rules without a prefix."
        case .duplicatePrefix(let prefix):
            return "the prefix '\(prefix)' stands there twice; remove one."
        case .prefix(let prefix, let error):
            return "the prefix '\(prefix)' is no path pattern: \(error)"
        case .path(let error):
            return error.description
        case .wholeURL:
            return
                "the pattern is a whole URL; write its path here, and its host in a Domain or its scheme in a Scheme."
        case .itemsAfterWholeRest:
            return
                "it takes the whole rest of a link, query included, and asks for items; remove the items, or ':verbatim'."
        case .optionalPathCapture(let name):
            return
                "'{\(name)?}' stands in the path, where a capture is never absent; write one rule with '{\(name)}' and one without."
        case .queryItem(let item, let flaw):
            return "the query item '\(item)' \(flaw.sentence)"
        case .duplicateQueryItem(let name):
            return
                "the query item '\(name)' stands there twice, and only the first in a link is read; remove one."
        case .duplicateCapture(let name):
            return
                "two captures are named '\(name)', counting those of the host and the prefix; give each its own name."
        case .prefixCapture(let name, let prefix):
            return
                "its capture '\(name)' is also one of the prefix '\(prefix)'; give one of the two another name."
        case .template(let template, let flaw):
            return "the template '\(template)' \(flaw.sentence)"
        case .unknownCapture(let name, let known):
            return known.isEmpty
                ? "the template uses '{\(name)}', and nothing is captured; capture it, or write '{{\(name)}}' for the text."
                : "the template uses '{\(name)}', which is not captured; the captures are \(known.map { "'\($0)'" }.joined(separator: ", "))."
        case .colonCapture(let name):
            return
                "the template uses '{\(name)}', and ':\(name)' in the path is text; write '{\(name)}' there too."
        case .notCatchAll(let name):
            return
                "the template adds the segments of '{*\(name)}', which captures one text; write '{\(name)}'."
        case .noTarget:
            return "nothing tells which capture is the wrapped link; write '{target}' in its place."
        case .optionalTarget(let name):
            return "the wrapped link '{\(name)?}' may be absent; write '{\(name)}'."
        case .conflict(let other, let path):
            return
                "it matches exactly the same links as the source's rule \(otherRule ?? 0), '\(other)', at '\(path)'; remove one of the two, or add a query item to one."
        case .example(let example, let flaw):
            return "the example '\(example)' \(flaw.sentence)"
        }
    }
}

extension HostPatternFlaw {
    fileprivate var sentence: String {
        switch self {
        case .host(.nonASCII):
            "has characters outside of ASCII; write its labels as they arrive, beginning with 'xn--'."
        case .host(.address):
            "is a spelling of an address that browsers do not show; write four decimal numbers, or IPv6 in brackets."
        case .host(let flaw):
            "\(flaw.obstacle); write labels of letters, digits and '-' with single dots between them."
        case .notOnlyHost:
            "has a scheme or a path; write only the host."
        case .anyHost:
            "stands for every host there is; write '*.example.com' for those below one, or a Domain with 'anyHostAs'."
        case .misplacedWildcard:
            "has a '*' that is not its whole first label; write '*.example.com'."
        case .misplacedCapture:
            "has a capture that is not its whole first label, which alone can be one; write '{shop}.example.com' or '*.example.com'."
        case .captureName:
            "has a capture that is no name with a constraint or without; write '{shop}' or '{language:en|de}'."
        case .port:
            "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
        }
    }
}

extension RewriteRuleError.QueryItemFlaw {
    fileprivate var sentence: String {
        switch self {
        case .unnamed:
            "has no name; write 'name={capture}', 'name=text' or 'name'."
        case .captureInName:
            "has a capture in its name; write the name out."
        case .brace:
            "has a brace that is not closed or closes nothing; write '{{' or '}}' for a literal brace."
        case .encoding:
            "has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        case .character:
            "has a '#', a space or a control character; percent-encode it."
        case .optionalBeforeConstraint(let capture):
            "has '{\(capture)}', whose '?' stands before its constraint; write it at the end, as in '{name:alpha?}'."
        case .optionalPart:
            "has text around an optional capture; write it without the '?', or without the text."
        case .pattern(let error):
            "has a malformed value: \(error)"
        case .catchAll:
            "has a catch-all, and an item has no segments; write the capture without the '*'."
        }
    }
}

extension RewriteRuleError.TemplateFlaw {
    fileprivate var sentence: String {
        switch self {
        case .notAbsolute:
            "does not begin with a slash; write an internal path such as '/items/detail?id={id}'."
        case .fragment:
            "has a fragment, and a link keeps its own; remove it, or write '%23' for the character."
        case .brace:
            "has a brace that is not closed or closes nothing; write '{{' or '}}' for a literal brace."
        case .capture(let capture):
            "has '{\(capture)}', which is not just a capture's name; constraints and '?' belong to the rule's external side."
        case .catchAllNotAlone(let name):
            "has other text in the segment of '{*\(name)}'; write it as a segment of its own."
        case .dotSegment:
            "has a dot segment, which no internal path has; write the path without it."
        case .character:
            "has a space or a control character; percent-encode a space, and remove the others."
        case .encoding:
            "has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        }
    }
}

extension RewriteRuleError.ExampleFlaw {
    fileprivate var sentence: String {
        switch self {
        case .noPlainHost:
            "is only a path, and the domain has no host without a wildcard; write the whole link."
        case .refused(let error):
            "is refused: \(error)"
        case .malformedResult(let result):
            "leads to '\(result)', which is no internal link; write a path such as '/items/detail?id=1'."
        case .other(let expected, let actual):
            "becomes '\(actual)', not '\(expected)'; correct the rule or the example."
        }
    }
}
