@testable import SlotsKit

/// What a stream has. A mark is put behind it, so that a change that is missing is no wait without end.
func heard(
  _ stream: AsyncStream<ExternalChange>, _ store: KeyValueStore
) async -> [ExternalChange] {
  store.deliver(ExternalChange(reason: .quotaViolationChange, changedKeys: ["mark"]))
  var found: [ExternalChange] = []
  for await change in stream {
    if change.changedKeys == ["mark"] { break }
    found.append(change)
  }
  return found
}
