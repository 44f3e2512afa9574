internal import SlotsModel
internal import SlotsStore

/// `slots doctor`.
struct DoctorCommand: SlotsCommand {
  static let name = "doctor"
  static let summary = "Look whether everything works"
  static let discussion = """
    One line for each thing that a store needs: git, the folder, the drivers and hooks, the remote, this \
    replica's name, clocks, documents, the factory set, objects, what a killed run left. Each is ok, a \
    note, a warning or an error, with what to type about it. It ends with status 3 when there is a \
    warning or an error.

    It changes nothing and fetches nothing. It asks the remote, nobody else, and waits 15 seconds for it \
    at most. A store that does not open is looked at as far as it goes.
    """
  static let examples = ["slots doctor", "slots doctor --json"]
  static let effect = Effect.reads
  var parameters: [Parameter] { [] }

  func run(in context: Context) throws -> ExitStatus {
    let found = Doctor.look(
      at: try context.folder(), try context.surroundings(), words: { Failure($0).sentence })
    let worst = found.map(\.state).max() ?? .ok
    if context.globals.json {
      context.print([
        "checks": .array(found.map(\.json)), "state": .string(Text(worst.rawValue)),
      ])
    } else {
      var table = Table(.left, .left, .left)
      for checkup in found {
        let style: Line.Style =
          switch checkup.state {
          case .ok: .faint
          case .note: .plain
          case .warning: .caution
          case .error: .failure
          }
        table.add(
          Line(checkup.state.rawValue, style), Line(checkup.name, .strong), Line(checkup.summary))
        if let advice = checkup.advice { table.add("", "", Line("→ \(advice)", .accent)) }
      }
      context.console.print(table.lines)
    }
    return worst > .note ? .refused : .done
  }
}
