"""The employee-days table and the control totals, worked out a second time: knows nothing of paytally's code.

Zones come from Python's zoneinfo (PYTHONTZPATH names the tables). The rules are those of docs/accountant.md, "employee-days"
and docs/time.md: they are written here as plainly as they can be, slow and without caches where it does not matter.

Usage:
  employee_days.py days FOLDER FROM TO ATTRIBUTION [MAPPING.csv]
      FOLDER       an employer's folder of a sandbox data folder (establishments.json and so on)
      ATTRIBUTION  start | split | end | majority | shift
      prints {"tzdata", "csv", "control"}: the expected file as text, and the object of --json
  employee_days.py entries < cases.json
      cases: [{"zone", "startsAt", "endsAt", "workedMinutes"}]
      prints [{"elapsedMinutes", "start", "split", "end", "majority", "shift"}], each policy as {date: minutes}
  employee_days.py shares < cases.json
      cases: [{"weights": [...], "total": n}]; prints the whole-number shares of each
"""

import csv
import datetime as dt
import json
import os
import re
import sys
import zoneinfo

COLUMNS = (
    "employeeId,employeeNumber,lastName,firstName,date,weekday,holiday,establishments,"
    "plannedMinutes,workedMinutes,differenceMinutes,entries"
)
REASONS = ("cancelled", "open", "agency", "outside-period", "filtered", "invalid")
UTC = dt.timezone.utc
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d(:\d\d)?)")
MARGIN = dt.timedelta(days=1)


def tzdata_version():
    for folder in zoneinfo.TZPATH:
        path = os.path.join(folder, "tzdata.zi")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.readline().split()[-1]
    return None


# --- instants and local days -------------------------------------------------------------------------------------


