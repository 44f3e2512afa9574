import Foundation

/// Runs `body` on as many threads at once; not the tasks of Swift's pool, which has no more threads
/// than the machine has processors.
/// - Returns: what went wrong, a text for each thread that threw.
package func onThreads(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
) async -> [String] {
  let (failures, channel) = AsyncStream<String?>.makeStream()
  for number in 0..<count {
    let thread = Thread {
      do {
        try body(number)
        channel.yield(nil)
      } catch {
        channel.yield("thread \(number): \(error)")
      }
    }
    thread.stackSize = 4 << 20
    thread.start()
  }
  var found: [String] = []
  var left = count
  for await failure in failures {
    if let failure { found.append(failure) }
    left -= 1
    if left == 0 { break }
  }
  return found
}
