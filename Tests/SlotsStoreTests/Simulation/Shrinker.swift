/// Makes a schedule that fails shorter while it fails in the same way: steps by halves, quarters and so on, then
/// one by one, then replicas that nothing is said of.
struct Shrinker {
  /// How many runs it may take.
  var runs = 300
  /// Where a line goes each time that it is shorter.
  var say: (String) -> Void = { _ in }
  /// Carries a schedule out.
  let fault: (Schedule) async -> Violation?

  /// The shortest schedule that was found, and how it fails.
  mutating func shrink(_ schedule: Schedule, _ first: Violation) async -> (Schedule, Violation) {
    var (best, found) = (schedule, first)
    var size = max(1, best.steps.count / 2)
    while runs > 0 {
      var start = 0
      var isShorter = false
      while start < best.steps.count, runs > 0 {
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
        if let same = await again(shorter, first) {
          (best, found, isShorter) = (shorter, same, true)
          say("shorter: \(best.steps.count) steps")
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    while best.programs.count > 2, runs > 0 {
      let last = best.programs.count - 1
      guard !best.steps.contains(where: { $0.who == last }) else { break }
      var smaller = best
      smaller.programs.removeLast()
      guard let same = await again(smaller, first) else { break }
      (best, found) = (smaller, same)
    }
    return (best, found)
  }

  private mutating func again(_ schedule: Schedule, _ first: Violation) async -> Violation? {
    runs -= 1
    return await fault(schedule).flatMap { $0.kind == first.kind ? $0 : nil }
  }
}
