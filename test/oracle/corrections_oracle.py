"""Random histories of closed months and what corrections have to say of them: knows nothing of paytally's code.

Written from README, docs/ledger.md and docs/pay.md alone. A history is an employer's small week: who worked when and
where, what the rules and the mapping said, and then step by step what somebody changed. For each step it prints the
records and settings to serve, and what an export and the corrections of that step must come to.

Usage:
  corrections_oracle.py histories|quantities SEED COUNT STEPS
      quantities: with lines that count (meals, nights) and leave in days whose minutes nobody knows
      prints [{"employers": [KEY...], "steps": [{KEY: STEP}]}]; the first step is the original export
      STEP  {"records", "settings": {"overtimeAbove", "numbers", "codes"}, "days", "hours", "minutes", "lines"};
            with quantities also "counts" (rules) and "absences" (a CSV) in the settings, and
            quantities  {"days": {employee, date, code, place: times or days}, "rows": {number, code: times or days}}
      days     [[employee, date, pay code, kind, place, minutes]] of a fresh export, a line each
      hours    {number + " " + code: hundredths of hours} as a fresh file of sums prints them
      minutes  the same in whole minutes
      lines    what moved since the step before: [{employee, date, payCode, place, unit, before, after, causes}];
               causes is null where the documents do not say them (minutes that were pushed by other work)
"""

import json
import random
import sys
import uuid

DAYS = ["2026-10-05", "2026-10-06", "2026-10-07"]
PLACES = {"north": "Bakery North", "south": "Bakery South"}
PEOPLE = ["ann", "bob", "cem"]
# Work that cannot overlap: a place in the day for each entry of a person.
SLOTS = [(5, 11), (12, 17), (18, 23)]
ORDER = [
    "deleted", "cancelled", "reassigned", "added", "changed", "establishment-gone", "absence", "mapping", "rule",
]
# What is no minutes; quantities are tenths in here.
UNITS = {"MEAL": "times", "NIGHT": "times", "LEAVE": "days"}
EXTERNAL = {"NORMAL": ["100", "150", "200", "250"], "MEAL": ["300", "350"], "LEAVE": ["400", "450"]}
EXTERNAL |= {"OT": EXTERNAL["NORMAL"], "NIGHT": EXTERNAL["MEAL"]}
NIGHT_FROM = 21


