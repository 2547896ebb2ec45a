"""Random cases: rules, zones, offsets, policies and entries, from a seed."""

import random
import zoneinfo
from datetime import datetime, timedelta, timezone

from clock import DAY, Clock, day_number, day_text
from rules import WEEKDAYS

ZONES = [
    "Europe/Brussels", "Europe/Berlin", "Europe/London", "Europe/Lisbon", "Atlantic/Azores", "America/New_York",
    "America/St_Johns", "America/Havana", "America/Vancouver", "America/Edmonton", "America/Santiago",
    "America/Asuncion", "America/Nuuk", "America/Phoenix", "Africa/Cairo", "Africa/Casablanca", "Asia/Kolkata",
    "Asia/Kathmandu", "Asia/Beirut", "Asia/Gaza", "Asia/Tehran", "Australia/Lord_Howe", "Australia/Sydney",
    "Antarctica/Troll", "Pacific/Chatham", "Pacific/Apia", "Pacific/Kiritimati", "UTC",
]
# Around changes of the clocks, month and year ends, and holidays that rules name.
DATES = [
    "2026-03-07", "2026-03-27", "2026-04-03", "2026-04-22", "2026-09-04", "2026-09-19", "2026-10-02", "2026-10-23",
    "2026-10-28", "2026-10-30", "2026-12-22", "2026-12-29", "2026-02-26", "2025-06-10", "2027-03-25", "2026-11-14",
]
OLD = [("America/St_Johns", "2009-10-31"), ("America/Goose_Bay", "2010-11-05"), ("Pacific/Apia", "2011-12-28")]
PLACES = ["10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002"]


def clock_time(r, end=False):
    if r.random() < 0.1:
        return f"{r.randrange(24):02}:{r.randrange(60):02}"
    if end and r.random() < 0.15:
        return "24:00"
    return f"{r.choice([0, 0, 1, 2, 2, 3, 4, 6, 8, 12, 14, 18, 20, 22, 23]):02}:{r.choice(['00', '00', '30'])}"


def window(r):
    begin, end = clock_time(r), clock_time(r, True)
    return window(r) if begin == end else [begin, end]


def conditions(r, day, places):
    rule = {}
    if r.random() < 0.5:
        rule["clock"] = window(r)
    if r.random() < 0.4:
        rule["on"] = r.sample(WEEKDAYS + ["holiday"], r.choice([1, 1, 2, 3]))
    elif r.random() < 0.3:
        rule["dates"] = [_date(r, day, "clock" not in rule) for _ in range(r.choice([1, 2]))]
    windowed = any(isinstance(each, dict) for each in rule.get("dates", []))
    if ("on" in rule or "dates" in rule) and not windowed and r.random() < 0.35:
        if "dates" not in rule or "clock" not in rule:
            rule["reachTo"] = clock_time(r)
    if r.random() < 0.25:
        rule["startedBefore"] = clock_time(r)
    if r.random() < 0.15:
        rule["minimumInWindow"] = r.choice([15, 60, 120, 300])
    if r.random() < 0.15:
        rule["validFrom"] = day_text(day + r.randrange(-2, 6))
    if r.random() < 0.15:
        rule["validTo"] = max(day_text(day + r.randrange(-2, 6)), rule.get("validFrom", ""))
    if r.random() < 0.07:
        rule["consecutiveDay"] = r.choice([2, 2, 3])
    if r.random() < 0.1:
        rule["establishments"] = [r.choice(places)]
    if r.random() < 0.1:
        rule["employees"] = r.choice([{"grade": ["A", "B"]}, {"hired": {"from": "2020-01-01"}}, {"grade": ["Z"]}])
    return rule


def _date(r, day, with_clock):
    date = day_text(day + r.randrange(-1, 6))[5:]
    if with_clock and r.random() < 0.5:
        return {"date": date, "clock": window(r)}
    return date


def _mode(mode, step, r):
    return {"mode": mode, "grace": r.choice([0, 0, 1, step - 1])}


