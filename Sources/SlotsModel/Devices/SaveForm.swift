/// The whole form that `/save` stores before it restarts a box (KitchenSync protocol, section 5.2): all
/// that the box told of itself, with what is wanted laid over it. What is absent there turns off clock, outputs and
/// more on a KitchenSync, so it is made from a readable `/config.json` alone.
package struct SaveForm: Sendable, Hashable {
  /// The product that it is for.
  package let product: DeviceProduct
  /// The values by form key.
  package let values: [Text: JSONValue]

  /// Lays `wanted` over what a box told.
  /// - Throws: `RefusedField` for a field that the product has not, that is out of range, or that this
  ///   box did not tell of although `/config.json` has it where it is fitted; for a network.
  package init(
    _ config: BoxConfig, wanted: [Text: JSONValue], for product: DeviceProduct
  ) throws(RefusedField) {
    self.product = product
    let networks = DeviceField.of(product).count(where: \.isNetwork)
    let canName = config.hasExactNetworks && config.hasPassword.count == networks
    var values = config.values(for: product).filter { key, value in
      guard let field = DeviceField.all[key] else { return false }
      // A box renames its network to whatever it is sent; absent, a network is kept.
      if field.isNetwork { return canName }
      return Self.isSaved(key, on: product) && field.objection(to: value) == nil
    }
    for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let field = DeviceField.all[key], let part = field.parts[product] else {
        throw RefusedField(key: key, reason: "\(key.string) is no field of a \(product.rawValue)")
      }
      if let objection = DeviceField.objection(to: value, for: key, in: part, of: product) {
        throw RefusedField(key: key, reason: objection)
      }
      if field.isNetwork {
        throw RefusedField(
          key: key, reason: "\(key.string) needs its password, which the store does not have")
      }
      guard field.place == .unreadable || config.values[key] != nil else {
        throw RefusedField(key: key, reason: "this box has no \(key.string)")
      }
      if Self.isSaved(key, on: product) { values[key] = value }
    }
    self.values = values
  }

  /// What the form carries, in the order of the keys.
  package var pairs: [(key: String, value: String)] {
    values.sorted { $0.key < $1.key }.compactMap { key, value in
      DeviceField.all[key].map { (key.string, $0.formText(value)) }
    }
  }

  /// The save of a Touch ignores the tempo, and takes others for on whenever they are there.
  private static func isSaved(_ key: Text, on product: DeviceProduct) -> Bool {
    product != .touch || !["bpm", "transport", "play_rel", "quantum"].contains(key)
  }
}
