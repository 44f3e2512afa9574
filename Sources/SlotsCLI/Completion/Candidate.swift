/// What a word that is being typed may become.
struct Candidate: Equatable {
  /// The whole word.
  let text: String
  /// What it is, in a line.
  let description: String

  init(_ text: String, _ description: String = "") {
    self.text = text
    self.description = description
  }
}

/// What a shell is answered: candidates, and whether it is to complete a path itself.
struct Completion: Equatable {
  /// Paths that the shell completes.
  enum Paths: String { case files, folders }

  var candidates: [Candidate] = []
  var paths: Paths?

  /// The answer as a shell's script reads it: a candidate a line, a tab before its description. A line
  /// without a candidate says in the place of the description which paths the shell is to complete.
  ///
  /// - Parameter spelled: the candidate as the shell wants it on the line
  func lines(_ spelled: (String) -> String) -> String {
    let all = (paths.map { [Candidate("", $0.rawValue)] } ?? []) + candidates
    return all.reduce(into: "") { text, candidate in
      text += "\(spelled(candidate.text))\t\(candidate.description.visible)\n"
    }
  }

  /// Keeps the candidates that begin with what is typed, in whatever case if none does exactly.
  func beginning(with typed: String) -> Completion {
    var result = self
    result.candidates = candidates.filter { $0.text.hasPrefix(typed) }
    if result.candidates.isEmpty {
      let lower = typed.lowercased()
      result.candidates = candidates.filter { $0.text.lowercased().hasPrefix(lower) }
    }
    return result
  }
}
