/// `slots device`.
struct DeviceCommand: CommandGroup {
  static let name = "device"
  static let summary = "Keep the settings of KitchenSync boxes in step"
  static let discussion = """
    Settings are files of the store like presets: devices/NAME/live.json has what takes effect at \
    once, reboot.json what restarts the box. They are edited, synced and reviewed here; apply sends \
    them to the box and pull takes what was changed on it. Nothing restarts a box but apply --reboot.
    """
  static let children: [any Command.Type] = [
    DeviceDiscoverCommand.self, DeviceAddCommand.self, DeviceRemoveCommand.self,
    DeviceListCommand.self, DeviceStatusCommand.self, DeviceSetCommand.self,
    DeviceFieldsCommand.self, DeviceDiffCommand.self, DevicePullCommand.self,
    DeviceApplyCommand.self,
    DeviceTweakCommand.self, DeviceTransportCommand.self, DeviceCheckCommand.self,
  ]
}

/// A command that talks to boxes. It runs in a program of its own, so that no other command pays for
/// loading what speaks to the network.
protocol NetworkCommand: SlotsCommand {}