class World:
    """An employer as its service and its files say it now."""

    def __init__(self, rng, key, has_quantities):
        self.rng, self.key = rng, key
        # Two employers of one bureau can have the same person and, by accident, the same ids.
        self.person = {name: str(uuid.uuid5(uuid.NAMESPACE_OID, name)) for name in PEOPLE}
        self.place = {name: str(uuid.uuid5(uuid.NAMESPACE_OID, key + name)) for name in PLACES}
        self.gone = set()
        self.entries = {}
        self.made = 0
        self.rules = {"overtimeAbove": rng.choice([240, 300, 420])}
        self.numbers = {name: str(1000 + index) for index, name in enumerate(PEOPLE)}
        self.codes = {"NORMAL": "100", "OT": "200"}
        # (person, first day) -> (last day, tenths of each day)
        self.leave = {}
        self.has_quantities = has_quantities
        if has_quantities:
            self.codes |= {"MEAL": "300", "NIGHT": "350", "LEAVE": "400"}
            self.rules |= {"mealFrom": 240, "mealWorth": 15, "nightWorth": 1}
            for _ in range(2):
                self.change_leave()
        for _ in range(rng.randint(4, 8)):
            self.add()

    def free(self, keep=None):
        """(person, day, slot) without work."""
        taken = {(e["who"], e["day"], e["slot"]) for key, e in self.entries.items() if key != keep}
        return [
            (who, day, slot)
            for who in PEOPLE
            for day in range(len(DAYS))
            for slot in range(len(SLOTS))
            if (who, day, slot) not in taken
        ]

    def add(self):
        free = self.free()
        if not free:
            return
        who, day, slot = self.rng.choice(free)
        self.made += 1
        start, end = SLOTS[slot]
        self.entries[f"{self.made:08d}-0000-4000-8000-000000000001"] = {
            "who": who,
            "day": day,
            "slot": slot,
            "minutes": self.rng.randint(1, (end - start) * 60),
            "place": self.rng.choice([name for name in PLACES if name not in self.gone] or ["north"]),
            "status": "Completed",
        }

    def change_leave(self):
        """A row of the file comes, goes or says another part of the day."""
        taken = {(who, day) for (who, first), (last, _) in self.leave.items() for day in range(first, last + 1)}
        tenths = self.rng.choice([3, 5, 10])
        if self.leave and self.rng.random() < 0.6:
            row = self.rng.choice(list(self.leave))
            if self.rng.random() < 0.5:
                del self.leave[row]
            else:
                self.leave[row] = (self.leave[row][0], tenths)
            return
        free = [(who, day) for who in PEOPLE for day in range(len(DAYS)) if (who, day) not in taken]
        if free:
            who, first = self.rng.choice(free)
            is_long = (who, first + 1) in free and self.rng.random() < 0.4
            self.leave[(who, first)] = (first + 1 if is_long else first, tenths)

    def change(self):
        """Something that happens in a bakery."""
        if self.has_quantities and self.rng.random() < 0.4:
            doing = self.rng.choice(["leave", "leave", "count", "code"])
            if doing == "leave":
                self.change_leave()
            elif doing == "count":
                rule = self.rng.choice(["mealFrom", "mealWorth", "nightWorth"])
                self.rules = self.rules | {rule: self.rng.choice([60, 180, 300] if rule == "mealFrom" else [1, 10, 15])}
            else:
                code = self.rng.choice(list(UNITS))
                self.codes[code] = self.rng.choice(EXTERNAL[code])
            return
        visible = [key for key, e in self.entries.items() if e["place"] not in self.gone]
        doing = self.rng.choice(
            ["add", "delete", "cancel", "reassign", "minutes", "minutes", "move", "rule", "number", "code", "place"]
        )
        if doing == "add":
            self.add()
        elif doing == "rule":
            self.rules = self.rules | {"overtimeAbove": self.rng.choice([180, 240, 300, 420, 1440])}
        elif doing == "number":
            # A number is somebody's own: a new one that nobody has.
            self.numbers[self.rng.choice(PEOPLE)] = str(self.rng.randint(2000, 9999))
        elif doing == "code":
            self.codes[self.rng.choice(["NORMAL", "OT"])] = self.rng.choice(["100", "150", "200", "250"])
        elif doing == "place":
            self.gone ^= {"south"}
        elif visible:
            key = self.rng.choice(visible)
            entry = self.entries[key]
            if doing == "delete":
                del self.entries[key]
            elif doing == "cancel":
                entry["status"] = "Cancelled" if entry["status"] == "Completed" else "Completed"
            elif doing == "minutes":
                start, end = SLOTS[entry["slot"]]
                entry["minutes"] = self.rng.randint(1, (end - start) * 60)
            else:
                free = self.free(key)
                if doing == "reassign":
                    free = [place for place in free if place[1:] == (entry["day"], entry["slot"])]
                if doing == "move":
                    free = [place for place in free if place[0] == entry["who"]]
                if free:
                    entry["who"], entry["day"], entry["slot"] = self.rng.choice(free)
                    start, end = SLOTS[entry["slot"]]
                    entry["minutes"] = min(entry["minutes"], (end - start) * 60)

    def snapshot(self):
        return {
            "entries": {
                key: dict(entry) for key, entry in self.entries.items() if entry["place"] not in self.gone
            },
            "gone": set(self.gone),
            "rules": dict(self.rules),
            "numbers": dict(self.numbers),
            "codes": dict(self.codes),
            "leave": dict(self.leave),
        }


