import PathMatching

/// The rule that a link fits, and its captures; it is only lent, so that the way of a link does not copy it.
struct RuleMatch: ~Copyable {
    private let fit: RuleFit
    /// The whole link, and where its path is in it.
    let link: ByteView
    let writtenPath: Range<Int>
    /// The link's canonical path.
    let path: ByteView
    /// Whether the path is known to have no escapes.
    private let isPlain: Bool
    let hostCapture: HostCapture?

    /// The match of a link that fits a rule.
    init(
        _ fit: consuming RuleFit,
        _ link: borrowing DecodedLink,
        _ path: ByteView,
        _ hostCapture: HostCapture?
    ) {
        self.fit = fit
        self.link = link.parts.bytes
        writtenPath = link.parts.path
        isPlain = link.parts.isPlain
        self.path = path
        self.hostCapture = hostCapture
    }

    /// The match of a link that is handed over whole.
    init(handingOver link: ByteView, to rule: CompiledRule) {
        fit = RuleFit(rule: rule, places: [], found: .none, itemCaptures: [])
        self.link = link
        writtenPath = 0..<link.count
        path = link[0..<0]
        isPlain = false
        hostCapture = nil
    }

    var rule: CompiledRule { fit.rule }
    var itemCaptures: [String?] { fit.itemCaptures }

    /// The range of a capture in the path.
    private func place(ofPathCapture index: Int) -> Range<Int> {
        let place = if let places = fit.places { places[index] } else { fit.found[index] }
        guard index == rule.captureWithRest else { return place }
        let rest = self.place(ofPathCapture: index + 1)
        return rest.isEmpty ? place : place.lowerBound..<rest.upperBound
    }

    /// The text of a capture, encoded as in the path.
    func bytes(ofPathCapture index: Int) -> ByteView { path[place(ofPathCapture: index)] }

    /// The decoded text of a capture; nil if it is absent.
    func text(of slot: CaptureSlot) -> String? {
        switch slot {
        // Only an absent catch-all has empty text.
        case .segments(let index) where bytes(ofPathCapture: index).count == 0: nil
        case .path(let index), .segments(let index):
            isPlain
                ? String(bytes(ofPathCapture: index))
                : CanonicalPath.decode(bytes(ofPathCapture: index))
        case .item(let index): itemCaptures[index]
        case .host(let name): hostCapture.flatMap { $0.name == name ? $0.text : nil }
        case .rest(let index): rest(ofCapture: index)
        case .link: String(link)
        }
    }

    /// The text of several pieces; nil if one of their captures is absent.
    func text(of pieces: [TemplateText.Piece]) -> String? {
        var result = ""
        for piece in pieces {
            switch piece {
            case .text(let text): result += text
            case .capture(_, _, let slot):
                guard let slot, let text = text(of: slot) else { return nil }
                result += text
            }
        }
        return result
    }

    /// The rest of the link as it was written, after the slash that ends the segment before a catch-all; nil if nothing follows.
    private func rest(ofCapture index: Int) -> String? {
        let place = place(ofPathCapture: index)
        let slash = UInt8(ascii: "/")
        // A catch-all begins after a slash; an absent one has no slash, and is at the end of the path.
        let end = place.isEmpty ? path.count : place.lowerBound - 1
        let before = end > 1 ? path[0..<end].occurrences(of: slash) : 0
        var start = writtenPath.lowerBound
        if before > 0 { start = link.segments(in: writtenPath)[before - 1].upperBound }
        if start < writtenPath.upperBound, link[start] == slash { start += 1 }
        return start == link.count ? nil : String(link[start..<link.count])
    }
}
