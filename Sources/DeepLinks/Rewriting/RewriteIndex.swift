import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything that a rewriter needs, compiled once and never changed.
package final class RewriteIndex: Sendable {
    let limits: Limits
    let declaredSources: [RewriteSource]
    package let hosts: HostIndex
    let schemes: NameTable
    package let sources: [CompiledSource]

    /// Compiles the sources and rules that have no flaw; `flaws` receives the flaws of all others, in order.
    init(limits: Limits, _ declared: [RewriteSource], flaws: inout [RewriteRuleError]) {
        flaws += limits.flaws
        let declared = declared.map(\.completed)
        var hosts = HostIndex()
        var schemes = NameTable()
        var sources: [CompiledSource] = []
        for (number, source) in declared.enumerated() {
            var found: [(flaw: RuleFlaw, rule: Int?)] = []
            switch source {
            case .domain(let domain):
                hosts.insert(domain, source: number, of: declared) { found.append(($0, nil)) }
            case .scheme(let scheme):
                schemes.insert(scheme, source: number, of: declared) { found.append(($0, nil)) }
            }
            sources.append(
                CompiledSource(source, number: number, limits) { found.append(($0, $1)) }
            )
            flaws += found.map { source.error($0.flaw, source: number, rule: $0.rule) }
        }
        self.limits = limits
        declaredSources = declared.map(\.withoutDeclaredPaths)
        self.hosts = hosts
        self.schemes = schemes
        self.sources = sources
    }

    /// Rewrites a link in five steps: its beginning, its source, its parts, the rule that it fits, and what the rule makes of it.
    ///
    /// ``Explainer`` takes the same steps, and writes down what each gives. With `trims`, ASCII white space around the link is ignored.
    func rewrite(_ text: String, trims: Bool, wrappers: Int) throws(RewriteError) -> Rewritten {
        try withBytes(of: text) { (whole) throws(RewriteError) in
            let range = limits.range(ofLinkIn: whole, trims: trims)
            let bytes = whole[range]
            var number: Int?
            do throws(RewriteError) {
                try limits.check(whole)
                let beginning = try LinkBeginning(bytes)
                let located = try locate(beginning, bytes)
                number = located.source
                let source = sources[located.source]
                let link = try DecodedLink(bytes, after: beginning, of: source)
                return try link.withCanonicalPath { (path) throws(RewriteError) in
                    guard let match = source.match(link, path, located.capture) else {
                        return try source.pass(link, path)
                    }
                    return try source.make(match, link)
                }
            } catch {
                throw refusal(error, of: whole, range, number, wrappers)
            }
        }
    }
}

/// The result of applying the rules to a link that is not refused.
enum Rewritten {
    /// It is an internal link.
    case link(URLRewriter.Details)
    /// It contains a wrapped link, which is rewritten next: the text of that link, the other items of the wrapper, and whether the
    /// wrapper has a custom scheme.
    // Indirect, so that the usual case, a link, needs no unpacking.
    indirect case wrapped(String, outer: [URLQueryItem], isCustom: Bool)
}

extension Limits {
    /// The range of a link without white space around it; all of a text that is too long, of which nothing is read.
    func range(ofLinkIn text: ByteView, trims: Bool = true) -> Range<Int> {
        trims && text.count <= bytes ? text.trimmed : 0..<text.count
    }

    /// Refuses a link that is too long, before anything else of it is read.
    func check(_ text: ByteView) throws(RewriteError) {
        guard text.count <= bytes else {
            throw RewriteError(.tooManyBytes(limit: bytes), in: .link, at: bytes)
        }
    }
}

/// The beginning of an external link, up to its path: the scheme and the host, as offsets into its bytes.
///
/// The grammar here and in ``ExternalLinkParts`` is a strict subset of what browsers accept: it refuses all that a browser
/// would repair, or would read differently than the bytes say. Nothing is decoded or copied.
enum LinkBeginning {
    /// `https` or `http`, with the text between the slashes and the path.
    case web(isSecure: Bool, authority: Range<Int>)
    /// Another scheme, before a colon.
    case custom(scheme: Range<Int>)
}

extension LinkBeginning {
    /// Reads the beginning of a link that has no white space around it.
    init(_ bytes: ByteView) throws(RewriteError) {
        // Nearly all links begin so.
        if bytes.count > 8, bytes.wholeWord(at: 0) == Self.https {
            self = .web(isSecure: true, authority: 8..<bytes.endOfHost(from: 8))
            return
        }
        // The colon after the scheme (RFC 3986 §3.1).
        let isScheme = bytes.count > 0 && ByteSet.letters.contains(bytes[0])
        let colon = isScheme ? bytes.firstOffset(outside: .scheme) : 0
        guard colon > 0, colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
            throw RewriteError(.missingScheme, in: .scheme, at: colon)
        }
        let scheme = bytes[0..<colon]
        let isSecure = withBytes(of: "https", scheme.isEqual(ignoringCase:))
        guard isSecure || withBytes(of: "http", scheme.isEqual(ignoringCase:)) else {
            self = .custom(scheme: 0..<colon)
            return
        }
        let start = colon + 3
        // Browsers repair web links without two slashes, so these are refused.
        guard bytes[colon..<bytes.count].starts(with: "://".utf8) else {
            for offset in (colon + 1)..<min(start, bytes.count)
            where bytes[offset] == UInt8(ascii: "\\") {
                throw RewriteError(.backslash, in: .host, at: offset)
            }
            throw RewriteError(.missingHost, in: .host, at: colon + 1)
        }
        self = .web(isSecure: isSecure, authority: start..<bytes.endOfHost(from: start))
    }

    /// `https://`, as a word.
    private static let https: UInt64 = 0x2F2F_3A73_7074_7468
}

extension RewriteIndex {
    /// The source of a link, and the capture of its host.
    struct Located {
        /// The source's number.
        let source: Int
        var capture: HostCapture?
    }

    /// Finds the source of a link.
    func locate(_ beginning: LinkBeginning, _ bytes: ByteView) throws(RewriteError) -> Located {
        switch beginning {
        case .web(let isSecure, let authority):
            guard isSecure, let number = hosts.exact.source(of: bytes[authority]) else {
                return try locateHost(bytes, authority, isSecure: isSecure)
            }
            return Located(source: number)
        case .custom(let scheme):
            guard let number = schemes.source(of: bytes[scheme]) else {
                throw RewriteError(.unknownScheme(bytes.text(scheme)), in: .scheme, at: 0)
            }
            return Located(source: number)
        }
    }
}

/// Names in lower case, each with a port and a source, found by the bytes of a link, ignoring ASCII case.
///
/// There are only a few names, so they are compared one by one.
struct NameTable: Sendable {
    private struct Entry: Sendable {
        let name: [UInt8]
        let port: UInt16
        let source: Int
    }

    private var entries: [Entry] = []

    /// Adds a name, unless it is there already.
    ///
    /// - Returns: The source that has it already, or nil if it was added.
    mutating func insert(_ name: [UInt8], port: UInt16 = 0, source: Int) -> Int? {
        if let other = withBytes(of: name, { self.source(of: $0, port: port) }) { return other }
        entries.append(Entry(name: name.map(ByteSet.lowercased), port: port, source: source))
        return nil
    }

    /// The source of a name.
    func source(of name: ByteView, port: UInt16 = 0) -> Int? {
        for index in entries.indices
        where entries[index].name.count == name.count && entries[index].port == port {
            let isSame = withBytes(of: entries[index].name, name.isEqual(ignoringCase:))
            if isSame { return entries[index].source }
        }
        return nil
    }
}
