internal import SlotsGit
internal import SlotsModel
internal import SlotsSystem

/// What a run was about to do to the working tree: written before the first file, removed after the
/// index, so that a later run can tell what a killed one wrote from what a person wrote.
struct Journal {
  let branch: String
  let from: ObjectID?
  let to: ObjectID
  /// What each file may hold for it to be replaced, by path; nil stands for no file.
  var expected: [Path: [ObjectID?]]
  /// What each file is to hold.
  var wanted: [Path: ObjectID?]
  /// The edits that were found in files, stamped, as the commit that took them has them.
  var edits: [Path: ObjectID?] = [:]
  /// What is remembered as done once the branch has moved.
  var operations: [Operation] = []

  /// Whether what lies in a journal's place can be carried out.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard let json = try? JSONValue.read(bytes).object else { return false }
    return json["to"]?.text.flatMap { ObjectID(hex: $0.string) } != nil
      && json["branch"]?.text != nil
  }

  /// True when a killed run wrote this content here.
  func wrote(_ path: Path, _ id: ObjectID?) -> Bool {
    wanted[path].map { $0 == id } ?? false
  }
}

extension Store {
  var journalPath: Path { stateFolder.appending("advance.json") }

  /// What a killed run left, or nil; also for what cannot be read.
  func readJournal() throws -> Journal? {
    guard let bytes = try Files.read(journalPath),
      let json = try? JSONValue.read(bytes).object,
      let to = json["to"]?.text.flatMap({ ObjectID(hex: $0.string) }),
      let branch = json["branch"]?.text
    else { return nil }
    var journal = Journal(
      branch: branch.string, from: json["from"]?.text.flatMap { ObjectID(hex: $0.string) },
      to: to, expected: [:], wanted: [:])
    for file in json["files"]?.object?.members ?? [] {
      guard let path = Path(escaped: file.name.string) else { continue }
      let ids = (file.value.object?["expected"]?.array ?? []).map(\.objectID)
      journal.expected[path] = ids
      journal.wanted.updateValue(file.value.object?["wanted"]?.objectID, forKey: path)
      if let edit = file.value.object?["edit"] {
        journal.edits.updateValue(edit.objectID, forKey: path)
      }
    }
    journal.operations = OperationLog(json["operations"]).operations
    return journal
  }

  func write(_ journal: Journal) throws {
    func text(_ id: ObjectID?) -> JSONValue { id.map { .string(Text($0.hex)) } ?? .null }
    var files: [Text: JSONValue] = [:]
    for (path, id) in journal.wanted {
      var file: JSONObject = [
        "expected": .array((journal.expected[path] ?? []).map(text)), "wanted": text(id),
      ]
      if let edit = journal.edits[path] { file["edit"] = text(edit) }
      files[Text(path.escaped)] = .object(file)
    }
    let json: JSONValue = [
      "branch": .string(Text(journal.branch)), "from": text(journal.from), "to": text(journal.to),
      "files": .object(JSONObject(files)), "operations": .array(journal.operations.map(\.json)),
    ]
    try Files.write(json.canonicalBytes, to: journalPath, temporaryIn: temporaryFolder)
  }
}

extension Path {
  /// The path in ASCII, other bytes as `%C3`: a file name need not be UTF-8.
  fileprivate var escaped: String {
    let digits = Array("0123456789ABCDEF")
    return bytes.reduce(into: "") { text, byte in
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte) >> 4])\(digits[Int(byte) & 15])"
      }
    }
  }

  fileprivate init?(escaped text: String) { self.init(bytes: Percent.decoded(text.utf8[...])) }
}

extension JSONValue {
  fileprivate var objectID: ObjectID? { text.flatMap { ObjectID(hex: $0.string) } }
}
