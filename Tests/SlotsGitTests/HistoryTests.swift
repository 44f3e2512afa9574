import SlotsGit
import SlotsSystem
import TestSupport
import Testing

@Suite struct HistoryTests {
  let test: TestRepository
  private var repository: Repository { test.repository }

  init() throws { test = try TestRepository() }

  /// A random history, its commits from old to new.
  /// - Parameter steady: whether every commit is dated after its parents.
  private func history(_ chance: inout Chance, steady: Bool, count: Int = 24) throws -> [ObjectID] {
    var commits: [ObjectID] = []
    for number in 0..<count {
      var parents: [ObjectID] = []
      for _ in 0..<(chance.onceIn(8) ? 0 : 1 + chance.below(2)) {
        let recent = commits.suffix(6)
        if let parent = chance.one(of: Array(recent)), !parents.contains(parent) {
          parents.append(parent)
        }
      }
      let time = steady ? Int64(1000 + number * 10) : Int64(chance.below(2000))
      commits.append(try test.commit(on: parents, "\(number)", time: time))
    }
    return commits
  }

  /// All that some commits are made of, slowly and surely. (`git rev-list` itself errs where clocks
  /// were wrong.)
  private func ancestors(_ tips: [ObjectID]) throws -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var waiting = tips
    while let id = waiting.popLast() {
      if found.insert(id).inserted { waiting += try repository.commit(id).parents }
    }
    return found
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `walk, base and ancestor are right, whatever the clocks said`(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let commits = try history(&chance, steady: seed % 2 == 0)
    for _ in 0..<25 {
      let tips = (0...chance.below(2)).compactMap { _ in chance.one(of: commits) }
      let hidden = (0..<chance.below(3)).compactMap { _ in chance.one(of: commits) }
      let walked = try repository.walk(from: tips, hiding: hidden)
      let expected = try ancestors(tips).subtracting(ancestors(hidden))
      #expect(Set(walked) == expected, "seed \(seed)")
      #expect(walked.count == expected.count, "seed \(seed)")
      for (place, id) in walked.enumerated() {
        let parents = try repository.commit(id).parents
        #expect(!walked[..<place].contains { parents.contains($0) }, "seed \(seed)")
      }
      guard let one = chance.one(of: commits), let other = chance.one(of: commits) else { return }
      let bases = try? test.run("merge-base", "--all", one.hex, other.hex)
      let base = try repository.mergeBase(one, other)
      let all = (bases ?? "").split(separator: "\n").map(String.init)
      #expect(all.contains(base?.hex ?? "") || (base == nil && all.isEmpty), "seed \(seed)")
      #expect(try base == repository.mergeBase(other, one), "seed \(seed)")
      let isAncestor = try ancestors([other]).contains(one)
      #expect(try repository.isAncestor(one, of: other) == isAncestor, "seed \(seed)")
    }
  }

  @Test func `the walk is newest first`() throws {
    let first = try test.commit(on: [], "1", time: 10)
    let left = try test.commit(on: [first], "2", time: 20)
    let right = try test.commit(on: [first], "3", time: 30)
    let merge = try test.commit(on: [left, right], "4", time: 40)
    #expect(try repository.walk(from: [merge], hiding: []) == [merge, right, left, first])
    #expect(try repository.walk(from: [merge], hiding: [left]) == [merge, right])
    #expect(try repository.walk(from: [first], hiding: [merge]) == [])
    #expect(try repository.walk(from: [], hiding: [merge]) == [])
    #expect(try repository.walk(from: [left, right, left], hiding: [first]) == [right, left])
  }

  @Test func `a commit that is missing is an error, unless it is hidden`() throws {
    let first = try test.commit(on: [], "1")
    #expect(try repository.walk(from: [first], hiding: [nowhere]) == [first])
    for read in [
      { _ = try repository.walk(from: [nowhere], hiding: [first]) },
      { _ = try repository.mergeBase(nowhere, first) },
      { _ = try repository.isAncestor(first, of: nowhere) },
    ] {
      let error = #expect(throws: GitError.self, performing: read)
      #expect(error?.kind == .notFound)
    }
    #expect(try repository.mergeBase(first, nowhere) == nil)
    #expect(try !repository.isAncestor(nowhere, of: first))
  }

  @Test func `a shallow history ends where it was cut`() throws {
    var tips = [try test.commit(["file": "0"])]
    for number in 1...5 { tips.append(try test.commit(["file": "\(number)"])) }
    let clone = test.folder.path.appending("clone")
    try git(
      "clone", "--quiet", "--depth=3", "file://\(test.path)", clone.description,
      in: test.folder.path)
    let shallow = try Repository.open(clone)
    #expect(try shallow.walk(from: [tips[5]], hiding: []) == [tips[5], tips[4], tips[3]])
    #expect(try shallow.walk(from: [tips[5]], hiding: [tips[0]]).count == 3)
    #expect(try shallow.mergeBase(tips[5], tips[3]) == tips[3])
    #expect(try shallow.isAncestor(tips[4], of: tips[5]))
    #expect(try !shallow.isAncestor(tips[5], of: tips[4]))
  }

  @Test func `unrelated histories have no base`() throws {
    let one = try test.commit(on: [], "1")
    let other = try test.commit(on: [], "2")
    #expect(try repository.mergeBase(one, other) == nil)
    #expect(try repository.mergeBase(one, one) == one)
    #expect(try repository.walk(from: [one], hiding: [other]) == [one])
  }
}
