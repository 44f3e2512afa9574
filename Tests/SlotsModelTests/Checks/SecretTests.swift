import SlotsModel
import Testing

@Suite struct SecretTests {
  private static func found(_ text: String, in path: String = "devices/stage/reboot.json") throws
    -> [String]
  {
    CheckCase("", path, text).found(try .sample())
  }

  private static func found(name: String, _ value: String = "\"hunter2\"") throws -> [String] {
    try found("{\"values\": {\"\(name)\": \(value)}}")
  }

  @Test(arguments: [
    "pass", "password", "passwd", "passphrase", "psk", "token", "secret", "PSK", "Pass", "PASSWORD",
    "wifi_pass", "wifi_pass1", "wifi_pass2", "pass1", "wifi-pass", "wifi.pass", "wifi pass",
    "wifiPass", "WifiPass", "wifiPass1", "wifiPSK", "apiToken", "api_token", "API_TOKEN",
    "clientSecret", "adminpassword", "wifiPassword", "WIFI_PASSWORD", "pass_len", "psk2",
    "APIToken", "WIFIPass", "mqtt_pass", "otaPass", "MQTTPASS", "wifipass", "userpass", "pwd",
    "passcode",
    "apiKey", "API_KEY", "apikey", "private-key", "wpaKey", "credentials",
  ])
  func `a secret is named, in any spelling`(_ name: String) throws {
    let place = "devices/stage/reboot.json:1:\(name.count + 17)"
    let found = try Self.found(name: name)
    #expect(found == ["\(place): values.\(name) looks like a secret, and a store keeps none"])
  }

  @Test(arguments: [
    "compass", "passage", "bypass", "passive", "tokens_per_bar", "tokenize", "secretary", "pskip",
    "metro_voles", "name", "wifi_ssid", "path", "", "p_a_s_s", "encompassing", "low_pass",
    "bloomPass",
    "highpass", "key", "key_signature", "monkey", "keyRate",
  ])
  func `a name that only looks alike is none`(_ name: String) throws {
    let found = try Self.found(name: name)
    #expect(found == [])
  }

  @Test(arguments: ["\"\"", "null", "true", "false"])
  func `what has nothing in it is none`(_ value: String) throws {
    for name in ["pass", "pass_set", "wifi_pass1", "token"] {
      #expect(try Self.found(name: name, value) == [], "\(name)")
    }
  }

  @Test(arguments: ["\"x\"", "8", "0"])
  func `a text or a number in it is one`(_ value: String) throws {
    #expect(try Self.found(name: "pass_len", value).count == 1)
  }

  @Test(arguments: [
    (
      "slot.05.json",
      "{\"name\": \"A\", \"params\": {},\n\"x\": [1, {\"wifi\": [{\"psk\": \"a\"},\n{\"pass\": \"b\"}]}]}",
      ["2:28: x[1].wifi[0].psk", "3:10: x[1].wifi[1].pass"]
    ),
    ("pinned.json", "{\"slots\": [],\n\"token\": \"a\"}", ["2:10: token"]),
    ("seedVersion.json", "{\"version\": 1,\n\"secret\": {\"a\": \"b\"}}", ["2:11: secret"]),
    (
      "store.json",
      "{\"format\":1,\"slots\":24,\"maxSlotBytes\":9,\"maxStoreBytes\":9,\n\"pass\": 1}",
      ["2:9: pass"]
    ),
    ("devices/a/live.json", "{\"values\": {},\n\"pass\": [\"b\"]}", ["2:9: pass"]),
  ])
  func `secrets are found in any nesting and any document`(
    _ path: String, _ text: String, _ places: [String]
  ) throws {
    let found = try Self.found(text, in: path)
    #expect(found == places.map { "\(path):\($0) looks like a secret, and a store keeps none" })
  }

  @Test func `the stamp of a secret that was removed is none`() throws {
    let check = Check(format: StoreFormat(), table: ParameterTable(), stamps: true)
    let kind = try #require(DocumentKind(path: "devices/stage/device.json"))
    func findings(_ written: String) -> Int {
      check.findings(
        in: Array("{\"values\": {}, \"written\": {\"wifi_pass\": \"\(written)\"}}".utf8), as: kind
      ).count { $0.reason.contains("secret") }
    }
    #expect(findings("2026-12-01T10:00:05.000Z/0 p f1") == 0)
    #expect(findings("hunter2") == 1)
  }

  @Test func `B69: a config with secrets is refused, and no secret is shown`() throws {
    let text = #"""
      {"values": {
        "ssid": "home",
        "pass": "hunter2",
        "psk": "hunter2",
        "password": "hunter2",
        "token": "hunter2",
        "pass_len": 7,
        "pass_set": true
      }}
      """#
    let findings = try Self.found(text)
    let places = [
      "3:11: values.pass ", "4:10: values.psk ", "5:15: values.password ", "6:12: values.token ",
      "7:15: values.pass_len ",
    ]
    #expect(findings.count == places.count)
    for (finding, place) in zip(findings, places) {
      #expect(finding.hasPrefix("devices/stage/reboot.json:\(place)"))
      #expect(!finding.contains("hunter2"))
    }
  }

  @Test func `a secret inside a value that is refused is not shown either`() throws {
    let findings = try Self.found(
      #"{"name": "A", "params": {"speed": {"pass": "hunter2"}}}"#, in: "slot.05.json")
    #expect(findings.count == 2)
    #expect(!findings.contains { $0.contains("hunter2") })
  }
}
