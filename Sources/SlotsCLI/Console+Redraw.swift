extension Console {
  /// Prints lines over those that were printed last, where results go to a terminal; anywhere else they
  /// follow, after an empty line.
  ///
  /// - Parameter count: how many lines were printed last; 0 at first.
  /// - Returns: how many were printed now.
  func redraw(_ lines: [Line], over count: Int) -> Int {
    if count > 0 {
      if surroundings.outputIsTerminal {
        // Up, and everything below erased (ECMA-48 CUU and ED); a line is cut at the edge, or the
        // terminal would make two of it.
        send("\u{1B}[\(count)A\u{1B}[J")
      } else {
        print("")
      }
    }
    print(surroundings.outputIsTerminal ? lines.map { $0.cut(to: columns) } : lines)
    return lines.count
  }
}
