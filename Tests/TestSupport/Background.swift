internal import CSystem
import Foundation
package import SlotsSystem

/// A program that runs beside a test, without anything of the machine; it ends with the last owner.
/// (Foundation's `Process` learns of an end only when what was started meanwhile has ended too.)
package final class Background {
  /// The number of its process.
  package let id: Int32
  private var isWaitedFor = false

  /// Starts it; what it says is dropped.
  /// - Parameter environment: variables on top of `Shell.environment`.
  package init(
    _ program: String, _ arguments: [String], in folder: Path, environment: [String: String] = [:]
  ) throws {
    let variables = Shell.environment().compactMapValues { $0 }.merging(environment) { $1 }
      .map { "\($0)=\($1)" }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    var started: pid_t = 0
    let code = withStrings([program] + arguments) { words in
      withStrings(variables) { variables in
        folder.description.withCString { folder in
          program.withCString { program in
            var request = system_spawn_request(
              program: program, arguments: words, environment: variables, folder: folder,
              input: null, output: null, error: null, own_group: 0, interruptible: 0)
            return system_spawn(&request, &started)
          }
        }
      }
    }
    guard code == 0 else { throw Shell.Failure(description: "\(program) does not start: \(code)") }
    id = started
  }

  deinit { stop() }

  /// Whether it has not ended yet.
  package var isRunning: Bool {
    if !isWaitedFor { isWaitedFor = waitpid(id, nil, WNOHANG) != 0 }
    return !isWaitedFor
  }

  /// Ends it with a signal, and waits for that.
  package func stop(_ signal: Int32 = SIGKILL) {
    guard isRunning else { return }
    kill(id, signal)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
    isWaitedFor = true
  }
}

/// Lends an array of C strings that ends with NULL.
private func withStrings<R>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> R
) -> R {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return (pointers + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
}
