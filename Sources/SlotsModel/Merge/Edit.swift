/// Who edited, when: what an edit that was made without `slots` is stamped with.
package struct Edit: Sendable, Hashable {
  /// The clock that speaks for the edit: a commit's author date, or now; milliseconds since 1970.
  package var now: Int64
  /// The name that goes into the stamp.
  package var replica: Text
  /// The factory version of the store that was edited.
  package var factoryVersion: Int
  /// The latest stamp that the writer has seen, where that is known.
  package var seen: Stamp?
  /// True for a commit, whose later stamps are writes that `slots` made; false for the working tree,
  /// where every difference is an edit by hand.
  package var trustsStamps: Bool
  /// True when documents that went missing are put back rather than cleared.
  package var keepsMissing = false

  /// An edit of its parts.
  package init(
    now: Int64, replica: Text, factoryVersion: Int, seen: Stamp? = nil, trustsStamps: Bool
  ) {
    self.now = now
    self.replica = replica
    self.factoryVersion = factoryVersion
    self.seen = seen
    self.trustsStamps = trustsStamps
  }

  /// The stamp of this edit where it replaces a register with the stamp `old`.
  package func stamp(after old: Stamp?) -> Stamp {
    let latest = [old, seen].compactMap { $0 }.max()
    return Stamp.next(
      now: now, after: latest, replica: replica, factoryVersion: factoryVersion)
  }
}
