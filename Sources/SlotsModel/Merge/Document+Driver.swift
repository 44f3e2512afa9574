extension Document {
  /// What git's merge driver does: it sees three files and no commits.
  ///
  ///     base ─┬─ ours ───┐
  ///           │          ├── ours, and what theirs changed where it is later
  ///           └─ theirs ─┘
  ///
  /// From theirs it takes only keys that differ from the base, so that a rebase or a cherry-pick
  /// brings one commit's change and not all that came before it. A value that changed without a later
  /// stamp is an edit, and gets the counter after the base's stamp.
  package static func driverMerged(
    base: Document?, ours: Document, theirs: Document
  ) -> Document {
    let edited = ours.stampedAsEdit(of: base)
    var ours = ours
    for (name, register) in ours.registers
    where register.stamp == nil || register.stamp == base?.registers[name]?.stamp {
      ours.registers[name] = edited.registers[name]
    }
    let theirs = theirs.stampedAsEdit(of: base)
    var news = Document(theirs.kind, rest: theirs.rest)
    for (name, register) in theirs.registers where base?.registers[name] != register {
      news.registers[name] = register
    }
    return merged(ours, news)
  }

  private func stampedAsEdit(of base: Document?) -> Document {
    let edit = Edit(
      now: 0, replica: "git:merge", factoryVersion: base?.latestStamp?.factoryVersion ?? 0,
      trustsStamps: true)
    let outcome = Normalised.edge(
      kind, child: .document(self), raw: base.map { .document($0) },
      parent: base.map { .document($0) }, edit: edit)
    return outcome.reading?.document ?? self
  }
}
