import LinkChecking
import PathMatching

extension AssociationCoverage {
    /// Reports a rule that would claim handled links if it were written a little differently: the one cause of two differences.
    mutating func reportNearMiss(
        of rule: RuleMatcher,
        _ witness: String,
        _ isUseful: Bool
    ) -> Bool {
        for (content, cause) in meanings(of: rule, isUseful) {
            var compiler = GlobCompiler(variables: audit.association.substitutionVariables)
            let other = RuleMatcher(content, compiler: &compiler)
            let near = unclaimedLinks(near: other)
            audit.effort -= near.count * other.effort
            var links = near.filter { !missed.contains($0.number) && other.matches($0.link) }
            if let path = rule.rule.path, content.path == path + "?*" {
                // What another rule misses for another reason, or a longer path, is not meant.
                let rules = nearRules.filter { $0.length > path.utf8.count }
                audit.effort -= links.count * rules.count
                links.removeAll { _, link in rules.contains { $0.rule.matches(link) } }
            }
            let meant = links.map(\.number).sorted()
            guard let first = meant.first.map({ unclaimed[$0] }) else { continue }
            let more = meant.count == 1 ? "handles" : "and \(meant.count - 1) more handle"
            let message =
                "The rule misses links that \(first.handler) \(more), such as '\(first.link)', as \(cause)."
            audit.add(.claimedNotHandled, at: rule.rule.place, message, witness: witness)
            missed.formUnion(meant)
            return true
        }
        return false
    }

    /// What the rules that claim links may be meant as, each with the length of a path that ends in a slash: the longest is the nearest.
    mutating func rulesAsMeant() -> [(rule: RuleMatcher, length: Int)] {
        var rules: [(rule: RuleMatcher, length: Int)] = []
        for rule in audit.entries.flatMap(\.rules) where !rule.rule.isExclusion {
            for (content, _) in meanings(of: rule, false) where audit.effort > 0 {
                var compiler = GlobCompiler(variables: audit.association.substitutionVariables)
                let path = rule.rule.path ?? ""
                let length = content.path == path + "?*" ? path.utf8.count : .max
                rules.append((RuleMatcher(content, compiler: &compiler), length))
            }
        }
        return rules
    }

    /// The unclaimed links whose paths may begin as a rule asks.
    private mutating func unclaimedLinks(
        near rule: RuleMatcher
    ) -> [(number: Int, link: AssociationLink)] {
        rule.firstSegment.map { unclaimedLinks[$0] ?? [] } ?? unclaimedLinks.flatMap(\.value)
    }

    /// What a rule may be meant as, each with what is wrong with it: another case, `*` in place of `.*`, a query in place of a `?`, or
    /// what is below a path that ends in a slash.
    private mutating func meanings(
        of rule: RuleMatcher,
        _ isUseful: Bool
    ) -> [(rule: AssociationRule, cause: String)] {
        var meanings: [(rule: AssociationRule, cause: String)] = []
        var content = rule.rule
        if case .items(let items)? = content.query {
            let near = unclaimedLinks(near: rule)
            audit.effort -= near.count
            let queries = near.map { String(decoding: $0.link.query, as: UTF8.self) }
            let names = Set(
                queries.flatMap { $0.split(separator: "&") }.map { String($0.prefix { $0 != "=" }) }
            )
            let known = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
            content.query = .items(
                items.map { item in
                    let other = names.contains(item.name) ? nil : known[item.name.lowercased()]
                    return .init(name: other ?? item.name, pattern: item.pattern)
                }
            )
            if content != rule.rule {
                meanings.append((content, "the case of an item's name differs; write it in theirs"))
            }
        }
        guard !isUseful else { return meanings }
        let hasDot = content.path?.contains(".*") == true
        if content.isCaseSensitive || hasDot {
            content.isCaseSensitive = false
            content.path = content.path?.replacing(".*", with: "*")
            let dot = "its '.*' asks for a point; write '*'"
            meanings.append((content, hasDot ? dot : "its case differs; write it in theirs"))
        }
        content = rule.rule
        if let path = content.path, path.hasSuffix("/"), path.utf8.count > 1 {
            content.path = path + "?*"
            meanings.append((content, "nothing may follow its last '/'; write '\(short(path))?*'"))
        }
        content = rule.rule
        if let path = content.path, content.query == nil, let end = path.firstIndex(of: "?"),
            !path[..<end].hasSuffix("/")
        {
            content.path = String(path[..<end])
            content.query = .whole("?*")
            let query = content.isLegacy ? "" : ", and the query's pattern as \"?\" of a component"
            let cause =
                "its '?' matches any character of a path; write '\(short(content.path ?? ""))'\(query)"
            meanings.append((content, cause))
        }
        return meanings
    }
}
