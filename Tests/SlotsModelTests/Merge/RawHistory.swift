import SlotsModel

/// A history of one document as people make it, with any tool: each state as a commit has it.
struct RawHistory {
  let kind: DocumentKind
  var chance: JSONChance
  var states: [Reading?] = [nil]

  init(_ kind: DocumentKind, seed: UInt64) {
    self.kind = kind
    chance = JSONChance(seed: seed)
  }

  /// The next commit; `known` is what the history so far normalises to.
  mutating func advance(_ known: Document?) -> Reading? {
    let last = states.compactMap { $0?.document }.last ?? Document(kind)
    let next: Reading? =
      switch chance.below(10) {
      case 0: nil
      case 1: chance.one(of: states)
      case 2: Reading(Array(chance.one(of: ["{", "<<<<<<< HEAD"]).utf8), as: kind)
      case 3: .document(chance.document(kind))
      case 4: .document(written(last, over: known))
      case 5: .document(restamped(last))
      default: .document(edited(last))
      }
    states.append(next)
    return next
  }

  /// Some values from another document; their stamps stay behind, or go with the value.
  private mutating func edited(_ last: Document) -> Document {
    var document = last
    for (name, register) in chance.document(kind).inOrder where chance.below(2) == 0 {
      document.registers[name] = Register(register.value, last.registers[name]?.stamp)
    }
    if !kind.isOneRegister, chance.below(3) == 0, let name = last.registers.keys.min() {
      let stamp = chance.below(2) == 0 ? last.registers[name]?.stamp : nil
      document.registers[name] = stamp.map { Register(nil, $0) }
    }
    return document.readAgain
  }

  /// A write by `slots`, which is later than all that is known.
  private mutating func written(_ last: Document, over known: Document?) -> Document {
    var document = last
    for (name, register) in chance.document(kind).inOrder where chance.below(2) == 0 {
      let stamp = Stamp.next(
        now: 0, after: known?.latestStamp, replica: "phone", factoryVersion: 1)
      document.registers[name] = Register(register.value, stamp)
    }
    return document.readAgain
  }

  /// The same values with other stamps, or none.
  private mutating func restamped(_ last: Document) -> Document {
    var document = last
    for (name, register) in last.inOrder {
      document.registers[name] = Register(
        register.value, chance.below(2) == 0 ? nil : chance.stamp())
    }
    return document.readAgain
  }
}

extension DocumentKind {
  fileprivate var isOneRegister: Bool {
    switch self {
    case .slot, .seedVersion: true
    case .pins, .device, .format: false
    }
  }
}

extension Document {
  /// As it is once it was written and read: without registers that have neither value nor stamp.
  fileprivate var readAgain: Document { (try? Document(canonicalBytes, as: kind)) ?? self }

  /// The registers by name, so that a seed always draws the same.
  fileprivate var inOrder: [(Text, Register)] {
    registers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The values by name, without what says nothing: what was removed, and whose a slot is.
  var contents: [Text: JSONValue] {
    registers.compactMapValues { register in
      guard case .slot = kind, case .object(var object)? = register.value else {
        return register.value
      }
      object["userOwned"] = nil
      return .object(object)
    }
  }
}
