import DeepLinks
import Foundation
import LinkChecking
import SiteAssociation
import Testing

/// The answers of Apple's own `swcutil` on macOS 27.
struct RecordedAnswerTests {
    struct Recording: CustomTestStringConvertible, Sendable {
        let id: String
        let association: AppSiteAssociation
        let url: String
        let domain: String?
        let appID: String
        let result: String

        var testDescription: String { id }
    }

    /// The recordings; those of `swcutil match` have a single component, those of `verify` a whole file.
    static let recordings: [Recording] = {
        let lines = (try? Resources.lines("recorded-answers.jsonl")) ?? []
        return lines.compactMap { line in
            guard let row = try? JSONText(Data(line.utf8)).value.object, let id = row["id"]?.string,
                let url = row["url"]?.string, let result = row["result"]?.string
            else { return nil }
            let appID = row["app"]?.string ?? AppSiteAssociation.appID
            let entry = JSONValue.object([
                "appIDs": .strings([appID]), "components": .array([row["components"] ?? .null]),
            ])
            let document =
                row["aasa"] ?? .object(["applinks": .object(["details": .array([entry])])])
            guard let association = try? AppSiteAssociation(document: document) else { return nil }
            return Recording(
                id: id,
                association: association,
                url: url,
                domain: row["domain"]?.string,
                appID: appID,
                result: result
            )
        }
    }()

    @Test func `no recording is lost on the way`() { #expect(Self.recordings.count == 75) }

    @Test(arguments: recordings)
    func `answers as Apple's matcher`(recording: Recording) {
        let answer = recording.association.answer(
            for: recording.url,
            domain: recording.domain,
            appID: recording.appID
        )
        #expect(answer.word == recording.result.replacing("no_match", with: "not matched"))
    }
}
