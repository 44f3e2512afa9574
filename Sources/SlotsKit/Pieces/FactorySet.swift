package import SlotsModel
internal import SlotsStore

/// The presets, pins and parameter table that an app ships, with their version.
public struct FactorySet: Sendable {
  /// The folder that it was read from.
  public let folder: String
  /// The version; a newer set has a greater one.
  public var version: Int { content.version }
  /// The set itself.
  package let content: Factory
  /// What tells it from another set with the same version.
  package let digest: Text

  /// Reads `factory.json` and the `slot.NN.json` beside it.
  ///
  /// - Parameter folder: the folder, mostly one in the app's bundle.
  /// - Throws: `KeyValueError.unreadable` where there is none, or at what is not valid in it.
  public init(folder: String) throws(KeyValueError) {
    do {
      guard let found = try FactoryFolder.read(folder) else {
        throw KeyValueError.unreadable(place: folder, reason: "there is no factory.json")
      }
      (content, digest) = try found.complete()
      self.folder = folder
    } catch {
      throw KeyValueError(error, doing: "read", place: folder)
    }
  }
}
