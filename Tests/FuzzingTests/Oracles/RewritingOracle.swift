import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Rules with options of every kind, and links that nearly fit them: see ``RewritingCase``.
///
/// Every door gives the answer of a model, a browser reads an accepted link in the same way, and what can be shared comes back.
@MainActor
struct RewritingOracle {
    static func check(_ input: [UInt8]) throws {
        let drawn = RewritingCase(input)
        guard !drawn.configuration.sources.isEmpty else { return }
        let oracle = try RewritingOracle(drawn.configuration)
        for link in drawn.links { try oracle.check(link) }
    }

    private let configuration: LinkConfiguration
    private let rewriter: URLRewriter
    private let coordinator: DeepLinkCoordinator
    /// The rewriter of the rules that were written and read.
    private let again: URLRewriter

    /// Takes rules that have no fault.
    init(_ configuration: LinkConfiguration) throws {
        self.configuration = configuration
        rewriter = try URLRewriter(configuration: configuration)
        let data = configuration.data()
        let read = try LinkConfiguration(data: data)
        try demand(
            read == configuration,
            "written and read, the rules are others: \(String(decoding: data, as: UTF8.self))"
        )
        again = try URLRewriter(configuration: read)
        let handler = DeepLinkHandler()
        try handler.register("/{*path?}") { _ in }
        var options = DeepLinkCoordinator.Options()
        options.duplicateWindow = .zero
        options.rateLimit = nil
        coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter, options: options)
        coordinator.activate()
    }

    /// Checks a link.
    @discardableResult
    func check(_ link: String) throws -> Bool {
        do { return try checkAll(link) } catch {
            let rules = String(decoding: configuration.data(), as: UTF8.self)
            throw Violation("\(error)\nlink: \(link.debugDescription)\n\(rules)")
        }
    }

    private func checkAll(_ link: String) throws -> Bool {
        let result = Self.details(rewriter, link)
        try demand(
            Self.details(again, link) == result,
            "rules that were written and read do something else"
        )
        try checkModel(link, result)
        try checkExplanation(link, result)
        try checkDoors(link, result)
        switch result {
        case .success(let details):
            try InternalLinkOracle.checkReading(details.link)
            try checkSharing(link, details)
            // A whole link is not read here, so it need not be one of browsers.
            if details.pattern != "{url}" {
                try checkBrowser(details.unwrappedURL ?? link.trimmedOfBlanks)
            }
            return true
        case .failure(let error):
            try checkPlace(error, link)
            return false
        }
    }

    private typealias Answer = Result<URLRewriter.Details, RewriteError>

    private static func details(_ rewriter: URLRewriter, _ text: String) -> Answer {
        Result { () throws(RewriteError) in try rewriter.details(of: text) }
    }

    // MARK: - What a link becomes

    private func checkModel(_ link: String, _ result: Answer) throws {
        let model = RewritingModel(limits: configuration.limits, sources: configuration.sources)
        let expected = Result { () throws(RewritingModel.Refused) in
            try model.read(link, trims: true)
        }
        switch (result, expected) {
        case (.success(let details), .success(let model)):
            let made = try DeepLink(
                path: model.path,
                queryItems: model.items,
                fragment: model.fragment
            )
            try demand(
                details.link == made && details.link.path.isSame(as: made.path)
                    && details.link.queryItems.isSame(as: made.queryItems),
                "it becomes \(details.link.string), not \(made.string)"
            )
            try demand(
                details.removedItems.isSame(as: model.removed),
                "removed are \(details.removedItems), not \(model.removed)"
            )
            try demand(
                details.pattern == model.rule?.pattern,
                "the rule is \(details.pattern ?? "none"), not \(model.rule?.pattern ?? "none")"
            )
            let source = configuration.sources[model.source]
            let rule = model.rule.flatMap { source.rules.firstIndex(of: .rewrite($0)) }
            try demand(
                details.sourceIndex == model.source && details.ruleIndex == rule,
                "it is of \(details.sourceIndex), \(details.ruleIndex ?? -1), not of \(model.source), \(rule ?? -1)"
            )
            let inner = model.wrappers > 0 ? model.text : nil
            try demand(
                details.unwrappedURL.isSame(as: inner),
                "the innermost link is \(details.unwrappedURL ?? "not wrapped")"
            )
        case (.failure(let error), .failure(let refused)):
            if case .of(let names) = refused.source {
                try demand(
                    error.source.map(names.contains) ?? names.isEmpty,
                    "'\(error)' names \(error.source ?? "no source"), not \(names.sorted())"
                )
            }
            try demand(
                error.reason == .tooManyWrappers || error.wrappers == refused.wrappers,
                "'\(error)' is of a link in \(error.wrappers) others, not \(refused.wrappers)"
            )
            if let reason = refused.reason {
                try demand(error.reason == reason, "the reason is \(error), not \(reason)")
            }
        case (.success(let details), .failure):
            throw Violation("it becomes \(details.link.string), but must be refused")
        case (.failure(let error), .success(let model)):
            throw Violation("'\(error)', but it must become \(model.path) \(model.items)")
        }
    }

    /// A browser reads the same scheme, host, port, path, query and fragment, and repairs nothing.
    private func checkBrowser(_ text: String) throws {
        guard let url = BrowserURL(text), let parts = LinkParts(text) else {
            throw Violation("a browser refuses '\(text)'")
        }
        try demand(
            !url.hasCredentials && url.scheme == parts.scheme,
            "a browser reads a user or another scheme in '\(text)'"
        )
        let host = (url.host ?? "") + (url.port.map { ":\($0)" } ?? "")
        if let authority = parts.authority?.asciiLowercased {
            let usual = url.scheme == "https" ? ":443" : ":80"
            try demand(
                host == authority || host + usual == authority,
                "a browser goes to '\(host)' with '\(text)'"
            )
            try demand(
                url.path.joined(separator: "/").segments == parts.path.segments,
                "a browser reads another path in '\(text)'"
            )
        } else {
            try demand(
                (host + "/" + url.path.joined(separator: "/")).segments == parts.path.segments,
                "a browser reads another path in '\(text)'"
            )
        }
        try demand(
            url.query?.percentDecoded == parts.query?.percentDecoded
                && url.fragment?.percentDecoded == parts.fragment?.percentDecoded,
            "a browser reads another query or fragment in '\(text)'"
        )
    }

    // MARK: - Doors

    private func checkExplanation(_ link: String, _ result: Answer) throws {
        let explanation = rewriter.explain(link)
        try demand(explanation.result == result.map(\.link), "explain says \(explanation.result)")
        _ = String(describing: explanation)
        try demand(
            (try? result.get().pattern) == explanation.rule?.pattern,
            "explain names the rule \(explanation.rule?.pattern ?? "none")"
        )
        if let details = try? result.get(), let rule = explanation.rule {
            try demand(
                rule.sourceIndex == details.sourceIndex && rule.ruleIndex == details.ruleIndex
                    && rule.difference == nil,
                "explain names another rule: \(rule)"
            )
            try checkReference(rule)
        }
        let near = explanation.nearestRules
        try demand(
            near.isEmpty || explanation.error?.reason == .noRule,
            "there are near rules, but the reason is \(explanation.result)"
        )
        try demand(
            near.count <= 3 && Set(near.map { [$0.sourceIndex, $0.ruleIndex] }).count == near.count
                && near.allSatisfy { $0.difference != nil },
            "the near rules are \(near)"
        )
        for rule in near + explanation.steps.compactMap(\.rule) { try checkReference(rule) }
    }

    /// A rule that is named is as it was declared.
    private func checkReference(_ named: Explanation.RuleReference) throws {
        let source = configuration.sources[named.sourceIndex]
        let rule = source.rules[named.ruleIndex]
        var template: String?
        if case .rewrite(let rewrite) = rule { template = rewrite.template }
        let isSame =
            source.options.prefixes.contains(named.prefix) && named.pattern == rule.pattern
            && named.template == template && named.title == rule.notes.title
            && named.owner == rule.notes.owner
        try demand(isSame, "'\(named)' is not as it was declared")
    }

    private func checkDoors(_ link: String, _ result: Answer) throws {
        try checkOutcome(coordinator.open(link), result)
        // A payload's text without anything but white space is no link.
        if !link.trimmedOfBlanks.isEmpty {
            try checkOutcome(coordinator.open(pushPayload: ["url": link]), result)
        }
        let urls = [URL(string: link), URL(dataRepresentation: Data(link.utf8), relativeTo: nil)]
        for case let url? in urls {
            // Foundation may have encoded the text.
            let own = Result { () throws(RewriteError) in try rewriter.details(of: url) }
            try demand(
                own == Self.details(rewriter, url.absoluteString),
                "the URL gives another answer than its text"
            )
            try checkOutcome(coordinator.open(url), own)
            _ = coordinator.open(pushPayload: ["url": url])
        }
    }

    private func checkOutcome(_ outcome: DeepLinkOutcome, _ result: Answer) throws {
        switch (outcome, result) {
        case (.handled(let link), .success(let details)) where link == details.link: break
        case (.rejected(.external(let refusal)), .failure(let error)) where refusal == error: break
        default: throw Violation("opened, \(result) is \(outcome)")
        }
    }

    /// An error's place is in the link, and has what the error names.
    private func checkPlace(_ error: RewriteError, _ link: String) throws {
        _ = error.description
        guard error.wrappers == 0 else { return }
        let bytes = Array(link.utf8)
        try demand((0...bytes.count).contains(error.offset), "'\(error)' is outside of the link")
        let byte = error.offset < bytes.count ? bytes[error.offset] : nil
        switch error.reason {
        case .space: try demand(byte == 0x20, "'\(error)', where no space is")
        case .backslash: try demand(byte == UInt8(ascii: "\\"), "'\(error)', where no backslash is")
        case .userInfo: try demand(byte == UInt8(ascii: "@"), "'\(error)', where no '@' is")
        default: break
        }
    }

    // MARK: - Sharing

    /// A rule's link can be shared if each capture stands alone in its template, and then it comes back.
    private func checkSharing(_ link: String, _ details: URLRewriter.Details) throws {
        let model = RewritingModel(limits: configuration.limits, sources: configuration.sources)
        guard
            case .success(let accepted) = Result(catching: { () throws(RewritingModel.Refused) in
                try model.read(link, trims: true)
            }), let parts = LinkParts(accepted.text), let authority = parts.authority,
            accepted.fragment != ""
        else { return }
        // `http` links are shared as `https`, so a port that was written out is not theirs.
        let isWritten = parts.scheme == "http" && authority.hasSuffix(":80")
        let host = isWritten ? String(authority.dropLast(3)) : authority
        let shared: URL
        do throws(ExternalURLError) {
            shared = try rewriter.externalURL(for: details.link, host: host)
        } catch {
            // Another rule may take what this one would give, and its text may be longer than the limits, so it is asked alone
            // and with room enough.
            guard let rule = accepted.rule, rule.isPlainlyShareable,
                case .domain(var domain) = rewriter.sources[accepted.source]
            else { return }
            domain.rules = [.rewrite(rule)]
            domain.options.unmatched = .reject
            let room = Limits(bytes: 1 << 24, segments: 1 << 16, queryItems: 1 << 16)
            let alone = try URLRewriter(limits: room, sources: [.domain(domain)])
            do throws(ExternalURLError) {
                shared = try alone.externalURL(for: details.link, host: host)
            } catch {
                throw Violation(
                    "it becomes \(details.link.string), which cannot be shared: \(error)"
                )
            }
            try demand(
                alone.rewrite(shared).path.isSame(as: details.link.path),
                "it is shared as '\(shared)'"
            )
            return
        }
        let back = try rewriter.rewrite(shared)
        // Items that the domain reads in the fragment are private; only a verbatim rest can hold a question mark of its own.
        let writer = try rewriter.details(of: shared).pattern
        try demand(
            rewriter.sources[accepted.source].options.fragment != .query
                || writer?.contains(":verbatim}") == true
                || LinkParts(shared.absoluteString)?.query == nil,
            "\(details.link.string) is shared as '\(shared)', with its items before '#'"
        )
        // The items of the template stand first.
        func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
            items.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        try demand(
            back.path.isSame(as: details.link.path)
                && back.fragment.isSame(as: details.link.fragment)
                && sorted(back.queryItems).isSame(as: sorted(details.link.queryItems)),
            "\(details.link.string) is shared as '\(shared)', which becomes \(back.string)"
        )
    }
}

extension [URLQueryItem] {
    fileprivate func isSame(as other: [URLQueryItem]) -> Bool {
        elementsEqual(other) { $0.name.isSame(as: $1.name) && $0.value.isSame(as: $1.value) }
    }
}

extension Rewrite {
    /// Whether the external side can be written from any link of the template without a choice.
    fileprivate var isPlainlyShareable: Bool {
        guard !pattern.contains("?}"), !pattern.contains("*") else { return false }
        let (body, fragment) = template.cut(at: "#")
        let (path, query) = body.cut(at: "?")
        let places =
            path.split(separator: "/").map(String.init)
            + (query ?? "").split(separator: "&").compactMap { String($0).cut(at: "=").1 }
            + [fragment].compactMap(\.self)
        let used = places.filter { $0.contains("{") }
        var rest = pattern[...]
        var names: [String] = []
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
            names.append(String(rest[rest.index(after: open)..<close].prefix { $0 != ":" }))
            rest = rest[rest.index(after: close)...]
        }
        return Set(used).count == used.count
            && used.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }
            && Set(names) == Set(used.map { $0.filter { !"{*}".contains($0) } })
            && path.split(separator: "*").count <= 2
    }
}
