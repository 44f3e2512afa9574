internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The looks at what a store holds. Where git is damaged they look at the files of the working tree alone.
extension Doctor {
  /// The documents that lie in a folder, without git.
  private static func readings(in folder: Path) -> [(kind: DocumentKind, bytes: [UInt8])] {
    let names = ((try? Files.list(folder)) ?? nil) ?? []
    return (names + files(in: "devices", of: folder)).compactMap { path in
      guard let kind = DocumentKind(path),
        let bytes = (try? Files.read(folder.appending(path), limit: 1 << 20)) ?? nil
      else { return nil }
      return (kind, bytes)
    }
  }

  private static func document(
    _ reading: (kind: DocumentKind, bytes: [UInt8])
  ) -> Document? { Reading(reading.bytes, as: reading.kind).document }

  /// The documents of a folder whose repository cannot be read.
  static func onDisk(in folder: Path) -> Checkup {
    let readings = readings(in: folder)
    let bad = readings.filter { document($0) == nil }.map(\.kind.path)
    let place = "in the working tree; what git has cannot be told"
    guard bad.isEmpty else {
      return Checkup(
        "documents", .warning,
        "\(bad.count) of \(readings.count) cannot be read \(place): \(list(bad))",
        advice: "keep a copy of the folder; slots validate, once git is whole")
    }
    return Checkup(
      "documents", .note, "all \(readings.count) can be read \(place)",
      advice: "keep a copy of the folder until git is whole")
  }

  static func documents(_ store: Store) throws -> Checkup {
    guard let edits = try? store.workingEdits(), let report = try? store.validateAll() else {
      return onDisk(in: store.workFolder)
    }
    if let path = edits.hollow.first {
      return Checkup(
        "documents", .warning,
        "without content, as after a loss of power: \(edits.hollow.count), as \(path)",
        advice: "slots sync puts them back")
    }
    guard let first = report.items.first else {
      return Checkup(
        "documents", .ok, "\(try store.reader.kinds(in: edits.snapshot).count), all valid")
    }
    return Checkup(
      "documents", .warning,
      "\(count(report.items.count, "finding")), as \(first.finding.text)",
      advice: "slots validate shows all, --fix rewrites what has one right form")
  }

  /// `1 write`, `2 writes`.
  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Clocks that are off, by the stamps here (B13).
  static func clocks(_ store: Store) throws -> Checkup {
    let known = (try? store.content()).map { Array($0.documents.values) }
    let documents = known ?? readings(in: store.workFolder).compactMap(document)
    let notes = ClockNote.notes(
      documents.compactMap(\.latestStamp), now: store.surroundings.now())
    guard notes.isEmpty else {
      return Checkup(
        "clocks", .warning, notes.joined(separator: "; "),
        advice: "set the clock right; later writes still come after")
    }
    return Checkup("clocks", .ok, "none is ahead by more than ten minutes")
  }

  static func size(_ store: Store) throws -> Checkup {
    let known = try? store.size(of: try store.workingEdits().snapshot)
    let readings = known == nil ? readings(in: store.workFolder) : []
    let format = readings.first { $0.kind == .format }.flatMap(document)
    let bytes = known?.bytes ?? readings.reduce(0) { $0 + $1.bytes.count }
    let limit = known?.limit ?? StoreFormat(format).maxStoreBytes
    let words = "\(bytes) of \(limit) bytes"
    if bytes < limit / 10 * 9 { return Checkup("size", .ok, words) }
    return Checkup(
      "size", .warning,
      "\(words): the store is \(bytes > limit ? "over its limit" : "nearly full")",
      advice: "clear slots, or raise maxStoreBytes in store.json")
  }

  static func factory(_ store: Store) throws -> Checkup {
    let factory: FactoryFolder?
    do {
      factory = try store.factory()
      _ = try factory?.complete()
    } catch StoreError.badFactory(let path, let error) {
      return Checkup(
        "factory", .error, "\(path):\(error.position.line): \(error.reason)",
        advice: "correct it, or name another set with SLOTS_FACTORY")
    }
    guard let factory else {
      return Checkup(
        "factory", .warning, "no factory set was found",
        advice: "--factory DIR or SLOTS_FACTORY names one")
    }
    let words = "version \(factory.head.version) in \(factory.folder)"
    guard let snapshot = try? store.workingEdits().snapshot else {
      return Checkup(
        "factory", .note, "\(words); whether it is due cannot be told",
        advice: "look again once git is whole")
    }
    if let twin = try store.twin(of: factory, in: snapshot) {
      return Checkup("factory", .warning, twin, advice: "slots diff --factory shows what is other")
    }
    if let plan = try store.seedPlan(for: snapshot, after: []) {
      return Checkup(
        "factory", .note, "version \(plan.version) is due", advice: "slots seed brings it in")
    }
    return Checkup("factory", .ok, words)
  }

  static func operations(_ store: Store) throws -> Checkup {
    guard let bytes = try Files.read(store.stateFolder.appending("operations.json")) else {
      return Checkup("operations", .ok, "none yet")
    }
    guard let list = try? JSONValue.read(bytes), list.array != nil else {
      return Checkup(
        "operations", .warning, "the list of what can be undone cannot be read",
        advice: "it begins anew with the next write; slots restore brings versions back")
    }
    return Checkup("operations", .ok, "\(OperationLog(list).operations.count)")
  }

  static func unsent(_ store: Store) throws -> Checkup {
    guard let status = try? store.status() else {
      return Checkup(
        "unsent", .note, "cannot be told while git is damaged",
        advice: "look again once git is whole")
    }
    guard status.remote != nil, !status.unsent.isEmpty else {
      return Checkup("unsent", .ok, "nothing waits")
    }
    let waits = status.unsent.count == 1 ? "waits" : "wait"
    return Checkup(
      "unsent", .note, "\(count(status.unsent.count, "write")) \(waits) to be sent",
      advice: "slots sync")
  }
}
