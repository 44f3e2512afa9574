/// What somebody else changed, and why it shows now; after
/// `NSUbiquitousKeyValueStore.didChangeExternallyNotification`.
public struct ExternalChange: Sendable, Hashable {
  /// Why keys changed; after `NSUbiquitousKeyValueStoreChangeReasonKey`.
  public enum Reason: Sendable, Hashable {
    /// A synchronize brought what another replica or another program wrote, or what a newer factory
    /// version filled.
    case serverChange
    /// The first synchronize with the other side brought what was there.
    case initialSyncChange
    /// A write was refused because it is over a limit. Nothing changed; the keys are those of the write.
    case quotaViolationChange
    /// The other side is another one than at the last synchronize. It takes the place of
    /// `NSUbiquitousKeyValueStoreAccountChange`: there is no account.
    case remoteChange
  }

  /// Why.
  public let reason: Reason
  /// The keys whose values are different now: slots in slot order, then `pinned`, `seedVersion` and
  /// device fields. A pin is reported as `pinned`.
  public let changedKeys: [String]

  /// A change of its parts.
  public init(reason: Reason, changedKeys: [String]) {
    self.reason = reason
    self.changedKeys = changedKeys
  }
}
