internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// The looks at what a store holds.
extension Doctor {
  static func documents(_ store: Store) throws -> Checkup {
    let edits = try store.workingEdits()
    if let path = edits.hollow.first {
      return Checkup(
        "documents", .warning, "\(edits.hollow.count) lost their content, as \(path)",
        advice: "slots sync puts them back")
    }
    let report = try store.validateAll()
    guard let first = report.items.first else {
      return Checkup(
        "documents", .ok, "\(try store.reader.kinds(in: edits.snapshot).count), all valid")
    }
    return Checkup(
      "documents", .warning, "\(report.items.count) findings, as \(first.finding.text)",
      advice: "slots validate shows all, --fix rewrites what has one right form")
  }

  static func size(_ store: Store) throws -> Checkup {
    let (bytes, limit) = try store.size(of: try store.workingEdits().snapshot)
    let percent = bytes * 100 / max(limit, 1)
    let words = "\(bytes) of \(limit) bytes"
    return percent < 90
      ? Checkup("size", .ok, words)
      : Checkup(
        "size", .warning, "\(words): the store is nearly full",
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
    let snapshot = try store.workingEdits().snapshot
    if let twin = try store.twin(of: factory, in: snapshot) {
      return Checkup("factory", .warning, twin, advice: "slots diff --factory shows what is other")
    }
    if let plan = try store.seedPlan(for: snapshot, after: []) {
      return Checkup(
        "factory", .note, "version \(plan.version) is due", advice: "slots seed brings it in")
    }
    return Checkup("factory", .ok, "version \(factory.head.version) in \(factory.folder)")
  }

  static func operations(_ store: Store) throws -> Checkup {
    guard let bytes = try Files.read(store.stateFolder.appending("operations.json")) else {
      return Checkup("operations", .ok, "none yet")
    }
    guard (try? JSONValue.read(bytes))?.array != nil else {
      return Checkup(
        "operations", .warning, "the list of what can be undone cannot be read",
        advice: "it begins anew with the next write; slots restore brings versions back")
    }
    return Checkup(
      "operations", .ok, "\(OperationLog(try? JSONValue.read(bytes)).operations.count)")
  }

  static func unsent(_ store: Store) throws -> Checkup {
    let status = try store.status()
    guard status.remote != nil, !status.unsent.isEmpty else {
      return Checkup("unsent", .ok, "nothing waits")
    }
    return Checkup(
      "unsent", .note, "\(status.unsent.count) writes wait to be sent", advice: "slots sync")
  }
}
