"""Breaches of working-time limits, worked out a second time: knows nothing of paytally's code.

Written from the definitions in docs/working-time.md alone, as plainly as possible. Zones come from zoneinfo.

Usage:
  working_time.py check < cases.json
      cases: [{"entries": [ENTRY...], "limits": LIMITS, "from", "to", "known"?: [FROM, TO], "absent"?: {person: [date]},
               "night"?: {"from", "to", "over"? or "atLeast"?},
               "reduced"?: {"minHours", "withinDays", "times"? or "compensationHours"?}}]
      ENTRY   {"id", "employeeId", "workDate", "status", "startsAt", "endsAt", "workedMinutes", "establishmentId", "zone"}
      LIMITS  {"general": {...}, "places": {id: {...}}, "people": {id: {...}}}
      prints a list of lists of [code, employeeId, date]
  working_time.py random SEED COUNT
      prints COUNT random cases with what must be found: [{"case": CASE, "breaches": [...]}]
"""

import datetime as dt
import json
import random
import sys
import zoneinfo

DAY = dt.timedelta(days=1)
UTC = dt.timezone.utc
HOUR = 3600


def date_of(text):
    return dt.date.fromisoformat(text)


def instant(stamp):
    return int(dt.datetime.fromisoformat(stamp.replace("Z", "+00:00")).timestamp() // 1)


def own_offset(stamp):
    return dt.datetime.fromisoformat(stamp.replace("Z", "+00:00")).utcoffset()


def offset_at(seconds, zone):
    return dt.datetime.fromtimestamp(seconds, zone).utcoffset()


def clock_of(entry):
    """One clock per entry: the zone's table, or the offset that both stamps carry where the table contradicts it."""
    zone = zoneinfo.ZoneInfo(entry["zone"])
    starts, ends = own_offset(entry["startsAt"]), own_offset(entry["endsAt"])
    agrees = starts == offset_at(entry["start"], zone) and ends == offset_at(entry["end"], zone)
    return dt.timezone(starts) if not agrees and starts == ends else zone


def first_instant(date, zone):
    """The first instant whose local date is this one, looked for quarter by quarter."""
    about = int(dt.datetime.combine(date, dt.time(), UTC).timestamp()) - 30 * HOUR
    return next(
        at for at in range(about, about + 60 * HOUR, 900)
        if dt.datetime.fromtimestamp(at, zone).date() >= date
    )


def night_seconds(entry, night):
    """Elapsed seconds of an entry whose local clock shows a time inside the window, minute by minute."""
    clock = clock_of(entry)
    first, last = night["from"], night["to"]
    total = 0
    at = entry["start"]
    while at < entry["end"]:
        until = min(entry["end"], (at // 60 + 1) * 60)
        shown = dt.datetime.fromtimestamp(at, clock).strftime("%H:%M")
        is_night = first <= shown or shown < last if first > last else first <= shown < last
        if is_night:
            total += until - at
        at = until
    return total


class Person:
    def __init__(self, who, entries, case):
        self.who, self.case = who, case
        self.entries = sorted(entries, key=lambda each: (each["start"], each["end"], each["id"]))
        self.days = {}
        for entry in self.entries:
            self.days.setdefault(date_of(entry["workDate"]), []).append(entry)
        self.minutes = {day: sum(each["workedMinutes"] for each in own) for day, own in self.days.items()}
        self.found = set()

    def limit(self, key, entry):
        """A column of the person before the place before the general limits; null switches off."""
        limits = self.case["limits"]
        layers = [
            limits.get("people", {}).get(self.who, {}),
            limits.get("places", {}).get(entry["establishmentId"], {}),
            limits.get("general", {}),
        ]
        return next((layer[key] for layer in layers if key in layer), None)

    def tell(self, code, day):
        if date_of(self.case["from"]) <= day <= date_of(self.case["to"]):
            self.found.add((code, self.who, day.isoformat()))

    def worked(self, day):
        return self.minutes.get(day, 0) > 0

    def week(self, sunday):
        return [each for back in range(6, -1, -1) for each in self.days.get(sunday - back * DAY, [])]

    def check(self):
        self.check_days()
        self.check_rests()
        self.check_weeks()
        return self.found

    def check_days(self):
        for day, own in self.days.items():
            first = own[0]
            worked = self.minutes[day]
            longest = self.limit("maxDayHours", first)
            if longest is not None and worked > longest * 60:
                self.tell("WT_DAY_LENGTH", day)
            pause = max(each["end"] for each in own) - first["start"] - 60 * worked
            for line in self.limit("breaks", first) or []:
                if worked > line["afterHours"] * 60 and pause < line["minMinutes"] * 60:
                    self.tell("WT_BREAK", day)
            most = self.limit("maxNightHours", first)
            if most is not None and worked > most * 60:
                night = self.case.get("night", {"from": "23:00", "to": "06:00"})
                spent = sum(night_seconds(each, night) for each in own)
                if spent > night["over"] * 60 if "over" in night else spent >= night.get("atLeast", 180) * 60:
                    self.tell("WT_NIGHT", day)
            row = self.limit("maxDaysInRow", own[-1])
            if row is not None and self.worked(day):
                if all(self.worked(day - back * DAY) for back in range(1, int(row) + 1)):
                    self.tell("WT_DAYS_IN_ROW", day)

    def check_rests(self):
        short, began, latest = [], None, None
        for entry in self.entries:
            rest = self.limit("minDailyRestHours", entry)
            joins = latest is not None and rest is not None and entry["start"] < latest + rest * HOUR
            began = began if joins else entry["start"]
            latest = entry["end"] if latest is None else max(latest, entry["end"])
            if rest is not None and entry["end"] > began + (24 - rest) * HOUR:
                short.append((entry, began))
        covered = self.covered_by_law(short)
        for entry, _ in short:
            if entry["id"] not in covered:
                self.tell("WT_DAILY_REST", date_of(entry["workDate"]))

    def reduction(self, entry):
        """That of the law, unless a column or a place sets the daily rest itself."""
        limits = self.case["limits"]
        own = [limits.get("people", {}).get(self.who, {}), limits.get("places", {}).get(entry["establishmentId"], {})]
        return None if any("minDailyRestHours" in each for each in own) else self.case.get("reduced")

    def covered_by_law(self, short):
        """Ids of entries whose short rest is one that the law allows."""
        starts, began, latest = {}, None, None
        for entry in self.entries:
            law = self.reduction(entry)
            if latest is None or law is None or entry["start"] >= latest + law["minHours"] * HOUR:
                began = entry["start"]
            latest = entry["end"] if latest is None else max(latest, entry["end"])
            starts[entry["id"]] = began
        fitting = [
            (entry, whole) for entry, whole in short
            if self.reduction(entry) and entry["end"] <= starts[entry["id"]] + (24 - self.reduction(entry)["minHours"]) * HOUR
        ]
        taken = {starts[entry["id"]] for entry, _ in fitting}
        covered = set()
        for entry, whole in fitting:
            law, start = self.reduction(entry), starts[entry["id"]]
            rest = self.limit("minDailyRestHours", entry)
            after_other_work = any(
                other["start"] < start and other["start"] >= whole for other in self.entries
            )
            if after_other_work and entry["end"] > start + (24 - rest) * HOUR:
                continue
            since = start - law["withinDays"] * 24 * HOUR
            count = len([at for at in taken if since < at <= start])
            if "times" in law:
                allowed = law["times"]
            else:
                allowed = sum(
                    1 for low, high in self.free_times()
                    if min(high, start) - max(low, since) >= law["compensationHours"] * HOUR
                )
            if count <= allowed:
                covered.add(entry["id"])
        return covered

    def check_weeks(self):
        day = date_of(self.case["from"])
        while day <= date_of(self.case["to"]):
            if day.isoweekday() == 7:
                self.check_week(day)
            day += DAY

    def check_week(self, sunday):
        self.check_average(sunday)
        own = self.week(sunday)
        if not own:
            return
        total = sum(each["workedMinutes"] for each in own)
        longest = self.limit("maxWeekHours", own[-1])
        if longest is not None and total > longest * 60:
            self.tell("WT_WEEK_LENGTH", sunday)
        least = self.limit("minWeeklyRestHours", own[-1])
        if least is not None and any(self.worked(sunday - back * DAY) for back in range(7)):
            clock = clock_of(own[0])
            monday = first_instant(sunday - 6 * DAY, clock)
            after = first_instant(sunday + DAY, clock)
            if not self.rests(monday, after, least):
                self.tell("WT_WEEKLY_REST", sunday)

    def free_times(self):
        far = 10 ** 12
        free, latest = [], -far
        for entry in self.entries:
            if entry["end"] <= entry["start"]:
                continue
            if entry["start"] > latest:
                free.append((latest, entry["start"]))
            latest = max(latest, entry["end"])
        return free + [(latest, far)]

    def rests(self, monday, after, least):
        within = min(24, least) * HOUR
        return any(
            end - start >= least * HOUR and min(end, after) - max(start, monday) >= within
            for start, end in self.free_times()
        )

    def check_average(self, sunday):
        known = self.case.get("known")
        before = [each for each in self.entries if date_of(each["workDate"]) <= sunday]
        in_weeks = lambda weeks: [
            each for each in before if date_of(each["workDate"]) > sunday - 7 * int(weeks) * DAY
        ]
        last = self.week(sunday)
        # Establishment: that of the last entry of the week; without work in it, of the last one before.
        anchor = last[-1] if last else (before[-1] if before else None)
        if anchor is None:
            return
        most, weeks = self.limit("maxAverageWeekHours", anchor), self.limit("averageWeeks", anchor)
        if most is None or weeks is None:
            return
        first = sunday - (7 * int(weeks) - 1) * DAY
        if known is not None and not (date_of(known[0]) <= first and sunday <= date_of(known[1])):
            return
        absent = self.case.get("absent", {}).get(self.who, [])
        away = sum(first <= date_of(each) <= sunday for each in set(absent))
        total = sum(each["workedMinutes"] for each in in_weeks(weeks))
        if 7 * int(weeks) - away <= 0:
            return
        # total / (weeks - away / 7) > most * 60, without a division
        if total * 7 > most * 60 * (7 * int(weeks) - away):
            self.tell("WT_WEEK_AVERAGE", sunday)


def breaches(case):
    people = {}
    for entry in case["entries"]:
        if entry["status"] != "Completed" or entry["employeeId"] is None:
            continue
        own = dict(entry, start=instant(entry["startsAt"]), end=instant(entry["endsAt"]))
        people.setdefault(entry["employeeId"], []).append(own)
    found = set()
    for who, entries in people.items():
        found |= Person(who, entries, case).check()
    return sorted(list(each) for each in found)


# --- random histories --------------------------------------------------------------------------------------------

ZONES = ["Europe/Brussels", "Europe/London", "Europe/Lisbon", "America/New_York", "Australia/Lord_Howe"]
# Both clock changes, a change of the year, a leap day, and a plain month.
STARTS = ["2026-03-09", "2026-10-05", "2025-12-15", "2028-02-14", "2026-06-01", "2026-03-23", "2026-10-19"]
EU = {
    "maxAverageWeekHours": 48, "averageWeeks": 17, "minDailyRestHours": 11, "minWeeklyRestHours": 35,
    "breaks": [{"afterHours": 6, "minMinutes": 1}],
}


def stamp(seconds, zone):
    return dt.datetime.fromtimestamp(seconds, zone).isoformat()


def random_limits(rng, people, places):
    choices = {
        "maxDayHours": [None, 8, 9, 9.5, 10, 12],
        "maxWeekHours": [None, 38, 40, 48, 60],
        "maxAverageWeekHours": [None, 30, 38, 40.5, 48],
        "averageWeeks": [1, 2, 3, 4],
        "minDailyRestHours": [None, 8, 10.5, 11, 12],
        "minWeeklyRestHours": [None, 20, 24, 35, 36, 44, 59.5],
        "maxDaysInRow": [None, 1, 3, 5, 6],
        "maxNightHours": [None, 5, 7.5, 8],
        "breaks": [None, [{"afterHours": 6, "minMinutes": 30}, {"afterHours": 9, "minMinutes": 45}],
                   [{"afterHours": 5.5, "minMinutes": 15}], []],
    }
    some = lambda share: {key: rng.choice(of) for key, of in choices.items() if rng.random() < share}
    return {
        "general": {**EU, "averageWeeks": 2, **some(0.8)},
        "places": {place: some(0.3) for place in places if rng.random() < 0.5},
        "people": {person: some(0.2) for person in people if rng.random() < 0.4},
    }


def random_entries(rng, person, places, first, days):
    """Shifts with a habit and its exceptions: split ones, nights, overlaps, clocks that ring twice, nothing at all."""
    habit = rng.choice(["day", "late", "night", "split", "wild"])
    made = []
    for back in range(days):
        day = first + back * DAY
        if rng.random() < rng.choice([0.05, 0.3]):
            continue
        for _ in range(2 if habit == "split" else rng.choice([1, 1, 1, 2, 3])):
            place = rng.choice(list(places))
            zone = zoneinfo.ZoneInfo(places[place])
            hour = {"day": 8, "late": 14, "night": 22, "split": rng.choice([9, 18])}.get(habit, rng.randrange(24))
            local = dt.datetime.combine(day, dt.time(hour), zone)
            start = int(local.timestamp()) + rng.choice([0, 0, 0, 60, -60, 900, 1800, 3599, 1])
            hours = rng.choice([0, 0.5, 3, 4, 6, 7, 8, 8, 9, 10, 11, 13, 14]) if rng.random() < 0.6 else 7.6
            end = start + int(hours * HOUR) + rng.choice([0, 0, 1, -60 if hours else 0])
            minutes = max(0, (end - start) // 60 - rng.choice([0, 0, 0, 1, 15, 30, 45, 600]))
            work_date = dt.datetime.fromtimestamp(start, zone).date()
            begins, ends = stamp(start, zone), stamp(end, zone)
            if rng.random() < 0.03:
                odd = dt.timezone(dt.timedelta(hours=rng.choice([-3, 0, 5])))
                begins, ends = stamp(start, odd), stamp(end, odd)
            made.append({
                "employeeId": person, "workDate": work_date.isoformat(), "startsAt": begins, "endsAt": ends,
                "workedMinutes": minutes, "establishmentId": place, "zone": places[place],
                "status": "Cancelled" if rng.random() < 0.03 else "Completed",
            })
    return made


def random_case(rng):
    weeks = rng.choice([2, 3, 4, 5])
    first = date_of(rng.choice(STARTS)) + rng.randrange(7) * DAY
    days = 7 * weeks + rng.randrange(7)
    zones = rng.sample(ZONES, rng.choice([1, 1, 2, 3]))
    places = {f"place{index}": rng.choice(zones) for index in range(rng.choice([1, 2, 3]))}
    people = [f"person{index}" for index in range(rng.choice([1, 2]))]
    entries = [each for who in people for each in random_entries(rng, who, places, first, days)]
    rng.shuffle(entries)
    for index, entry in enumerate(entries):
        entry["id"] = f"entry{index:04d}"
    case = {
        "entries": entries,
        "limits": random_limits(rng, people, places),
        "from": first.isoformat(),
        "to": (first + (days - 1) * DAY).isoformat(),
        "known": [(first - DAY).isoformat(), (first + days * DAY).isoformat()],
    }
    if rng.random() < 0.5:
        every = [(first + index * DAY).isoformat() for index in range(days)]
        case["absent"] = {who: sorted(rng.sample(every, rng.randrange(6))) for who in people}
    if rng.random() < 0.4:
        case["night"] = rng.choice([
            {"from": "22:00", "to": "06:00"}, {"from": "20:00", "to": "06:00"},
            {"from": "00:00", "to": "06:00", "over": 60}, {"from": "23:00", "to": "06:00", "over": 120},
        ])
    if rng.random() < 0.4 and case["limits"]["general"]["minDailyRestHours"] is not None:
        case["reduced"] = rng.choice([
            {"minHours": 8, "times": 1, "withinDays": 7}, {"minHours": 8, "times": 2, "withinDays": 7},
            {"minHours": 10, "compensationHours": 12, "withinDays": 28},
            {"minHours": 9, "compensationHours": 15.5, "withinDays": 10},
        ])
    return case


def main():
    if sys.argv[1] == "check":
        print(json.dumps([breaches(case) for case in json.load(sys.stdin)]))
        return
    seed, count = int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    cases = [random_case(rng) for _ in range(count)]
    print(json.dumps([{"case": case, "breaches": breaches(case)} for case in cases]))


main()
