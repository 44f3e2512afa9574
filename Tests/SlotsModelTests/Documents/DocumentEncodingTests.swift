import SlotsModel
import Testing

@Suite struct DocumentEncodingTests {
  @Test(arguments: UInt64(0)..<20)
  func `a document is read back from its canonical bytes`(_ seed: UInt64) throws {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      for _ in 0..<20 {
        let document = chance.document(kind)
        let bytes = document.canonicalBytes
        let again = try Document(bytes, as: kind)
        #expect(again == document, "\(kind.path), seed \(seed)")
        #expect(again.canonicalBytes == bytes, "\(kind.path), seed \(seed)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `any spelling of a document is the same document and the same bytes`(
    _ seed: UInt64
  ) throws {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      for _ in 0..<10 {
        let document = chance.document(kind)
        let spelling = chance.spelling(of: .object(document.json))
        let read = try Document(kind, reading: spelling)
        #expect(read == document, "\(kind.path), seed \(seed)")
        #expect(read.canonicalBytes == document.canonicalBytes, "\(kind.path), seed \(seed)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `two documents have the same bytes just when they are equal`(_ seed: UInt64) {
    var chance = JSONChance(seed: seed)
    for kind in DocumentKind.samples {
      for _ in 0..<30 {
        let (one, other) = (chance.document(kind), chance.document(kind))
        #expect(
          (one == other) == (one.canonicalBytes == other.canonicalBytes),
          "\(kind.path), seed \(seed)")
      }
    }
  }
}
