import SlotsModel
import Testing

private typealias Sample = NormaliseSample

/// One edge of a random history.
private struct Edge {
  let kind: DocumentKind
  let raw: Reading?
  let parent: Reading?
  let child: Reading?
  let edit: Edit
  let result: Outcome

  var registers: [Text: Register] { result.reading?.document?.registers ?? [:] }
}

@Suite struct NormaliseLawTests {
  /// Checks each edge of random histories; tells the first of each history that does not hold.
  private static func expectEachEdge(
    _ seed: UInt64, _ holds: (Edge) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (index, kind) in DocumentKind.samples.enumerated() {
      var history = RawHistory(kind, seed: seed * 100 + UInt64(index))
      var parent: Reading?
      for step in 0..<30 {
        let raw = history.states.last ?? nil
        let child = history.advance(parent?.document)
        let edit = Edit(
          now: Int64(history.chance.below(4) * 1000 + step), replica: "git:Jane Doe",
          factoryVersion: 2, trustsStamps: history.chance.below(5) > 0)
        let result = Outcome(
          Normalised.edge(kind, child: child, raw: raw, parent: parent, edit: edit))
        let edge = Edge(
          kind: kind, raw: raw, parent: parent, child: child, edit: edit, result: result)
        guard holds(edge) else {
          let shown = [raw, parent, child, result.reading].map { reading in
            reading.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "nothing"
          }
          Issue.record(
            "seed \(seed), \(kind.path), step \(step): raw, parent, child, result: \(shown)",
            sourceLocation: sourceLocation)
          break
        }
        parent = result.reading
      }
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func `what the last commit says is what the store has`(_ seed: UInt64) {
    Self.expectEachEdge(seed) { edge in
      switch edge.child {
      case .document(let document)?:
        edge.result.reading?.document?.contents == document.contents
          && edge.result.reading?.document?.rest == document.rest
      case .unreadable?:
        edge.result.reading == (edge.parent?.document == nil ? edge.child : edge.parent)
      case nil:
        switch (edge.kind, edge.result.reading?.document) {
        case (.seedVersion, _), (.format, _): edge.result.reading == edge.parent
        case (.slot, let document?): document.slot?.isCleared == true
        case (_, let document?): document.contents.isEmpty
        case (_, nil): true
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func `every register has a stamp, and none smaller than its parent's`(_ seed: UInt64) {
    Self.expectEachEdge(seed) { edge in
      edge.registers.values.allSatisfy { $0.stamp != nil }
        && (edge.parent?.document?.registers ?? [:]).allSatisfy { name, old in
          guard let new = edge.registers[name] else { return false }
          return new == old || old.stamp.map { $0 < new.stamp ?? .factory(0) } ?? true
        }
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func `a commit that changes nothing is its parent`(_ seed: UInt64) {
    Self.expectEachEdge(seed) { edge in
      Sample.edge(raw: edge.raw, parent: edge.parent, to: edge.raw, edge.edit)
        == Outcome(reading: edge.parent)
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func `normalising what was normalised changes nothing`(_ seed: UInt64) {
    Self.expectEachEdge(seed) { edge in
      let result = edge.result.reading
      var trusting = edge.edit
      trusting.trustsStamps = true
      return Sample.edge(from: edge.parent, to: result, trusting).reading == result
        && Sample.edge(from: edge.parent, to: result, edge.edit).reading == result
        && Sample.edge(from: result, to: result, edge.edit).reading == result
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func `what was normalised is written and read back unchanged`(_ seed: UInt64) {
    Self.expectEachEdge(seed) { edge in
      edge.result.reading.map { Reading($0.bytes, as: edge.kind) } == edge.result.reading
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `what was edited by hand is later than all that was seen`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      let parent = chance.document(kind, isStamped: true)
      let child = chance.document(kind)
      let seen = [chance.stamp(), parent.latestStamp].compactMap { $0 }.max() ?? .factory(0)
      let edit = Edit(
        now: 500, replica: "pad", factoryVersion: 2, seen: seen, trustsStamps: false)
      let result = Sample.edge(from: .document(parent), to: .document(child), edit)
      for (name, register) in result.reading?.document?.registers ?? [:]
      where register != parent.registers[name] {
        #expect(register.stamp?.replica == "pad", "seed \(seed)")
        #expect(register.stamp.map { seen < $0 } == true, "seed \(seed)")
      }
    }
  }
}
