#!/usr/bin/env python3
"""Times `slots sync` against the git command doing the same work over a path: fetch, merge with a trivial merge driver, push.

Usage: bench.py PROGRAM [ROUNDS]. Each round prepares both sides alike, untimed, and then times one after the other, in turn first;
the ratio is taken pair by pair within the run. Below 1, slots is faster. Everything happens in a temporary folder.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 15
WORK = tempfile.mkdtemp(prefix="slots-bench-")
FACTORY = os.path.join(os.path.dirname(__file__), "..", "..", "factory")
ENV = dict(
    os.environ, HOME=WORK, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="bench", GIT_AUTHOR_EMAIL="b@localhost",
    GIT_COMMITTER_NAME="bench", GIT_COMMITTER_EMAIL="b@localhost", SLOTS_FACTORY=os.path.abspath(FACTORY))
COUNT = 0


def run(folder, *words):
    subprocess.run(words, cwd=folder, env=ENV, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def timed(folder, commands):
    """Milliseconds of the commands one after the other, as whole processes."""
    os.chdir(folder)
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, null, 1)]
    start = time.perf_counter()
    for words in commands:
        pid = os.posix_spawnp(words[0], words, ENV, file_actions=actions)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if status:
            raise SystemExit(f"{' '.join(words)} ended with status {status}")
    elapsed = time.perf_counter() - start
    os.close(null)
    return elapsed * 1000


class Slots:
    SYNC = [[PROGRAM, "sync"]]

    def __init__(self, root):
        self.hub, self.here, self.there = (os.path.join(root, n) for n in ("hub.git", "here", "there"))
        run(WORK, "git", "init", "-q", "--bare", "-b", "main", self.hub)
        for folder, name in ((self.here, "here"), (self.there, "there")):
            run(WORK, PROGRAM, "init", folder, "--remote", self.hub, "--replica", name)
            self.sync(folder)
        for slot in range(12, 24):
            with open(os.path.join(root, "preset.json"), "w") as file:
                json.dump({"name": f"Preset {slot}", "params": {"speed": 0.5, "hue": 0.5}}, file)
            run(self.here, PROGRAM, "save", str(slot), "--file", os.path.join(root, "preset.json"))
        self.settle()

    def sync(self, folder):
        run(folder, PROGRAM, "sync")

    def settle(self):
        for folder in (self.here, self.there, self.here):
            self.sync(folder)

    def edit(self, folder, slots, value):
        for slot in slots:
            path = os.path.join(folder, f"slot.{slot:02d}.json")
            with open(path) as file:
                document = json.load(file)
            document["params"]["speed"] = value
            with open(path, "w") as file:
                json.dump(document, file)
        # Any command that writes commits edits by hand first; `sync` with no remote reachable would too.
        run(folder, "git", "-C", folder, "config", "remote.origin.url", self.hub + ".away")
        subprocess.run([PROGRAM, "sync"], cwd=folder, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run(folder, "git", "-C", folder, "config", "remote.origin.url", self.hub)


class Git:
    SYNC = [["git", "fetch", "-q"], ["git", "merge", "-q", "--no-edit", "origin/main"], ["git", "push", "-q"]]

    def __init__(self, root):
        self.hub, self.here, self.there = (os.path.join(root, n) for n in ("hub.git", "here", "there"))
        run(WORK, "git", "init", "-q", "--bare", "-b", "main", self.hub)
        run(WORK, "git", "clone", "-q", self.hub, self.here)
        run(self.here, "git", "checkout", "-q", "-B", "main")
        with open(os.path.join(self.here, ".gitattributes"), "w") as file:
            file.write("slot.*.json merge=ours-always\n")
        for slot in range(24):
            self.write(self.here, slot, 0.5)
        run(self.here, "git", "add", "-A")
        run(self.here, "git", "commit", "-qm", "first")
        run(self.here, "git", "push", "-qu", "origin", "main")
        run(WORK, "git", "clone", "-q", self.hub, self.there)
        for folder in (self.here, self.there):
            run(folder, "git", "config", "merge.ours-always.driver", "true")

    def write(self, folder, slot, value):
        document = {"name": f"Preset {slot}", "params": {"hue": 0.5, "speed": value}, "tagSignal": "calm", "userOwned": True}
        with open(os.path.join(folder, f"slot.{slot:02d}.json"), "w") as file:
            json.dump(document, file, indent=2)

    def sync(self, folder):
        for words in self.SYNC:
            run(folder, *words)

    def settle(self):
        for folder in (self.here, self.there, self.here):
            self.sync(folder)

    def edit(self, folder, slots, value):
        for slot in slots:
            self.write(folder, slot, value)
        run(folder, "git", "commit", "-qam", "edit")


CASES = {
    "nothing to do": ([], [], False),
    "one edit out": ([5], [], False),
    "one edit in": ([], [5], True),
    "same slot on both sides": ([5], [5], True),
    "24 slots on both sides": (range(24), range(24), True),
}


def main():
    sides = []
    for kind in (Slots, Git):
        root = os.path.join(WORK, kind.__name__)
        os.mkdir(root)
        sides.append(kind(root))
    print(f"{'':26}{'slots ms':>10}{'git ms':>10}{'ratio':>8}   (median of {ROUNDS} pairs; below 1, slots is faster)")
    value = 0
    for name, (ours, theirs, others_first) in CASES.items():
        pairs = []
        for round_number in range(ROUNDS):
            times = {}
            for side in sides if round_number % 2 else sides[::-1]:
                value += 1
                if theirs:
                    # Never what the other side writes: two equal edits would be no conflict.
                    side.edit(side.there, theirs, value % 89 / 100 + 0.005)
                    if others_first:
                        side.sync(side.there)
                if ours:
                    side.edit(side.here, ours, value % 97 / 100)
                times[type(side)] = timed(side.here, side.SYNC)
                side.settle()
            pairs.append((times[Slots], times[Git]))
        ratio = statistics.median(a / b for a, b in pairs)
        slots, git = (statistics.median(column) for column in zip(*pairs))
        print(f"{name:26}{slots:10.2f}{git:10.2f}{ratio:8.2f}", flush=True)


try:
    main()
finally:
    os.chdir("/")
    shutil.rmtree(WORK, ignore_errors=True)
