import SlotsSimulator
import Testing

/// `transport-cases.json`, row by row: what a query of `/transport` means to a P4.
@Suite struct TransportCaseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let query: String
    let status: Int
    let body: String
    let outputs: [Int]
    let intent: String?
    var testDescription: String { query }
  }

  static let rows: [Row] = Sample.cases("transport-cases.json").map { row in
    Row(
      query: row["query"] as? String ?? "", status: row["status"] as? Int ?? 0,
      body: row["body"] as? String ?? "", outputs: row["outputs"] as? [Int] ?? [],
      intent: row["intent"] as? String)
  }

  @Test func `all rows are there`() { #expect(Self.rows.count == 24) }

  @Test(arguments: rows) func `a row`(row: Row) throws {
    let bench = try Bench()
    bench.set { for output in 0..<4 { $0.outputs[output].isEnabled = true } }
    if row.intent == "stop" {
      _ = try bench.post("/transport?out=all&play=1")
      bench.clock.advance(by: 2000)
    }
    let before = bench.launch()
    let answer = try bench.post("/transport\(row.query)", "out=all&play=1")
    #expect(answer.status == row.status)
    #expect(answer.text == row.body)
    #expect(answer.header("Content-Type") == (row.status == 200 ? "text/plain" : "text/html"))
    let press = bench.box.read { $0.intents.last }
    if row.intent == "stop" || row.intent == "play" {
      #expect(press?.outputs == row.outputs)
      #expect(press?.intent.rawValue == row.intent)
    } else {
      #expect(press == nil)
    }
    bench.clock.advance(by: 1)
    let state = row.intent == "play" ? 1 : 0
    let expected = before.indices.map { row.outputs.contains($0) ? state : before[$0] }
    #expect(bench.launch() == expected)
  }
}
