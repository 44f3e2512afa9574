/// What a box is; its fields differ.
package enum DeviceProduct: String, Sendable, Hashable, CaseIterable {
  /// KitchenSync, with four clock outputs.
  case p4
  /// KitchenSync Touch, with one.
  case touch
  /// X32Link, with none.
  case x32link

  /// What it is called, as people know it.
  package var title: String {
    switch self {
    case .p4: "KitchenSync"
    case .touch: "KitchenSync Touch"
    case .x32link: "X32Link"
    }
  }

  /// As in a sentence: `a KitchenSync`, `an X32Link`.
  package var titleWithArticle: String { (self == .x32link ? "an " : "a ") + title }

  /// The network that it makes when it finds none that it knows (KitchenSync protocol, section 1).
  package var setupNetwork: String {
    switch self {
    case .p4: "KitchenSync-Setup"
    case .touch: "KSTouch-Config"
    case .x32link: "X32Link-Config"
    }
  }

  /// How many clock outputs it has at most.
  package var outputs: Int {
    switch self {
    case .p4: 4
    case .touch: 1
    case .x32link: 0
    }
  }
}
