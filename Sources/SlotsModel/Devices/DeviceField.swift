/// What a box is; its fields differ.
package enum DeviceProduct: String, Sendable, Hashable, CaseIterable {
  /// KitchenSync, with four clock outputs.
  case p4
  /// KitchenSync Touch, with one.
  case touch
  /// X32Link, with none.
  case x32link
}

/// A setting of a box, as its web server's forms name it (KitchenSync protocol, section 5).
package struct DeviceField: Sendable, Hashable {
  /// What its value may be.
  package enum Kind: Sendable, Hashable {
    /// True or false; the box's 1 and 0 are taken too.
    case toggle
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A number, in thousandths at the finest.
    case number(ClosedRange<Int>)
    /// `#RRGGBB`.
    case colour
    /// A text of at most so many bytes.
    case text(bytes: Int)
  }

  /// The form key.
  package let key: Text
  /// What its value may be.
  package let kind: Kind
  /// For each product that has it, whether it takes effect at once or restarts the box.
  package let parts: [DeviceProduct: DevicePart]
}

extension DeviceField {
  /// Every field, once; the one place that says which of them restart a box.
  package static let all: [Text: DeviceField] = {
    let single: [(Text, Kind, [DeviceProduct: DevicePart])] = [
      ("clock_out", .toggle, [.p4: .live, .touch: .live, .x32link: .reboot]),
      ("bpm", .number(20...300), [.p4: .live, .touch: .live]),
      ("metronome", .toggle, [.p4: .reboot]),
      ("metro_accent", .toggle, [.p4: .live]),
      ("metro_vol", .integer(0...100), [.p4: .live]),
      ("metro_voice", .integer(0...2), [.p4: .live]),
      ("led", .toggle, [.p4: .live]),
      ("led_bright", .integer(0...100), [.p4: .live]),
      ("led_mode", .integer(0...2), [.p4: .live]),
      ("led_fade", .integer(0...100), [.p4: .live]),
      ("led_beat", .colour, [.p4: .live]),
      ("led_accent", .colour, [.p4: .live]),
      ("follow_beat", .toggle, [.p4: .reboot]),
      ("quantum", .integer(1...64), [.p4: .live, .touch: .live]),
      ("transport", .toggle, [.p4: .live, .touch: .live]),
      ("play_rel", .toggle, [.p4: .live, .touch: .live]),
      ("bright", .integer(10...100), [.p4: .live, .touch: .live]),
      ("wifi_ssid", .text(bytes: 32), [.p4: .reboot, .touch: .reboot, .x32link: .reboot]),
      ("wifi_ssid1", .text(bytes: 32), [.p4: .reboot, .touch: .reboot]),
      ("wifi_ssid2", .text(bytes: 32), [.p4: .reboot, .touch: .reboot]),
      ("phase_flash", .toggle, [.x32link: .live]),
      ("dot_beat", .colour, [.x32link: .live]),
      ("dot_acc", .colour, [.x32link: .live]),
      ("quantum_beats", .integer(1...16), [.x32link: .live]),
      ("mixer_ip", .text(bytes: 15), [.x32link: .reboot]),
      ("model", .integer(1...2), [.x32link: .reboot]),
      ("fx_slot", .integer(1...8), [.x32link: .reboot]),
      ("input_source", .integer(0...1), [.x32link: .reboot]),
      ("fdr_enable", .toggle, [.x32link: .reboot]),
      ("fdr_chan_count", .integer(16...32), [.x32link: .reboot]),
    ]
    var fields = single.map { DeviceField(key: $0.0, kind: $0.1, parts: $0.2) }
    for output in 0..<4 {
      let four: [DeviceProduct: DevicePart] = [.p4: .live]
      let both = output == 0 ? [.p4: .live, .touch: .live] : four
      func add(_ name: String, _ kind: Kind, _ parts: [DeviceProduct: DevicePart]) {
        fields.append(DeviceField(key: Text("clk\(output)_\(name)"), kind: kind, parts: parts))
      }
      add("en", .toggle, both)
      add("cable", .integer(0...3), four)
      add("ppqn", .integer(1...48), both)
      add("phase", .integer(-250...250), both)
      add("swing", .integer(0...250), both)
      add("follow", .toggle, four)
    }
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0) })
  }()

  /// Why a value in a device's file is not right: not a field of the product, in the wrong file, or out of
  /// its range; nil when it is, and for a field that is not known where the product is not either.
  package static func objection(
    to value: JSONValue, for key: Text, in part: DevicePart, of product: DeviceProduct?
  ) -> String? {
    guard let field = all[key] else {
      return product.map { "\(key.string) is no field of a \($0.rawValue)" }
    }
    if let product, field.parts[product] == nil {
      return "\(key.string) is no field of a \(product.rawValue)"
    }
    let right = product.map { [field.parts[$0]] } ?? field.parts.values.map { $0 }
    guard right.contains(part) else {
      return part == .live
        ? "\(key.string) restarts the box: it belongs in reboot.json, and never in live.json"
        : "\(key.string) takes effect at once: it belongs in live.json"
    }
    return field.kind.allows(value)
      ? nil : "\(key.string) is \(Visible.short(value.compactText)), must be \(field.kind.words)"
  }
}

extension DeviceField.Kind {
  fileprivate func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.toggle, .bool): true
    case (.toggle, .number(let number)): number.int.map { (0...1).contains($0) } ?? false
    case (.integer(let range), .number(let number)):
      number.int.map(range.contains) ?? false
    case (.number(let range), .number(let number)):
      JSONNumber(range.lowerBound) <= number && number <= JSONNumber(range.upperBound)
    case (.colour, .string(let text)):
      text.string.utf8.count == 7 && text.string.hasPrefix("#")
        && text.string.utf8.dropFirst().allSatisfy { Self.isHex($0) }
    case (.text(let bytes), .string(let text)): text.string.utf8.count <= bytes
    default: false
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// `a whole number from 0 to 100`.
  fileprivate var words: String {
    switch self {
    case .toggle: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .colour: "a colour, as \"#00B400\""
    case .text(let bytes): "a text of at most \(bytes) bytes"
    }
  }
}
