/// Why bytes were refused as JSON, and where.
package struct JSONError: Error, Sendable, Hashable {
  /// The place of the mistake: its first character, or the end of a text that ends too early.
  package let position: TextPosition

  /// What is wrong there.
  package let reason: Reason

  /// The error `reason` at `position`.
  package init(position: TextPosition, reason: Reason) {
    self.position = position
    self.reason = reason
  }
}

extension JSONError {
  /// What can be wrong with a text.
  package enum Reason: Sendable, Hashable {
    /// Something else stands where this belongs.
    case expected(Part)
    /// The text ends where this belongs.
    case ends(before: Part)
    /// The text ends inside the string that begins at the position.
    case endsInString
    /// The line ends inside the string that begins at the position, or a name has no mark before it.
    case missingQuote
    /// A quotation mark that JSON does not know, such as ' or “.
    case wrongQuote(Unicode.Scalar)
    /// A comma after the last element or member, before this closing bracket.
    case commaBeforeClosing(Unicode.Scalar)
    /// This member is in its object a second time.
    case memberTwice(Text)
    /// A word that is none of true, false and null.
    case word(Text)
    /// Looks like a number and is none, such as NaN, 01, +1, .5 or 0x10.
    case notNumber(Text)
    /// The exponent of this number is beyond ±999,999,999.
    case exponentOutOfRange(Text)
    /// An escape that begins with this character after the backslash.
    case unknownEscape(Unicode.Scalar)
    /// \u without four hexadecimal digits.
    case unicodeEscape
    /// Half of a surrogate pair.
    case loneSurrogate(UInt16)
    /// A control character, below 0x20, inside a string.
    case control(UInt8)
    /// A character that may stand in strings only.
    case strayCharacter(Unicode.Scalar)
    /// A byte-order mark after the start of the text.
    case byteOrderMark
    /// Bytes that are no UTF-8.
    case notUTF8
    /// A comment.
    case comment
    /// A line that git left for a person to resolve.
    case conflictMarker
    /// More levels of arrays and objects than `JSONValue.deepest`.
    case tooDeep
    /// More bytes than this limit.
    case tooLarge(limit: Int)
  }

  /// A part that a text must have at some place.
  package enum Part: String, Sendable, Hashable {
    case value = "a value"
    case memberName = "a member name in quotation marks"
    case colon = "a colon"
    case commaOrBrace = "a comma or }"
    case commaOrBracket = "a comma or ]"
    case end = "nothing more"
  }
}
