/// Decodes byte by byte, then checks the result as a whole.
enum PercentDecodingModel {
    static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        var rest = Array(text)[...]
        var decoded: [UInt8] = []
        while let byte = rest.popFirst() {
            switch Character(Unicode.Scalar(byte)) {
            case "%":
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.utf8.count == 2, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                    let value = UInt8(digits, radix: 16)
                else { return nil }
                decoded.append(value)
                rest.removeFirst(2)
            case "+" where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        // Decoding and encoding changes bytes that are not UTF-8.
        return Array(String(decoding: decoded, as: UTF8.self).utf8) == decoded ? decoded : nil
    }
}
