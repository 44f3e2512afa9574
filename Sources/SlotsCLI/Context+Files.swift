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

  /// Puts a result where git wants it.
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