def config(r, day, places):
    base = []
    if r.random() < 0.6:
        for i in range(r.choice([1, 1, 2, 3])):
            over = r.choice([{"day": 1}, {"week": 1}, {"day": 1, "week": 1}])
            over = {unit: r.choice({"day": [0, 240, 360, 480, 540], "week": [600, 1200, 2100]}[unit]) for unit in over}
            if "week" in over and r.random() < 0.2:
                over["week"] = {"column": "contract", "ratio": r.choice([1, 1.1, 0.5])}
            rule = {"code": f"OT{i}", "over": over}
            if r.random() < 0.4:
                rule.update(conditions(r, day, places))
            base.append(rule)
    plain = {"code": "PLAIN", **conditions(r, day, places)}
    if r.random() < 0.35 and len(plain) > 1:
        base.insert(r.randrange(len(base) + 1), plain)
    base.append({"code": "NORMAL"})
    loadings = []
    for i in range(r.choice([0, 1, 2, 3, 4])):
        rule = {"code": f"L{i}", **conditions(r, day, places)}
        if r.random() < 0.6:
            rule["group"] = r.choice(["day", "night"])
        loadings.append(rule)
    step = r.choice([5, 6, 10, 15, 30])
    found = {
        "attribution": r.choice(["start", "start", "split", "split", "end", "majority"]),
        "dst": r.choice(["elapsed", "elapsed", "wallclock"]),
        "rounding": {
            "level": r.choice(["none", "none", "stamp", "entry", "day"]),
            "step": step,
            **r.choice([{"mode": "nearest", "grace": 0}, _mode("up", step, r), _mode("down", step, r)]),
        },
        "breaks": {"allocate": r.choice(["proportional", "proportional", "halves", {"after": r.choice([0, 240, 360])}])},
        "payRules": {"base": base, "loadings": loadings, "weekStartsOn": r.choice(["monday", "monday", "sunday"])},
    }
    if r.random() < 0.15:
        found["payRules"]["dayStart"] = r.choice(["06:00", "05:30", "02:00", "12:00"])
    if r.random() < 0.4:
        found["minimumPaid"] = {r.choice(["entry", "day"]): r.choice([60, 180, 300]), "code": "TOPUP"}
    if r.random() < 0.35:
        found["join"] = {"gap": r.choice([0, 15, 60, 240])}
    return found


def several_weeks(r, day, case):
    """Limits over a reference period, leave, holidays by the weeks before, and minimums by the plan."""
    rules = case["config"]["payRules"]
    if r.random() < 0.4:
        length = r.choice([{"weeks": 1}, {"weeks": 2}, {"months": 1}, {"months": 2}])
        anchor = day_text(day + r.randrange(-20, 20))
        if "months" in length:
            anchor = f"{anchor[:8]}{min(int(anchor[8:]), 28):02}"
        rules["reference"] = {**length, "from": anchor, "absences": r.choice(["counted", "ignored"])}
        if r.random() < 0.3:
            until = day_number(case["period"]["from"]) - r.choice([1, 2, 3, 9])
            rules["reference"]["opening"] = {"column": "opening", "until": day_text(until)}
        rule = {"code": "AVG", "over": r.choice([{"average": 300}, {"average": 900}, {"reference": 400},
                {"reference": 0}, {"reference": 1200}, {"average": {"column": "contract", "ratio": 0.5}},
                {"average": 400, "reference": 900}])}
        if r.random() < 0.3:
            rule.update(conditions(r, day, PLACES))
        rules["base"].insert(r.randrange(len(rules["base"])), rule)
        if r.random() < 0.3 and "over" in rules["base"][0]:
            rules["base"][0]["over"]["reference"] = r.choice([200, 800])
    if r.random() < 0.3:
        rule = r.choice([{"by": "planned"}, {"by": "contract"}, {"by": "average", "weeks": r.choice([1, 2, 3])}])
        rules["notWorked"] = [{"code": "FEAST", **rule}]
        if r.random() < 0.3:
            rules["notWorked"][0]["validTo"] = day_text(day + r.randrange(0, 4))
            rules["notWorked"].append({"code": "FEAST2", "by": "average", "weeks": 1})
    if r.random() < 0.3:
        rules["counts"] = []
        for i, per in enumerate(r.sample(["entry", "day", "night", "gap", "rest"], r.choice([1, 2, 3]))):
            rule = {"code": f"C{i}", "per": per, "quantity": r.choice([1, 1, 2])}
            if per in ("gap", "rest"):
                rule["minutes"] = r.choice([30, 60, 300, 660])
            if r.random() < 0.5:
                rule.update(conditions(r, day, PLACES))
            if per == "night":
                rule["clock"] = window(r)
                rule.pop("dates", None)
                rule.pop("reachTo", None)
            rules["counts"].append(rule)
    if r.random() < 0.2:
        rules["credits"] = [{"code": "CREDIT", "of": r.sample(["OT0", "L0", "NORMAL", "TOP0"], 2), "factor": r.choice([0.5, 1.1, 0.25])}]
    if r.random() < 0.2:
        case["config"]["breaks"]["paid"] = r.choice([5, 15, 30])
    case["absences"] = {day_text(day + r.randrange(-6, 9)): r.choice([60, 480]) for _ in range(r.choice([0, 0, 1, 3]))}
    case["planned"] = {day_text(day + i): r.choice([60, 240, 480, 481]) for i in range(-1, 5) if r.random() < 0.6}
    case["columns"] = {
        **case["columns"],
        "opening": r.choice(["0", "150", "700"]),
        "contractFrom": r.choice(["", "2009-01-01", day_text(day + r.randrange(-6, 4))]),
        "contractTo": r.choice(["", "", day_text(day + r.randrange(0, 6))]),
        "contractMinutesPerDay": r.choice(["456", "0"]),
        "contractWeekdays": r.choice(["12345", "67", "135"]),
    }
    if r.random() < 0.35:
        kinds = [("entry", r.choice([60, 180])), ("again", r.choice([60, 120, 300])), ("day", r.choice([60, 300])),
                 ("planned", {"share": r.choice([0.5, 0.3, 1]), "least": r.choice([0, 120]), "most": r.choice([240, 600])})]
        chosen = r.sample(kinds, r.choice([1, 2, 3, 4]))
        case["config"]["minimumPaid"] = [{kind: value, "code": f"TOP{i}"} for i, (kind, value) in enumerate(chosen)]
        if r.random() < 0.3:
            case["config"]["minimumPaid"][0]["validFrom"] = day_text(day + r.randrange(0, 3))
    if r.random() < 0.2 and case["entries"]:
        r.choice(case["entries"])["workedMinutes"] = 0
    if r.random() < 0.3:
        before = [day_text(day_number(each) - 7) for each in case["holidays"]]
        case["holidays"] = sorted({*case["holidays"], *before})
    if r.random() < 0.15 and case["entries"]:
        chosen = r.choice(case["entries"])
        moved = r.choice([-1, 1, 1, 2])
        chosen["workDate"] = day_text(day_number(chosen["workDate"]) + moved)
        if moved > 1:
            # No read around the day of its work has it, so nobody knows the rest after it.
            rules["counts"] = [rule for rule in rules.get("counts", []) if rule["per"] != "rest"]
    return case


