package import SlotsModel

/// What a box tells of itself at one moment.
package struct BoxReading: Sendable {
  /// How it is.
  package let status: BoxStatus
  /// Its settings, or why they could not be read.
  package let config: Result<BoxConfig, BoxFailure>

  /// Asks a box for both.
  /// - Throws: `BoxFailure` where it does not tell how it is.
  package init(of box: any Box) throws(BoxFailure) {
    status = try box.status()
    do throws(BoxFailure) {
      config = .success(try box.config())
    } catch {
      config = .failure(error)
    }
  }

  /// Its settings.
  /// - Throws: `BoxFailure`.
  package func settings() throws(BoxFailure) -> BoxConfig { try config.get() }
}
