import PathMatching

/// Makes links that a rule matches, to show what it does.
struct LinkSample {
    /// Whether the link has no query item for which a rule has `*`.
    var omitsUniversalItems = false

    /// Whether the path is the parent of a pattern that ends in `/*`.
    var takesParent = false

    /// Whether the last slash of the path is percent-encoded.
    var encodesLastSlash = false

    /// What stands in the place of wildcards.
    var filling = Filling()

    /// Texts for wildcards and variables.
    struct Filling {
        /// For `*`.
        var many = "x"

        /// For `?`.
        var one = UInt8(ascii: "x")

        /// Which text of a variable's list, if it has as many.
        var choice = 0
    }

    /// The host of the links.
    var host = Self.exampleHost

    /// The host of links where none is known.
    static let exampleHost = "example.com"

    /// A link that the rule matches, tried with the matcher; `nil` when none was found.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - options: The options that the rule was compiled with.
    /// - Returns: A URL, or `nil`.
    func link(for rule: CompiledRule, options: AssociationMatcher.Options) -> String? {
        guard var path = path(of: rule), let query = query(of: rule) else { return nil }
        if encodesLastSlash {
            guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return nil }
            path.replaceSubrange(slash...slash, with: "%2F".utf8)
        }
        var fragment: [UInt8] = []
        if let glob = rule.fragment, !glob.isUniversal {
            guard let units = glob.sample(filling) else { return nil }
            fragment = Self.text(
                units,
                isEncoded: rule.rule.isPercentEncoded,
                plain: Self.fragmentBytes
            )
        }
        var link = "https://\(host)" + String(decoding: path, as: UTF8.self)
        if !query.isEmpty {
            link += "?" + String(decoding: query, as: UTF8.self)
        }
        if !fragment.isEmpty {
            link += "#" + String(decoding: fragment, as: UTF8.self)
        }
        guard let text = try? AssociationLink(link, domain: nil, options: options),
            rule.matches(text)
        else { return nil }
        return link
    }

    private func path(of rule: CompiledRule) -> [UInt8]? {
        guard let globs = rule.path else { return Array("/".utf8) }
        let glob = takesParent ? globs.last : globs.first
        guard let units = glob?.sample(filling) else { return nil }
        return Self.text(units, isEncoded: rule.rule.isPercentEncoded, plain: Self.pathBytes)
    }

    private func query(of rule: CompiledRule) -> [UInt8]? {
        let isEncoded = rule.rule.isPercentEncoded
        if let glob = rule.query, !glob.isUniversal {
            return glob.sample(filling).map {
                Self.text($0, isEncoded: isEncoded, plain: Self.queryBytes)
            }
        }
        var items: [[UInt8]] = []
        for item in rule.items where !(omitsUniversalItems && item.glob.isUniversal) {
            guard let units = item.glob.sample(filling) else { return nil }
            let name = item.source.name.unicodeScalars.map(\.value)
            items.append(
                Self.text(name, isEncoded: isEncoded, plain: Self.itemBytes) + [UInt8(ascii: "=")]
                    + Self.text(units, isEncoded: isEncoded, plain: Self.itemBytes)
            )
        }
        return Array(items.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Units as they stand in a link: as they are when rules are compared with the text of links, and else encoded
    /// unless they are `plain`.
    private static func text(_ units: [UInt32], isEncoded: Bool, plain: ByteSet) -> [UInt8] {
        var text = ""
        for unit in units {
            if let scalar = Unicode.Scalar(unit) {
                text.unicodeScalars.append(scalar)
            }
        }
        guard !isEncoded else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        withBytes(of: text) { PercentEncoding.append($0, keeping: plain, to: &bytes) }
        return bytes
    }

    private static let itemBytes = ByteSet.unreserved.union(ByteSet("!$'()*,:@/?"))
    private static let queryBytes = itemBytes.union(ByteSet("&=+;"))
    private static let pathBytes = ByteSet.segment.union(ByteSet("/"))
    private static let fragmentBytes = queryBytes
}

extension LinkSample {
    /// Samples that differ in what stands for wildcards, the plainest first.
    static let varied: [LinkSample] = {
        let uuid = "123e4567-e89b-12d3-a456-426614174000"
        var samples = [
            ("x", "x", 0), ("1", "1", 1), ("x/y", "x", 2), ("", "x", 3), (uuid, "1", 4),
            ("x-1", "x", 5), ("1/2", "1", 6), ("", "1", 7),
        ].map { many, one, choice in
            LinkSample(
                filling: Filling(many: many, one: one.utf8.first ?? 0, choice: choice)
            )
        }
        samples.append(LinkSample(omitsUniversalItems: true))
        samples.append(LinkSample(takesParent: true))
        return samples
    }()
}

extension Glob {
    /// A text that the pattern matches.
    func sample(_ filling: LinkSample.Filling) -> [UInt32]? {
        var units: [UInt32] = []
        for token in tokens {
            switch token {
            case .unit(let unit): units.append(unit)
            case .any: units.append(UInt32(filling.one))
            case .many: units += filling.many.utf8.map(UInt32.init)
            case .set(let members):
                let byte =
                    members.contains(filling.one)
                    ? filling.one : (UInt8(0)..<0x80).first(where: members.contains)
                guard let byte else { return nil }
                units.append(UInt32(byte))
            case .oneOf(let alternatives):
                guard
                    let text = alternatives.text(filling.choice)
                        ?? alternatives.first?.sample(filling)
                else { return nil }
                units += text
            case .never: return nil
            }
        }
        return units
    }
}
