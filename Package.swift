// swift-tools-version: 6.1
import Foundation
import PackageDescription

// How libgit2 is linked is decided in docs/decisions/linking.md: its static archive where the
// distribution has one, and the shared library elsewhere.
let archives = ["libgit2.a", "libhttp_parser.a", "libpcre2-8.a", "libz.a", "libmbedcrypto.a"]
let archiveFolder = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/" }
  .first { folder in
    archives.allSatisfy { FileManager.default.fileExists(atPath: folder + $0) }
  }
let linksArchive = archiveFolder != nil
let libgit2: [LinkerSetting] =
  archiveFolder.map { folder in [.unsafeFlags(archives.map { folder + $0 })] }
  ?? [.linkedLibrary("git2"), .linkedLibrary("z")]

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .unsafeFlags(["-warnings-as-errors"]),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "slots",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
  products: [
    .executable(name: "slots", targets: ["slots"]),
    .executable(name: "slots-device", targets: ["slots-device"]),
    .library(name: "SlotsKit", targets: ["SlotsKit"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibgit2", pkgConfig: linksArchive ? nil : "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .target(name: "CLibgit2Offline"),
    .target(name: "SlotsModel", swiftSettings: house),
    .target(name: "CSystem"),
    .target(name: "SlotsSystem", dependencies: ["CSystem"], swiftSettings: house),
    .target(
      name: "SlotsGit",
      dependencies: ["SlotsSystem", "CLibgit2"] + (linksArchive ? ["CLibgit2Offline"] : []),
      swiftSettings: house, linkerSettings: libgit2),
    .target(
      name: "SlotsStore", dependencies: ["SlotsModel", "SlotsGit", "SlotsSystem"],
      swiftSettings: house),
    .target(
      name: "SlotsKit", dependencies: ["SlotsModel", "SlotsStore", "SlotsSystem", "SlotsGit"],
      swiftSettings: house),
    .target(
      name: "SlotsDevices", dependencies: ["SlotsModel", "SlotsSystem"], swiftSettings: house),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CDNSSD", providers: [.apt(["libavahi-compat-libdnssd-dev"])]),
    .target(
      name: "SlotsFleet",
      dependencies: [
        "SlotsDevices", "SlotsModel", "SlotsSystem", "SlotsSimulator", "CCurl", "CDNSSD",
      ],
      swiftSettings: house,
      linkerSettings: [.linkedLibrary("dns_sd", .when(platforms: [.linux]))]),
    .target(name: "SlotsSimulator", swiftSettings: house),
    .target(
      name: "SlotsCLI",
      dependencies: ["SlotsModel", "SlotsDevices", "SlotsStore", "SlotsSystem", "SlotsGit"],
      swiftSettings: house),
    .executableTarget(name: "slots", dependencies: ["SlotsCLI"], swiftSettings: house),
    .executableTarget(
      name: "slots-device", dependencies: ["SlotsCLI", "SlotsFleet"], swiftSettings: house),
    .target(
      name: "TestSupport", dependencies: ["CSystem", "SlotsSystem"], path: "Tests/TestSupport",
      exclude: ["http_server.py"], swiftSettings: house),
    .testTarget(
      name: "SlotsModelTests", dependencies: ["SlotsModel", "TestSupport"],
      exclude: ["Factory/oracle.py"], swiftSettings: house),
    .testTarget(
      name: "SlotsSystemTests", dependencies: ["SlotsSystem", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "SlotsGitTests", dependencies: ["SlotsGit", "TestSupport"], swiftSettings: house),
    .testTarget(
      name: "SlotsStoreTests", dependencies: ["SlotsStore", "TestSupport", "slots"],
      swiftSettings: house),
    .testTarget(
      name: "SlotsKitTests",
      dependencies: [
        "SlotsKit", "SlotsModel", "SlotsStore", "SlotsSystem", "TestSupport", "slots",
      ],
      swiftSettings: house),
    .testTarget(
      name: "SlotsCLITests", dependencies: ["SlotsCLI", "SlotsDevices", "TestSupport", "slots"],
      swiftSettings: house),
    .testTarget(
      name: "SlotsDevicesTests",
      dependencies: [
        "SlotsDevices", "SlotsFleet", "SlotsModel", "SlotsSystem", "SlotsSimulator", "TestSupport",
        "slots", "slots-device",
      ], swiftSettings: house),
    .testTarget(
      name: "SlotsSimulatorTests", dependencies: ["SlotsSimulator", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "ScenarioTests", dependencies: ["TestSupport", "slots"],
      exclude: ["Scenarios"], swiftSettings: house),
  ])
