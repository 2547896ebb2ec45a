"""Proves a sandbox data folder against zoneinfo and the rules of the Workforce API: knows nothing of its generator.

Usage:
  sample_proof.py records FOLDER                      prints a list of problems, each "list id: what"
  sample_proof.py offsets ZONE FIRST_YEAR LAST_YEAR   prints [[instant, offset seconds]]: the offset on 1 January
                                                      of the first year, then every change
"""

import collections
import datetime as dt
import json
import os
import sys
import zoneinfo

UTC = dt.timezone.utc


def load(folder, name):
    with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def offset(seconds, zone):
    return int(dt.datetime.fromtimestamp(seconds, zone).utcoffset().total_seconds())


def offsets(zone_name, first_year, last_year):
    zone = zoneinfo.ZoneInfo(zone_name)
    start = int(dt.datetime(first_year, 1, 1, tzinfo=UTC).timestamp())
    end = int(dt.datetime(last_year + 1, 1, 1, tzinfo=UTC).timestamp())
    found = [[start, offset(start, zone)]]
    for hour in range(start + 3600, end, 3600):
        if offset(hour, zone) != found[-1][1]:
            change = next(second for second in range(hour - 3540, hour + 60, 60) if offset(second, zone) != found[-1][1])
            found.append([change, offset(change, zone)])
    return found


def stamp_problems(record, zone):
    for field in ("startsAt", "endsAt"):
        if record[field] is None:
            continue
        moment = dt.datetime.fromisoformat(record[field])
        if moment.astimezone(zone).replace(tzinfo=None) != moment.replace(tzinfo=None):
            yield f"{field} {record[field]} is not local time of {zone}"


def elapsed_minutes(record):
    start, end = (dt.datetime.fromisoformat(record[field]) for field in ("startsAt", "endsAt"))
    return int((end - start).total_seconds() // 60)


def worker_problems(record):
    has_employee, has_agency = record["employeeId"] is not None, "agencyWorkerId" in record
    if has_employee == has_agency:
        yield "needs an employee or an agency worker"


def shift_problems(shift):
    if shift["plannedMinutes"] != elapsed_minutes(shift) - shift["breakMinutes"]:
        yield f"plannedMinutes {shift['plannedMinutes']} is not elapsed time less the break"
    if shift["startsAt"][:10] != shift["date"]:
        yield "begins on another day than its date"
    if (shift["fillType"] == "External") != ("agencyWorkerId" in shift):
        yield "fillType contradicts the worker"


def entry_problems(entry, shifts):
    if entry["startsAt"][:10] != entry["workDate"]:
        yield "workDate is not the local day of startsAt"
    if entry["status"] in ("Working", "OnBreak") and (entry["endsAt"] or entry["reviewedAtUtc"]):
        yield "open, and yet ended or reviewed"
    if ("workedMinutes" in entry) != (entry["status"] == "Completed"):
        yield "workedMinutes belongs to completed entries"
    if entry["status"] == "Completed" and not 0 <= entry["workedMinutes"] <= elapsed_minutes(entry):
        yield f"workedMinutes {entry['workedMinutes']} does not fit the stamps"
    if entry["shiftId"] is not None and entry["shiftId"] not in shifts:
        yield "shiftId names no shift"


def records(folder):
    zones = {item["id"]: zoneinfo.ZoneInfo(item["zone"]) for item in load(folder, "establishments")}
    shifts = load(folder, "shifts")
    entries = load(folder, "time-entries")
    known = {shift["id"] for shift in shifts}
    checks = [("shifts", shift, shift_problems(shift)) for shift in shifts]
    checks += [("time-entries", entry, entry_problems(entry, known)) for entry in entries]
    found = []
    for name, record, own in checks:
        zone = zones[record["establishmentId"]]
        for problem in [*stamp_problems(record, zone), *worker_problems(record), *own]:
            found.append(f"{name} {record['id']}: {problem}")
    for identifier, count in collections.Counter(record["id"] for record in [*shifts, *entries]).items():
        if count > 1:
            found.append(f"{identifier} is there {count} times")
    return found


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "records":
        answer = records(arguments[1])
    elif len(arguments) == 4 and arguments[0] == "offsets":
        answer = offsets(arguments[1], int(arguments[2]), int(arguments[3]))
    else:
        raise SystemExit(__doc__)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
