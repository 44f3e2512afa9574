internal import SlotsDevices
internal import SlotsModel
internal import SlotsStore
internal import SlotsSystem
internal import Synchronization

/// What a command about boxes works with: the store, what this replica knows of them, and the way to them.
struct Bench {
  let context: Context
  let store: Store
  let view: StoreView
  let memories: DeviceMemories

  init(_ context: Context) throws {
    self.context = context
    store = try context.store()
    view = try store.view()
    memories = store.deviceMemories
  }

  /// The devices that were named, or all.
  /// - Throws: `CommandError` where none is named, or none is there.
  func chosen(_ names: [String], all: Bool, orAll: Bool = false) throws -> [DeviceFiles] {
    if !names.isEmpty {
      var found: [DeviceFiles] = []
      for name in names {
        let files = try view.device(name)
        if !found.contains(where: { $0.name == files.name }) { found.append(files) }
      }
      return found
    }
    guard all || orAll else {
      throw CommandError(
        "which device? none is named", hint: "name some, or --all for every one", status: .usage)
    }
    let found = try view.devices()
    guard !found.isEmpty || orAll else {
      throw CommandError("this store has no device", hint: "slots device add NAME adds one")
    }
    return found
  }

  /// The product of a device.
  /// - Throws: `CommandError` where `device.json` does not say.
  func product(_ files: DeviceFiles) throws -> DeviceProduct {
    if let product = files.product { return product }
    throw CommandError(
      "devices/\(files.name.text.string)/device.json does not say what it is",
      hint: "set product there to p4, touch or x32link", status: .refused)
  }

  /// Reads a box, and talks to it while no other process of this replica does. What is known of it is
  /// kept afterwards, also when `body` fails.
  ///
  /// - Parameter writes: whether it is told something: then only its own name, or the address that the
  ///   store has, leads to it, because another box may have got the address where it was last.
  func talk<T>(
    to files: DeviceFiles, writes: Bool,
    _ body: (any Box, BoxReading, inout DeviceMemory) throws -> T
  ) throws -> T {
    guard let fleet = context.fleet else {
      throw CommandError("this program cannot reach boxes", status: .bug)
    }
    return try memories.exclusively(files.name, waiting: 30_000) {
      var memory = try memories.of(files.name)
      let old = memory
      defer { if memory != old { keep(memory, of: files) } }
      var tried: (address: String, failure: BoxFailure)?
      for address in try addresses(of: files, memory, writes: writes) {
        let box = try fleet.box(at: address)
        let reading: BoxReading
        do throws(BoxFailure) {
          reading = try BoxReading(of: box)
        } catch {
          tried = tried ?? (address, error)
          if error.isAlive { break }
          continue
        }
        memory.address = box.address
        return try body(box, reading, &memory)
      }
      if let tried { throw BoxError(files, tried.address, tried.failure) }
      throw CommandError("\(files.name.text.string) has no host and no address in device.json")
    }
  }

  /// Asks several boxes at once how they are and what their settings are. What is known of them is not
  /// changed, but for where they answered.
  func readings(of devices: [DeviceFiles]) throws -> [Result<BoxReading, BoxError>] {
    guard let fleet = context.fleet else {
      throw CommandError("this program cannot reach boxes", status: .bug)
    }
    let memories = memories
    let asked = try devices.map { files in
      try (files, addresses(of: files, memories.of(files.name), writes: false))
    }
    let results = Mutex<[Int: Result<(BoxReading, String), BoxError>]>([:])
    Threads.each(asked.count) { index in
      let (files, addresses) = asked[index]
      let result: Result<(BoxReading, String), BoxError>
      do {
        // Another process may be waiting for it to restart.
        result = try memories.exclusively(files.name, waiting: 2000) {
          Self.reading(of: files, at: addresses, in: fleet)
        }
      } catch {
        let failure = BoxFailure.strange(reason: Failure(error).sentence)
        result = .failure(BoxError(files, addresses.first ?? "?", failure))
      }
      results.withLock { $0[index] = result }
    }
    let found = results.withLock { $0 }
    return try asked.indices.map { index in
      guard let result = found[index] else { throw CommandError("a box was not asked") }
      guard case .success(let (reading, address)) = result else { return result.map(\.0) }
      var memory = try memories.of(asked[index].0.name)
      if memory.address != address {
        memory.address = address
        keep(memory, of: asked[index].0)
      }
      return .success(reading)
    }
  }

