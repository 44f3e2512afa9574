/// One thing that is wrong in a file of a store.
package struct Finding: Sendable, Hashable {
  /// The path in the tree.
  package let path: String
  /// Where in the file.
  package let position: TextPosition
  /// What was found and what is expected.
  package let reason: String

  /// A finding of its parts.
  package init(_ path: String, _ position: TextPosition, _ reason: String) {
    self.path = path
    self.position = position
    self.reason = reason
  }

  /// `slot.05.json:3:14: speed is 1.7, must be a number from 0 to 1`.
  package var text: String { "\(path):\(position.line):\(position.column): \(reason)" }

  /// The finding for `--json`: file, line, column, reason.
  package var json: JSONValue {
    [
      "file": .string(Text(path)), "line": .number(JSONNumber(position.line)),
      "column": .number(JSONNumber(position.column)), "reason": .string(Text(reason)),
    ]
  }
}
