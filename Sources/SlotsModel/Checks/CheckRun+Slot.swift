extension CheckRun {
  /// A slot: a preset with a name, parameters in their ranges, a tag signal and an owner; or cleared.
  mutating func look(at id: SlotID, _ document: Document) {
    guard let slot = document.slot else { return }
    if id.index >= check.format.slots {
      note([], "this store has no slot \(id.index), slots are 0 to \(check.format.slots - 1)")
    }
    if bytes.count > check.format.maxSlotBytes {
      note([], "\(bytes.count) bytes, a slot has at most \(check.format.maxSlotBytes)")
    }
    expectBool("userOwned", slot)
    expectBool("cleared", slot)
    if slot.isCleared {
      for name: Text in ["name", "params", "tagSignal"] where slot.value[name] != nil {
        note([.member(name)], "\(name.string): a cleared slot has none; remove cleared to fill it")
      }
      return
    }
    switch slot.value["name"] {
    case .string(let name)?:
      if let objection = PresetName.objection(to: name.string) {
        note([.member("name")], objection)
      }
    case nil: note([], "a name is missing, as \"name\": \"Aurora\"")
    default: note([.member("name")], "name: expected a text")
    }
    if let tag = slot.value["tagSignal"], tag.text == nil, tag != .null {
      note([.member("tagSignal")], "tagSignal: expected a text")
    }
    guard let params = slot.value["params"] else {
      return note([], "params are missing, as \"params\": {\"speed\": 0.4}")
    }
    guard case .object(let object) = params else {
      return note([.member("params")], "params: expected an object { … }")
    }
    for member in object.members {
      if let objection = check.table.objection(to: member.value, for: member.name) {
        note([.member("params"), .member(member.name)], objection)
      }
    }
  }

  private mutating func expectBool(_ name: Text, _ slot: Slot) {
    if let value = slot.value[name], value.bool == nil {
      note([.member(name)], "\(name.string): expected true or false")
    }
  }

  /// A device file: fields with one plain value each, in a folder that names the device.
  mutating func lookAtDevice(_ name: DeviceName, _ part: DevicePart, _ document: Document) {
    if let objection = PresetName.objection(to: name.text.string) {
      note([], "the folder of a device: \(objection)")
    }
    for (field, register) in document.registers.sorted(by: { $0.key < $1.key }) {
      switch register.value {
      case .array?, .object?:
        note(
          [.member("values"), .member(field)],
          "\(field.string): expected a number, a text, true or false")
      case let value? where part != .device:
        let objection = DeviceField.objection(
          to: value, for: field, in: part, of: check.products[name])
        if let objection { note([.member("values"), .member(field)], objection) }
      default: break
      }
    }
  }
}

/// What a name may be.
package enum PresetName {
  /// The longest name, in characters.
  package static let longest = 100

  /// Why `name` cannot name a preset; nil when it can.
  package static func objection(to name: String) -> String? {
    if name.isEmpty { return "name is empty" }
    if name.count > longest { return "name has \(name.count) characters, at most \(longest)" }
    let isControl = name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F) ~= $0.value }
    return isControl ? "name has a control character" : nil
  }
}