def newer_rules(r, day, case):
    """shifts that limit pay, breaks that are missing, rest days, and days that begin later."""
    config = case["config"]
    rules = config["payRules"]
    for record in case["entries"]:
        if r.random() < 0.6:
            record["shift"] = _shift(r, record)
    if r.random() < 0.5:
        sides = r.choice([{"from": "shift"}, {"from": "shift"}, {"until": "shift"}, {"from": "shift", "until": "shift"}])
        config["pay"] = {**sides, "grace": r.choice([0, 5, 10, 30])}
        config["pay"].update({side: "paid" for side in ("early", "late") if r.random() < 0.4})
    if r.random() < 0.5:
        lines = [{"afterHours": 6, "minutes": 30}, {"afterHours": 9, "minutes": 45}, {"afterHours": 2.5, "minutes": 15}]
        config["breaks"]["deduct"] = r.sample(lines, r.choice([1, 2, 3]))
    if r.random() < 0.4:
        config["attribution"] = "shift"
    if r.random() < 0.4:
        config["period"] = {"dayStart": r.choice(["03:00", "06:00", "02:30", "00:30", "12:00"])}
    if r.random() < 0.5:
        rules["loadings"].insert(0, {"code": "REST", "on": r.choice([["restday"], ["restday", "sunday"]])})
        if r.random() < 0.4:
            rules["loadings"][0].update(r.choice([{"reachTo": "06:00"}, {"clock": window(r)}, {"group": "day"}]))
    if r.random() < 0.3:
        config["rounding"]["on"] = r.choice([["restday"], ["holiday", "saturday"], ["monday", "friday", "restday"]])
    minimum = config.get("minimumPaid")
    if minimum is not None and r.random() < 0.4:
        (minimum[0] if isinstance(minimum, list) else minimum)["on"] = r.choice([["restday"], ["sunday", "friday"]])
    for rule in rules["base"]:
        if "week" in rule.get("over", {}) and r.random() < 0.6:
            rule["over"]["absences"] = "counted"
            # The average of a holiday before the period would need the weeks before it.
            rules["notWorked"] = [each for each in rules.get("notWorked", []) if each["by"] != "average"]
            case["absences"] = {day_text(day + r.randrange(-6, 9)): r.choice([60, 480]) for _ in range(3)}
    if r.random() < 0.7:
        case["planned"] = {day_text(day + i): r.choice([0, 240, 480]) for i in range(-1, 6) if r.random() < 0.5}
        case["columns"]["contractWeekdays"] = r.choice(["12345", "67", "135", ""])
    return case


def _shift(r, record):
    start, end = (datetime.fromisoformat(record[name]) for name in ("startsAt", "endsAt"))
    moved = start + timedelta(minutes=r.choice([0, 0, -30, 5, 12, 60, r.randrange(-90, 400)]))
    length = max(end - start + timedelta(minutes=r.choice([0, -20, 15, r.randrange(-300, 300)])), timedelta(minutes=30))
    date = day_text(day_number(record["workDate"]) + r.choice([0, 0, 0, -1, 1, -2, 3]))
    return {"date": date, "startsAt": moved.isoformat(), "endsAt": (moved + length).isoformat()}


