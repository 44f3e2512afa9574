internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

extension StoreView {
  /// The devices that the tree has, in order of name.
  package func devices() throws -> [DeviceFiles] {
    var found: [DeviceName: DeviceFiles] = [:]
    for case .device(let name, let part) in try store.reader.kinds(in: snapshot) {
      let registers = try document(.device(name, part))?.registers ?? [:]
      found[name, default: DeviceFiles(name)].registers[part] = registers
    }
    return found.values.filter(\.isThere).sorted { $0.name.text < $1.name.text }
  }

  /// The device with a name as a person types it, exactly or but for upper and lower case.
  /// - Throws: `StoreError.noDevice`.
  package func device(_ typed: String) throws -> DeviceFiles {
    let all = try devices()
    let lower = typed.lowercased()
    let exact = all.first { $0.name.text.string == typed }
    let near = all.filter { $0.name.text.string.lowercased() == lower }
    if let found = exact ?? (near.count == 1 ? near[0] : nil) { return found }
    throw StoreError.noDevice(typed: typed, names: all.map(\.name.text.string))
  }
}

extension Store {
  /// Writes fields of devices as one operation of a person's.
  ///
  /// - Parameter plan: the values by key, nil to remove one, given the store as it is.
  /// - Throws: `StoreError.invalid`, `.storeFull`, `.heldBack`; nothing has changed then.
  package func writeFields(
    _ kind: OperationKind = .set, dryRun: Bool = false,
    _ plan: (StoreView) throws -> [Key: JSONValue?]
  ) throws -> EditReport {
    try write(kind, dryRun: dryRun) { view in
      try plan(view).mapValues { Write($0) }
    }
  }

  /// Whether a field of a device once had a value in the tree: a box that has it is behind.
  package func once(_ key: Key, had value: JSONValue, of field: DeviceField) throws -> Bool {
    try versions(of: key).contains { ($0.register.value).map(field.plain) == value }
  }
}

extension Store {
  /// Whether a clock among the replicas is off, as the doctor sees it.
  package func clocks() throws -> Checkup { try Doctor.clocks(self) }
}

/// What this replica knows of its boxes, in the git folder.
package struct DeviceMemories: Sendable {
  private let folder: Path

  /// What a box was like when tree and box last agreed.
  package func of(_ name: DeviceName) throws -> DeviceMemory {
    guard let bytes = try Files.read(file(name)) else { return DeviceMemory() }
    return DeviceMemory(try? JSONValue.read(bytes))
  }

  /// Keeps it.
  package func keep(_ memory: DeviceMemory, of name: DeviceName) throws {
    try Files.write(memory.json.canonicalBytes, to: file(name), temporaryIn: folder)
  }

  /// Forgets a box.
  package func forget(_ name: DeviceName) throws { try Files.remove(file(name)) }

  /// Runs `body` while no other process talks to the same box.
  /// - Throws: `StoreError.deviceBusy` when another one does not end in time.
  package func exclusively<T>(
    _ name: DeviceName, waiting: Int64, _ body: () throws -> T
  ) throws -> T {
    try Files.makeFolders(folder)
    let path = folder.appending(Path("\(Self.spelled(name)).lock"))
    guard let lock = try ProcessLock.acquire(path, waitingAtMost: waiting) else {
      throw StoreError.deviceBusy(
        name.text.string, process: ProcessLock.holder(path).map(Int.init))
    }
    defer { withExtendedLifetime(lock) {} }
    // While the lock is held, what lies here for this box alone is a dead process's.
    try Files.removeTemporary(in: folder, olderThan: 3_600_000)
    return try body()
  }

  private func file(_ name: DeviceName) -> Path {
    folder.appending(Path("\(Self.spelled(name)).json"))
  }

  /// A file name for any name of a device, on a disk that does not tell case apart too.
  private static func spelled(_ name: DeviceName) -> String {
    name.text.string.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      default: "%" + String(byte, radix: 16)
      }
    }.joined()
  }

  init(_ folder: Path) { self.folder = folder }
}

extension Store {
  /// What this replica knows of its boxes.
  package var deviceMemories: DeviceMemories {
    DeviceMemories(stateFolder.appending("devices"))
  }
}
