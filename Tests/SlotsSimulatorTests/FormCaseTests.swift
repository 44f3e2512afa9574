import Foundation
import SlotsSimulator
import Testing

/// `form-cases.json`, row by row: what a body of `/live` or `/save` changes on a P4.
@Suite struct FormCaseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let endpoint: String
    let setup: String
    let body: String
    /// Place in `/config.json` and the JSON text of its value.
    let changes: [String: String]
    let hidden: [String: Int]
    let passwords: [String]?
    var testDescription: String { "\(endpoint) \(name)" }
  }

  static let rows: [Row] = Sample.cases("form-cases.json").map { row in
    Row(
      name: row["name"] as? String ?? "", endpoint: row["endpoint"] as? String ?? "",
      setup: row["setup"] as? String ?? "", body: row["body"] as? String ?? "",
      changes: (row["changes"] as? [String: Any] ?? [:]).mapValues(text),
      hidden: row["hidden"] as? [String: Int] ?? [:],
      passwords: row["passwords_stored"] as? [String])
  }

  @Test func `all rows are there`() { #expect(Self.rows.count == 64) }

  @Test(arguments: rows) func `a row`(row: Row) throws {
    let bench = try Bench()
    bench.box.change { box in
      for pair in row.setup.split(separator: "&") {
        let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
        box.settings.apply(String(sides[0]), String(sides[1]))
      }
    }
    let before = try Self.flat(bench.config())
    let answer = try bench.post(row.endpoint, row.body)
    #expect(answer.status == 200)
    if row.endpoint == "/live" {
      #expect(answer.text == "ok")
    } else {
      #expect(answer.text.contains("<h2>Saved \u{2014} Restarting</h2>"))
      bench.clock.advance(by: 6800)
      #expect(bench.box.read { $0.restarts } == 1)
    }
    let after = try Self.flat(bench.config())
    #expect(after.filter { before[$0.key] != $0.value } == row.changes)
    #expect(Set(before.keys) == Set(after.keys))
    let settings = bench.box.read { $0.settings }
    for (name, value) in row.hidden {
      let stored = [
        "quantum_beats": settings.quantum, "transport": settings.transport ? 1 : 0,
        "play_rel": settings.playOnRelease ? 1 : 0, "bright": settings.brightness,
      ]
      #expect(stored[name] == value, "\(name)")
    }
    if let passwords = row.passwords {
      #expect(bench.box.read { $0.passwords } == passwords.map { StoredPassword($0) })
    }
  }

  /// Every value of a settings document by its place, such as `clock[0].phase`.
  static func flat(_ document: String) throws -> [String: String] {
    var values: [String: String] = [:]
    func add(_ value: Any, at place: String) {
      if let object = value as? [String: Any] {
        for (key, member) in object { add(member, at: place.isEmpty ? key : "\(place).\(key)") }
      } else if let list = value as? [Any] {
        for (index, element) in list.enumerated() { add(element, at: "\(place)[\(index)]") }
      } else {
        values[place] = text(value)
      }
    }
    add(try JSONSerialization.jsonObject(with: Data(document.utf8)), at: "")
    return values
  }

  private static func text(_ value: Any) -> String {
    if let text = value as? String { return text }
    guard let number = value as? NSNumber else { return "?" }
    if String(cString: number.objCType) == "c" { return number.boolValue ? "true" : "false" }
    return "\(number.doubleValue)"
  }
}

extension DeviceSettings {
  /// One plain field of a row's setup.
  mutating func apply(_ name: String, _ value: String) {
    let number = Int(value) ?? 0
    switch name {
    case "clk0_phase": outputs[0].phase = number
    case "clk0_swing": outputs[0].swing = number
    case "clk0_follow": outputs[0].follows = number == 1
    case "clk1_en": outputs[1].isEnabled = number == 1
    case "bpm": tempo = Int(((Double(value) ?? 0) * 1000).rounded())
    case "metronome": metronome = number == 1
    case "metro_vol": metroVolume = number
    case "led": led = number == 1
    case "follow_beat": followBeat = number == 1
    case "wifi_ssid": networks[0].ssid = Array(value.utf8)
    case "wifi_ssid1": networks[1].ssid = Array(value.utf8)
    case "wifi_pass": networks[0].password = StoredPassword(value)
    case "wifi_pass1": networks[1].password = StoredPassword(value)
    default: fatalError("a setup with \(name)")
    }
  }
}
