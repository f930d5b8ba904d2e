import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A server's answer with its headers, as `curl -si` saves it.
package struct ServerAnswer: Sendable {
    /// A line with the status, and the headers below it.
    private struct Block {
        let status: Int

        /// The headers by name in lower case; of two with the same name the later one.
        var headers: [String: String] = [:]
    }

    /// The answers before the last one that are no redirects are left out: `100 Continue`, a proxy's own answer.
    private let redirects: [Block]
    private let last: Block

    /// What follows the headers.
    let body: Data

    /// How many lines precede the body.
    let linesBeforeBody: Int

    /// Reads an answer in HTTP/1.1, HTTP/2 or HTTP/3: one or more blocks of headers, each with an empty line after it, and the body.
    ///
    /// It is nil if it does not begin with a line such as `HTTP/2 200`.
    package init?(data: Data) {
        var rest = data[...]
        var blocks: [Block] = []
        var lineCount = 0
        func popLine() -> String {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[end...].dropFirst()
            lineCount += 1
            return line.last?.isWhitespace == true ? String(line.dropLast()) : line
        }
        while rest.starts(with: "HTTP/".utf8) {
            let words = popLine().split(separator: " ")
            guard words.count > 1, let status = Int(words[1]), (100..<600).contains(status) else {
                return nil
            }
            var block = Block(status: status)
            while !rest.isEmpty, case let line = popLine(), !line.isEmpty {
                guard let colon = line.firstIndex(of: ":") else { continue }
                block.headers[String(line[..<colon]).asciiLowercased] =
                    String(line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" })
            }
            blocks.append(block)
        }
        guard let last = blocks.popLast() else { return nil }
        self.last = last
        redirects = blocks.filter { (300..<400).contains($0.status) }
        body = Data(rest)
        linesBeforeBody = lineCount
    }

    /// The last status.
    var status: Int { last.status }

    /// Where the first redirect leads; nil without a redirect.
    var redirect: (status: Int, location: String)? {
        let all = redirects + ((300..<400).contains(status) && status != 304 ? [last] : [])
        return all.first.map { ($0.status, $0.headers["location"] ?? "") }
    }

    /// The media type in lower case, without parameters; nil if the answer names none.
    var mediaType: String? {
        header("content-type").map {
            String($0.prefix { $0 != ";" && $0 != " " }).asciiLowercased
        }
    }

    /// Whether the body is compressed as it was sent; `curl --compressed` keeps the header, and saves a text.
    var isCompressed: Bool {
        body.starts(with: JSONText.gzipStart)
            || header("content-encoding") != nil
                && !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body)
    }

    /// Why Apple's network has no file, in its own words.
    var failure: String? {
        header("apple-failure-reason").map { reason in
            reason + (header("apple-failure-details").map { " \($0)" } ?? "")
        }
    }

    /// The status that Apple's network got from the server; nil if it got none, or another fault keeps it from the file.
    var failureStatus: Int? {
        failure?.firstRange(of: "Bad HTTP Response: ").flatMap { range in
            failure.flatMap { Int($0[range.upperBound...].prefix { $0.isASCII && $0.isNumber }) }
        }
    }

    /// Whether the answer is one of Apple's network, not of the server.
    var isFromApple: Bool { last.headers.keys.contains { $0.hasPrefix("apple-") } }

    /// The host whose file the answer is, which only Apple's network names.
    package var host: String? {
        header("apple-from").flatMap { try? WebLink($0).host }
    }

    private func header(_ name: String) -> String? { last.headers[name] }
}
