#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Console {
  /// What is known of the streams and of the terminal.
  package struct Surroundings: Sendable {
    /// Whether standard input is a terminal.
    package var inputIsTerminal = false
    /// Whether standard output is a terminal.
    package var outputIsTerminal = false
    /// Whether standard error is a terminal.
    package var errorsIsTerminal = false
    /// The columns of standard output; 80 where it is no terminal.
    package var outputColumns = 80
    /// The columns of standard error; 80 where it is no terminal.
    package var errorsColumns = 80
    /// Whether the terminal takes escape sequences: TERM is neither empty nor `dumb`.
    package var takesEscapes = true
    /// Whether colour is welcome: the terminal takes escapes, and NO_COLOR is empty or not set.
    package var allowsColor = true

    package init() {}

    /// Looks at three descriptors and at TERM and NO_COLOR. Calls `isatty` and `ioctl`.
    package init(
      environment: [String: String], input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2
    ) {
      inputIsTerminal = isatty(input) == 1
      outputIsTerminal = isatty(output) == 1
      errorsIsTerminal = isatty(errors) == 1
      outputColumns = Surroundings.columns(of: output) ?? 80
      errorsColumns = Surroundings.columns(of: errors) ?? 80
      let term = environment["TERM"] ?? ""
      takesEscapes = !term.isEmpty && term != "dumb"
      allowsColor = takesEscapes && environment["NO_COLOR", default: ""].isEmpty
    }

    /// The width of a terminal; nil where there is none, or where it does not know.
    private static func columns(of descriptor: Int32) -> Int? {
      var size = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
      return Int(size.ws_col)
    }
  }

  /// Fills the places of standard descriptors that the program was started without, so that no file of
  /// the store is opened in one of them and takes our output. Writing to them fails, as it should.
  ///
  /// To be called before any file is opened. Calls `fcntl` and `open`.
  package static func holdStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
