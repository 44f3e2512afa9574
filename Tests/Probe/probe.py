#!/usr/bin/env python3
"""Tries one real box against the contract, and prints where the two differ.

    probe.py ADDRESS [--live] [--transport] [--save HOST] [--json]

Without an option it only reads. --live changes one setting and puts it back. --transport starts and
stops one output. --save HOST stores the box's own settings again, which RESTARTS it; HOST is its host
name, as a confirmation. Each line is `ok`, `differs` or `skipped`. It ends with 0 where nothing differs,
1 where something does, 4 where the box was not reached. Names of networks are never printed.
"""
import argparse
import http.client
import json
import re
import sys
import time
import urllib.parse

STATUS = ["bpm", "min", "peers", "usb", "tx", "fw", "follow_enabled", "follow_bpm", "follow_confidence",
          "follow_valid", "launch", "playing", "link_owns"]
TICKS = ["drop", "burst", "gap", "work", "over", "core", "w_beats", "w_clock", "reprime"]
PHASE = ["xf", "xf_step", "xf_max", "rtt_min", "rtt_max"]
TOUCH = ["clk", "pulses", "sync", "clock", "transport", "cue", "tfail", "tzero", "ccancel", "wtport", "beats",
         "locked", "bsactive", "btn", "btnlows", "btnpress"]
LINK = ["phase", "valid", "quantum"]
CONFIG = {
    "p4": ["clock_out", "metronome", "metro_accent", "metro_vol", "metro_voice", "led", "led_bright", "led_mode",
           "led_fade", "led_beat", "led_accent", "follow_beat", "bpm", "wifi", "clock"],
    "touch": ["clock_out", "bpm", "wifi", "clock"],
    "x32link": ["clock_out", "wifi", "clock"],
}
OUTPUTS = {"p4": 4, "touch": 1, "x32link": 0}
NETWORKS = {"p4": 3, "touch": 3, "x32link": 1}


class Answer:
    def __init__(self, response, body):
        self.status, self.body = response.status, body
        self.heads = {name.lower(): value for name, value in response.getheaders()}

    @property
    def json(self):
        return json.loads(self.body.decode("utf-8", "replace"))


