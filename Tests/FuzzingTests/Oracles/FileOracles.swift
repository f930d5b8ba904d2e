import DeepLinks
import LinkChecking
import SiteAssociation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files of rules: one that can be read can be written and read again, and so can the rewriter made from it.
enum ConfigurationOracle {
    static func check(_ input: [UInt8]) throws {
        let data = Data(input)
        let configuration: LinkConfiguration
        do throws(LinkConfigurationError) {
            configuration = try LinkConfiguration(data: data)
        } catch {
            try checkPlace(error.located(in: data), input)
            return
        }
        let again = try LinkConfiguration(data: configuration.data())
        try demand(again == configuration, "written and read, the configuration is another one")
        try demand(again.data() == configuration.data(), "written twice, the file is another one")
        let own: LinkConfiguration
        do throws(LinkConfigurationError) {
            own = try URLRewriter(configuration: configuration).configuration
        } catch {
            try checkPlace(error.located(in: data), input)
            return
        }
        try demand(
            own.domains == configuration.domains && own.schemes == configuration.schemes,
            "the rewriter has another configuration"
        )
    }

    /// Checks that an error has a sentence, and that its line and column are in the file.
    private static func checkPlace(_ error: LinkConfigurationError, _ input: [UInt8]) throws {
        try demand(!error.description.isEmpty, "an error without a sentence")
        guard let line = error.line, let column = error.column else { return }
        // A line ends with a line feed, a carriage return, or both.
        let breaks = input.indices.count { index in
            input[index] == 0x0A || input[index] == 0x0D && input[(index + 1)...].first != 0x0A
        }
        try demand(line >= 1 && line <= breaks + 1, "line \(line) of \(breaks + 1): \(error)")
        try demand(column >= 1, "column \(column): \(error)")
    }
}

/// Association files: one that can be read can be written and read again, and every URL gets an answer.
///
/// The last line of the input is a URL.
enum AssociationOracle {
    static func check(_ input: [UInt8]) throws {
        let url = lines(of: input).last ?? ""
        let end = input.lastIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
        for bytes in [input, Array(input[..<end])] {
            let file: AppSiteAssociation
            do throws(SiteAssociationError) {
                file = try AppSiteAssociation(data: Data(bytes))
            } catch {
                try demand(!error.description.isEmpty, "an error without a sentence")
                continue
            }
            let again = try AppSiteAssociation(data: file.data())
            try demand(again == file, "written and read, the file is another one")
            for url in [url, "https://www.example.com/a/b?c=d#e"] {
                try demand(
                    again.answer(for: url).isSameVerdict(as: file.answer(for: url)),
                    "written and read, the file answers otherwise for '\(url)'"
                )
                _ = file.explanation(for: url).apps.map(\.steps)
            }
            for finding in file.audit() {
                try demand(!finding.description.isEmpty, "a finding without a sentence")
            }
        }
    }
}

extension AssociationAnswer {
    fileprivate func isSameVerdict(as other: AssociationAnswer) -> Bool {
        switch (self, other) {
        case (.matched, .matched), (.blocked, .blocked), (.notMatched, .notMatched): true
        default: false
        }
    }
}

/// Payloads of push notifications of any shape: only strings and URLs at the key paths are read.
///
/// The input is a program that builds a payload: see `value(depth:)`.
enum PushOracle {
    static func check(_ input: [UInt8]) throws {
        var builder = PayloadBuilder(input)
        let payload = builder.dictionary(depth: 0)
        let push = PushPayload(payload)
        let keyPaths = push.keyPaths ?? PushPayload.standardKeyPaths
        try demand(push.linkCandidates.count <= keyPaths.count, "more links than key paths")
        try demand(
            push.linkCandidates.allSatisfy { builder.texts.contains($0) },
            "a link that is no text of the payload"
        )
        _ = String(describing: push)
        try demand(PushPayload(payload) == push, "another reading of the same payload")
    }
}

/// Builds a payload from bytes.
private struct PayloadBuilder {
    private var rest: ArraySlice<UInt8>
    /// All texts of the payload so far.
    private(set) var texts: Set<String> = []

    private static let keys = [
        "deeplink", "deep_link", "url", "data", "data.deeplink", "data.url", "aps", "",
    ]

    init(_ input: [UInt8]) { rest = input[...] }

    mutating func dictionary(depth: Int) -> [AnyHashable: Any] {
        var result: [AnyHashable: Any] = [:]
        while let key = rest.popFirst(), key != 0xFF, result.count < 8 {
            let name = Self.keys[Int(key & 7)]
            result[key & 8 == 0 ? AnyHashable(name) : AnyHashable(Int(key))] = value(depth: depth)
        }
        return result
    }

    private mutating func value(depth: Int) -> Any {
        switch rest.popFirst() ?? 0 {
        case 0..<96:
            return text()
        case 96..<128:
            // A URL, if Foundation accepts the text.
            guard let url = URL(string: text()) else { return 0 }
            texts.insert(url.absoluteString)
            return url
        case 128..<192 where depth < 16:
            return dictionary(depth: depth + 1)
        case 192..<208:
            return [text()]
        case 208..<224:
            return Double.nan
        default:
            return Optional<Int>.none as Any
        }
    }

    private mutating func text() -> String {
        let bytes = rest.prefix { $0 != 0xFE }
        rest = rest.dropFirst(bytes.count + 1)
        let text = String(decoding: bytes, as: UTF8.self)
        texts.insert(text)
        return text
    }
}
