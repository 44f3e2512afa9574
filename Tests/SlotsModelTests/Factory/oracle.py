"""The rules of slots, seeding and merging as a small program of their own: what the Swift model is checked against.

    python3 oracle.py SCHEDULES SEED

prints JSON lines. The first tells the factory sets. Then come random schedules, each with a line of its own, and a line for each
operation: who did what, and every register of that replica that changed by it. With a violated rule the last line tells it and
the exit status is 1. Nothing here knows the Swift sources.
"""
import json
import random
import sys

SLOTS = 6
VERSIONS = range(1, 6)
PRESETS = {v: {s: f"default {v}.{s}" for s in range(SLOTS) if (s + v) % 3} for v in VERSIONS}
# Somebody else's sets with the same versions.
TWINS = {v: {s: f"twin {v}.{s}" for s in range(SLOTS) if (s + v) % 3 != 1} for v in VERSIONS}
PINS = {v: [s for s in range(SLOTS) if s * v % 4 == 1] for v in VERSIONS}
SLOT_KEYS = [f"slot.{s:02}" for s in range(SLOTS)]
PIN_KEYS = [f"pinned/slot-{s:02}" for s in range(SLOTS)]
SEEDED = "seedVersion"


def register(value, own, stamp):
    """A value (None: empty, unpinned), whose it is, and (time, counter, replica, factory version)."""
    return {"value": value, "own": own, "stamp": tuple(stamp)}


def later(a, b):
    if a is None or b is None:
        return b if a is None else a
    return max(a, b, key=lambda r: (r["stamp"], str(r["value"]), r["own"]))


def merged(one, other):
    return {key: later(one.get(key), other.get(key)) for key in {**one, **other}}


class Replica:
    def __init__(self, number, name, skew, program, sets):
        self.number, self.name, self.skew, self.program, self.sets = number, name, skew, program, sets
        # Every value that a slot had here, for restoring.
        self.past = {}
        self.store, self.reading, self.told = {}, (0, 0), {}
        # What can be undone and redone, each an operation's (key, before, after); and which registers are copies of which.
        self.done, self.undone, self.copies = [], [], {}
        # Slots that a migration filled and that were not sent yet, with what they had before.
        self.waiting = {}

    @property
    def seeded(self):
        return self.store[SEEDED]["value"] if SEEDED in self.store else 0

    def clock(self, now):
        """A reading later than every reading seen here."""
        seen = max([self.reading] + [r["stamp"][:2] for r in self.store.values()])
        physical = now + self.skew
        self.reading = (physical, 0) if physical > seen[0] else (seen[0], seen[1] + 1)
        return self.reading

    def write(self, now, changes):
        """Values, owners and factory versions by key, all with one reading of the clock; what each key had and has."""
        stamp = self.clock(now) + (self.name,)
        new = {key: register(value, own, stamp + (version,)) for key, (value, own, version) in changes.items()}
        before = {key: self.store.get(key) for key in new}
        self.store.update(new)
        return [(key, before[key], new[key]) for key in new]

    def person(self, log, now, changes, version, kind="write"):
        """kind: a write, a migration, or an edit by hand, which is stamped by the next command."""
        written = self.write(now, {key: (value, own, version) for key, (value, own) in changes.items()})
        self.did(written)
        if kind == "migrate":
            self.waiting.update({key: old for key, old, _ in written})
        elif kind == "write":
            self.forget(changes)
        log(self, kind, clock=now + self.skew, version=version,
            changes={key: [value, own] for key, (value, own) in changes.items()})

    def forget(self, keys):
        self.waiting = {key: old for key, old in self.waiting.items() if key not in keys}

    def did(self, operation):
        self.done.append(operation)
        self.undone = []

    def free(self, *stores):
        """Slots that are free everywhere, in order."""
        def is_free(value):
            return value is None or (value["value"] is None and not value["own"])
        return [key for key in SLOT_KEYS if all(is_free(store.get(key)) for store in stores)]

    def make_room(self, hub, now):
        """A migrated preset moves on where somebody else filled its slot before it was sent; who moved where."""
        moved = []
        for key in sorted(self.waiting):
            mine, there = self.store[key], hub.get(key)
            if mine["value"] is None or not there or there["value"] is None or not there["own"]:
                continue
            old = self.waiting[key]
            # What was here before the migration was written after it: it was cleared, and is beaten.
            if old and later(old, there) == old:
                continue
            free = self.free(self.store, hub)
            if there["value"] == mine["value"] or not free:
                continue
            seen = max([self.reading] + [r["stamp"][:2] for r in [*self.store.values(), *hub.values()]])
            physical = now + self.skew
            self.reading = (physical, 0) if physical > seen[0] else (seen[0], seen[1] + 1)
            self.store[free[0]] = register(mine["value"], True, self.reading + (self.name, self.seeded))
            self.store[key] = there
            moved.append((key, mine["stamp"], free[0]))
        self.waiting = {}
        return moved

    def receive(self, before, store):
        """A sync: all that it brings is one operation, but for what a factory version filled."""
        brought = [(key, before.get(key), value) for key, value in store.items() if before.get(key) != value]
        self.store = dict(store)
        brought = [change for change in brought if undoable(*change)]
        if brought:
            self.did(brought)

    def seed(self, log):
        first, new = SEEDED not in self.store, {}
        if self.seeded <= self.program:
            for number, preset in self.sets[self.program].items():
                old = self.store.get(SLOT_KEYS[number])
                if old is None or (not old["own"] and old["stamp"][3] < self.program):
                    place = old["stamp"][:3] if old else (0, 0, "")
                    new[SLOT_KEYS[number]] = register(preset, False, place + (self.program,))
            if self.seeded < self.program:
                place = (0, 0, "") if first else self.store[SEEDED]["stamp"][:3]
                new[SEEDED] = register(self.program, False, place + (self.program,))
            if first:
                for number in PINS[self.program]:
                    new.setdefault(PIN_KEYS[number], register(True, False, (0, 0, "", self.program)))
        self.store.update(new)
        log(self, "seed", program=self.program, twin=self.sets is TWINS)

    def original(self, key, value):
        while value and (key, frozen(value)) in self.copies:
            value = self.copies[key, frozen(value)]
        return value

    def undo(self, log, now, redo=False):
        """Takes back what the last operation here wrote, where that or a copy of it still stands; with redo, the last undo."""
        takes, gets = (self.undone, self.done) if redo else (self.done, self.undone)
        if not takes:
            return []
        changes, restored = {}, {}
        for key, old, new in takes.pop():
            here = self.store[key]
            if not undoable(key, old, new) or self.original(key, here) != self.original(key, new):
                continue
            value, own = (old["value"], old["own"]) if old else (None if key in SLOT_KEYS else False, False)
            if (value, own) == (here["value"], here["own"]):
                self.copies[key, frozen(here)] = old
                continue
            is_default = key in SLOT_KEYS and value is not None and not own
            changes[key] = (value, own, old["stamp"][3] if is_default else self.seeded)
            restored[key] = old
        written = self.write(now, changes) if changes else []
        for key, _, new in written:
            self.copies[key, frozen(new)] = restored[key]
        gets.append(written)
        self.forget({key for key, _, _ in written})
        log(self, "redo" if redo else "undo", clock=now + self.skew)
        return [key for key, _, _ in written]


