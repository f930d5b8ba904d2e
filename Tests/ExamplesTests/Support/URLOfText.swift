import Foundation
import Testing

/// A URL from its text.
func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
