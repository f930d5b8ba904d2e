import PathMatching

extension RuleFlaw {
    /// The flaw of a source without hosts or schemes.
    fileprivate static func emptySource(_ missing: String) -> RuleFlaw {
        RuleFlaw("empty-source", "it is empty", "name at least one \(missing)")
    }

    /// Throws the flaw of a host or scheme that another source has already.
    fileprivate static func check(
        _ kind: String,
        _ name: String,
        isNotIn other: Int?,
        of sources: [RewriteSource]
    ) throws(RuleFlaw) {
        guard let other else { return }
        throw RuleFlaw(
            "duplicate-\(kind)",
            "\(name) is already configured in \(sources[other].name)",
            "remove one"
        )
    }
}

extension HostIndex {
    /// Adds the hosts of a domain, which is the source with the given number.
    mutating func insert(
        _ domain: Domain,
        source: Int,
        of sources: [RewriteSource],
        note: (RuleFlaw) -> Void
    ) {
        if domain.hosts.isEmpty, domain.anyHostAs == nil { note(.emptySource("host")) }
        for (number, host) in domain.hosts.enumerated() {
            do throws(RuleFlaw) {
                let pattern = try HostPattern(host, allowsHTTP: domain.allowsHTTP)
                let other = insert(pattern, source: source)
                try RuleFlaw.check("host", "the host '\(host)'", isNotIn: other, of: sources)
            } catch {
                note(error.at(.root.key("hosts").index(number)))
            }
        }
        guard let name = domain.anyHostAs else { return }
        do throws(RuleFlaw) {
            guard BracedText.isName(name) else {
                throw RuleFlaw(
                    "malformed-any-host",
                    "the capture for any host is named '\(name)'",
                    "write a name of letters, digits, '-', '_', '.' and '~', without braces"
                )
            }
            let other = insertAnyHost(as: name, source: source)
            try RuleFlaw.check("host", "any host", isNotIn: other, of: sources)
        } catch {
            note(error.at(.root.key("anyHostAs")))
        }
        if domain.options.unmatched == .passThrough {
            let flaw = RuleFlaw(
                "any-host-passes",
                "it is for any host and lets unmatched links pass, so anyone can choose what is opened",
                "reject unmatched links",
                at: .root.key("unmatched")
            )
            note(flaw)
        }
    }
}

extension NameTable {
    /// Adds the names of a custom scheme, which is the source with the given number.
    mutating func insert(
        _ scheme: Scheme,
        source: Int,
        of sources: [RewriteSource],
        note: (RuleFlaw) -> Void
    ) {
        if scheme.names.isEmpty { note(.emptySource("scheme")) }
        for (number, name) in scheme.names.enumerated() {
            do throws(RuleFlaw) {
                try Self.check(scheme: name)
                let other = insert(Array(name.utf8), source: source)
                try RuleFlaw.check("scheme", "the scheme '\(name)'", isNotIn: other, of: sources)
            } catch {
                note(error.at(.root.key("names").index(number)))
            }
        }
    }

    private static func check(scheme name: String) throws(RuleFlaw) {
        guard let first = name.utf8.first, ByteSet.letters.contains(first),
            name.utf8.allSatisfy(ByteSet.scheme.contains)
        else {
            throw RuleFlaw(
                "malformed-scheme",
                "'\(name)' is not a scheme",
                "write only the scheme: a letter, then letters, digits, '+', '-' and '.'"
            )
        }
        let lowercased = name.lowercased()
        guard isForeign(scheme: lowercased) else { return }
        let (obstacle, remedy) =
            switch lowercased {
            case "https", "http": ("belong to hosts", "configure them with a Domain")
            default: ("are for browsers or files", "use a scheme of the app's own")
            }
        throw RuleFlaw("foreign-scheme", "'\(lowercased)' links \(obstacle)", remedy)
    }

    /// Whether no source can have a scheme, which is in lower case.
    static func isForeign(scheme: String) -> Bool { foreignSchemes.contains(scheme) }

    /// The schemes whose links browsers open themselves, or read by special rules.
    private static let foreignSchemes: Set<String> = [
        "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "vbscript", "ws",
        "wss",
    ]
}

extension RewriteSource {
    /// The source as it is named in messages.
    package var name: String {
        switch self {
        case .domain(let domain):
            domain.hosts.first.map { "Domain '\($0)'" }
                ?? (domain.anyHostAs == nil ? "Domain" : "Domain of any host")
        case .scheme(let scheme): scheme.names.first.map { "Scheme '\($0)'" } ?? "Scheme"
        }
    }

    /// An error in this source.
    func error(_ flaw: RuleFlaw, source: Int, rule: Int? = nil) -> RewriteRuleError {
        let whole =
            switch (rule.map { rules[$0] }, self) {
            case (.rewrite, _): takesWholeLinks ? "wholeLinkAs" : "from"
            case (.unwrap, _): "unwrap"
            case (.refuse, _): "refuse"
            case (nil, .domain): "hosts"
            case (nil, .scheme): "names"
            }
        return RewriteRuleError(
            source: name,
            rule: rule.map { rules[$0].pattern },
            flaw: flaw.place == .root ? flaw.at(.root.key(whole)) : flaw,
            sourceIndex: source,
            ruleIndex: rule
        )
    }
}
