import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PathPattern {
    /// The pattern's text with other text in place of the captures, without a segment that becomes empty; empty for the root.
    func text<Failure>(
        replacing: (PatternCapture) throws(Failure) -> String
    ) throws(Failure) -> String {
        var path = ""
        for segment in segments {
            var text = ""
            for piece in pieces(of: segment) {
                switch piece {
                case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
                case .capture(let capture): text += try replacing(capture)
                }
            }
            if !text.isEmpty { path += "/" + text }
        }
        return path
    }

    /// The canonical path that has the given texts in place of the captures.
    ///
    /// - Parameter items: The decoded texts by the names of the captures; one that may be absent may be missing.
    /// - Returns: A path that matches this pattern with exactly these texts.
    /// - Throws: ``DeepLinkError`` if there is no such path: a capture's text is missing, empty or a dot segment, its constraint
    ///   refuses it, or the texts together would be split in another way.
    func path(filledWith items: [URLQueryItem]) throws(DeepLinkError) -> String {
        let text = try text { (capture) throws(DeepLinkError) in
            let value = items[capture.name] ?? ""
            let encoded = value.percentEncoded(
                keeping: capture.isCatchAll ? .pathText : .segment
            )
            // Found before the path is put together, so that the error can name the capture.
            guard value.isEmpty ? capture.isOptional : (try? DeepLink(path: "/" + encoded)) != nil
            else { throw DeepLinkError.valueNotInPath(capture.name) }
            return encoded
        }
        let path = try DeepLink(path: text.isEmpty ? "/" : text).path
        let found = withBytes(of: path) { bytes in
            captures(in: bytes)?.map { $0.isEmpty ? nil : CanonicalPath.decode(bytes[$0]) }
        }
        let names = captureNames
        // A constraint refuses a text, alone or where the texts are split.
        guard let found else { throw .valueNotInPath(names.joined(separator: "' or '")) }
        // Captures are split from the right, so the last one that is read in another way has the text at which it is split.
        if let odd = names.indices.last(where: { !hasSameBytes(found[$0], items[names[$0]]) }) {
            throw .valueNotInPath(names[odd])
        }
        return path
    }
}
