internal import SlotsModel
@_spi(_Unicode) internal import Swift

/// What a person types, as the store keeps it.
enum Typed {
  /// A name in Unicode form NFC, so that the same name typed on two systems is the same.
  ///
  /// The standard library's own normalisation (`String._nfc`).
  static func composed(_ name: String) -> String {
    String(String.UnicodeScalarView(name._nfc))
  }

  /// A parameter's value: JSON where the word is JSON, else a text.
  static func value(_ word: String) -> JSONValue {
    (try? JSONValue.read(Array(word.utf8))) ?? .string(Text(composed(word)))
  }

  /// `speed=0.7` as a name and a value.
  static func assignment(_ word: String) throws -> (name: Text, value: JSONValue) {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw CommandError(
        "expected NAME=VALUE, found \(word)", hint: "slots set 5 speed=0.7", status: .usage)
    }
    return (Text(String(word[..<equals])), value(String(word[word.index(after: equals)...])))
  }
}

/// A slot as lists and `--json` name its state.
enum SlotState: String {
  /// Never filled, or cleared and open to a factory version.
  case empty
  /// Cleared to stay empty.
  case keptEmpty = "kept-empty"
  /// A default.
  case factory
  /// Saved by a person.
  case yours

  init(_ slot: Slot?) {
    guard let slot else {
      self = .empty
      return
    }
    self =
      slot.isCleared ? (slot.userOwned ? .keptEmpty : .empty) : slot.userOwned ? .yours : .factory
  }
}
