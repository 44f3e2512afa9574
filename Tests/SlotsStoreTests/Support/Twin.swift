import SlotsSystem
import TestSupport

extension Replica {
  /// A copy of this replica, git folder and all, beside it: to do the same in two ways.
  func twin(_ name: String) throws -> Replica {
    let twin = Replica(world, name, skew: skew, factory: factory)
    try Shell.run("cp", ["-R", folder.description, twin.folder.description], in: world.folder.path)
    return twin
  }
}
