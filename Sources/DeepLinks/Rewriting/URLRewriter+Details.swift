import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension URLRewriter {
    /// An internal link, with details about how it was rewritten.
    public struct Details: Hashable, Sendable {
        /// The internal link.
        public internal(set) var link: DeepLink

        /// The items of the external link that are not in the internal one, decoded and in order.
        ///
        /// Read campaign parameters here that features should not see. These are the items that the source's ``SourceOptions/Query`` removed.
        /// Items that the rule reads, or that its template replaces, are not included. If the link was wrapped in others, all items of
        /// its wrappers come first, those of the outermost wrapper before the others, without the items that held the wrapped links.
        public internal(set) var removedItems: [URLQueryItem]

        /// The external side of the rule that made the link, as it was declared; nil if no rule fits and the link passed as it is.
        ///
        /// It contains no text of the link, so it can be counted and logged.
        public var pattern: String? { rule?.pattern }

        /// The number of the source that has the link's host or scheme; -1 for a link that the app made itself.
        package let sourceIndex: Int

        /// Whether the link, or one of those that it was wrapped in, has a custom scheme.
        package internal(set) var hasCustomScheme: Bool

        /// The number of the rule in its source; nil if no rule fits and the link passed as it is.
        package var ruleIndex: Int? { rule?.place.rule }

        /// The innermost URL, if the link was wrapped in others; nil if it was not.
        ///
        /// Rewriting it gives the same ``link``. Its origin also depends on its wrappers: it is a universal link only if it and all of
        /// its wrappers are web links.
        package internal(set) var unwrappedURL: String?

        private let rule: CompiledRule?

        /// Creates the details of a link that a rule made, or that passed without one; without a source, of one that the app made itself.
        init(
            _ link: consuming DeepLink,
            _ removed: consuming [URLQueryItem] = [],
            by rule: CompiledRule? = nil,
            of source: CompiledSource? = nil
        ) {
            self.link = link
            removedItems = removed
            self.rule = rule
            sourceIndex = source?.number ?? -1
            hasCustomScheme = source?.isCustomScheme ?? false
        }
    }
}

extension URLRewriter.Details {
    /// Whether both have the same links and items, and were made by rules with the same place and pattern.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.link == rhs.link && hasSameItems(lhs.removedItems, rhs.removedItems)
            && hasSameBytes(lhs.unwrappedURL, rhs.unwrappedURL)
            && hasSameBytes(lhs.pattern, rhs.pattern)
            && lhs.sourceIndex == rhs.sourceIndex && lhs.ruleIndex == rhs.ruleIndex
    }

    /// Feeds the link and the rule's pattern into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(link)
        hasher.combine(pattern)
    }
}

extension URLRewriter.Details: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The link and the rule that made it, without what the link holds: `…?…, by '/reset/{token}'`.
    public var description: String {
        "\(link), " + (pattern.map { "by '\($0)'" } ?? "passed through")
            + (removedItems.isEmpty ? "" : ", \(removedItems.count) removed")
    }
}

/// The result of applying the rules to a link that is not refused.
enum Rewritten {
    /// It is an internal link.
    case link(URLRewriter.Details)
    /// It contains a wrapped link, which is rewritten next: the text of that link, the other items of the wrapper, and whether the
    /// wrapper has a custom scheme.
    case wrapped(String, outer: [URLQueryItem], isCustom: Bool)
}
