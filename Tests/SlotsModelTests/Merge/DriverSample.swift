import SlotsModel

private typealias Sample = NormaliseSample

/// A device file with these fields.
func deviceDocument(_ registers: [Text: Register]) -> Document {
  Document(Sample.live, registers)
}

/// A slot with one parameter.
func slotDocument(_ speed: JSONValue, _ stamp: Stamp?, owned: Bool = true) -> Document {
  Document(
    Sample.slot,
    [
      "": Register(
        ["name": "Aurora", "params": ["speed": speed], "userOwned": .bool(owned)], stamp)
    ])
}

/// The counter after `stamp`, as the driver writes it.
func driverStamp(after stamp: Stamp) -> Stamp {
  Stamp(
    milliseconds: stamp.milliseconds, counter: stamp.counter + 1, replica: "git:merge",
    factoryVersion: stamp.factoryVersion)
}

/// What the driver gives; its own stamps with the factory version of all others here.
func driven(_ base: Document?, _ ours: Document, _ theirs: Document) -> Document {
  var result = Document.driverMerged(base: base, ours: ours, theirs: theirs)
  for (name, register) in result.registers where register.stamp?.replica == "git:merge" {
    let stamp = register.stamp?.withFactoryVersion(Sample.stamp(1).factoryVersion)
    result.registers[name] = Register(register.value, stamp)
  }
  return result
}
