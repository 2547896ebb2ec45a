"""A year of a bakery that closes each month before its end: knows nothing of paytally's code.

Written from README, docs/ledger.md and docs/pay.md alone. Prints what the service and the files say at each stage, and
what finals and corrections must come to. Of each month, days from the 27th on are paid by the plan and corrected once
they were worked; meanwhile somebody edits late, the overtime limit changes in June, a payroll number was wrong until
August, and in October a place is closed and vanishes with all its entries.

Usage: year_oracle.py SEED
  prints {"stages": [{"kind": "final" | "corrections", "period", "now", "records", "settings", "lines", "fresh"}]}
  lines   of corrections: what moved since each month was read last, as in corrections_oracle.py
  fresh   [[employee, date, pay code, place, minutes]] of a fresh export of the year, as the service is at this stage
"""

import json
import random
import sys

import corrections_oracle as small

YEAR = 2026
DAYS_OF_MONTH = [5, 6, 7, 20, 27, 28]
ESTIMATE_FROM = 27
PEOPLE, PLACES, SLOTS = small.PEOPLE, small.PLACES, small.SLOTS


def date_of(month, day):
    return f"{YEAR}-{month:02d}-{day:02d}"


def offset_of(date):
    return "+02:00" if "2026-03-29" <= date < "2026-10-25" else "+01:00"


class Bakery:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.person = {name: small.uuid.uuid5(small.uuid.NAMESPACE_OID, name).hex for name in PEOPLE}
        self.person = {name: str(small.uuid.UUID(value)) for name, value in self.person.items()}
        self.place = {name: str(small.uuid.uuid5(small.uuid.NAMESPACE_OID, "year" + name)) for name in PLACES}
        self.entries, self.shifts, self.gone, self.made = {}, {}, set(), 0
        self.rules = {"overtimeAbove": 420}
        self.numbers = {name: str(1000 + index) for index, name in enumerate(PEOPLE)}
        self.codes = {"NORMAL": "100", "OT": "200"}

    def identifier(self, kind):
        self.made += 1
        return f"{kind:08d}-0000-4000-8000-{self.made:012d}"

    def work(self, who, date, slot, minutes=None, place=None):
        start, end = SLOTS[slot]
        return {
            "who": who,
            "day": date,
            "slot": slot,
            "minutes": minutes or self.rng.randint(60, (end - start) * 60),
            "place": place or self.rng.choice([name for name in PLACES if name not in self.gone]),
            "status": "Completed",
        }

    def begin_month(self, month):
        """What was worked until the 26th, and what is planned for the days after it."""
        for day in DAYS_OF_MONTH:
            for who in PEOPLE:
                for slot in self.rng.sample(range(3), self.rng.randint(0, 2)):
                    work = self.work(who, date_of(month, day), slot)
                    if day < ESTIMATE_FROM:
                        self.entries[self.identifier(1)] = work
                    else:
                        self.shifts[self.identifier(2)] = work

    def end_month(self, month):
        """Most of what was planned is worked, some of it longer or shorter, by others, or elsewhere."""
        for shift, plan in list(self.shifts.items()):
            if plan["day"][:7] != date_of(month, 1)[:7] or self.rng.random() < 0.15:
                continue
            start, end = SLOTS[plan["slot"]]
            minutes = min((end - start) * 60, max(30, plan["minutes"] + self.rng.choice([0, 0, -15, 20, 45])))
            self.entries[self.identifier(1)] = {**plan, "minutes": minutes, "shift": shift}

    def late_edits(self):
        visible = [key for key, entry in self.entries.items() if entry["place"] not in self.gone]
        for key in self.rng.sample(visible, min(3, len(visible))):
            entry = self.entries[key]
            doing = self.rng.choice(["minutes", "delete", "cancel", "minutes"])
            if doing == "delete":
                del self.entries[key]
            elif doing == "cancel":
                entry["status"] = "Cancelled" if entry["status"] == "Completed" else "Completed"
            else:
                start, end = SLOTS[entry["slot"]]
                entry["minutes"] = self.rng.randint(30, (end - start) * 60)

    def state(self, estimated=None):
        """As it counts now; of the estimated month the plan stands in from the 27th on."""
        shown = lambda work: work["place"] not in self.gone
        from_day = estimated and date_of(estimated, ESTIMATE_FROM)
        in_estimate = lambda day: bool(from_day) and from_day <= day and day[:7] == from_day[:7]
        entries = {key: dict(e) for key, e in self.entries.items() if shown(e) and not in_estimate(e["day"])}
        plan = {
            f"plan {key}": dict(shift)
            for key, shift in self.shifts.items()
            if shown(shift) and in_estimate(shift["day"])
        }
        return {"entries": {**entries, **plan}, "gone": set(self.gone), "rules": dict(self.rules),
                "numbers": dict(self.numbers), "codes": dict(self.codes), "leave": {}, "from": from_day}

    def records(self):
        def stamp(work, minutes):
            total = SLOTS[work["slot"]][0] * 60 + minutes
            return f"{work['day']}T{total // 60:02d}:{total % 60:02d}:00{offset_of(work['day'])}"

        def common(key, work):
            return {
                "id": key,
                "startsAt": stamp(work, 0),
                "endsAt": stamp(work, work["minutes"]),
                "employeeId": self.person[work["who"]],
                "establishmentId": self.place[work["place"]],
                "teamId": None,
                "taskId": None,
            }

        shown = lambda work: work["place"] not in self.gone
        return {
            "establishments": [
                {"id": self.place[name], "name": label, "zone": "Europe/Brussels"}
                for name, label in PLACES.items() if name not in self.gone
            ],
            "employees": [{"id": self.person[name], "firstName": name, "lastName": "Baker", "isActive": True}
                          for name in PEOPLE],
            "time-entries": [
                {**common(key, e), "workDate": e["day"], "status": e["status"], "workedMinutes": e["minutes"],
                 "shiftId": e.get("shift"), "reviewedAtUtc": f"{e['day']}T23:30:00Z"}
                for key, e in sorted(self.entries.items()) if shown(e)
            ],
            "shifts": [
                {**common(key, s), "date": s["day"], "plannedMinutes": s["minutes"]}
                for key, s in sorted(self.shifts.items()) if shown(s)
            ],
        }

    def settings(self):
        return {"overtimeAbove": self.rules["overtimeAbove"], "codes": self.codes,
                "numbers": {self.person[who]: number for who, number in self.numbers.items()}}


