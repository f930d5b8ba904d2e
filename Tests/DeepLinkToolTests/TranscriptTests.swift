import DeepLinksTestSupport
import Foundation
import Testing

/// What the tool writes, in whole texts.
struct TranscriptTests {
    @Test(
        arguments: try Transcript.all(
            in: Repository.root.appendingPathComponent("Tests/DeepLinkToolTests/Transcripts")
        )
    )
    func `a command writes what its transcript shows`(transcript: Transcript) async throws {
        try await transcript.run()
    }
}
