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
    /// The status of the last answer, before which there may be redirects, `100 Continue`, or a proxy's own answer.
    private(set) var status = 0

    /// Its headers by name in lower case; of two with the same name the later one.
    private var headers: [String: String] = [:]

    /// Where the first redirect leads; nil without a redirect.
    private(set) var redirect: (status: Int, location: String)?

    /// What follows the headers.
    let body: Data

    /// How many lines precede the body.
    let linesBeforeBody: Int

    /// Reads an answer in HTTP/1.1, HTTP/2 or HTTP/3: one or more blocks of headers, each with an empty line after it, and the body.
    ///
    /// It is nil if it does not begin with a line such as `HTTP/2 200`.
    package init?(data: Data) {
        var rest = data[...]
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
            guard words.count > 1, let number = Int(words[1]), (100..<600).contains(number) else {
                return nil
            }
            (status, headers) = (number, [:])
            while !rest.isEmpty, case let line = popLine(), !line.isEmpty {
                guard let colon = line.firstIndex(of: ":") else { continue }
                headers[String(line[..<colon]).asciiLowercased] =
                    String(line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" })
            }
            if redirect == nil, (300..<400).contains(status), status != 304 {
                redirect = (status, headers["location"] ?? "")
            }
        }
        guard status > 0 else { return nil }
        body = Data(rest)
        linesBeforeBody = lineCount
    }

    func header(_ name: String) -> String? { headers[name] }

    /// Whether the body is compressed as it was sent, with gzip or by its header; `curl --compressed` keeps the header, and saves a text.
    var isCompressed: Bool {
        body.starts(with: [0x1F, 0x8B])
            || header("content-encoding") != nil
                && !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body)
    }

    /// Whether the answer is one of Apple's network, not of the server.
    var isFromApple: Bool { headers.keys.contains { $0.hasPrefix("apple-") } }

    /// The host whose file the answer is, which only Apple's network names.
    package var host: String? {
        header("apple-from").flatMap { try? WebLink($0).host }
    }
}
