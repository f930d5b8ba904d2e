#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif os(Windows)
import ucrt
#endif

/// The system functions that the program uses: its standard streams and its exit.
enum Terminal {
    /// Reads the bytes of standard input, or of another open file, that have arrived, and waits for some; empty at the end.
    static func receive(from file: Int32 = 0) -> [UInt8] {
        let size = 1 << 16
        // SAFETY: The closure writes at most `size` bytes into the buffer, which has that capacity, and says how many.
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            #if os(Windows)
            let number = unsafe Int(_read(file, buffer.baseAddress, UInt32(size)))
            #else
            let number = unsafe read(file, buffer.baseAddress, size)
            #endif
            count = max(0, number)
        }
    }

    /// The bytes of a pipe; nil for a file of another kind.
    ///
    /// A device may have no end, so it is not read.
    static func pipe(_ path: String) -> [UInt8]? {
        #if os(Windows) || os(WASI)
        return nil
        #else
        var status = stat()
        // SAFETY: The call writes one `stat`, which lives for the whole call, as does the path.
        guard unsafe stat(path, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO)
        else {
            return nil
        }
        let file = unsafe open(path, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while case let more = receive(from: file), !more.isEmpty { bytes += more }
        return bytes
        #endif
    }

    /// A standard stream, by its number.
    enum Stream: Int32 {
        case output = 1
        case errors
    }

    /// Writes text to a stream, and says whether all of it was written.
    @discardableResult
    static func send(_ text: String, to stream: Stream) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // SAFETY: The array lends its memory for the call, and `count` is its length.
            let written = unsafe rest.withUnsafeBytes { bytes in
                #if os(Windows)
                unsafe Int(_write(stream.rawValue, bytes.baseAddress, UInt32(bytes.count)))
                #else
                unsafe write(stream.rawValue, bytes.baseAddress, bytes.count)
                #endif
            }
            guard written > 0 else { return false }
            rest.removeFirst(written)
        }
        return true
    }

    /// Ends the program with an exit code.
    static func end(_ code: Int32) -> Never {
        exit(code)
    }

    /// Whether standard output goes to a terminal.
    static var isOutput: Bool {
        #if os(Windows)
        _isatty(1) != 0
        #else
        isatty(1) == 1
        #endif
    }

    /// How many columns the terminal of standard output has; nil if this is not known.
    static var width: Int? {
        #if os(Windows) || os(WASI)
        return nil
        #else
        var size = winsize()
        // SAFETY: The request writes one `winsize`, which lives for the whole call.
        guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
        #endif
    }
}
