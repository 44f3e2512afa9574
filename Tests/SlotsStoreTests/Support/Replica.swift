import SlotsModel
import SlotsSystem
import TestSupport

@testable import SlotsStore

/// A clone in a folder, with a clock. Each command opens the store anew, as the program does.
final class Replica {
  let world: World
  let name: String
  let folder: Path
  /// How far its clock is off, in milliseconds.
  var skew: Int64
  var factory: Path
  /// What somebody does while long work is under way, once.
  var meanwhile: (() -> Void)?
  /// How the news of that work begins; empty for any.
  var meanwhileAt = ""

  init(_ world: World, _ name: String, skew: Int64, factory: Path) {
    self.world = world
    self.name = name
    self.skew = skew
    self.factory = factory
    folder = world.folder.path.appending(Path(name))
  }

  /// What its clock shows now.
  var clock: Int64 { max(0, world.now + skew) }

  var surroundings: Surroundings {
    let clock = clock
    return Surroundings(
      now: { clock }, hostName: name, program: Program.pathOrNothing,
      factoryFolders: [factory.description],
      progress: { [self] news in
        guard news.hasPrefix(meanwhileAt) else { return }
        let action = meanwhile
        meanwhile = nil
        action?()
      })
  }

  @discardableResult
  func initialise(remote: String? = nil, replica: String? = nil) throws -> InitReport {
    world.now += world.step
    return try Store.initialise(
      InitRequest(
        folder: folder.description, remote: remote, replica: replica ?? name, factory: nil),
      surroundings)
  }

  /// The store, some time later.
  func open() throws -> Store {
    world.now += world.step
    return try Store.open(from: folder.description, surroundings)
  }

  @discardableResult
  func sync(_ missing: MissingPolicy = .refuse, dryRun: Bool = false) throws -> SyncReport {
    try open().sync(missing, dryRun: dryRun)
  }

  @discardableResult
  func save(_ slot: Int, _ name: String, speed: String = "0.5") throws -> EditReport {
    try open().save(preset(name, speed: speed), into: "\(slot)", overwrites: true)
  }

  @discardableResult
  func set(_ slot: Int, _ name: Text, _ value: String) throws -> EditReport {
    let value = try json(value)
    return try open().change("\(slot)") { $0.params[name] = value }
  }

  @discardableResult
  func clear(_ slot: Int, stay: Bool = false) throws -> EditReport {
    try open().clear("\(slot)", stay: stay, confirmed: true)
  }

  @discardableResult
  func pin(_ slots: Int..., to isPinned: Bool = true) throws -> EditReport {
    try open().pin(slots.map { "\($0)" }, isPinned)
  }

  @discardableResult
  func rename(_ slot: Int, _ name: String) throws -> EditReport {
    try open().change("\(slot)") { $0.value["name"] = .string(Text(name)) }
  }

  @discardableResult
  func restore(_ key: Key, from revision: String) throws -> EditReport {
    try open().restore(key, from: revision, overwrites: true)
  }

  @discardableResult
  func undo() throws -> UndoReport { try open().undo() }

  @discardableResult
  func redo() throws -> UndoReport { try open().undo(isRedo: true) }

  @discardableResult
  func reset(_ slot: Int? = nil) throws -> EditReport {
    try open().reset(slot.map { "\($0)" }, confirmed: true)
  }

  /// The name of what a slot has; nil when it is empty.
  func title(_ slot: Int) throws -> String? {
    try Store.open(from: folder.description, surroundings).view().filled(slotID(slot))?.name.string
  }

  /// What a parameter of a slot is, as JSON.
  func param(_ slot: Int, _ name: Text) throws -> String? {
    try Store.open(from: folder.description, surroundings).view().filled(slotID(slot))?
      .params[name]?.compactText
  }

  /// The register of a key, as HEAD has it.
  func register(_ key: Key) throws -> Register? {
    try Store.open(from: folder.description, surroundings).view(at: "HEAD").register(key)
  }

  func pins() throws -> [String] {
    try Store.open(from: folder.description, surroundings).view().pins().map(\.description).sorted()
  }

  func versions(_ key: Key) throws -> [Version] {
    try Store.open(from: folder.description, surroundings).versions(of: key)
  }

  /// Runs git here, by this replica's clock, some time later.
  @discardableResult
  func git(_ arguments: String..., author: String = "Ada", input: String? = nil) throws -> String {
    world.now += world.step
    let output = try Shell.run(
      "git", arguments, in: folder, at: clock / 1000,
      environment: [
        "GIT_AUTHOR_NAME": author, "GIT_COMMITTER_NAME": author,
        "GIT_AUTHOR_DATE": "@\(clock / 1000) +0000", "GIT_COMMITTER_DATE": "@\(clock / 1000) +0000",
      ], input: input)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// Commits everything with plain git, without hooks.
  func commit(_ message: String = "by hand", author: String = "Ada") throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--no-verify", "--message", message, author: author)
  }

  func head() throws -> String { try git("rev-parse", "HEAD") }
  func tree() throws -> String { try git("rev-parse", "HEAD^{tree}") }
  func subject() throws -> String { try git("log", "-1", "--format=%s") }

  /// The text of a file of the working tree; nil when it is not there.
  func text(_ path: String) throws -> String? {
    try Files.read(folder.appending(Path(path))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file of the working tree in place, as an editor does.
  func write(_ path: String, _ text: String) throws {
    let path = folder.appending(Path(path))
    try Files.makeFolders(path.parent)
    try Files.write(Array(text.utf8), to: path, temporaryIn: world.folder.path)
  }

  /// Replaces text in a file by hand.
  func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try self.text(path).orThrow(path)
    guard text.contains(old) else { throw Missing(what: "\(old) in \(path): \(text)") }
    try write(path, text.replacing(old, with: new))
  }

  func remove(_ path: String) throws { try Files.remove(folder.appending(Path(path))) }
}
