import Foundation

/// Foundation's reading of `string` without repairs; nil also on systems that are too old for it.
func strictComponents(_ string: String) -> URLComponents? {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        return URLComponents(string: string, encodingInvalidCharacters: false)
    }
    return nil
}
