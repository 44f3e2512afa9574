/// What last-writer-wins applies to.
package enum Key: Sendable, Hashable {
  /// A whole slot, spelled `slot.05`.
  case slot(SlotID)
  /// One element of the pin set, spelled `pinned/slot-05`.
  case pin(Text)
  /// The factory version last seeded, spelled `seedVersion`.
  case seedVersion
  /// One field of a device file, spelled `devices/NAME/live/FIELD`.
  case field(DeviceName, DevicePart, Text)
}

extension Key: CustomStringConvertible, Comparable {
  package var description: String {
    switch self {
    case .slot(let id): "slot.\(id.number)"
    case .pin(let id): "pinned/\(id.string)"
    case .seedVersion: "seedVersion"
    case .field(let device, let part, let field):
      "devices/\(device.text.string)/\(part.rawValue)/\(field.string)"
    }
  }

  /// True for a slot.
  package var isSlot: Bool { if case .slot = self { true } else { false } }
  /// True for an element of the pin set.
  package var isPin: Bool { if case .pin = self { true } else { false } }

  private var rank: Int {
    switch self {
    case .slot: 0
    case .pin: 1
    case .seedVersion: 2
    case .field: 3
    }
  }

  /// Slots by position, then pins, the seed version, and device fields by spelling.
  package static func < (a: Key, b: Key) -> Bool {
    (a.rank, Text(a.description)) < (b.rank, Text(b.description))
  }
}

/// The folder name of a device under `devices/`.
package struct DeviceName: Sendable, Hashable {
  /// As it is spelled on disk.
  package let text: Text

  /// Any one path component; `check` says whether a person may choose it.
  package init(_ text: Text) { self.text = text }
}

/// Which file of a device a field is in.
package enum DevicePart: String, Sendable, Hashable, CaseIterable {
  /// `live.json`: fields that take effect at once.
  case live
  /// `reboot.json`: fields whose change restarts the box.
  case reboot
  /// `device.json`: what identifies the box.
  case device

  /// `live.json`.
  package var fileName: String {
    switch self {
    case .live: "live.json"
    case .reboot: "reboot.json"
    case .device: "device.json"
    }
  }
}

extension Key {
  /// Reads a key as it is spelled, or a slot as a person types it (`5`, `slot-05`, `slot.05`); nil for
  /// any other text.
  package init?(typed: String) {
    if let id = SlotID(typed: typed) {
      self = .slot(id)
    } else if typed == "seedVersion" {
      self = .seedVersion
    } else if typed.hasPrefix("pinned/"), typed.utf8.count > 7 {
      self = .pin(Text(String(Substring(typed.utf8.dropFirst(7)))))
    } else {
      let parts = typed.utf8.split(
        separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      guard parts.count == 4, parts[0] == "devices", !parts[1].isEmpty, !parts[3].isEmpty,
        let part = DevicePart(rawValue: parts[2])
      else { return nil }
      self = .field(DeviceName(Text(parts[1])), part, Text(parts[3]))
    }
  }
}