def amounts_of(state, rules=None):
    """
    {(who, day, code, place): {entry: amount}}: of a day's net minutes those above the limit are overtime. An entry of so
    many minutes is a meal, one that goes into the night a night; leave is of no entry and no place.
    """
    rules = rules or state["rules"]
    above = rules["overtimeAbove"]
    lines = {}
    for (who, first), (last, tenths) in state["leave"].items():
        for day in range(first, last + 1):
            lines[(who, day, "LEAVE", None)] = {"leave": tenths}
    days = {}
    for key, entry in state["entries"].items():
        if entry["status"] == "Completed":
            days.setdefault((entry["who"], entry["day"]), []).append((entry["slot"], key, entry))
    for (who, day), work in days.items():
        before = 0
        for _, key, entry in sorted(work, key=lambda item: item[:2]):
            normal = max(0, min(entry["minutes"], above - before))
            before += entry["minutes"]
            for code, some in (("NORMAL", normal), ("OT", entry["minutes"] - normal)):
                if some:
                    parts = lines.setdefault((who, day, code, entry["place"]), {})
                    parts[key] = parts.get(key, 0) + some
            if "mealFrom" in rules and entry["minutes"] >= rules["mealFrom"]:
                lines.setdefault((who, day, "MEAL", entry["place"]), {})[key] = rules["mealWorth"]
            slot = entry["slot"]
            if "nightWorth" in rules and SLOTS[slot][0] * 60 + entry["minutes"] > NIGHT_FROM * 60:
                lines.setdefault((who, day, "NIGHT", entry["place"]), {})[key] = rules["nightWorth"]
    return lines


def what_happened(key, was, state):
    """The causes that one entry is for a line whose amount it moved; nothing where it is as it was."""
    if key == "leave":
        return {"absence"}
    before, now = was["entries"].get(key), state["entries"].get(key)
    if before is None:
        return {"added"}
    if now is None:
        return {"establishment-gone" if before["place"] in state["gone"] else "deleted"}
    if now["status"] == "Cancelled" and before["status"] != "Cancelled":
        return {"cancelled"}
    found = set()
    if now["who"] != before["who"]:
        found.add("reassigned")
    if any(now[field] != before[field] for field in ("day", "slot", "minutes", "place", "status")):
        found.add("changed")
    return found


def differences(was, state):
    old, new = amounts_of(was), amounts_of(state)
    then_rules = amounts_of(state, was["rules"])
    lines = []
    for key in sorted(set(old) | set(new), key=lambda key: (*key[:3], key[3] or "")):
        before, after = sum(old.get(key, {}).values()), sum(new.get(key, {}).values())
        if before == after:
            continue
        causes = set()
        moved = [e for e in set(old.get(key, {})) | set(new.get(key, {}))
                 if old.get(key, {}).get(e, 0) != new.get(key, {}).get(e, 0)]
        for entry in moved:
            causes |= what_happened(entry, was, state)
        if sum(then_rules.get(key, {}).values()) != after:
            causes.add("rule")
        who, day, code, place = key
        lines.append(
            {
                "employee": who,
                "date": DAYS[day],
                "payCode": code,
                "place": place,
                "unit": unit_of(code),
                "before": printed(code, before),
                "after": printed(code, after),
                "causes": [cause for cause in ORDER if cause in causes] or None,
            }
        )
    return lines


def unit_of(code):
    return UNITS.get(code, "minutes")


def printed(code, amount):
    """Minutes as they are, quantities out of their tenths."""
    return amount / 10 if code in UNITS else amount


def booked(state):
    """What the files say by day and by number and code: each makes a correction that has read everything."""
    return {
        (*line, state["numbers"][line[0]], state["codes"][line[2]]): sum(parts.values())
        for line, parts in amounts_of(state).items()
    }


def half_up(minutes):
    """Hundredths of hours, halves away from zero."""
    return (minutes * 100 * 2 + 60) // 120


