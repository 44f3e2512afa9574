// Everything here runs only for a text that is refused.
extension JSONReader {
  /// The error `reason` at the byte `offset`.
  func failure(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
    JSONError(position: TextPosition(offset: offset, in: bytes), reason: reason)
  }

  /// The error for something else, here, than `part`: the most telling reason that fits.
  func unexpected(_ part: JSONError.Part) -> JSONError {
    guard offset < bytes.count else { return failure(.ends(before: part), at: offset) }
    guard let (scalar, _) = scalar(at: offset) else { return failure(.notUTF8, at: offset) }
    if isConflictMarker { return failure(.conflictMarker, at: offset) }
    switch scalar {
    case "\u{FEFF}": return failure(.byteOrderMark, at: offset)
    case "'", "`", "\u{2018}"..."\u{201F}": return failure(.wrongQuote(scalar), at: offset)
    case "/", "#": return failure(.comment, at: offset)
    case "\u{0}"..<" ", "\u{7F}"...: return failure(.strayCharacter(scalar), at: offset)
    default: break
    }
    guard part == .value || part == .memberName, isWordByte(at: offset) else {
      return failure(.expected(part), at: offset)
    }
    let word = word(at: offset)
    let isLetter = scalar.properties.isAlphabetic || scalar == "_"
    guard part == .value else {
      return failure(isLetter ? .missingQuote : .expected(part), at: offset)
    }
    let isName = ["nan", "inf", "infinity"].contains(word.string.lowercased())
    return isLetter && !isName ? failure(.word(word), at: offset) : notNumber(at: offset)
  }

  /// The error for what looks like a number at `start`.
  func notNumber(at start: Int) -> JSONError {
    failure(.notNumber(word(at: start)), at: start)
  }

  /// The error for the first name that the object at `start` has a second time.
  func memberTwice(inObjectAt start: Int, depth: Int) -> JSONError {
    var reader = self
    var seen: Set<Text> = []
    reader.offset = start
    do throws(JSONError) {
      _ = reader.opens(closing: Byte.closeBrace)
      repeat {
        let place = reader.offset
        let name = try reader.memberName()
        guard seen.insert(name).inserted else { return failure(.memberTwice(name), at: place) }
        _ = try reader.value(depth: depth)
      } while try reader.goesOn(closing: Byte.closeBrace)
      return failure(.expected(.memberName), at: start)
    } catch {
      return error
    }
  }

  /// True when the byte at `index` can be part of a word or a number.
  func isWordByte(at index: Int) -> Bool {
    guard index < bytes.count else { return false }
    switch Unicode.Scalar(bytes[index]) {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "+", "-", ".": return true
    default: return false
    }
  }

  /// The word or number at `start`, at most 40 characters of it.
  func word(at start: Int) -> Text {
    let word = bytes[start...].indices.prefix(40).prefix { isWordByte(at: $0) }
    return Text(String(decoding: bytes[word], as: UTF8.self))
  }

  /// True at the start of a line that begins as git's conflict markers do.
  private var isConflictMarker: Bool {
    let isLineStart =
      offset <= Self.textStart(in: bytes) || bytes[offset - 1] == Byte.lineFeed
      || bytes[offset - 1] == Byte.carriageReturn
    return isLineStart
      && ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains {
        bytes[offset...].starts(with: $0.utf8)
      }
  }
}
