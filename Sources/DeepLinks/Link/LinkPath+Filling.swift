import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PathPattern {
    /// The names of the captures that may be absent.
    var optionalCaptureNames: [String] {
        pieces.compactMap { piece in
            if case .capture(let name, _, mayBeEmpty: true) = piece { name } else { nil }
        }
    }

    /// The canonical path that has the given texts in place of the captures.
    ///
    /// - Parameter items: The decoded texts by the names of the captures; one that may be absent may be missing.
    /// - Returns: A path that matches this pattern with exactly these texts.
    /// - Throws: ``DeepLinkError`` if there is no such path: a capture's text is missing, empty or a dot segment, its constraint
    ///   refuses it, or the texts together would be split in another way.
    func path(filledWith items: [URLQueryItem]) throws(DeepLinkError) -> String {
        let segment = ByteSet.segment
        let catchAll = segment.union(ByteSet("/"))
        let catchAllNames = self.catchAllNames
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .capture(let name, _, let mayBeEmpty):
                let value = items[name] ?? ""
                let isCatchAll = catchAllNames.contains { hasSameBytes($0, name) }
                let encoded = value.percentEncoded(keeping: isCatchAll ? catchAll : segment)
                // Found before the path is put together, so that the error can name the capture.
                guard value.isEmpty ? mayBeEmpty : (try? DeepLink(path: "/" + encoded)) != nil
                else { throw DeepLinkError(.valueNotInPath(name: name), in: .path, at: 0) }
                text += encoded
            }
        }
        // The slash before an absent capture goes here.
        let path = try DeepLink(path: text).path
        var trie = PathTrie<Void>()
        try? trie.insert((), at: self)
        let match = trie.match(path)
        for name in captureNames where !hasSameBytes(match?[name], items[name]) {
            throw DeepLinkError(.valueNotInPath(name: name), in: .path, at: 0)
        }
        return path
    }
}
