import DeepLinks
import DeepLinksTestSupport
import LinkChecking
import Testing

@testable import SiteAssociation

/// A file is compared with the one that is generated for the same rules: only what is wider is reported.
struct NarrowestClaimTests {
    @Test(arguments: try rows(in: "wide-claims.txt"))
    func `only what is wider than the generated file is reported`(row: TableRow) throws {
        let (rule, component, witnesses) = (row[0], row[1], row.texts(2))
        let configuration = LinkConfiguration { Rewrite(rule, to: "/t") }
        for comment in ["", rule] {
            let parts = component.dropFirst().isEmpty ? "" : String(component.dropFirst())
            let text = #"{"comment": "\#(comment)"\#(parts == "}" ? "" : ", ")\#(parts)"#
            let association = try AppSiteAssociation(components: "[\(text)]")
            let found = association.audit(against: configuration).filter { $0.severity > .note }
            #expect(found.map(\.witness) == witnesses)
            #expect(found.allSatisfy { $0.code == .claimsTooMuch })
        }
    }

    @Test(arguments: ["/*", "/x*", "/?*", "/watch*"])
    func `paths of the old form are compared with a generated file of it`(path: String) throws {
        let configuration = LinkConfiguration {
            Rewrite("/x{id:int}", to: "/t")
            Rewrite("/watch?v={v}", to: "/t")
        }
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": [{"appID": "A1B2C3D4E5.a", "paths": ["/x?*", "/watch", "\#(path)"]}]}}"#
        )
        let found = association.audit(against: configuration).filter { $0.code == .claimsTooMuch }
        #expect(found.map(\.place.path) == ["applinks.details[0].paths[2]"])
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(8)))
    func `a generated file has no findings, whatever its comments are`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 2000)
        for refusing in [false, true] {
            var configuration = RandomRules.configuration(refusing: refusing, using: &random)
            if Bool.random(using: &random) {
                var second = RandomRules.configuration(refusing: refusing, using: &random)
                second.domains[0].hosts = ["*.a.io"]
                configuration.domains += second.domains
            }
            let fragment: SourceOptions.Fragment =
                [.keep, .keep, .path, .query].randomElement(using: &random) ?? .keep
            for number in configuration.domains.indices {
                var options = configuration.domains[number].options
                options.fragment = fragment
                if Int.random(in: 0..<4, using: &random) == 0 { options.unmatched = .passThrough }
                configuration.domains[number].options = options
                if options.fragment != .keep {
                    configuration.domains[number].rules.removeAll { $0.pattern.contains("#") }
                }
            }
            if Bool.random(using: &random) { configuration.paths = ["/a/{id}", "/b", "/t"] }
            guard (try? URLRewriter(configuration: configuration)) != nil else { continue }
            let file = try AppSiteAssociation(configuration)
            let marked = try AppSiteAssociation(document: Self.marked(file.document))
            for file in [file, marked] {
                let found = file.audit(against: configuration, host: "a.io")
                #expect(found == [], "\(file.entries[0].rules) \(configuration)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(12)))
    func `findings are true, complete, and the same with comments`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 4000)
        let configuration = RandomRules.configuration(refusing: true, using: &random)
        let generated = try AppSiteAssociation(configuration)
        let file = try AppSiteAssociation(
            document: RandomRules.association(using: &random).document
        )
        let marked = try AppSiteAssociation(document: Self.marked(file.document))
        let found = file.audit(against: configuration)
        // The sentences may quote a comment.
        #expect(
            marked.audit(against: configuration).map {
                [$0.place.description, $0.code.rawValue, $0.witness]
            }
                == found.map { [$0.place.description, $0.code.rawValue, $0.witness] }
        )
        let rewriter = try URLRewriter(configuration: configuration)
        for case (let finding, let link?) in found.map({ ($0, $0.witness) }) {
            let (answer, isHandled) = (file.answer(for: link), (try? rewriter.rewrite(link)) != nil)
            switch finding.code {
            case .claimsTooMuch:
                #expect(!generated.answer(for: link).isMatched, "\(finding)")
                fallthrough
            case .claimedNotHandled: #expect(answer.isMatched && !isHandled, "\(finding)")
            case .handledButExcluded: #expect(answer.isBlocked && isHandled, "\(finding)")
            case .handledNotClaimed: #expect(answer == .notMatched && isHandled, "\(finding)")
            default: break
            }
        }
        // A star that matches what is absent is told instead of the links that it excludes.
        let codes: [AssociationFinding.Code] = [
            .handledNotClaimed, .handledButExcluded, .starMatchesAbsent,
        ]
        guard !found.contains(where: { codes.contains($0.code) }) else { return }
        for rule in configuration.domains[0].rules {
            let link = RandomRules.link(of: rule.pattern, using: &random)
            let isHandled = (try? rewriter.rewrite(link)) != nil
            #expect(!isHandled || file.answer(for: link).isMatched, "\(link) \(file.document)")
        }
    }

    /// A file with a comment on each of its components.
    private static func marked(_ value: JSONValue, isComponent: Bool = false) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(elements.map { marked($0, isComponent: isComponent) })
        case .object(var members):
            if isComponent {
                members["comment"] = .string("x")
                return .object(members)
            }
            for (key, member) in members {
                members[key] = marked(member, isComponent: key == "components")
            }
            return .object(members)
        default: return value
        }
    }
}
