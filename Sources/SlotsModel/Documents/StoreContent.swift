/// The documents of a store, by themselves: what a store has where there is no git, and what an export
/// carries from one store to another.
package struct StoreContent: Sendable, Hashable {
  /// The documents that can be read, by kind.
  package var documents: [DocumentKind: Document]

  /// Content of its documents.
  package init(_ documents: [DocumentKind: Document] = [:]) { self.documents = documents }

  /// The limits of the store.
  package var format: StoreFormat { StoreFormat(documents[.format]) }

  /// The register of a key; nil where it was never written.
  package subscript(key: Key) -> Register? {
    get { documents[key.document]?.registers[key.registerName] }
    set {
      documents[key.document, default: Document(key.document)].registers[key.registerName] =
        newValue
    }
  }

  /// The slot at `id`; nil when it is empty.
  package func filled(_ id: SlotID) -> Slot? {
    documents[.slot(id)]?.slot.flatMap { $0.isCleared ? nil : $0 }
  }

  /// The latest stamp of any register.
  package var latestStamp: Stamp? { documents.values.compactMap(\.latestStamp).max() }

  /// The bytes of all documents together, as a store counts them.
  package var size: Int { documents.values.reduce(0) { $0 + $1.canonicalBytes.count } }

  /// The one merge: per key the later register.
  package static func merged(_ a: StoreContent, _ b: StoreContent) -> StoreContent {
    StoreContent(a.documents.merging(b.documents) { Document.merged($0, $1) })
  }

  /// The keys that `new` has differently, in key order.
  package func changes(to new: StoreContent) -> [KeyChange] {
    Set(documents.keys).union(new.documents.keys).flatMap { kind in
      Document.changes(kind, from: documents[kind], to: new.documents[kind])
    }.sorted { $0.key < $1.key }
  }

  /// What seeding `factory` would write; nil when nothing is due.
  package func seedPlan(_ factory: Factory, digest: Text) -> SeedPlan? {
    var slots: [SlotID: Register] = [:]
    for id in factory.presets.keys { slots[id] = self[.slot(id)] }
    let plan = SeedPlan(
      factory, digest: digest, seeded: self[.seedVersion], slots: slots,
      pins: documents[.pins]?.registers ?? [:])
    return plan.changes.isEmpty ? nil : plan
  }
}

extension StoreContent {
  private static let kindName: JSONValue = "slots-store"

  /// The content as one JSON document: each file of the store by its path, stamps included.
  package var json: JSONValue {
    var files: [Text: JSONValue] = [:]
    for (kind, document) in documents { files[Text(kind.path)] = .object(document.json) }
    return [
      "documents": .object(JSONObject(files)), "format": .number(JSONNumber(StoreFormat.newest)),
      "kind": Self.kindName,
    ]
  }

  /// True for a document that `json` made, of any format.
  package static func isStore(_ object: JSONObject) -> Bool { object["kind"] == kindName }

  /// Reads what `json` made. A path that names no document is passed over, as a newer program may
  /// have more of them.
  /// - Throws: `DocumentError` where a document cannot be read, or a newer program wrote the file.
  package init(json object: JSONObject, in bytes: [UInt8]) throws(DocumentError) {
    func problem(_ path: [JSONStep], _ reason: String) -> DocumentError {
      let position = JSONValue.position(of: path, in: bytes)
      return DocumentError(position: position ?? TextPosition(line: 1, column: 1), reason: reason)
    }
    guard let format = object["format"]?.number?.int, format >= 1 else {
      throw problem([.member("format")], "format: expected a whole number from 1")
    }
    guard format <= StoreFormat.newest else {
      throw problem(
        [.member("format")],
        "written in format \(format), this program knows \(StoreFormat.newest): install a newer "
          + "slots")
    }
    guard let files = object["documents"]?.object else {
      throw problem([.member("documents")], "documents: expected an object with the store's files")
    }
    documents = [:]
    for member in files.members {
      guard let kind = DocumentKind(path: member.name.string) else { continue }
      do throws(DocumentError) {
        documents[kind] = try Document(member.value.canonicalBytes, as: kind)
      } catch {
        throw problem(
          [.member("documents"), .member(member.name)], "\(kind.path): \(error.reason)")
      }
    }
  }
}
