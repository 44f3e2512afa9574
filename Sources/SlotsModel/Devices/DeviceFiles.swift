/// What the tree says of a box: its three files.
package struct DeviceFiles: Sendable, Hashable {
  /// The folder under `devices/`.
  package let name: DeviceName
  /// The registers of the files, by file and field; one without a value was removed.
  package var registers: [DevicePart: [Text: Register]]

  /// The files of their registers.
  package init(_ name: DeviceName, _ registers: [DevicePart: [Text: Register]] = [:]) {
    (self.name, self.registers) = (name, registers)
  }

  /// What the box is; nil while `device.json` does not say, or says something newer.
  package var product: DeviceProduct? {
    text("product").flatMap(DeviceProduct.init)
  }
  /// Its host name without `.local`, by which it is known.
  package var host: String? { text("host") }
  /// A fixed address, where it cannot be found by name.
  package var address: String? { text("address") }
  /// The chip that its firmware is for.
  package var target: String? { text("target") }

  private func text(_ name: Text) -> String? {
    registers[.device]?[name]?.value?.text?.string
  }

  /// A field's register, in the file where this product has it.
  package func register(_ field: DeviceField) -> Register? {
    guard let part = product.flatMap({ field.parts[$0] }) else { return nil }
    return registers[part]?[field.key]
  }

  /// Whether anything of it is left: a device that was removed has stamps and no values.
  package var isThere: Bool {
    registers.values.contains { $0.values.contains { $0.value != nil } }
  }

  /// The fields that no program of this version can send: of a newer one, kept and not touched.
  package var unknown: [Text] {
    [.live, .reboot].flatMap { part in
      (registers[part] ?? [:]).filter { $0.value.value != nil }.keys.filter { key in
        guard let product, let field = DeviceField.all[key] else { return true }
        return field.parts[product] != part
      }
    }.sorted()
  }
}
