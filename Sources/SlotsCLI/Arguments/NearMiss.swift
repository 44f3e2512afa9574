/// The candidates that a mistyped word may stand for, nearest first, at most three.
///
/// Near is a third of its letters edited, one at least, or a beginning; a single letter is near nothing.
func nearMisses(of word: String, among candidates: [String]) -> [String] {
  let limit = word.count < 2 ? 0 : max(1, word.count / 3)
  let ranked = candidates.compactMap { candidate -> (distance: Int, name: String)? in
    let distance = editDistance(Array(word), Array(candidate))
    if distance <= limit { return (distance, candidate) }
    let letters = word.drop { $0 == "-" }
    return letters.count >= 2 && candidate.hasPrefix(word) ? (limit + 1, candidate) : nil
  }
  guard let best = ranked.map(\.distance).min() else { return [] }
  return ranked.filter { $0.distance == best }.map(\.name).prefix(3).map { $0 }
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words, each
/// letter edited once (optimal string alignment).
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    before = last
    last = row
  }
  return last[b.count]
}
