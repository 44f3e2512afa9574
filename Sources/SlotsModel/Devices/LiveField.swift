/// A field that takes effect at once. What restarts a box has no case here, so nothing that is made of
/// these can restart one.
package enum LiveField: Sendable, Hashable {
  case clockOut, bpm
  case metroAccent, metroVolume, metroVoice
  case led, ledBright, ledMode, ledFade, ledBeat, ledAccent
  case quantum, transport, playRelease, bright
  case phaseFlash, dotBeat, dotAccent, quantumBeats
  /// A field of an output, 0 to 3.
  case output(Int, OutputField)

  /// What each output has.
  package enum OutputField: String, Sendable, Hashable, CaseIterable {
    case enable = "en"
    case cable, ppqn, phase, swing, follow
  }

  private static let single: [(LiveField, Text)] = [
    (.clockOut, "clock_out"), (.bpm, "bpm"), (.metroAccent, "metro_accent"),
    (.metroVolume, "metro_vol"), (.metroVoice, "metro_voice"), (.led, "led"),
    (.ledBright, "led_bright"), (.ledMode, "led_mode"), (.ledFade, "led_fade"),
    (.ledBeat, "led_beat"), (.ledAccent, "led_accent"), (.quantum, "quantum"),
    (.transport, "transport"), (.playRelease, "play_rel"), (.bright, "bright"),
    (.phaseFlash, "phase_flash"), (.dotBeat, "dot_beat"), (.dotAccent, "dot_acc"),
    (.quantumBeats, "quantum_beats"),
  ]

  /// Every one with its form key.
  package static let all: [Text: LiveField] = Dictionary(
    uniqueKeysWithValues: single.map { ($0.1, $0.0) }
      + (0..<4).flatMap { output in
        OutputField.allCases.map { (Text("clk\(output)_\($0.rawValue)"), .output(output, $0)) }
      })

  private static let keys: [LiveField: Text] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.value, $0.key) })

  /// The form key, `clk0_phase`.
  package var key: Text { Self.keys[self] ?? "" }
}

/// What one `/live` request is to change: fields that a product takes at once, and no other.
package struct LivePatch: Sendable, Hashable {
  /// The product that it is for.
  package let product: DeviceProduct
  /// The values by field.
  package private(set) var values: [LiveField: JSONValue] = [:]

  /// An empty patch.
  package init(for product: DeviceProduct) { self.product = product }

  /// Adds a value.
  /// - Throws: `RefusedField` for what the product has not, what restarts it, and what is out of range.
  package mutating func set(_ field: LiveField, to value: JSONValue) throws(RefusedField) {
    let objection = DeviceField.objection(to: value, for: field.key, in: .live, of: product)
    if let objection { throw RefusedField(key: field.key, reason: objection) }
    values[field] = value
  }

  /// What the form carries, in the order of the keys.
  package var pairs: [(key: String, value: String)] {
    values.map { ($0.key.key, $0.value) }.sorted { $0.0 < $1.0 }.compactMap { key, value in
      DeviceField.all[key].map { (key.string, $0.formText(value)) }
    }
  }

  /// True for one that would change nothing: each request realigns the outputs, so none is sent.
  package var isEmpty: Bool { values.isEmpty }
}

/// A field that cannot be sent, and why.
package struct RefusedField: Error, Sendable, Hashable {
  /// The form key.
  package let key: Text
  /// Why.
  package let reason: String
}
