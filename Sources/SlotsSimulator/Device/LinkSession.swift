/// A Link session that is not there: who is in it, its tempo, and its play flag (section 13).
package struct LinkSession: Sendable, Equatable {
  /// How long a peer is remembered after its last packet, in milliseconds (section 4.1).
  package static let expiry = 15_000

  /// The peers by name, each with the time when it is forgotten; nil while it keeps sending.
  private(set) var peers: [String: Int?] = [:]
  /// The session's tempo in thousandths of a beat a minute.
  package var tempo = 120_000
  /// Whether the session plays; false without a play flag.
  package private(set) var isPlaying = false
  /// Whether a peer has published start or stop since there were no peers.
  package private(set) var ownsTransport = false

  /// How many peers a box shows: at most 8.
  package var count: Int { min(peers.count, 8) }

  /// A peer joins and keeps sending.
  package mutating func join(_ peer: String = "peer") { peers[peer] = .some(nil) }

  /// A peer says good-bye.
  package mutating func leave(_ peer: String = "peer") {
    peers[peer] = nil
    clearWhenAlone()
  }

  /// A peer stops sending without a good-bye: it is forgotten 15 s from `now`.
  package mutating func silence(_ peer: String = "peer", now: Int) {
    if peers[peer] != nil { peers[peer] = now + Self.expiry }
  }

  /// Makes this many peers that keep sending.
  package mutating func setPeers(_ count: Int) {
    peers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("peer \($0)", nil) })
    clearWhenAlone()
  }

  /// A peer publishes start or stop; nothing without peers.
  package mutating func publish(playing: Bool) {
    guard !peers.isEmpty else { return }
    isPlaying = playing
    ownsTransport = true
  }

  /// When the next peer is forgotten, if one is.
  var nextExpiry: Int? { peers.values.compactMap { $0 }.min() }

  mutating func forget(now: Int) {
    guard let expiry = nextExpiry, expiry <= now else { return }
    peers = peers.filter { $0.value.map { $0 > now } ?? true }
    clearWhenAlone()
  }

  private mutating func clearWhenAlone() {
    guard peers.isEmpty else { return }
    isPlaying = false
    ownsTransport = false
  }
}
