/// Lines in aligned columns. A line is as wide as it needs to be and is never wrapped.
package struct Table: Sendable {
  /// On which side a column is filled with spaces.
  package enum Alignment: Sendable { case left, right }

  private let alignments: [Alignment]
  private var rows: [[Line]] = []

  /// - Parameter alignments: one for each column; columns beyond them are aligned left
  package init(_ alignments: Alignment...) {
    self.alignments = alignments
  }

  /// Adds a row. Cells that are missing at its end are empty.
  package mutating func add(_ cells: Line...) {
    rows.append(cells)
  }

  /// The rows as lines, with two spaces between columns and none at the end of a line.
  package var lines: [Line] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    return rows.map { row in
      let used = (row.lastIndex { $0.columns > 0 } ?? -1) + 1
      return row[..<used].indices.reduce(Line("")) { line, column in
        let cell = row[column]
        let space = Line(String(repeating: " ", count: widths[column] - cell.columns))
        let gap: Line = column == 0 ? "" : "  "
        let isRight = column < alignments.count && alignments[column] == .right
        if isRight { return line + gap + space + cell }
        return column == used - 1 ? line + gap + cell : line + gap + cell + space
      }
    }
  }
}