def frozen(value):
    return value and (value["value"], value["own"], value["stamp"])


def undoable(key, old, new):
    """False for what a factory version filled: it has the place of what it replaced."""
    if key == SEEDED:
        return False
    filled = key in PIN_KEYS or (new["value"] is not None and not new["own"])
    return not (filled and new["stamp"][:3] == (old["stamp"][:3] if old else (0, 0, "")))


class Schedule:
    """One random schedule. The draws are made in the order of the model that the rules were first checked with."""

    def __init__(self, seed, out):
        self.chance, self.out, self.hub, self.writes = random.Random(seed), out, {}, []
        # Writes that stand in another slot since.
        self.moved = set()
        out({"schedule": seed})

    def log(self, replica, do, **more):
        changed = {}
        for key, value in replica.store.items():
            if replica.told.get(key) != value:
                if key in SLOT_KEYS:
                    replica.past.setdefault(key, []).append((value["value"], value["own"]))
                changed[key] = [value["value"], value["own"], *value["stamp"]]
        replica.told = dict(replica.store)
        self.out({"who": replica.number, "name": replica.name, "do": do, **more, "now": changed})

    def noted(self, replica, keys, what):
        self.writes += [(key, replica.store[key]["stamp"], what, replica.store[key]["value"]) for key in keys]

    def sync(self, replica, now):
        before = dict(replica.store)
        for key, stamp, free in replica.make_room(self.hub, now):
            self.moved.add((key, stamp))
            self.noted(replica, [free], "save")
        self.hub = merged(self.hub, replica.store)
        replica.receive(before, self.hub)
        self.log(replica, "sync", clock=now + replica.skew)

    def run(self):
        draw, now = self.chance, 1000
        replicas = [Replica(i, f"r{i}", draw.choice([0, 0, -50, 70]), draw.choice([1, 1, 2]),
                            draw.choice([PRESETS, PRESETS, PRESETS, TWINS]))
                    for i in range(draw.choice([2, 3, 4]))]
        for replica in replicas:
            replica.seed(self.log)
        for step in range(60):
            now += draw.choice([0, 1, 1, 5])
            self.step(draw.choice(replicas), draw.random(), draw.randrange(SLOTS), now, step)
        for _ in range(2):
            for replica in replicas:
                self.sync(replica, now)
        newest = max(replica.program for replica in replicas)
        for replica in replicas:
            if replica.program == newest:
                replica.seed(self.log)
                self.sync(replica, now)
        for replica in replicas:
            self.sync(replica, now)
        return self.violated(replicas, newest)

    def step(self, replica, kind, slot, now, step):
        log, key, pin = self.log, SLOT_KEYS[slot], PIN_KEYS[slot]
        if kind < .28:
            replica.person(log, now, {key: (f"edit {step}", True)}, replica.seeded)
            self.noted(replica, [key], "save")
        elif kind < .36:
            stay = self.chance.random() < .3
            replica.person(log, now, {key: (None, stay)}, replica.seeded)
            self.noted(replica, [key], "stay" if stay else "clear")
        elif kind < .46:
            replica.person(log, now, {pin: (self.chance.random() < .6, False)}, replica.seeded)
            self.noted(replica, [pin], "pin")
        elif kind < .55:
            replica.program = min(max(VERSIONS), replica.program + 1)
            replica.seed(log)
        elif kind < .57:
            defaults = {SLOT_KEYS[s]: (replica.sets[replica.program].get(s), False) for s in range(SLOTS)}
            pins = {PIN_KEYS[s]: (s in PINS[replica.program], False) for s in range(SLOTS)}
            replica.person(log, now, {**defaults, **pins, SEEDED: (replica.program, False)}, replica.program)
            self.noted(replica, SLOT_KEYS + PIN_KEYS, "reset")
        elif kind < .59:
            replica.person(log, now, {key: (replica.sets[replica.program].get(slot), False)}, replica.program)
            self.noted(replica, [key], "reset")
        elif kind < .63:
            self.noted(replica, replica.undo(log, now), "undo")
        elif kind < .66:
            self.noted(replica, replica.undo(log, now, redo=True), "undo")
        elif kind < .70:
            # A restore makes what it restores the person's own; of a clear it is a clear.
            value, own = self.chance.choice(replica.past.get(key, [(None, False)]))
            own, here = value is not None or own, replica.store.get(key)
            if here is None or (value, own) != (here["value"], here["own"]):
                replica.person(log, now, {key: (value, own)}, replica.seeded)
                self.noted(replica, [key], "save" if value is not None else "stay" if own else "clear")
        elif kind < .74:
            replica.person(log, now, {key: (f"by hand {step}", True)}, replica.seeded, "hand")
            self.noted(replica, [key], "save")
        elif kind < .78:
            free = replica.free(replica.store)[:2]
            if free:
                replica.person(log, now, {k: (f"from before {step} {k}", True) for k in free}, replica.seeded, "migrate")
                self.noted(replica, free, "migrate")
        else:
            self.sync(replica, now)
            replica.seed(log)

    def violated(self, replicas, newest):
        """What must hold once all is quiet; the rule that does not, or None."""
        if any(replica.store != self.hub for replica in replicas):
            return "the replicas differ"
        if self.hub[SEEDED]["value"] != newest:
            return "seedVersion is not that of the newest program"
        for key in SLOT_KEYS + PIN_KEYS:
            standing = (w for w in self.writes if w[0] == key and w[:2] not in self.moved)
            last, end = max(standing, key=lambda w: w[1], default=None), self.hub.get(key)
            if last and last[2] in ("save", "pin") and (end["stamp"], end["value"]) != (last[1], last[3]):
                return f"a person's {last[2]} was lost"
            if last and last[2] == "stay" and end["value"] is not None:
                return "a slot cleared to stay empty was filled"
        for slot in set.intersection(*(set(r.sets[newest]) for r in replicas if r.program == newest)):
            end = self.hub.get(SLOT_KEYS[slot])
            if end is None or (not end["own"] and end["stamp"][3] < newest):
                return "a slot that was due was not seeded"
        return None


def main(schedules, seed):
    write = sys.stdout.write

    def out(line):
        write(json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n")

    def told(sets):
        return [{"version": v, "slots": SLOTS, "pins": [f"slot-{s:02}" for s in PINS[v]],
                 "presets": {f"slot-{s:02}": name for s, name in sets[v].items()}} for v in VERSIONS]

    out({"sets": told(PRESETS), "twins": told(TWINS)})
    for number in range(seed, seed + schedules):
        problem = Schedule(number, out).run()
        if problem:
            out({"violated": problem, "schedule": number})
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