def of_month(lines, month):
    return {key: parts for key, parts in lines.items() if key[1][:7] == date_of(month, 1)[:7]}


def differences(bakery, was, state, month):
    """As in the small weeks, but that days paid by the plan say so."""
    old, new = of_month(small.amounts_of(was), month), of_month(small.amounts_of(state), month)
    then_rules = small.amounts_of(state, was["rules"])
    lines = []
    for key in sorted(set(old) | set(new)):
        before, after = sum(old.get(key, {}).values()), sum(new.get(key, {}).values())
        if before == after:
            continue
        who, day, code, place = key
        moved = [e for e in set(old.get(key, {})) | set(new.get(key, {}))
                 if old.get(key, {}).get(e, 0) != new.get(key, {}).get(e, 0)]
        causes = set()
        if was["from"] and day >= was["from"]:
            causes.add("estimate-replaced")
            # What was worked there may never have been read: the place of the line says it.
            if after < before and place in state["gone"]:
                causes.add("establishment-gone")
        else:
            for entry in moved:
                causes |= small.what_happened(entry, was, state)
        if sum(then_rules.get(key, {}).values()) != after:
            causes.add("rule")
        order = small.ORDER + ["estimate-replaced"]
        lines.append({"employee": bakery.person[who], "date": day, "payCode": code, "place": PLACES[place],
                      "unit": "minutes", "before": before, "after": after, "causes": [c for c in order if c in causes] or None})
    return lines


def year(seed):
    bakery = Bakery(seed)
    stages, known = [], {}

    def stage(kind, period, now, lines):
        fresh = [[bakery.person[who], day, code, PLACES[place], sum(parts.values())]
                 for (who, day, code, place), parts in sorted(small.amounts_of(bakery.state()).items())]
        stages.append({"kind": kind, "period": period, "now": now, "records": bakery.records(),
                       "settings": bakery.settings(), "lines": lines, "fresh": fresh})

    for month in range(1, 13):
        bakery.begin_month(month)
        known[month] = bakery.state(month)
        stage("final", f"{YEAR}-{month:02d}", f"{date_of(month, 26)}T12:00:00Z", [])
        bakery.end_month(month)
        bakery.late_edits()
        if month == 6:
            bakery.rules = {"overtimeAbove": 360}
        if month == 8:
            bakery.numbers["bob"] = "2001"
        if month == 10:
            bakery.gone.add("south")
        state = bakery.state()
        lines = [line for each in range(1, month + 1) for line in differences(bakery, known[each], state, each)]
        for each in range(1, month + 1):
            known[each] = state
        last = "2027-01-05" if month == 12 else date_of(month + 1, 5)
        stage("corrections", f"{YEAR}-01-01..{date_of(month, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1])}",
              f"{last}T12:00:00Z", lines)
    return {"stages": stages}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    json.dump(year(int(sys.argv[1])), sys.stdout)
