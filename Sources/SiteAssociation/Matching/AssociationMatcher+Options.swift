extension AssociationMatcher {
    /// What Apple leaves open, and which choice a matcher makes.
    ///
    /// Apple documents the format in a few pages; how the system's matcher behaves was recorded from Apple's own
    /// command line tool. The options are the questions that neither source answers, or that older systems may answer
    /// differently. The defaults agree with every recorded answer.
    public struct Options: Hashable, Sendable {
        /// Whether names of query items are decoded before they are compared.
        public enum QueryNames: Hashable, Sendable {
            /// Like the values: when the rule has `"percentEncoded": false`.
            case decodedWithValues

            /// Always.
            case decoded

            /// Never.
            case asWritten
        }

        /// Whether an entry without rules claims every link; by default it claims nothing.
        public var emptyEntriesClaimEverything = false

        /// Whether an entry is only for the apps that it names as documented: those of an `appIDs` array, or the one of an `appID` string.
        ///
        /// By default it is for all that `appIDs` and `appID` name together, each as a string or an array.
        public var readsDocumentedAppIDsOnly = false

        /// Whether only the first of several entries for one app counts; by default their rules are joined into one list.
        public var usesFirstEntryOnly = false

        /// Whether an undefined variable, or an unclosed `$(`, stands for its own text; by default its pattern never matches.
        public var undefinedVariablesAreText = false

        /// Whether names of query items are decoded; by default they are decoded when the values are.
        public var queryNames = QueryNames.decodedWithValues

        /// Whether names of query items ignore case where the rule has `"caseSensitive": false`; by default they do
        /// not.
        public var foldsQueryNames = false

        /// Whether a plus sign in a query is decoded to a space; by default it is a plus sign.
        public var plusIsSpace = false

        /// Whether `;` separates query items as `&` does; by default it is part of the value.
        public var semicolonSeparates = false

        /// Whether a rule with `"percentEncoded": false` compares text that does not decode to UTF-8 as it is written; by default it does
        /// not match.
        public var comparesUndecodableText = false

        /// Whether case is also ignored outside of ASCII where the rule has `"caseSensitive": false`; by default it is
        /// not.
        public var foldsNonASCII = false

        /// Whether `?` stands for one byte of UTF-8; by default for one Unicode scalar.
        ///
        /// It matters only for rules with `"percentEncoded": false`.
        public var countsBytes = false

        /// Whether `/a/../b` is read as `/b`; by default it is compared as written.
        public var resolvesDotSegments = false

        /// Whether `/a//b` is read as `/a/b`; by default it is compared as written.
        public var collapsesSlashes = false

        /// Whether slashes at the end of a path or pattern are ignored; by default they are, as recorded from macOS
        /// 27.
        public var ignoresTrailingSlashes = true

        /// Whether a pattern that ends in `/*` also matches its parent, so that `/buy/*` matches `/buy`.
        ///
        /// By default it does, as recorded from macOS 27; older descriptions deny it.
        public var parentMatches = true

        /// Whether `http` links can match; by default they can, though the file itself is only fetched with `https`.
        public var matchesHTTP = true

        /// Whether a link with a port can match; by default it can, and the port is ignored.
        public var ignoresPort = true

        /// Whether a link with a user name can match; by default it can, and the name is ignored.
        public var ignoresUserInfo = true

        /// Whether the domain `*.example.com` covers `example.com` itself; by default it does not, as Apple's
        /// documents contradict each other.
        public var wildcardCoversApex = false

        /// How many bytes a link may have; by default 65 536.
        public var maximumLength = 1 << 16

        /// Creates the default options.
        public init() {}
    }
}

extension AssociationMatcher.Options {
    /// The units of a pattern or a name.
    func units(of text: String) -> [UInt32] {
        countsBytes ? text.utf8.map(UInt32.init) : text.unicodeScalars.map(\.value)
    }

    /// The unit that stands for both cases of `unit`.
    func folded(_ value: UInt32) -> UInt32 {
        if (0x41...0x5A).contains(value) {
            return value + 0x20
        }
        guard foldsNonASCII, !countsBytes, value >= 0x80, let scalar = Unicode.Scalar(value)
        else { return value }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? value : value
    }
}
