/// What this replica knows of a box from the last time that the two agreed. It is kept outside the tree,
/// because it is about a network and not about settings.
package struct DeviceMemory: Sendable, Hashable {
  /// The value of each field when tree and box last had the same.
  package var seen: [Text: JSONValue] = [:]
  /// What the last apply replaced: a box that lost a write has it again.
  package var before: [Text: JSONValue] = [:]
  /// What was sent of fields that no box tells back.
  package var sent: [Text: JSONValue] = [:]
  /// The counters of the last status.
  package var counters: [Text: Int] = [:]
  /// Where it last answered.
  package var address: String?

  /// Nothing known.
  package init() {}

  /// Reads it back; what is malformed counts as not known.
  package init(_ json: JSONValue?) {
    func values(_ name: Text) -> [Text: JSONValue] {
      let members = json?.object?[name]?.object?.members ?? []
      return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
    }
    (seen, before, sent) = (values("seen"), values("before"), values("sent"))
    counters = values("counters").compactMapValues { $0.number?.int }
    address = json?.object?["address"]?.text?.string
  }

  /// As it is kept.
  package var json: JSONValue {
    var members: [Text: JSONValue] = [
      "seen": .object(JSONObject(seen)), "before": .object(JSONObject(before)),
      "sent": .object(JSONObject(sent)),
      "counters": .object(JSONObject(counters.mapValues { .number(JSONNumber($0)) })),
    ]
    if let address { members["address"] = .string(Text(address)) }
    return .object(JSONObject(members))
  }

  /// Notes that tree and box have the same values.
  package mutating func agree(on values: [Text: JSONValue]) {
    for (key, value) in values {
      if seen[key] != value { before[key] = nil }
      seen[key] = value
    }
  }
}
