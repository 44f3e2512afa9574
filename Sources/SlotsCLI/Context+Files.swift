internal import SlotsModel
internal import SlotsSystem

extension Context {
  /// The bytes of a file that a person names; `-` is standard input.
  func read(_ file: String) throws -> [UInt8] {
    let limit = 16 << 20
    if file == "-" { return try Files.readAll(descriptor: 0, limit: limit) }
    let path = Path(try absolute(file))
    guard let bytes = try Files.read(path, limit: limit, following: true) else {
      throw CommandError("cannot read \(file): there is no such file")
    }
    return bytes
  }

  /// What messages call a file that a person names.
  static func label(of file: String) -> String { file == "-" ? "standard input" : file }

  /// Whether there is something at a path that a person names.
  func exists(_ file: String) throws -> Bool {
    try Files.status(Path(try absolute(file))) != nil
  }

  /// Whether a path that a person names is a folder.
  func isFolder(_ file: String) throws -> Bool {
    try Files.status(Path(try absolute(file)))?.kind == .folder
  }

  /// Puts a result where git, or a person, wants it.
  func write(_ bytes: [UInt8], to file: String) throws {
    let path = Path(try absolute(file))
    try Files.write(bytes, to: path, temporaryIn: path.parent)
  }

  /// A preset in a file, its name in the form a store keeps.
  func preset(_ bytes: [UInt8], named name: String?) throws(DocumentError) -> Slot {
    var slot = try Slot(preset: bytes, named: name.map { Text($0) })
    slot.value["name"] = .string(Text(Typed.composed(slot.name.string)))
    return slot
  }
}

extension Check {
  /// What is wrong with a preset at a slot, with its place in the text that a person wrote.
  func findings(of preset: Slot, at id: SlotID, in bytes: [UInt8]) -> [Finding] {
    let wrong = Set(
      findings(in: preset.document(at: id).canonicalBytes, as: .slot(id)).map(\.reason))
    return findings(in: bytes, as: .slot(id)).filter { wrong.contains($0.reason) }
  }
}
