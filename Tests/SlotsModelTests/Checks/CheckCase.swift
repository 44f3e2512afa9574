import SlotsModel
import Testing

/// A document that is checked, and all that is found in it, as it is printed.
struct CheckCase: Sendable, CustomTestStringConvertible {
  let name: String
  let path: String
  let text: String
  let findings: [String]
  var testDescription: String { name }

  init(_ name: String, _ path: String, _ text: String, _ findings: String...) {
    self.name = name
    self.path = path
    self.text = text
    self.findings = findings
  }

  /// What is found, as it is printed.
  func found(_ check: Check) -> [String] {
    DocumentKind(path: path)
      .map { check.findings(in: Array(text.utf8), as: $0).map(\.text) } ?? ["no document"]
  }
}

extension Check {
  /// A check of a store with 24 slots and a small table.
  static func sample(stamps: Bool = false, slotBytes: Int = 32_768) throws -> Check {
    let factory = try Factory(
      Array(
        #"""
        {"version": 1, "date": "2026-11-01T00:00:00Z", "parameters": {
          "speed": {"kind": "number", "min": 0, "max": 1},
          "symmetry": {"kind": "integer", "min": 1, "max": 8},
          "mirror": {"kind": "boolean"},
          "palette": {"kind": "choice", "values": ["ice", "sea"]}
        }}
        """#.utf8))
    var format = StoreFormat()
    format.maxSlotBytes = slotBytes
    return Check(format: format, table: factory.table, stamps: stamps)
  }
}
