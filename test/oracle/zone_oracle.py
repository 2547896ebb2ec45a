"""What Python's zoneinfo says about zones: an oracle that shares no code and no data file with paytally.

Usage: zone_oracle.py FIRST_DATE LAST_DATE [ZONE ...]      (no zone: all there are; PYTHONTZPATH names the tables)

Prints one JSON object:
  names    {zone name: position in "classes"}; names with the same table share a class
  classes  [{"first": offset at the beginning,
             "changes": [[instant, new offset], ...],
             "windows": [position in "windows", ...]}]
  windows  [{"from": instant, "to": instant,
             "offsets": [[instant, offset], ...],     read minute by minute, written where it changes
             "days":    [[day, first instant], ...]}] the first instant with that local date

Instants are epoch seconds, offsets seconds east of UTC, days are counted from 1970-01-01. A window reaches from
26 hours before a change of the offset to 26 hours after it; days that begin at its very edge are left out. Windows
in which the clocks behave alike are worked out once.
"""

import datetime
import json
import sys
import zoneinfo

HOUR = 3600
DAY = 86400
REACH = 26 * HOUR
NEAR = 3 * HOUR
# No two changes are nearer to each other; one that were overlooked would fail the comparison, not pass it.
STRIDE = 5 * DAY
EPOCH_ORDINAL = datetime.date(1970, 1, 1).toordinal()
# Not zones: the machine's own, leap-second tables and packaging leftovers.
NOT_ZONES = ("localtime", "posixrules", "posix/", "right/")


def epoch(text):
    return (datetime.date.fromisoformat(text).toordinal() - EPOCH_ORDINAL) * DAY


def offset_at(instant, zone):
    return int(datetime.datetime.fromtimestamp(instant, zone).utcoffset().total_seconds())


def change_between(low, high, zone):
    """The first instant with the offset of `high`, to the second."""
    after = offset_at(high, zone)
    while high - low > 1:
        middle = (low + high) // 2
        if offset_at(middle, zone) == after:
            high = middle
        else:
            low = middle
    return high


def changes_of(zone, first, last):
    """Looks every five days, and to the second wherever the offset is no longer the same."""
    found = []
    instant, offset = first, offset_at(first, zone)
    while instant < last:
        following = min(instant + STRIDE, last)
        new = offset_at(following, zone)
        if new != offset:
            found.append([change_between(instant, following, zone), new])
        instant, offset = following, new
    return found


def readings(low, high, change, zone):
    """Local times minute by minute, but for hours far from the change that begin and end with one date and offset."""
    for hour in range(low, high, HOUR):
        local = datetime.datetime.fromtimestamp(hour, zone)
        following = datetime.datetime.fromtimestamp(hour + HOUR, zone)
        same = local.date() == following.date() and local.utcoffset() == following.utcoffset()
        if same and abs(hour - change) > NEAR:
            yield hour, local
            continue
        for instant in range(hour, min(hour + HOUR, high), 60):
            yield instant, datetime.datetime.fromtimestamp(instant, zone)


def window_around(low, high, change, zone):
    """Reads the clock and notes when each date is seen for the first time."""
    offsets, days, seen = [], [], set()
    for instant, local in readings(low, high, change, zone):
        offset = local.utcoffset()
        if not offsets or offsets[-1][1] != offset:
            offsets.append([instant, offset])
        day = local.toordinal()
        if day not in seen:
            seen.add(day)
            if instant > low:
                days.append([day - EPOCH_ORDINAL, instant])
    return {
        "from": low,
        "to": high,
        "offsets": [[instant, int(offset.total_seconds())] for instant, offset in offsets],
        "days": days,
    }


def main(first_date, last_date, wanted):
    first, last = epoch(first_date), epoch(last_date) + DAY
    names = sorted(wanted or (n for n in zoneinfo.available_timezones() if not n.startswith(NOT_ZONES)))
    answer = {"names": {}, "classes": [], "windows": []}
    class_of_table, window_of_key = {}, {}
    for name in names:
        with open_table(name) as table:
            content = table.read()
        if content not in class_of_table:
            class_of_table[content] = len(answer["classes"])
            answer["classes"].append(class_answer(zoneinfo.ZoneInfo(name), first, last, answer["windows"], window_of_key))
        answer["names"][name] = class_of_table[content]
    json.dump(answer, sys.stdout, separators=(",", ":"))


def open_table(name):
    for folder in zoneinfo.TZPATH:
        try:
            return open(f"{folder}/{name}", "rb")
        except FileNotFoundError:
            continue
    raise FileNotFoundError(name)


def class_answer(zone, first, last, windows, window_of_key):
    start = offset_at(first, zone)
    changes = changes_of(zone, first, last)
    positions = []
    offsets = [start] + [offset for _, offset in changes]
    for instant, _ in changes:
        low, high = instant - REACH, instant + REACH
        inside = [i for i, (at, _) in enumerate(changes) if low < at < high]
        key = (instant, offsets[inside[0]], tuple(tuple(changes[i]) for i in inside))
        if key not in window_of_key:
            window_of_key[key] = len(windows)
            windows.append(window_around(low, high, instant, zone))
        positions.append(window_of_key[key])
    return {"first": start, "changes": changes, "windows": positions}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
