/// What a watch tells while it goes on.
package enum WatchEvent {
  /// It begins: the remote's address, nil where there is none.
  case began(remote: String?)
  /// A sync did something, or has something to say.
  case synced(SyncReport, ArrivalReason)
  /// The remote was not reached, refused, or lost races; told once until it changes. Next try in so many
  /// milliseconds.
  case away(StoreError, retryIn: Int64)
  /// The remote is reached again.
  case back
  /// A look ended with an error; told once until it changes. Next try in so many milliseconds.
  case failed(any Error, retryIn: Int64)
  /// The system does not tell of edits; they are looked for at each poll.
  case slow(any Error)
}

/// Why keys that arrive change now; after `NSUbiquitousKeyValueStoreChangeReasonKey`.
package enum ArrivalReason: String, Sendable {
  /// Another replica wrote them.
  case server = "serverChange"
  /// The first exchange with the remote.
  case initial = "initialSyncChange"
  /// The remote is another one than before.
  case remote = "remoteChange"
}

/// What a watch is asked for.
package struct WatchRequest: Sendable {
  /// Milliseconds between two looks at the remote; nil for 5 seconds where it is a folder on this machine
  /// and 30 elsewhere.
  package var interval: Int64?
  /// How long nothing must change here before an edit is taken, in milliseconds.
  package var quiet: Int64 = 300
  /// When an edit is taken at the latest, however many follow, in milliseconds.
  package var longest: Int64 = 5000
  /// What becomes of documents that went missing.
  package var missing: MissingPolicy

  /// The usual times.
  package init(interval: Int64? = nil, missing: MissingPolicy = .refuse) {
    self.interval = interval
    self.missing = missing
  }
}
