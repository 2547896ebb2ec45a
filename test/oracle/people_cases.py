"""Random employers for `people_oracle.py`: dated rows, part holidays, places, absences, plans with holes."""

import random
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from people_oracle import add_days, dates_between, monday_of, weekday

PERIODS = [
    ("2026-12-01", "2026-12-31"),
    ("2026-12-14", "2027-01-10"),
    ("2026-10-12", "2026-11-08"),
    ("2026-06-01", "2026-06-30"),
    ("2026-03-16", "2026-04-12"),
    ("2026-08-10", "2026-08-23"),
    ("2026-11-02", "2026-11-08"),
]
ZONES = ["Europe/Berlin", "Europe/Berlin", "Europe/Lisbon", "America/New_York", "Asia/Kolkata"]
PARTS = ["", "", "am", "pm", "0.5", "0.25", "18:00-24:00", "12:00-18:00", "00:00-12:00", "08:30-13:10", "06:00-10:00"]
MONTH_STARTS = ["06:00", "08:00", "14:00", "18:00", "22:00"]


def random_case(seed):
    dice = random.Random(seed)
    first, last = dice.choice(PERIODS)
    if dice.random() < 0.3:
        first = add_days(first, dice.randint(0, 3))
    zone = dice.choice(ZONES)
    monday, sunday = monday_of(first), add_days(monday_of(last), 6)
    places = [{"id": "p1", "name": "Munich"}, {"id": "p2", "name": "Berlin"}]
    places = places[: dice.choice([1, 2, 2])]
    ids = ["ann", "ben"][: dice.choice([1, 2])]
    span = {"monday": monday, "sunday": sunday, "first": first, "last": last, "zone": zone}
    dates = dates_between(first, last)
    feasts = sorted(dice.sample(dates, k=min(len(dates), dice.randint(1, 4))))
    case = {
        "name": f"seed {seed}",
        "period": {"from": first, "to": last},
        "read": {"from": add_days(monday, -1), "to": add_days(sunday, 1)},
        "weeks": [day for day in dates_between(monday, sunday) if weekday(day) == 1],
        "zone": zone,
        "establishments": places,
        "active": [each for each in ids if dice.random() < 0.9],
        "granted": [{"date": day, "name": f"Feast {day[5:]}"} for day in feasts if dice.random() < 0.7],
        "holidays": holiday_rows(dice, feasts, dates, places),
        "mapping": [row for each in ids for row in mapping_rows(dice, each, dates)],
        "rules": random_rules(dice),
        "shifts": [],
        "entries": [],
    }
    for each in ids:
        add_work(dice, case, each, span)
    case["absences"] = absence_rows(dice, ids, span)
    forget_shifts(dice, case)
    if dice.random() < 0.25:
        case["estimateFrom"] = dice.choice(dates)
    if dice.random() < 0.6:
        case["later"] = later_state(dice, case, feasts, dates, places, ids, span)
    return case


def random_rules(dice):
    rules = {"attribution": dice.choice(["start", "start", "split"])}
    if dice.random() < 0.4:
        rules["reachTo"] = dice.choice([120, 240])
    if rules["attribution"] == "start" and dice.random() < 0.3:
        rules["counts"] = True
    paid = []
    for code in ["FEAST", "FEAST2"]:
        if dice.random() < 0.55:
            rule = {"code": code, "by": dice.choice(["planned", "contract", "contract", "average"])}
            if rule["by"] == "average":
                rule["weeks"] = dice.choice([1, 2, 3])
            if dice.random() < 0.5:
                rule["employees"] = {"region": dice.choice([["BY"], ["BE"], ["BY", "BE"]])}
            paid.append(rule)
    rules["notWorked"] = paid
    return rules


def holiday_rows(dice, feasts, dates, places):
    rows = []
    for _ in range(dice.randint(0, 4)):
        action = dice.choice(["", "add", "add", "limit", "remove"])
        row = {"date": dice.choice(feasts if dice.random() < 0.8 else dates), "name": f"Row {len(rows) + 1}"}
        row["action"] = action
        row["part"] = dice.choice(PARTS) if action in ("", "add") else ""
        row["where"] = random_where(dice, places)
        if action == "limit" and row["where"] == "":
            row["where"] = "region=BY"
        rows.append(row)
    return rows


def random_where(dice, places):
    choices = ["", "", "region=BY", "region=BE", *(each["id"] for each in places), *(each["name"] for each in places)]
    return dice.choice(choices)


def mapping_rows(dice, employee, dates):
    cuts = sorted(dice.sample(dates[1:], k=dice.choice([0, 0, 1, 2]))) if len(dates) > 3 else []
    starts = ["", *cuts]
    rows = []
    for index, start in enumerate(starts):
        end = "" if index == len(starts) - 1 else add_days(starts[index + 1], -1)
        if end and dice.random() < 0.15 and (not start or add_days(start, 1) < end):
            end = add_days(end, -1)
        columns = {
            "contractMinutesPerDay": dice.choice(["480", "480", "456", "455", "240", "0", ""]),
            "contractWeekdays": dice.choice(["12345", "1234", "", "", "", "23456"]),
            "contractFrom": dice.choice(["2020-01-01"] * 6 + [dates[0], dice.choice(dates), ""]),
            "contractTo": dice.choice([""] * 6 + [dice.choice(dates)]),
            "region": dice.choice(["BY", "BE", ""]),
        }
        if columns["contractTo"] and columns["contractTo"] < columns["contractFrom"]:
            columns["contractTo"] = ""
        row = {"employeeId": employee, "number": f"{employee}{index}", "from": start, "to": end, "columns": columns}
        rows.append(row)
    return rows