def step_of(world, was, state):
    lines = amounts_of(state)
    sums, quantities = {}, {}
    for (who, _, code, _), parts in lines.items():
        row = f"{state['numbers'][who]} {state['codes'][code]}"
        of_unit = quantities if code in UNITS else sums
        of_unit[row] = of_unit.get(row, 0) + sum(parts.values())
    return {
        "records": records_of(world, state),
        "settings": {
            "overtimeAbove": state["rules"]["overtimeAbove"],
            "numbers": {world.person[who]: number for who, number in state["numbers"].items()},
            "codes": state["codes"],
            **(settings_of_quantities(world, state) if world.has_quantities else {}),
        },
        "days": sorted(
            [world.person[who], DAYS[day], code, "base", PLACES[place], sum(parts.values())]
            for (who, day, code, place), parts in lines.items()
            if code not in UNITS
        ),
        "quantities": {
            "days": {
                f"{world.person[who]} {DAYS[day]} {code} {PLACES.get(place, '')}": printed(code, sum(parts.values()))
                for (who, day, code, place), parts in lines.items()
                if code in UNITS
            },
            "rows": {row: tenths / 10 for row, tenths in quantities.items()},
        },
        "hours": {row: half_up(minutes) for row, minutes in sums.items()},
        "minutes": sums,
        "lines": [
            {**line, "employee": world.person[line["employee"]], "place": PLACES.get(line["place"], "")}
            for line in (differences(was, state) if was else [])
        ],
    }


def settings_of_quantities(world, state):
    rules = state["rules"]
    rows = [
        f"{world.person[who]},{DAYS[first]},{DAYS[last]},LEAVE,,{tenths / 10}\n"
        for (who, first), (last, tenths) in state["leave"].items()
    ]
    return {
        "counts": [
            {
                "code": "MEAL",
                "per": "entry",
                "minimumInWindow": rules["mealFrom"],
                "quantity": rules["mealWorth"] / 10,
            },
            {
                "code": "NIGHT",
                "per": "night",
                "clock": [f"{NIGHT_FROM}:00", "24:00"],
                "quantity": rules["nightWorth"] / 10,
            },
        ],
        "absences": "employee,from,to,code,minutes,days\n" + "".join(rows),
    }


def records_of(world, state):
    def stamp(day, slot, minutes):
        total = SLOTS[slot][0] * 60 + minutes
        return f"{DAYS[day]}T{total // 60:02d}:{total % 60:02d}:00+02:00"

    return {
        "establishments": [
            {"id": world.place[name], "name": label, "zone": "Europe/Brussels"}
            for name, label in PLACES.items()
            if name not in state["gone"]
        ],
        "employees": [
            {"id": world.person[name], "firstName": name, "lastName": "Baker", "isActive": True} for name in PEOPLE
        ],
        "time-entries": [
            {
                "id": key,
                "workDate": DAYS[entry["day"]],
                "status": entry["status"],
                "startsAt": stamp(entry["day"], entry["slot"], 0),
                "endsAt": stamp(entry["day"], entry["slot"], entry["minutes"]),
                "workedMinutes": entry["minutes"],
                "shiftId": None,
                "reviewedAtUtc": "2026-10-20T08:00:00Z",
                "employeeId": world.person[entry["who"]],
                "establishmentId": world.place[entry["place"]],
                "teamId": None,
                "taskId": None,
            }
            for key, entry in sorted(state["entries"].items())
        ],
        "shifts": [],
    }


def history(seed, steps, has_quantities):
    rng = random.Random(seed)
    worlds = [World(rng, key, has_quantities) for key in ("one", "other")]
    before = {world.key: None for world in worlds}
    told = []
    for step in range(steps + 1):
        answer = {}
        for world in worlds:
            if step > 0:
                for _ in range(rng.randint(0, 4)):
                    world.change()
            state = world.snapshot()
            answer[world.key] = step_of(world, before[world.key], state)
            # What moved no line of any file is exported by no correction: causes are seen from the last one that was.
            if before[world.key] is None or booked(before[world.key]) != booked(state):
                before[world.key] = state
        told.append(answer)
    return {"employers": [world.key for world in worlds], "steps": told}


def main(arguments):
    if len(arguments) == 4 and arguments[0] in ("histories", "quantities"):
        seed, count, steps = map(int, arguments[1:])
        json.dump([history(seed + index, steps, arguments[0] == "quantities") for index in range(count)], sys.stdout)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
