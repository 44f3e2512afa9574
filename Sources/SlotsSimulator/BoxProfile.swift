/// Which box is simulated: a product with the firmware of a day (KitchenSync protocol, section 11).
package enum BoxProfile: String, Sendable, CaseIterable {
  /// KitchenSync, the newest firmware that the contract knows (2026-07-17).
  case p4
  /// KitchenSync of 2026-07-14: no `bpm` in `/config.json`, no beat without a Link session.
  case p4July14 = "p4-2026-07-14"
  /// KitchenSync of 2026-07-13: no `/config.json`, no TXT record.
  case p4July13 = "p4-2026-07-13"
  /// KitchenSync of 2026-07-11: no tick or phase blocks in `/status`.
  case p4July11 = "p4-2026-07-11"
  /// KitchenSync of 2026-07-10: no `link_owns` and no `playing`; live edits are lost on restart.
  case p4July10 = "p4-2026-07-10"
  /// KitchenSync Touch, newest.
  case touch
  /// KitchenSync Touch of 2026-07-13: a `/status` of its own, neither `/live` nor `/config.json`.
  case touchJuly13 = "touch-2026-07-13"
  /// X32Link, newest.
  case x32link
  /// X32Link of 2026-07-11: a `/status` of its own, no `/config.json`.
  case x32linkJuly11 = "x32link-2026-07-11"

  /// The product.
  package enum Product: String, Sendable { case p4, touch, x32link }

  /// The product, whatever its firmware.
  package var product: Product {
    switch self {
    case .p4, .p4July14, .p4July13, .p4July11, .p4July10: .p4
    case .touch, .touchJuly13: .touch
    case .x32link, .x32linkJuly11: .x32link
    }
  }

  /// How many clock outputs are fitted.
  package var outputs: Int {
    switch product {
    case .p4: 4
    case .touch: 1
    case .x32link: 0
    }
  }

  /// How many networks can be stored.
  package var networks: Int { product == .x32link || self == .touchJuly13 ? 1 : 3 }

  /// The start of the host name, before the tail.
  package var prefix: String {
    switch product {
    case .p4: "kitchensync"
    case .touch: "kstouch"
    case .x32link: "x32link"
    }
  }

  /// Whether `GET /config.json` is there.
  package var hasConfig: Bool { [.p4, .p4July14, .touch, .x32link].contains(self) }
  /// Whether `POST /live` is there.
  package var hasLive: Bool { self != .touchJuly13 }
  /// Whether the own tempo can be set and read, so that there is a beat without Link.
  package var hasOwnTempo: Bool { [.p4, .touch].contains(self) }
  /// Whether the Link session can own the transport of outputs that follow it.
  var hasOwnership: Bool { product == .p4 && self != .p4July10 }
  /// Whether `/status` has `playing` and `link_owns`.
  var showsOwnership: Bool { self != .p4July10 }
  /// Whether `/status` has the tick-health and Link-phase blocks.
  var showsTicks: Bool { [.p4, .p4July14, .p4July13].contains(self) }
  /// Whether edits of `/live` are ever written to flash.
  var keepsLiveEdits: Bool { self != .p4July10 }
  /// Whether the clock goes on after the last peer has left, for builds without an own tempo.
  var keepsClocking: Bool { self != .p4July11 && self != .p4July10 }

  /// Milliseconds between two looks at whether settings have to be written to flash (section 5.3).
  var flashCheck: Int {
    switch product {
    case .p4: 250
    case .touch: 20
    case .x32link: 5
    }
  }

  /// Milliseconds from the answer to `/save`, and to `/update`, until the restart (section 9).
  func restartDelay(afterUpdate: Bool) -> Int {
    switch product {
    case .p4: afterUpdate ? 500 : 800
    case .touch: afterUpdate ? 1000 : 800
    case .x32link: 1000
    }
  }

  /// What the box says of itself by Bonjour at the best of times, as TXT pairs; nil when it has no
  /// Bonjour, empty when its record is empty (section 10).
  package var txt: [String: String]? {
    switch self {
    case .p4, .p4July14:
      ["dev": "kitchensync", "model": "p4", "target": "esp32p4", "fw": "2.2.0"]
    case .touch: ["dev": "kitchensync", "model": "touch", "target": "esp32s3", "fw": "2.2.0"]
    case .x32link: ["dev": "x32link", "model": "x32link", "target": "esp32s3", "fw": "2.2.0"]
    case .p4July13, .p4July11, .p4July10, .touchJuly13: [:]
    case .x32linkJuly11: nil
    }
  }
}