def entry(r, number, begin, zone, places, stale):
    """From the local minute `begin`; the stamps carry the table's offsets, or one that is stale."""
    seconds = r.random() < 0.15
    local = begin * 60 + (r.randrange(60) if seconds else 0)
    info = zoneinfo.ZoneInfo(zone)
    naive = datetime.fromtimestamp(local, timezone.utc).replace(tzinfo=info, fold=r.randrange(2))
    start = naive.astimezone(timezone.utc)
    lengths = [5, 30, r.randrange(1, 200), r.randrange(200, 560), r.randrange(300, 800)]
    length = r.choice(lengths) * 60 + (r.randrange(60) if seconds else 0)
    end = start + timedelta(seconds=length)
    pause = r.choice([0, 0, 15, 30, 45, r.randrange(0, 90)])
    worked = max(0, length // 60 - pause)
    if stale:
        fixed = timezone(start.astimezone(info).utcoffset() + timedelta(hours=stale))
        shown = [start.astimezone(fixed), end.astimezone(fixed)]
    else:
        shown = [start.astimezone(info), end.astimezone(info)]
    record = {
        "id": f"30000000-0000-4000-8000-{number:012}",
        "place": places,
        "startsAt": shown[0].isoformat(),
        "endsAt": shown[1].isoformat(),
        "workDate": shown[0].date().isoformat(),
        "workedMinutes": worked,
    }
    return record, int(end.timestamp())


def random_case(seed):
    r = random.Random(seed)
    if r.random() < 0.06:
        zone, date = r.choice(OLD)
    else:
        zone, date = r.choice(ZONES), r.choice(DATES)
    day = day_number(date) + r.randrange(-1, 2)
    places = {PLACES[0]: zone, PLACES[1]: zone if r.random() < 0.8 else r.choice(ZONES)}
    chosen = config(r, day, PLACES)
    if zone == "Pacific/Apia" and chosen["dst"] == "wallclock" and day < day_number("2020-01-01"):
        chosen["dst"] = "elapsed"
    stale = r.choice([0, 0, 0, 0, 1, -1])
    entries, begin = [], day * 1440 + r.choice([18, 20, 22, 6, 8, 0]) * 60 + r.choice([0, 0, 7, 15, 30, 40])
    last, overlaps = None, r.random() < 0.1
    for number in range(r.choice([1, 1, 2, 3, 6, 9])):
        place = PLACES[0] if r.random() < 0.8 else PLACES[1]
        record, end = entry(r, number, begin, places[place], place, stale)
        start = int(datetime.fromisoformat(record["startsAt"]).timestamp())
        if last is None or start >= (began if overlaps else last):
            entries.append(record)
            began, last = start, end if last is None else max(last, end)
        clock = Clock.of_zone(zone, int(record["workDate"][:4]))
        shown = clock.local(last) // 60
        begin = shown + r.choice([0, 10, 30, 60, 61, r.randrange(0, 300), r.randrange(300, 1500)])
        if overlaps and r.random() < 0.4:
            begin = shown - r.randrange(1, 240)
    holidays = sorted({day_text(day + r.randrange(-1, 6)) for _ in range(r.choice([0, 1, 2]))})
    case = {
        "name": f"random {seed}",
        "places": places,
        "columns": {"grade": r.choice(["A", "B", "C"]), "hired": r.choice(["2019-05-01", "2020-01-01", ""]),
                    "contract": r.choice(["600", "1230", ""])},
        "holidays": holidays,
        "period": {"from": day_text(day + r.choice([-8, 0, 1])), "to": day_text(day + r.choice([1, 2, 9]))},
        "config": chosen,
        "entries": entries,
    }
    case = several_weeks(r, day, case) if seed % 2 == 0 else case
    case = newer_rules(r, day, case) if seed % 3 == 0 else case
    return dated_rows(r, day, case) if seed % 5 in (0, 1) else case


def dated_rows(r, day, case):
    """the columns of the mapping change on a day, or on two; each day has its own row."""
    first = day + r.randrange(-3, 5)
    starts = [first, first + r.choice([1, 2, 7])][: r.choice([1, 1, 2])]
    case["rows"] = []
    for start in starts:
        columns = {**case["columns"], "grade": r.choice(["A", "B", "C"]), "hired": r.choice(["2019-05-01", "2020-01-01", ""]),
                   "contract": r.choice(["600", "900", "1230", ""])}
        if "contractMinutesPerDay" in columns:
            columns.update({"contractMinutesPerDay": r.choice(["456", "240"]), "opening": r.choice(["0", "700"])})
            columns["contractWeekdays"] = r.choice(["12345", "67", "135"])
        case["rows"].append({"from": day_text(start), "columns": columns})
    return case
