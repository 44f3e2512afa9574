/// A setting of a box, as its web server's forms name it (KitchenSync protocol, section 5).
package struct DeviceField: Sendable, Hashable {
  /// What its value may be.
  package enum Kind: Sendable, Hashable {
    /// True or false; the box's 1 and 0 are taken too.
    case toggle
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// One of these, by number from 0.
    case choice([String])
    /// One of these whole numbers.
    case oneOf([Int])
    /// A number, in thousandths at the finest.
    case number(ClosedRange<Int>)
    /// `#RRGGBB`.
    case colour
    /// A text of at most so many bytes.
    case text(bytes: Int)
  }

  /// Where `/config.json` has it; nothing that it does not have is ever read from a box.
  package enum Place: Sendable, Hashable {
    /// A member of the object.
    case member(Text)
    /// A member of an element of `clock`.
    case output(Int, Text)
    /// The `ssid` of an element of `wifi`.
    case network(Int)
    /// Settable, not readable.
    case unreadable
  }

  /// The form key.
  package let key: Text
  /// What its value may be.
  package let kind: Kind
  /// What a value is counted in; empty where there is nothing to say.
  package let unit: String
  /// What a box has that was never set; nil where it has none of its own.
  package let standard: JSONValue?
  /// In which file of a device it is, for each product that has it: `live` takes effect at once, `reboot`
  /// restarts the box. A product without it is not here.
  package let parts: [DeviceProduct: DevicePart]
  /// Where `/config.json` has it.
  package let place: Place

  /// Every field by its key.
  package static let all: [Text: DeviceField] = Dictionary(
    uniqueKeysWithValues: table.map { ($0.key, $0) })

  /// The fields of a product in the order of the table.
  package static func of(_ product: DeviceProduct) -> [DeviceField] {
    table.filter { $0.parts[product] != nil }
  }

  /// Whether a value of it turns off what somebody may be listening to: the clock, an output, the tempo.
  package var silences: Bool {
    key == "clock_out" || key == "bpm" || output != nil && key.string.hasSuffix("_en")
  }

  /// The output that it belongs to, from 0; nil for the others.
  package var output: Int? {
    if case .output(let index, _) = place { index } else { nil }
  }

  /// Whether it names a saved network: these are changed with their passwords alone.
  package var isNetwork: Bool { if case .network = place { true } else { false } }
}
