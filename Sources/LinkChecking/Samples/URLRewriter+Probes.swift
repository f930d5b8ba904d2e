package import DeepLinks
import PathMatching

extension URLRewriter {
    /// Links that show what the rules do, to compare two versions of them.
    ///
    /// They are the examples, links generated from each rule under each host, spellings of them about which the options of a source
    /// decide, and a link of each source that no rule may fit. Not all of them become internal links.
    package var probes: [String] {
        sources.indices.flatMap(probes).uniqued()
    }

    private func probes(ofSource number: Int) -> [String] {
        let source = sources[number]
        var links = source.rules.flatMap { rule in
            rule.notes.examples.keys.sorted().compactMap(source.wholeLink)
        }
        let origins = source.origins(all: true)
        var names = ["extra"]
        switch source.options.query {
        case .keepOnly(let items), .strip(let items): names += items.map(\.rawValue)
        case .keep, .drop: break
        }
        for rule in index.sources[number].rules {
            let tails = SampleLinks(rule.path, rule.items).tails(8)
            for (place, origin) in origins.enumerated() {
                // The first host shows what a rule does, the others that they have it.
                links += tails.prefix(place == 0 ? tails.count : 1).map { origin + $0 }
            }
            guard let origin = origins.first, let tail = tails.first else { continue }
            links += names.map { (origin + tail).adding(query: "\($0)=1") }
            links.append(origin + tail.uppercased())
            if !tail.contains("#") { links.append("\(origin)\(tail)#part") }
        }
        return links + origins.map { "\($0)/some/other/path" }
    }
}
