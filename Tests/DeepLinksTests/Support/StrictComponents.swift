import Foundation

/// Foundation's reading of `string` without repairs; nil also where the system is too old to be asked for it.
func strictComponents(_ string: String) -> URLComponents? {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        return URLComponents(string: string, encodingInvalidCharacters: false)
    }
    return nil
}
