import SlotsSystem
import TestSupport

/// A network of its own with a real Avahi daemon, which begins and ends with one command.
enum BonjourStage {
  /// Whether this machine gives one: Linux, the rights to make a network namespace, and the programs.
  static let isPossible: Bool = {
    let programs = "command -v ip dbus-daemon avahi-daemon avahi-publish >/dev/null"
    let words = [
      "--net", "--mount", "sh", "-c", "\(programs) && ip link add veth0 type veth peer name veth1",
    ]
    let result = try? Child.run("unshare", words, in: "/", deadline: 10_000)
    return result?.succeeded ?? false
  }()

  /// Runs a command in such a network.
  ///
  /// - Parameters:
  ///   - announcements: arguments of `avahi-publish`, one program for each, in a shell's words.
  ///   - hasDaemon: whether Avahi runs.
  static func run(
    announcing announcements: [String], hasDaemon: Bool = true, _ command: String
  ) throws -> Child.Result {
    let publishing = announcements.map { "avahi-publish \($0) >/dev/null 2>&1 & started \"$!\"" }
    let daemon = """
      avahi-daemon -f /run/avahi.conf --no-drop-root --no-chroot --no-rlimits >/run/log 2>&1 &
      started "$!"
      for try in $(seq 100); do
        grep -q 'startup complete' /run/log && break; sleep 0.1
      done
      """
    let script = """
      set -e
      pids=""
      started() { pids="$1 $pids"; }
      trap 'for pid in $pids; do kill "$pid" 2>/dev/null || true; done; wait' EXIT
      mount -t tmpfs tmpfs /run
      mkdir -p /run/dbus /run/avahi-daemon
      ip link set lo up
      ip link add veth0 type veth peer name veth1
      ip addr add 10.99.0.1/24 dev veth0
      ip link set veth0 up
      ip link set veth1 up
      cat >/run/bus.conf <<'END'
      <busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen>
      <auth>EXTERNAL</auth><policy context="default"><allow user="*"/><allow own="*"/>
      <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
      END
      printf '[server]\\nhost-name=tester\\nallow-interfaces=veth0\\nratelimit-interval-usec=0\\n\
      [publish]\\npublish-workstation=no\\npublish-hinfo=no\\n' >/run/avahi.conf
      dbus-daemon --config-file=/run/bus.conf --nofork 2>/dev/null &
      started "$!"
      for try in $(seq 50); do [ -S /run/dbus/system_bus_socket ] && break; sleep 0.1; done
      \(hasDaemon ? daemon : "")
      \(publishing.joined(separator: "\n"))
      \(announcements.isEmpty ? "" : "sleep 1.5")
      \(command)
      """
    return try Child.run(
      "unshare", ["--net", "--mount", "sh", "-c", script], in: "/", deadline: 60_000)
  }
}
