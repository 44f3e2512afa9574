/// What can go wrong with one answer. The request is carried out before, except for `dropped` and
/// `unanswered`, which lose it, and `status` and `redirect`, which refuse it.
package enum AnswerFault: Sendable, Equatable {
  /// The answer comes so many milliseconds late, and the box serves nobody meanwhile.
  case delayed(Int)
  /// The connection is closed without an answer.
  case dropped
  /// Nothing comes, and the connection stays open until the client closes it.
  case unanswered
  /// The answer ends after so many bytes of its body; with a reset instead of a close if asked. With
  /// 0 and a reset after `/save`, the edit is saved and the answer is lost.
  case cut(bodyBytes: Int, reset: Bool)
  /// Content-Length is wrong by this much: the body that comes is shorter (positive) or longer.
  case length(off: Int)
  /// The body never ends, and has no length.
  case endless
  /// One byte comes every so many milliseconds, head included.
  case trickled(millisecondsPerByte: Int)
  /// A redirect elsewhere.
  case redirect(String)
  /// These bytes, which need not be HTTP, and a close.
  case raw([UInt8])
  /// This status with an empty page.
  case status(Int)
  /// The right head for another body: whatever is given.
  case body([UInt8])
  /// Only the start of the body, with the length that it then has.
  case documentCut(to: Int)
  /// A member of so many bytes at the start of a JSON answer.
  case padded(Int)
}

/// A fault, and the requests that it meets.
package struct FaultRule: Sendable {
  /// The fault.
  package var fault: AnswerFault
  /// The path that it meets; nil for every path.
  package var path: String?
  /// The method that it meets; nil for every method.
  package var method: String?
  /// How many more requests it meets; nil for all.
  package var times: Int?

  /// A rule.
  package init(
    _ fault: AnswerFault, path: String? = nil, method: String? = nil, times: Int? = nil
  ) {
    self.fault = fault
    self.path = path
    self.method = method
    self.times = times
  }
}

/// How an update ends when it is not to end well (section 8.1).
package enum UpdateFault: String, Sendable, CaseIterable {
  case noPartition = "no OTA partition available"
  case begin = "ota begin failed"
  case interrupted = "upload interrupted"
  case write = "flash write failed"
  case validation = "image validation failed"
  case end = "ota end failed"
  case bootPartition = "set boot partition failed"

  /// Whether it is found before the body is read.
  var isEarly: Bool { self == .noPartition || self == .begin }
}

/// The switches of a box for what can go wrong. All can be set at any time.
package struct BoxFaults: Sendable {
  /// Rules for answers; the first that matches a request counts.
  package var answers: [FaultRule] = []
  /// Whether connections are refused; those that are open stay.
  package var refusesConnections = false
  /// Whether connections are accepted and nothing is read or said.
  package var saysNothing = false
  /// Fields that `/live` does not take.
  package var ignoredLiveFields: Set<String> = []
  /// Fields that `/save` leaves as they were.
  package var unsavedFields: Set<String> = []
  /// The heading of the page that refuses every `/save`; nil to take them.
  package var saveRefusal: String?
  /// Whether writes to flash are lost without a word.
  package var losesFlashWrites = false
  /// How every update ends; nil for as it should.
  package var update: UpdateFault?
  /// Power is cut before, or after, an update is made bootable; nil for neither.
  package var updatePowerCut: UpdateMoment?
  /// After how many bytes of a body of `/update` the box stops reading; nil to read on.
  package var stallsUploadAfter: Int?

  /// A moment around the switch to the new image.
  package enum UpdateMoment: Sendable { case beforeSwitch, afterSwitch }

  /// No faults.
  package init() {}
}
