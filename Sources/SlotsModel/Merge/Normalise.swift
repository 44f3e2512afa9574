/// Turns what is in a history into a store in which every register has its own stamp.
///
/// People use plain git, so a value can change without its stamp. The rules, per register:
/// - what is as the parent commit had it is what the parent's normalised register is;
/// - a stamp later than the parent's is a write that was made with `slots`, and is taken;
/// - the parent's value with an older stamp is no change;
/// - anything else is an edit, stamped after what it replaced;
/// - a document that went missing is cleared by an edit;
/// - what cannot be read changes nothing, and is named;
/// - a merge commit is made again from its normalised parents, and adds only what is later than all.
package struct Normalised: Sendable, Hashable {
  /// The document as it is to be; nil where there is none.
  package var reading: Reading?
  /// True when the document went missing by plain deletion along this edge.
  package var wentMissing = false
  /// Why the document along this edge could not be read.
  package var error: DocumentError?

  /// Normalises the document of a commit, or of the working tree, that has one parent, or none.
  ///
  /// - Parameters:
  ///   - child: what is there, as it was read; nil when nothing is.
  ///   - raw: what the parent commit has, as it was read.
  ///   - parent: what the parent is after normalising.
  package static func edge(
    _ kind: DocumentKind, child: Reading?, raw: Reading?, parent: Reading?, edit: Edit
  ) -> Normalised {
    guard child != raw else { return Normalised(reading: parent) }
    guard let child else { return missing(kind, parent: parent, edit: edit) }
    guard case .document(let document) = child else {
      let kept = parent?.document == nil ? child : parent
      return Normalised(reading: kept, error: child.error)
    }
    let before = raw?.error == nil ? raw : parent
    return Normalised(
      reading: .document(
        document.normalised(raw: before?.document, parent: parent?.document, edit: edit)))
  }

  /// Normalises the document of a merge commit that `slots` did not make.
  package static func merge(
    _ kind: DocumentKind, child: Reading?, parents: [Reading?], edit: Edit
  ) -> Normalised {
    let merged = parents.reduce(nil, Reading.merged)
    guard let child else { return Normalised(reading: merged) }
    guard case .document(let document) = child else {
      return Normalised(
        reading: merged ?? child, error: parents.contains(child) ? nil : child.error)
    }
    guard case .document(var result)? = merged else {
      return edge(kind, child: child, raw: nil, parent: nil, edit: edit)
    }
    for (name, register) in document.registers {
      if let known = result.registers[name] {
        if let stamp = register.stamp, known.stamp.map({ $0 < stamp }) ?? true {
          result.registers[name] = register
        }
      } else if register.value != nil || register.stamp != nil {
        result.registers[name] = document.stamped(register, name, over: nil, edit)
      }
    }
    for member in document.rest.members where result.rest[member.name] == nil {
      result.rest[member.name] = member.value
    }
    return Normalised(reading: .document(result))
  }

  private static func missing(
    _ kind: DocumentKind, parent: Reading?, edit: Edit
  ) -> Normalised {
    switch kind {
    case .format, .seedVersion: return Normalised(reading: parent)
    case .slot, .pins, .device: break
    }
    guard case .document(var document)? = parent else { return Normalised(reading: nil) }
    let filled = document.registers.filter { !document.isEmpty($0.value) }
    guard !filled.isEmpty else { return Normalised(reading: parent) }
    if !edit.keepsMissing {
      for (name, register) in filled {
        let stamp = edit.stamp(after: register.stamp)
        document.registers[name] = Register(document.emptyValue, stamp)
      }
    }
    return Normalised(reading: .document(document), wentMissing: true)
  }
}

extension Document {
  /// What a register of this document holds after it was cleared or removed.
  fileprivate var emptyValue: JSONValue? {
    if case .slot = kind { return .object(Slot.cleared(stay: false).value) }
    return nil
  }

  fileprivate func isEmpty(_ register: Register) -> Bool {
    if case .slot = kind { return Slot(register.value)?.isCleared ?? true }
    return register.value == nil
  }

  fileprivate func normalised(raw: Document?, parent: Document?, edit: Edit) -> Document {
    var result = Document(kind, rest: rest)
    let names = Set(registers.keys).union(raw?.registers.keys.map { $0 } ?? [])
      .union(parent?.registers.keys.map { $0 } ?? [])
    for name in names {
      let (here, before) = (registers[name], raw?.registers[name])
      let known = parent?.registers[name]
      result.registers[name] =
        here == before ? known : stamped(here ?? Register(nil, nil), name, over: known, edit)
    }
    return result
  }

  /// `register` where it is a stamped write, `old` where nothing changed, else an edit.
  fileprivate func stamped(
    _ register: Register, _ name: Text, over old: Register?, _ edit: Edit
  ) -> Register {
    if edit.trustsStamps, let stamp = register.stamp, old?.stamp.map({ $0 < stamp }) ?? true {
      return register
    }
    var value = register.value
    if case .slot = kind, let slot = Slot(value) {
      value = .object(slot.edited(over: Slot(old?.value)).value)
    }
    if let old, old.value == value, old.stamp != nil { return old }
    return Register(value, edit.stamp(after: old?.stamp))
  }
}
