import SlotsSystem
import Synchronization

/// When something happened last, and how often, across threads.
final class LockedTime: Sendable {
  private let state = Mutex<(last: Int64, count: Int)>((0, 0))

  func note() { state.withLock { $0 = (Clock.monotonic(), $0.count + 1) } }
  var count: Int { state.withLock { $0.count } }
  func isEarlier(than time: Int64) -> Bool {
    state.withLock { $0.count > 0 && time > $0.last }
  }
}
