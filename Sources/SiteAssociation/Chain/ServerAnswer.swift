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
    /// The answers before the file's own: redirects, `100 Continue`, a proxy's own answer.
    private let before: [Block]
    private let last: Block

    /// What follows the headers.
    let body: Data

    /// How many lines precede the body.
    let linesBeforeBody: Int

    /// A line with the status, and the headers below it.
    private struct Block {
        let status: Int

        /// The headers by name in lower case; of two with the same name the later one.
        var headers: [String: String] = [:]
    }

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
        before = blocks
        body = Data(rest)
        linesBeforeBody = lineCount
    }

    /// The last status.
    var status: Int { last.status }

    /// Where the first redirect leads; nil without a redirect.
    var redirect: (status: Int, location: String)? {
        (before + [last]).first { (300..<400).contains($0.status) && $0.status != 304 }
            .map { ($0.status, $0.headers["location"] ?? "") }
    }

    func header(_ name: String) -> String? { last.headers[name] }

    /// Whether the body is compressed as it was sent; `curl --compressed` keeps the header, and saves a text.
    var isCompressed: Bool {
        body.starts(with: JSONText.gzipStart)
            || header("content-encoding") != nil
                && !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body)
    }

    /// Whether the answer is one of Apple's network, not of the server.
    var isFromApple: Bool { last.headers.keys.contains { $0.hasPrefix("apple-") } }

    /// The host whose file the answer is, which only Apple's network names.
    package var host: String? {
        header("apple-from").flatMap { try? WebLink($0).host }
    }
}