def add_work(dice, case, employee, span):
    plans = dice.choice([0, 0.5, 0.95, 1])
    works = dice.choice([0.1, 0.3, 0.6])
    free = set(dice.sample(range(1, 8), k=dice.choice([0, 2, 3])))
    for day in dates_between(add_days(span["monday"], -1), add_days(span["sunday"], 1)):
        place = dice.choice(case["establishments"])["id"]
        start = dice.choice(MONTH_STARTS)
        hours = dice.choice([240, 360, 480, 510])
        if weekday(day) not in free and dice.random() < plans:
            stamps = stamps_of(span["zone"], day, start, hours)
            rest = dice.choice([0, 0, 30, 45])
            shift = {"id": f"s-{employee}-{day}", "employeeId": employee, "date": day, "establishmentId": place}
            planned = 0 if dice.random() < 0.03 else elapsed(stamps) - rest
            case["shifts"].append({**shift, **stamps, "breakMinutes": rest, "plannedMinutes": planned})
        if weekday(day) not in free and dice.random() < works or dice.random() < 0.03:
            late = dice.choice([0, 0, -10, 20])
            stamps = stamps_of(span["zone"], day, start, hours, late)
            entry = {"id": f"e-{employee}-{day}", "employeeId": employee, "workDate": day}
            entry["establishmentId"] = place if dice.random() < 0.95 else None
            entry["status"] = "Cancelled" if dice.random() < 0.03 else "Completed"
            entry["workedMinutes"] = max(0, elapsed(stamps) - dice.choice([0, 30, 45, 37]))
            case["entries"].append({**entry, **stamps})


def stamps_of(zone, day, start, minutes, late=0):
    table = ZoneInfo(zone)
    begins = datetime.fromisoformat(f"{day}T{start}").replace(tzinfo=table) + timedelta(minutes=late)
    began = begins.timestamp()
    ends = datetime.fromtimestamp(began + minutes * 60, table)
    return {"startsAt": datetime.fromtimestamp(began, table).isoformat(), "endsAt": ends.isoformat()}


def elapsed(stamps):
    start, end = [datetime.fromisoformat(stamps[name]) for name in ("startsAt", "endsAt")]
    return int((end - start).total_seconds()) // 60


def absence_rows(dice, ids, span):
    rows = []
    dates = dates_between(add_days(span["monday"], -3), add_days(span["sunday"], 3))
    for employee in ids:
        used = set()
        for _ in range(dice.choice([0, 1, 1, 2])):
            start = dice.randrange(len(dates))
            own = dates[start : start + dice.choice([1, 3, 5, 9, 12, 19])]
            if used & set(own):
                continue
            used |= set(own)
            row = {"employee": employee, "from": own[0], "to": own[-1], "code": dice.choice(["LEAVE", "SICK"])}
            row["dates"] = dice.choice(["", "", "", "", "planned", "weekdays", "all"])
            row.update(dice.choice([{"days": "1"}, {"days": "1"}, {"days": "0.5"}, {"minutes": 300}, {"minutes": 455}]))
            row["line"] = len(rows) + 2
            rows.append(row)
            if row.get("days") == "0.5" and dice.random() < 0.5:
                rows.append({**row, "code": dice.choice(["LEAVE", "SICK"]), "line": len(rows) + 2})
    return rows


def forget_shifts(dice, case):
    """The planner removes the shifts of absent people, and forgets some of them."""
    for row in case["absences"]:
        kept = dice.choice([0, 0, 0.2, 0.5, 1])
        own = lambda shift: shift["employeeId"] == row["employee"] and row["from"] <= shift["date"] <= row["to"]
        case["shifts"] = [shift for shift in case["shifts"] if not own(shift) or dice.random() < kept]


def later_state(dice, case, feasts, dates, places, ids, span):
    """What changed after a final: one kind of input, or two."""
    changes = {
        "holidays": lambda: holiday_rows(dice, feasts, dates, places),
        "absences": lambda: absence_rows(dice, ids, span),
        "entries": lambda: case["entries"][:: dice.choice([2, 3])] or case["entries"],
        "shifts": lambda: case["shifts"][::2],
        "granted": lambda: [{"date": day, "name": f"Feast {day[5:]}"} for day in feasts if dice.random() < 0.5],
        "mapping": lambda: [row for each in ids for row in mapping_rows(dice, each, dates)],
    }
    chosen = dice.sample(sorted(changes), k=dice.choice([1, 1, 2]))
    return {name: changes[name]() for name in chosen}
