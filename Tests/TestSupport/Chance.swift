/// Chance that a seed decides, so that a failure can be had again: SplitMix64
/// (https://prng.di.unimi.it/splitmix64.c).
package struct Chance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to a seed.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits of the sequence.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 on and below `bound`.
  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// True once in `count` times.
  package mutating func onceIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of these; nil when there is none.
  package mutating func one<T>(of values: [T]) -> T? { values.randomElement(using: &self) }

  /// Bytes that differ from seed to seed.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}
