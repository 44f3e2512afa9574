/// The pages for people, of which clients only read the heading.
enum Pages {
  /// The result of `/save` on a P4: the success page is exactly 866 bytes (section 5.2).
  static func p4(_ heading: String, _ text: String) -> String {
    let used = page(P4.saved, P4.reconnect, style: "").utf8.count
    let style = String(repeating: " ", count: 866 - used)
    return page(heading, text, style: style)
  }

  /// The two texts of a P4's success page.
  enum P4 {
    static let saved = "Saved \u{2014} Restarting"
    static let reconnect = "Reconnect to WiFi if credentials changed."
  }

  static func page(_ heading: String, _ text: String, style: String = "") -> String {
    "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>KitchenSync</title>"
      + "<style>body{font-family:sans-serif;margin:2em}\(style)</style></head>"
      + "<body><h2>\(heading)</h2><p>\(text)</p></body></html>"
  }
}
