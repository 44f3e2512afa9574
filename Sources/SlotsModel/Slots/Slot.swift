/// What a slot holds, as a view of its register's value; members that are not known stay in it.
package struct Slot: Sendable, Hashable {
  /// The slot document without its stamp.
  package var value: JSONObject

  /// A view of a register's value; nil when there is no object.
  package init?(_ value: JSONValue?) {
    guard case .object(let object)? = value else { return nil }
    self.value = object
  }

  /// A preset in a slot.
  package init(name: Text, params: JSONObject, tagSignal: Text?, userOwned: Bool) {
    value = JSONObject()
    value["name"] = .string(name)
    value["params"] = .object(params)
    value["tagSignal"] = tagSignal.map { .string($0) }
    value["userOwned"] = .bool(userOwned)
  }

  /// A slot that was filled and is now empty; with `stay` a factory version leaves it empty.
  package static func cleared(stay: Bool) -> Slot {
    var slot = Slot(value: JSONObject())
    slot.value["cleared"] = .bool(true)
    slot.value["userOwned"] = .bool(stay)
    return slot
  }

  init(value: JSONObject) { self.value = value }

  /// True for an empty slot that keeps its file.
  package var isCleared: Bool { value["cleared"] == .bool(true) }
  /// The preset's name; empty when it has none.
  package var name: Text {
    if case .string(let name)? = value["name"] { return name }
    return ""
  }
  /// The preset's parameters.
  package var params: JSONObject {
    get {
      if case .object(let params)? = value["params"] { return params }
      return JSONObject()
    }
    set { value["params"] = .object(newValue) }
  }
  /// The preset's tag signal.
  package var tagSignal: Text? {
    if case .string(let tag)? = value["tagSignal"] { return tag }
    return nil
  }
  /// True when a person saved it, or wants it to stay empty: a factory version leaves it alone.
  package var userOwned: Bool {
    get { value["userOwned"] == .bool(true) }
    set { value["userOwned"] = .bool(newValue) }
  }
  /// The slot's document at a position, not stamped yet.
  package func document(at id: SlotID) -> Document {
    Document(.slot(id), ["": Register(.object(value), nil)])
  }

  /// The same content without the owner, for comparing what was edited.
  var content: JSONObject {
    var content = value
    content["userOwned"] = nil
    return content
  }

  /// This slot as a person's edit of what was there before: theirs when its content changed.
  func edited(over old: Slot?) -> Slot {
    var slot = self
    let isSame = content == old?.content
    if value["userOwned"] == nil { slot.userOwned = isSame && old?.userOwned == true }
    if !isCleared, !isSame { slot.userOwned = true }
    return slot
  }
}
