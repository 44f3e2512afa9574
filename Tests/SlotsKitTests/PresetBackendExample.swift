import SlotsKit

/// The app's one door to its store; all that an app changes in the move stands here.
@MainActor
final class PresetBackend {
  private let store: KeyValueStore
  private var watching: Task<Void, Never>?

  init(folder: String, remote: String, device: String, factory: String) throws {
    let backend = GitBackend(
      folder: folder, remote: remote, replica: device, factory: try FactorySet(folder: factory))
    store = try KeyValueStore(backend)
  }

  /// Calls `reload` with the keys that other devices changed.
  func watch(_ reload: @escaping @MainActor ([String]) -> Void) {
    let changes = store.externalChanges()
    watching = Task { for await change in changes { reload(change.changedKeys) } }
  }

  func read(_ slot: String) throws -> Preset<[String: Double]>? {
    try store.data(forKey: "slot.\(slot)").map { try Preset(json: $0) }
  }

  func write(_ preset: Preset<[String: Double]>, _ slot: String) throws {
    try store.set(preset.json(), forKey: "slot.\(slot)")
  }

  func clear(_ slot: String) throws { try store.removeObject(forKey: "slot.\(slot)") }

  var pinned: [String] { store.array(forKey: "pinned") ?? [] }

  func pin(_ ids: [String]) throws { try store.set(ids, forKey: "pinned") }

  @discardableResult
  func synchronize() async throws -> Bool { try await store.synchronize() }
}
