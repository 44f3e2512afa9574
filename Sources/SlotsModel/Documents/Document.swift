/// One JSON file of a store: one register (slot, seed version) or several (pins, device files).
package struct Document: Sendable, Hashable {
  /// Which file it is.
  package let kind: DocumentKind
  /// The registers by name; a document of one register names it with the empty text.
  package var registers: [Text: Register]
  /// Members that carry no stamp: all of `store.json`, and what a newer program added to others.
  package var rest: JSONObject

  /// A document of its parts.
  package init(_ kind: DocumentKind, _ registers: [Text: Register] = [:], rest: JSONObject = [:]) {
    self.kind = kind
    self.registers = registers
    self.rest = rest
  }

  /// The register of a document that has one.
  package var register: Register? {
    get { registers[""] }
    set { registers[""] = newValue }
  }

  /// True when only stamps, and whose a slot is, tell the two apart.
  package func meansTheSame(as other: Document) -> Bool {
    if let slot, let otherSlot = other.slot { return slot.content == otherSlot.content }
    return registers.mapValues(\.value) == other.registers.mapValues(\.value)
  }

  /// The slot in a slot document.
  package var slot: Slot? { Slot(register?.value) }

  /// The latest stamp in the document.
  package var latestStamp: Stamp? { registers.values.compactMap(\.stamp).max() }
}

/// What a person or a program put where a document belongs.
package enum Reading: Sendable, Hashable {
  /// A document that can be read.
  case document(Document)
  /// Not JSON, or no register can be read from it: its bytes, and why.
  case unreadable([UInt8], DocumentError)

  /// Reads `bytes`; never fails, because a merge has to carry what it cannot read.
  package init(_ bytes: [UInt8], as kind: DocumentKind) {
    do throws(DocumentError) {
      self = .document(try Document(bytes, as: kind))
    } catch {
      self = .unreadable(bytes, error)
    }
  }

  /// The document, when it can be read.
  package var document: Document? {
    if case .document(let document) = self { return document }
    return nil
  }

  /// Why it cannot be read.
  package var error: DocumentError? {
    if case .unreadable(_, let error) = self { return error }
    return nil
  }

  /// The canonical bytes of a document; what cannot be read stays as it is.
  package var bytes: [UInt8] {
    switch self {
    case .document(let document): document.canonicalBytes
    case .unreadable(let bytes, _): bytes
    }
  }
}

/// Why a document cannot be read, and where.
package struct DocumentError: Error, Sendable, Hashable {
  /// Where in the file.
  package let position: TextPosition
  /// What is wrong and what is expected, in words.
  package let reason: String
  /// True for what is no file that could be carried on, as a link: it counts as nothing.
  package let isNoFile: Bool

  /// An error of its parts.
  package init(position: TextPosition, reason: String, isNoFile: Bool = false) {
    self.position = position
    self.reason = reason
    self.isNoFile = isNoFile
  }
}
