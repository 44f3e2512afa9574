/// The members of a JSON object, each name once, sorted by name.
package struct JSONObject: Sendable, Hashable {
  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// The name, exactly as it was written.
    package let name: Text
    /// The value.
    package let value: JSONValue
  }

  /// The members in the order of their names.
  package private(set) var members: [Member]

  /// An object without members.
  package init() {
    members = []
  }

  /// The object with these members.
  package init(_ members: [Text: JSONValue]) {
    self.members = members.map { Member(name: $0.key, value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// The object with these members; of two with one name the later stays.
  init(_ members: [(Text, JSONValue)]) {
    self.init(Dictionary(members) { _, later in later })
  }

  /// The object with `members`, which are sorted and have each name once.
  init(sorted members: [Member]) {
    self.members = members
  }

  /// True when there are no members.
  package var isEmpty: Bool { members.isEmpty }

  /// The number of members.
  package var count: Int { members.count }

  /// The value of the member `name`, nil when there is none. Setting nil removes the member.
  package subscript(name: Text) -> JSONValue? {
    get {
      let index = index(of: name)
      return index < members.count && members[index].name == name ? members[index].value : nil
    }
    set {
      let index = index(of: name)
      let isThere = index < members.count && members[index].name == name
      if isThere { members.remove(at: index) }
      if let newValue { members.insert(Member(name: name, value: newValue), at: index) }
    }
  }

  /// Where the member `name` is or belongs.
  private func index(of name: Text) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The object with these members; of two with one name the later stays.
  package init(dictionaryLiteral elements: (Text, JSONValue)...) {
    self.init(elements)
  }
}