class Probe:
    def __init__(self, options):
        self.options, self.rows, self.last = options, [], 0.0
        host, _, port = options.address.partition(":")
        self.host, self.port = host, int(port or 80)
        self.product = None

    # What is found.

    def note(self, state, what, expected="", found="", section=""):
        row = {"state": state, "fact": what, "section": section}
        if state != "ok":
            row.update(expected=str(expected), found=str(found))
        self.rows.append(row)
        if not self.options.json:
            more = f": expected {expected}, found {found}" if state == "differs" else f": {found}" if found else ""
            print(f"{state:8}  {what}{more}" + (f"  (section {section})" if section else ""), flush=True)

    def check(self, what, expected, found, section):
        self.note("ok" if expected == found else "differs", what, expected, found, section)

    def skip(self, what, why):
        self.note("skipped", what, found=why)

    # Talking.

    def ask(self, method, path, body=None, timeout=5):
        """One request on a connection of its own, at most two in a second."""
        time.sleep(max(0.0, self.last + 0.5 - time.monotonic()))
        self.last = time.monotonic()
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            heads = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
            connection.request(method, path, body=body, headers=heads)
            response = connection.getresponse()
            return Answer(response, response.read())
        finally:
            connection.close()

    def config(self):
        return self.ask("GET", "/config.json").json

    # The levels.

    def read(self):
        status = self.ask("GET", "/status")
        self.check("/status answers 200", 200, status.status, "4")
        self.check("/status has its type", "application/json", status.heads.get("content-type"), "2")
        text = status.body.decode("utf-8", "replace")
        self.check("/status has no spaces and no last line end", True, not re.search(r"[ \n]", text), "2")
        data = status.json
        self.product = "x32link" if "phase" in data else "touch" if "clk" in data else "p4"
        name = {"p4": "KitchenSync", "touch": "KitchenSync Touch", "x32link": "X32Link"}[self.product]
        self.note("ok", f"it looks like a {name}")
        if "min" not in data:
            self.note("differs", "/status has the keys that products share", "yes", "an older dialect", "11")
            return
        self.keys("/status", list(data), {"p4": STATUS + TICKS + PHASE, "touch": STATUS + TICKS + TOUCH,
                                          "x32link": STATUS + LINK}[self.product], "4.1")
        for key in ("bpm", "min", "follow_bpm", "follow_confidence"):
            if f'"{key}":' in text:
                self.check(f"{key} has one decimal", True, bool(re.search(rf'"{key}":\d+\.\d[,}}]', text)), "4.1")
        self.check("launch is as long as it has outputs", OUTPUTS[self.product], len(data.get("launch", [])), "1")
        config = self.ask("GET", "/config.json")
        if config.status == 404:
            self.note("differs", "/config.json is there", "200", "404: firmware from before 2026-07-14", "11")
        else:
            self.look(config)
        self.routes()

    def keys(self, route, found, expected, section):
        optional = set(TICKS) if self.product == "x32link" else set()
        missing = [key for key in expected if key not in found and key not in optional]
        more = [key for key in found if key not in expected and key not in TICKS and key not in ("batt_v", "batt_pct")]
        self.check(f"{route} lacks no key", [], missing, section)
        self.check(f"{route} has no key that is not known", [], more, section)
        both = [key for key in found if key in expected]
        self.check(f"{route} has its keys in order", [key for key in expected if key in found], both, section)

    def look(self, config):
        text = config.body.decode("utf-8", "replace")
        try:
            data = config.json
        except ValueError:
            self.note("differs", "/config.json is JSON", "yes", "no: is there a quote in a network's name?", "4.3")
            return
        self.keys("/config.json", list(data), CONFIG[self.product], "4.2")
        self.check("it is compact", True, ": " not in re.sub(r'"ssid":"[^"]*"', "", text), "2")
        if "bpm" in data:
            self.check("bpm has three decimals", True, bool(re.search(r'"bpm":\d+\.\d{3}[,}]', text)), "4.2")
        self.check("wifi is as long as networks can be stored", NETWORKS[self.product], len(data["wifi"]), "4.2")
        self.check("clock is as long as it has outputs", OUTPUTS[self.product], len(data["clock"]), "4.2")
        for output in data["clock"][:1]:
            self.check("an output has its keys", ["en", "cable", "ppqn", "phase", "swing", "follow"], list(output), "4.2")

    def routes(self):
        nowhere = self.ask("GET", "/nothing-here")
        self.check("an unknown path is 404", 404, nowhere.status, "2.1")
        text = b"Nothing matches the given URI" if self.product == "p4" else b"Not found: /nothing-here"
        self.check("its page is the library's", True, text in nowhere.body, "2.1")
        wrong = self.ask("GET", "/live")
        self.check("GET /live", 405 if self.product == "p4" else 404, wrong.status, "2.1")

    def plays(self):
        status = self.ask("GET", "/status").json
        return status.get("playing") or any(status.get("launch", []))

    def live(self):
        if self.product == "x32link":
            return self.skip("live edits", "an X32Link tells none of its live settings back")
        if self.plays():
            return self.skip("live edits", "it plays")
        before = self.config()
        swing = before["clock"][0]["swing"]
        try:
            self.edit("clk0_swing", swing, before)
        finally:
            self.ask("POST", "/live", self.form({"clk0_swing": swing}))
            self.check("all is as it was", True, self.config() == before, "5.1")

    def edit(self, key, old, before):
        def swing():
            return self.config()["clock"][0]["swing"]
        other = 30 if old != 30 else 31
        answer = self.ask("POST", "/live", self.form({key: other}))
        self.check("/live answers 200 ok", (200, b"ok"), (answer.status, answer.body), "5.1")
        self.check("a live edit is told back", other, swing(), "5.1")
        answer = self.ask("POST", "/live", self.form({key: 251}))
        self.check("what is out of range answers ok", (200, b"ok"), (answer.status, answer.body), "5")
        self.check("and is ignored", other, swing(), "5")
        self.ask("POST", "/live", self.form({key: "12,7"}))
        self.check("a number ends at a comma", 12, swing(), "2")
        self.ask("POST", "/live", self.form({"no_such_field": 1, key: other}))
        self.check("an unknown field holds up no other", other, swing(), "5.1")
        if self.product == "p4":
            self.ask("POST", "/live", f"pad={'x' * 1100}&{key}=77")
            self.check("/live reads 1023 bytes", other, swing(), "5.1")
            one = self.ask("GET", "/status").json["reprime"]
            self.ask("POST", "/live", "")
            two = self.ask("GET", "/status").json["reprime"]
            self.check("an empty /live realigns too", one + 1, two, "4.1")

    def transport(self):
        if self.product == "x32link":
            return self.check("/transport is 404", 404, self.ask("POST", "/transport?play=1", "").status, "6.3")
        if self.plays():
            return self.skip("transport", "it plays")
        query = "out=0&" if self.product == "p4" else ""
        answer = self.ask("POST", f"/transport?{query}play=1", "")
        text = b"ok" if self.product == "p4" else b"play armed\n"
        self.check("play answers", (200, text), (answer.status, answer.body), "6")
        seen, end = [], time.monotonic() + 14
        while time.monotonic() < end and 2 not in seen:
            seen.append(self.ask("GET", "/status").json["launch"][0])
        self.check("it is running within a bar", True, 2 in seen, "6.2")
        self.check("and armed or running all the while", True, 0 not in seen, "6.2")
        self.ask("POST", f"/transport?{query}play=0", "")
        self.check("stop is at once", 0, self.ask("GET", "/status").json["launch"][0], "6.2")

    def save(self):
        if self.plays():
            return self.skip("the restart", "it plays")
        before = self.config()
        answer = self.ask("POST", "/save", self.form(self.whole(before)))
        sent = time.monotonic()
        page = answer.body.decode("utf-8", "replace")
        heading = re.search(r"<h2[^>]*>(.*?)</h2>", page, re.S)
        self.check("/save says Saved", True, bool(heading and heading.group(1).strip().startswith("Saved")), "5.2")
        if self.product == "p4":
            self.check("its page has 866 bytes", 866, len(answer.body), "5.2")
        last, away = sent, False
        while time.monotonic() - sent < 90:
            try:
                self.ask("GET", "/status", timeout=2)
                if away:
                    break
                last = time.monotonic()
            except OSError:
                away = True
            except http.client.HTTPException:
                away = True
        self.check("it was away, and is back", True, away and time.monotonic() - sent < 90, "9")
        self.note("ok", f"it answered for {last - sent:.1f} s after the save, and was away for "
                        f"{time.monotonic() - last:.1f} s")
        self.check("the settings are as they were", True, self.config() == before, "5.2")
        self.check("nothing plays", True, not self.plays(), "5.3")

    def whole(self, config):
        """Every key that the box told, as its form has them; networks are left out, which keeps them."""
        form = {}
        for key, value in config.items():
            if key == "clock":
                for index, output in enumerate(value):
                    for name, setting in output.items():
                        if self.product == "p4" or name in ("ppqn", "phase", "swing"):
                            form[f"clk{index}_{name}"] = setting
            elif key != "wifi" and not (self.product == "touch" and key == "bpm"):
                form[key] = value
        return form

    @staticmethod
    def form(values):
        def text(value):
            return str(int(value)) if isinstance(value, bool) else str(value)
        return urllib.parse.urlencode({key: text(value) for key, value in values.items()},
                                      quote_via=urllib.parse.quote)

    def run(self):
        try:
            self.read()
            for wanted, level in [(self.options.live, self.live), (self.options.transport, self.transport),
                                  (self.options.save, self.save)]:
                if wanted:
                    level()
        except (OSError, http.client.HTTPException) as error:
            print(f"the box at {self.options.address} does not answer: {error}", file=sys.stderr)
            return 4
        differs = [row for row in self.rows if row["state"] == "differs"]
        if self.options.json:
            print(json.dumps({"product": self.product, "facts": self.rows}))
        else:
            print(f"{len(self.rows) - len(differs)} facts as expected or skipped, {len(differs)} differ")
        return 1 if differs else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", metavar="ADDRESS", help="10.0.0.5, or a host name, with a port where it is not 80")
    parser.add_argument("--live", action="store_true", help="change one setting, and put it back")
    parser.add_argument("--transport", action="store_true", help="start and stop one output")
    parser.add_argument("--save", metavar="HOST", help="RESTART it, with its settings as they are")
    parser.add_argument("--json", action="store_true", help="one document")
    options = parser.parse_args()
    if options.save and not re.match(r"(kitchensync|kstouch|x32link)-[0-9a-f]{4}$", options.save):
        parser.error("--save takes the box's host name, as kitchensync-7c1e: it restarts")
    sys.exit(Probe(options).run())


if __name__ == "__main__":
    main()
