/// Which document of a store a path names.
package enum DocumentKind: Sendable, Hashable {
  /// `slot.NN.json`.
  case slot(SlotID)
  /// `pinned.json`.
  case pins
  /// `seedVersion.json`.
  case seedVersion
  /// `devices/NAME/live.json`, `reboot.json` or `device.json`.
  case device(DeviceName, DevicePart)
  /// `store.json`.
  case format

  /// Nil for a file that is the user's own.
  package init?(path: String) {
    switch path {
    case "pinned.json": self = .pins
    case "seedVersion.json": self = .seedVersion
    case "store.json": self = .format
    default:
      // By bytes, because this is asked of every file of a store at every command.
      let bytes = path.utf8
      if bytes.count == 12, bytes.starts(with: "slot.".utf8),
        bytes.suffix(5).elementsEqual(".json".utf8)
      {
        guard let slot = SlotID(digits: bytes.dropFirst(5).prefix(2)) else { return nil }
        self = .slot(slot)
      } else if bytes.starts(with: "devices/".utf8) {
        let parts = bytes.split(
          separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        let isUp = parts.count == 3 && [".", ".."].contains { parts[1].elementsEqual($0.utf8) }
        guard parts.count == 3, !parts[1].isEmpty, !isUp,
          let part = DevicePart.allCases.first(where: { parts[2].elementsEqual($0.fileName.utf8) })
        else { return nil }
        self = .device(DeviceName(Text(String(Substring(parts[1])))), part)
      } else {
        return nil
      }
    }
  }

  /// Where the document is in the tree.
  package var path: String {
    switch self {
    case .slot(let id): id.fileName
    case .pins: "pinned.json"
    case .seedVersion: "seedVersion.json"
    case .device(let name, let part): "devices/\(name.text.string)/\(part.fileName)"
    case .format: "store.json"
    }
  }

  /// The key of the register `name` in this document; nil in `store.json`, which has none.
  package func key(_ name: Text) -> Key? {
    switch self {
    case .slot(let id): .slot(id)
    case .pins: .pin(name)
    case .seedVersion: .seedVersion
    case .device(let device, let part): .field(device, part, name)
    case .format: nil
    }
  }
}

extension Key {
  /// The document that holds this key.
  package var document: DocumentKind {
    switch self {
    case .slot(let id): .slot(id)
    case .pin: .pins
    case .seedVersion: .seedVersion
    case .field(let device, let part, _): .device(device, part)
    }
  }

  /// The register's name in its document.
  package var registerName: Text {
    switch self {
    case .slot, .seedVersion: ""
    case .pin(let id): id
    case .field(_, _, let field): field
    }
  }
}
