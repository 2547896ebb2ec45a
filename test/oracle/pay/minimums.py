"""What is missing to minimums: of entries, of further entries of a day, of days, and of days with planned work."""

from fractions import Fraction
from math import floor

from clock import day_text
from rules import people_match

ORDER = ["entry", "again", "day", "planned"]


def top_ups(entries, pieces, works, case):
    """[(day, place, code, minutes)], in the order of ORDER: each sees what those before it paid."""
    minimums = case["config"].get("minimumPaid", [])
    minimums = minimums if isinstance(minimums, list) else [minimums]
    found = []

    def paid(day):
        base = sum(piece.minutes for piece in pieces if piece.lands == day)
        return base + sum(minutes for on, _, _, minutes in found if on == day)

    def add(kind, day, entry, have, wanted=None):
        for minimum in minimums:
            if kind in minimum and _concerns(minimum, day, entry, case):
                least = minimum[kind] if wanted is None else wanted(minimum[kind])
                if least is not None and least > have:
                    found.append((day, entry.place, minimum["code"], least - have))
                return

    again = _further(works)
    for work in works:
        worked = [entry for entry in work if entry.worked_days]
        have = sum(piece.minutes for piece in pieces if piece.entry in work)
        before = len(found)
        last = (worked or work)[-1]
        day = last.worked_days[-1] if worked else _first_day(last)
        if worked:
            add("entry", day, last, have)
        have += sum(minutes for _, _, _, minutes in found[before:])
        if work in again:
            add("again", day, last, have)
    last = {day: entry for entry in entries for day in entry.worked_days}
    for day, entry in last.items():
        add("day", day, entry, paid(day))
    for day, entry in _comings(entries).items():
        planned = case.get("planned", {}).get(day_text(day), 0)
        have = paid(day)
        if planned > 0:
            add("planned", day, entry, have, lambda rule: _for_plan(rule, planned, have))
    return found


def _for_plan(rule, planned, have):
    share = floor(planned * Fraction(str(rule["share"])) + Fraction(1, 2))
    if have >= share:
        return None
    return min(max(share, rule.get("least", 0)), rule.get("most", 1440))


def _comings(entries):
    """{day: the last entry on it}, an entry without a minute too."""
    found = {}
    for entry in entries:
        for day in entry.worked_days or [_first_day(entry)]:
            found[day] = entry
    return found


def _first_day(entry):
    """The day on which its first line would stand."""
    return entry.worked_days[0] if entry.worked_days else entry.lands(entry.work_first)


def _further(works):
    """Works that begin on a day on which another began before; the day is that on which the work's first line stands."""
    seen, found = set(), []
    for work in works:
        day = _first_day(work[0])
        if day in seen:
            found.append(work)
        seen.add(day)
    return found


def _concerns(minimum, day, entry, case):
    if not minimum.get("validFrom", "") <= day_text(day) <= minimum.get("validTo", "9999"):
        return False
    if "establishments" in minimum and entry.place not in minimum["establishments"]:
        return False
    return people_match(minimum.get("employees", {}), case["columns"])