  /// Keeps what is known of a box. Where that cannot be, as on a full disk, what was done counts
  /// nevertheless: the next comparison knows less, and asks.
  private func keep(_ memory: DeviceMemory, of files: DeviceFiles) {
    do { try memories.keep(memory, of: files.name) } catch {
      context.console.warning(
        "what is known of \(Line(files.name.text.string)) cannot be kept: "
          + Line(Failure(error).sentence))
    }
  }

  private static func reading(
    of files: DeviceFiles, at addresses: [String], in fleet: any Fleet
  ) -> Result<(BoxReading, String), BoxError> {
    var first: BoxError?
    for address in addresses {
      do throws(BoxFailure) {
        let box = try fleet.box(at: address)
        return .success((try BoxReading(of: box), box.address))
      } catch {
        first = first ?? BoxError(files, address, error)
        if error.isAlive { break }
      }
    }
    let nowhere = BoxFailure.strange(reason: "device.json has neither host nor address")
    return .failure(first ?? BoxError(files, "?", nowhere))
  }

  private func addresses(
    of files: DeviceFiles, _ memory: DeviceMemory, writes: Bool
  ) throws -> [String] {
    if let address = files.address { return [address] }
    var found = files.host.map { ["\($0).local"] } ?? []
    if !writes, let last = memory.address { found.append(last) }
    return found
  }

  /// Runs `body` for each device, the failure of one being none of another.
  func each(
    _ devices: [DeviceFiles], _ body: (DeviceFiles) throws -> ExitStatus
  ) throws -> ExitStatus {
    var ends: [ExitStatus] = []
    for files in devices {
      do {
        ends.append(try body(files))
      } catch let error as UsageError {
        throw error
      } catch {
        let failure = Failure(error)
        failure.show(on: context.console)
        ends.append(failure.status)
      }
    }
    return ExitStatus.together(ends)
  }
}

extension ExitStatus {
  /// How a command ends that did the same for several: as all of them, or partly.
  static func together(_ ends: [ExitStatus]) -> ExitStatus {
    guard let first = ends.first else { return .done }
    if ends.contains(.bug) { return .bug }
    return ends.allSatisfy { $0 == first } ? first : .partial
  }
}

/// A box that was of no help, and which.
struct BoxError: Error {
  let name: String
  let address: String
  let product: DeviceProduct?
  let failure: BoxFailure

  init(_ files: DeviceFiles, _ address: String, _ failure: BoxFailure) {
    (name, self.address, self.failure) = (files.name.text.string, address, failure)
    product = files.product
  }
}

extension Failure {
  init(box error: BoxError) {
    self.init("\(error.name) at \(error.address): \(error.failure.words)")
    switch error.failure {
    case .noAnswer:
      status = .offline
      hints = [
        "is it on? it takes some seconds to start; slots device discover shows what is there"
      ]
      if let product = error.product {
        hints.append("without its network it makes one of its own, \(product.setupNetwork)")
      }
    case .blocked:
      hints = [
        "System Settings > Privacy & Security > Local Network: allow it for the terminal"
      ]
    case .undecodable(let route, _) where route == "/config.json":
      status = .refused
      hints = [
        "a network's name with a quote or a backslash does that: its own page can forget that network"
      ]
    case .missing: hints = ["slots device status \(error.name) shows what it can do"]
    case .undecodable, .strange, .status, .refused: status = .refused
    }
  }
}
