internal import SlotsGit
package import SlotsModel
internal import SlotsSystem

extension Store {
  /// Takes presets of this store into a factory set, or with `dryRun` says what would change: the diff is
  /// left to be looked at and committed by a person.
  ///
  /// - Parameters:
  ///   - typed: the slots.
  ///   - folder: the set's, absolute.
  ///   - takesPins: whether the set's pins become this store's.
  /// - Throws: `StoreError.emptySlot`, `.untouchedSlot`, `.noFactory`, `.badFactory`, `.dirtyFactory`,
  ///   `.harvest`; nothing has changed then.
  package func harvest(
    _ typed: [String], into folder: String, takesPins: Bool, dryRun: Bool = false
  ) throws -> HarvestPlan {
    guard let found = try FactoryFolder.read(folder) else {
      throw StoreError.noFactory(tried: [folder])
    }
    let view = try view()
    var crops: [HarvestPlan.Crop] = []
    for word in typed {
      let id = try view.slotID(word)
      guard !crops.contains(where: { $0.slot == id }) else { continue }
      guard let slot = try view.filled(id) else { throw StoreError.emptySlot(id) }
      guard slot.userOwned else { throw StoreError.untouchedSlot(id, name: slot.name.string) }
      crops.append(
        HarvestPlan.Crop(slot: id, preset: slot, stamp: try view.register(.slot(id))?.stamp))
    }
    let set = try found.complete().set
    let pins = takesPins ? Array(try view.pins()).filter { $0.index < set.slots } : nil
    let plan: HarvestPlan
    do throws(HarvestPlan.Refusal) {
      plan = try HarvestPlan(crops, pins: pins, into: set, now: surroundings.now())
    } catch {
      throw StoreError.harvest(error)
    }
    try refuseDirty(Path(folder))
    if !dryRun {
      for file in plan.files {
        try Files.write(
          file.bytes, to: Path(folder).appending(Path(file.name)), temporaryIn: Path(folder))
      }
    }
    return plan
  }

  /// - Throws: `StoreError.dirtyFactory` where git knows changes in the folder that are not committed: they
  ///   would mix with the harvest.
  private func refuseDirty(_ folder: Path) throws {
    guard try Repository.discover(from: folder) != nil else { return }
    let result = try gitProgram().run(
      ["status", "--porcelain", "--untracked-files=all", "--", "."], in: folder)
    guard result.succeeded else {
      throw StoreError.gitFailed(arguments: "status", reason: result.complaint)
    }
    let lines = result.outputText.split(separator: "\n").map(String.init)
    guard lines.isEmpty else {
      throw StoreError.dirtyFactory(folder: folder.description, changes: lines)
    }
  }
}
