public import SlotsModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The filled slots of a store at one moment, in slot order.
public struct Library<Params: Codable & Sendable>: Sendable {
  /// A filled slot.
  public struct Entry: Sendable, Identifiable {
    /// The slot.
    public let id: SlotID
    /// What it holds.
    public let preset: Preset<Params>
    /// Whether it is pinned.
    public let isPinned: Bool
  }

  /// The filled slots, in slot order.
  public let entries: [Entry]
  /// Filled slots that are no presets with such parameters, and why: written by another version of the
  /// app. They are neither shown nor played, and stay in the store as they are.
  public let unreadable: [SlotID: KeyValueError]
  /// The pinned slots, empty ones included.
  public let pinned: Set<SlotID>

  /// The library of a store's values, as `KeyValueStore.dictionaryRepresentation` has them.
  public init(_ values: [String: Data]) {
    var unreadable: [SlotID: KeyValueError] = [:]
    var presets: [SlotID: Preset<Params>] = [:]
    for (key, data) in values {
      guard case .register(.slot(let id))? = StoreKey(key) else { continue }
      do throws(KeyValueError) {
        presets[id] = try Preset(try Coding.read(data, key), key: key)
      } catch {
        unreadable[id] = error
      }
    }
    let ids = values["pinned"].flatMap { try? Coding.read($0, "pinned") }?.array ?? []
    let pinned = Set(ids.compactMap { $0.text.flatMap { SlotID(id: $0.string) } })
    entries = presets.sorted { $0.key < $1.key }
      .map { Entry(id: $0.key, preset: $0.value, isPinned: pinned.contains($0.key)) }
    self.unreadable = unreadable
    self.pinned = pinned
  }

  /// The preset in a slot; nil when it is empty.
  public subscript(id: SlotID) -> Preset<Params>? { entries.first { $0.id == id }?.preset }

  /// The playlist: the pinned filled slots in slot order; with nothing pinned that is filled, all of
  /// them.
  public var rotation: Rotation { Rotation(filled: Set(entries.map(\.id)), pinned: pinned) }
}

extension Library.Entry: Equatable where Params: Equatable {}
extension Library: Equatable where Params: Equatable {}
