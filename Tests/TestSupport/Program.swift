import Foundation
package import SlotsSystem

/// The real program, which is built beside the tests.
package enum Program {
  /// Where it is.
  /// - Throws: `Missing` when it was not built.
  package static func path() throws -> Path {
    let bundles = Bundle.allBundles + [.main]
    for bundle in bundles {
      for folder in [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()] {
        let path = Path(folder.appendingPathComponent("slots").path)
        if Files.canRun(path), try Files.status(path)?.kind == .file { return path }
      }
    }
    throw MissingProgram(
      what: "the program slots beside \(bundles.map(\.bundlePath)): build it first")
  }

  /// Its path, or one where nothing is, for tests that never run it.
  package static let pathOrNothing = (try? path())?.description ?? "/nonexistent/slots"
}

extension Child.Result {
  /// What ended how, for a failure's message.
  package var summary: String { "\(status)\noutput: \(outputText)\nerrors: \(errorText)" }
}

/// What a test needs and does not find.
package struct MissingProgram: Error, CustomStringConvertible {
  let what: String
  package var description: String { "not there: \(what)" }
}
