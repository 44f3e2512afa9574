import SlotsSystem
import TestSupport
import Testing

@testable import SlotsStore

/// The calls at which the sweep once found a fault.
@Suite(.enabled(if: Shim.isPossible)) struct FoundTests {
  struct Cut: Sendable, CustomTestStringConvertible {
    let what: String
    let scene: String
    let fault: Fault
    /// The last call of this name whose path holds this.
    let call: (name: String, path: String)
    var testDescription: String { what }
  }

  static let cuts = [
    Cut(
      what: "git, over a file of the person's own: half of it was taken for an edit",
      scene: "sync that receives", fault: .half, call: ("write", "/more.txt")),
    Cut(
      what: "git, over a file of the person's own: its lock on the index stayed",
      scene: "sync that receives", fault: .kill, call: ("open", "/more.txt")),
    Cut(
      what: "git, in a fetch: its lock on the remote's branch stayed",
      scene: "sync that receives through git", fault: .kill,
      call: ("rename", "/refs/worktree/slots-")),
    Cut(
      what: "git, in a push: its lock on the remote's branch stayed",
      scene: "sync to a remote with a hook", fault: .kill,
      call: ("write", "/a/.git/refs/remotes/origin/main.lock")),
    Cut(
      what: "the remote's git, in a push: its lock was taken for forty races",
      scene: "sync that sends through git", fault: .kill,
      call: ("write", "/hub.git/refs/heads/main.lock")),
    Cut(
      what: "slots, at the lock of a remote's branch: its private file stayed",
      scene: "sync that sends", fault: .kill, call: ("link", "/hub.git/refs/heads/main.lock")),
    Cut(
      what: "a full disk in an init: the folder was then said to be occupied",
      scene: "init of a new store", fault: .noSpace, call: ("link", "/c/.git/index.lock")),
    Cut(
      what: "a bad disk at the end of an init: its repository went, and its files stayed",
      scene: "init that joins", fault: .input, call: ("rename", "/c/.git/slots-locks/")),
    Cut(
      what: "a bad disk, in an init: a lock that libgit2 could not remove stayed for good",
      scene: "init of a new store", fault: .input,
      call: ("unlink", "/c/.slots-making/store/.git/HEAD.lock")),
    Cut(
      what: "slots, in a reset over an edit by hand: a commit by git came first, and the edit went",
      scene: "reset over an edit by hand, then a commit by git", fault: .kill,
      call: ("link", "/a/.git/index.lock")),
    Cut(
      what: "slots, in a sync with an edit by hand: a commit by git came first, and a file went",
      scene: "sync of both, then a commit by git", fault: .kill,
      call: ("exchange", "/a/slot.02.json")),
    Cut(
      what: "a bad disk, at a branch that had moved: a commit by git took back what it has",
      scene: "reset over an edit by hand, then a commit by git", fault: .input,
      call: ("fsync", "/a/.git/refs/heads")),
    Cut(
      what: "a bad disk, at the index of a branch that had moved: the same",
      scene: "reset over an edit by hand, then a commit by git", fault: .input,
      call: ("rename", "/a/.git/index")),
    Cut(
      what: "slots, at a hook in an init: its unfinished file stayed among the hooks",
      scene: "init of a new store", fault: .kill, call: ("rename", "/c/.git/hooks/post-merge")),
  ]

  @Test(arguments: cuts)
  func `a call that was cut stays mended`(cut: Cut) throws {
    let scene = try #require(Scene.all.first { $0.name == cut.scene })
    let trial = try Trial(scene)
    func isMeant(_ call: Call) -> Bool {
      call.name == cut.call.name && call.path.contains(cut.call.path)
    }
    let call = try #require(trial.counted.calls.last(where: isMeant), "\(trial.counted.calls)")
    // Two processes at once do not always take turns in the same way.
    for _ in 0..<10 {
      let (hit, problems) = try trial.run(cut.fault, at: call.number)
      #expect(problems == [])
      if hit.map(isMeant) == true { return }
    }
    Issue.record("\(call) at \(call.number) was never hit")
  }
}