def instant(stamp):
    """Epoch seconds of a stamp: its local part less its own offset."""
    moment = dt.datetime.fromisoformat(stamp.replace("Z", "+00:00"))
    return int(moment.timestamp() // 1)


def stamp_offset(stamp):
    return int(dt.datetime.fromisoformat(stamp.replace("Z", "+00:00")).utcoffset().total_seconds())


def local_date(seconds, zone):
    return dt.datetime.fromtimestamp(seconds, UTC).astimezone(zone).date()


def table_offset(seconds, zone):
    return int(dt.datetime.fromtimestamp(seconds, UTC).astimezone(zone).utcoffset().total_seconds())


DAY_STARTS = {}


def day_start(date, zone):
    """The first instant whose local date is `date`, found by looking at every minute; None if the day never is."""
    key = (date, str(zone))
    if key not in DAY_STARTS:
        midnight_utc = int(dt.datetime(date.year, date.month, date.day, tzinfo=UTC).timestamp())
        minutes = range(midnight_utc - 16 * 3600, midnight_utc + 16 * 3600, 60)
        DAY_STARTS[key] = next((second for second in minutes if local_date(second, zone) == date), None)
    return DAY_STARTS[key]


def pieces(start, end, zone):
    """[(local day, seconds)] of the time from start to end; at least one, so that an empty entry has its day."""
    day = local_date(start, zone) - 2 * MARGIN
    begins = []
    while day <= local_date(end, zone) + 2 * MARGIN:
        if day_start(day, zone) is not None:
            begins.append((day_start(day, zone), day))
        day += MARGIN
    found = []
    for (begin, day), (following, _) in zip(begins, begins[1:]):
        seconds = min(end, following) - max(start, begin)
        if seconds > 0 or (start == end and begin <= start < following):
            found.append((day, seconds))
    return found


def shares(weights, total):
    """Whole numbers in proportion to the weights that add up to total: largest remainder, ties to the earliest."""
    if sum(weights) == 0:
        return [total] + [0] * (len(weights) - 1)
    whole = [weight * total // sum(weights) for weight in weights]
    remainders = [weight * total % sum(weights) for weight in weights]
    order = sorted(range(len(weights)), key=lambda index: (-remainders[index], index))
    for index in order[: total - sum(whole)]:
        whole[index] += 1
    return whole


def zone_of_entry(entry, zone_name):
    """The establishment's zone; where the stamps contradict its table but agree with each other, their offset."""
    zone = zoneinfo.ZoneInfo(zone_name)
    stamps = (entry["startsAt"], entry["endsAt"])
    offsets = {stamp_offset(stamp) for stamp in stamps}
    contradicts = any(table_offset(instant(stamp), zone) != stamp_offset(stamp) for stamp in stamps)
    if contradicts and len(offsets) == 1:
        return dt.timezone(dt.timedelta(seconds=offsets.pop()))
    return zone


def attribute(entry, zone_name, policy):
    """[(day, minutes)] of a completed entry."""
    worked = entry["workedMinutes"]
    if policy == "shift":
        if entry.get("shiftDate") is not None:
            return [(entry["shiftDate"], worked)]
        policy = "start"
    if policy == "start" and "workDate" in entry:
        return [(dt.date.fromisoformat(entry["workDate"]), worked)]
    zone = zone_of_entry(entry, zone_name)
    days = pieces(instant(entry["startsAt"]), instant(entry["endsAt"]), zone)
    if policy == "start":
        return [(days[0][0], worked)]
    if policy == "end":
        return [(days[-1][0], worked)]
    if policy == "majority":
        longest = max(seconds for _, seconds in days)
        return [(next(day for day, seconds in days if seconds == longest), worked)]
    if policy == "split":
        parts = shares([seconds for _, seconds in days], worked)
        return [(day, minutes) for (day, _), minutes in zip(days, parts)]
    raise SystemExit(f"unknown attribution: {policy}")


# --- the table ---------------------------------------------------------------------------------------------------


def is_invalid(entry):
    stamps = [entry["startsAt"]] + ([entry["endsAt"]] if entry["endsAt"] else [])
    if not all(STAMP.fullmatch(stamp) for stamp in stamps):
        return True
    worked = entry.get("workedMinutes")
    return entry["status"] == "Completed" and (entry["endsAt"] is None or not isinstance(worked, int) or worked < 0)


def reason_against(entry):
    """Why an entry cannot count whatever the period, or None."""
    if is_invalid(entry):
        return "invalid"
    if entry["status"] == "Cancelled":
        return "cancelled"
    if entry["status"] in ("Working", "OnBreak"):
        return "open"
    if entry.get("employeeId") is None:
        return "agency"
    return None


class Days:
    """Rows by (employee, day), and where every fetched entry and minute went."""

    def __init__(self):
        self.rows = {}
        self.exported = [0, 0]
        self.excluded = {reason: [0, 0] for reason in REASONS}

    def row(self, employee, day):
        return self.rows.setdefault((employee, day), {"planned": 0, "worked": 0, "entries": 0, "labels": set()})

    def exclude(self, reason, entries, minutes):
        self.excluded[reason][0] += entries
        self.excluded[reason][1] += minutes

    def add_entry(self, entry, establishment, policy, first, last):
        minutes = entry.get("workedMinutes") or 0
        reason = reason_against(entry)
        if reason is not None:
            self.exclude(reason, 1, minutes)
            return
        parts = attribute(entry, establishment["zone"], policy)
        inside = [(day, part) for day, part in parts if first <= day <= last]
        if not inside or (minutes > 0 and sum(part for _, part in inside) == 0):
            self.exclude("outside-period", 1, minutes)
            return
        inside_minutes = sum(part for _, part in inside)
        self.exported[0] += 1
        self.exported[1] += inside_minutes
        self.exclude("outside-period", 0, minutes - inside_minutes)
        for day, part in inside:
            if part > 0:
                row = self.row(entry["employeeId"], day)
                row["worked"] += part
                row["entries"] += 1
                row["labels"].add(establishment["name"])

    def control(self):
        excluded = [
            {"reason": reason, "entries": entries, "minutes": minutes}
            for reason, (entries, minutes) in self.excluded.items()
            if entries or minutes
        ]
        return {
            "fetchedEntries": self.exported[0] + sum(item["entries"] for item in excluded),
            "fetchedMinutes": self.exported[1] + sum(item["minutes"] for item in excluded),
            "exportedEntries": self.exported[0],
            "exportedMinutes": self.exported[1],
            "excluded": excluded,
        }


FORMULA_STARTS = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"


def harmless(text):
    """An apostrophe before whatever a spreadsheet could take for a formula, at the beginning and behind a separator."""
    made = ""
    before = None
    for character in text:
        if character in FORMULA_STARTS and (before is None or before in ";\t\r\n"):
            made += "'"
        made += character
        before = character
    return made


def cell(value):
    """A cell of the file: numbers as they are; text made harmless for spreadsheets, and quoted where RFC 4180 asks."""
    if isinstance(value, int):
        return str(value)
    value = harmless(value)
    if any(character in value for character in ',"\r\n'):
        return '"' + value.replace('"', '""') + '"'
    return value


def load(folder, name):
    path = os.path.join(folder, name + ".json")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def employee_numbers(path):
    if path is None:
        return {}
    with open(path, encoding="utf-8-sig", newline="") as file:
        return {row["employeeId"]: row["employeeNumber"] for row in csv.DictReader(file)}


def holidays_granted(holidays):
    """Granted date -> names: of whatever year the holiday is, and also where its record says no name."""
    granted = {}
    for holiday in holidays:
        day = holiday.get("replacementDate") or holiday["date"]
        name = holiday.get("name") or ""
        granted.setdefault(day, set()).add(name if name.strip() else "Public holiday")
    return granted


def employee_days(folder, first, last, policy, mapping=None):
    """(the file's text, the control totals) of the days from first to last."""
    establishments = {item["id"]: item for item in load(folder, "establishments") if not item.get("deleted")}
    people = {item["id"]: item for item in load(folder, "employees") if not item.get("archived")}
    numbers = employee_numbers(mapping)
    granted = holidays_granted(load(folder, "public-holidays"))

    days = Days()
    margin = 2 * MARGIN if policy == "shift" else MARGIN
    shifts = {
        shift["id"]: dt.date.fromisoformat(shift["date"])
        for shift in load(folder, "shifts")
        if shift.get("published", True) and shift["establishmentId"] in establishments
    }
    for entry in load(folder, "time-entries"):
        work_date = dt.date.fromisoformat(entry["workDate"])
        date = shifts.get(entry.get("shiftId"))
        if date is not None and abs(date - work_date) <= 2 * MARGIN:
            entry["shiftDate"] = date
        if entry["establishmentId"] in establishments and first - margin <= work_date <= last + margin:
            days.add_entry(entry, establishments[entry["establishmentId"]], policy, first, last)
    for shift in load(folder, "shifts"):
        date = dt.date.fromisoformat(shift["date"])
        counts = shift.get("published", True) and shift["establishmentId"] in establishments
        if counts and shift.get("employeeId") and first <= date <= last and shift["plannedMinutes"] > 0:
            days.row(shift["employeeId"], date)["planned"] += shift["plannedMinutes"]

    lines = [COLUMNS]
    for (employee, day), row in sorted(days.rows.items()):
        person = people.get(employee, {"lastName": "", "firstName": ""})
        values = [
            employee,
            numbers.get(employee, ""),
            person["lastName"],
            person["firstName"],
            day.isoformat(),
            day.isoweekday(),
            "; ".join(sorted(granted.get(day.isoformat(), ()))),
            "; ".join(sorted(row["labels"])),
            row["planned"],
            row["worked"],
            row["worked"] - row["planned"],
            row["entries"],
        ]
        lines.append(",".join(cell(value) for value in values))
    return "".join(line + "\n" for line in lines), days.control()


def answer_entry(case):
    elapsed = instant(case["endsAt"]) - instant(case["startsAt"])
    answer = {"elapsedMinutes": elapsed // 60}
    for policy in ("start", "split", "end", "majority", "shift"):
        parts = attribute(case, case["zone"], policy)
        answer[policy] = {day.isoformat(): minutes for day, minutes in parts}
    return answer


def main(arguments):
    command = arguments[0] if arguments else ""
    if command == "days" and len(arguments) in (5, 6):
        folder, first, last, policy = arguments[1:5]
        dates = dt.date.fromisoformat(first), dt.date.fromisoformat(last)
        text, control = employee_days(folder, *dates, policy, *arguments[5:])
        answer = {"tzdata": tzdata_version(), "csv": text, "control": control}
    elif command == "entries":
        answer = [answer_entry(case) for case in json.load(sys.stdin)]
    elif command == "shares":
        answer = [shares(case["weights"], case["total"]) for case in json.load(sys.stdin)]
    else:
        raise SystemExit(__doc__)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
