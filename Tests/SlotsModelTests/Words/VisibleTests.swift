import SlotsModel
import Testing

/// Names from elsewhere cannot break a commit's subject, its trailers or a terminal.
struct VisibleTests {
  @Test func `a name with line ends and escapes is one plain line`() throws {
    let name: Text = "a\u{1B}[31m\nSlots-Mark: x\u{202E}b\u{7F}"
    let slot = Slot(name: name, params: [:], tagSignal: nil, userOwned: true)
    let key = Key.slot(try #require(SlotID(5)))
    let change = KeyChange(key, from: nil, to: Register(.object(slot.value), nil))
    #expect(ChangeText(change).line == "slot-05 a␛[31m␊Slots-Mark: x�b␡: filled")
    #expect(DocumentText.lines(slot.value).first == "name a␛[31m␊Slots-Mark: x�b␡")
  }

  @Test func `an error beside a secret does not print what stands there`() {
    let text = "{\n  \"values\": {\"wifi_pass\": hunter2}\n}\n"
    let reading = Reading(Array(text.utf8), as: .pins)
    #expect(reading.error?.position.line == 2)
    #expect(reading.error.map { !$0.reason.contains("hunter2") } == true)
  }
}
