internal import SlotsGit

/// What a person has begun with git and not finished, and the commands that end it.
struct Unfinished {
  let what: String
  let finish: String
  let abort: String

  /// Nil where git is in the middle of nothing.
  init?(_ state: Repository.State) {
    switch state {
    case .none: return nil
    case .merge: what = "merge"
    case .revert: what = "revert"
    case .cherryPick: what = "cherry-pick"
    case .rebase: what = "rebase"
    case .bisect: what = "bisect"
    case .applyMailbox: what = "am"
    }
    finish = state == .bisect ? "git bisect reset" : "git \(what) --continue"
    abort = state == .bisect ? "git bisect reset" : "git \(what) --abort"
  }
}
