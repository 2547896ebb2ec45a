"""What is missing to minimums: of entries, of further entries of a day, of days, and of days with planned work."""

from fractions import Fraction
from math import floor

from clock import day_text
from rules import columns_on, granted, people_match

ORDER = ["entry", "again", "day", "planned"]


def top_ups(entries, pieces, works, case):
    """[(day, place, code, minutes)], in the order of ORDER: each sees what those before it paid."""
    minimums = case["config"].get("minimumPaid", [])
    minimums = minimums if isinstance(minimums, list) else [minimums]
    found = []

    counted = []

    def paid(day):
        base = sum(piece.minutes for piece in pieces if piece.lands == day)
        return base + sum(minutes for on, _, _, minutes in found if on == day)

    def paid_of_working_day(day):
        base = sum(piece.minutes for piece in pieces if piece.counts_on == day)
        return base + sum(minutes for on, minutes in counted if on == day)

    def add(kind, day, entry, have, wanted=None, counts_on=None):
        for minimum in minimums:
            if kind in minimum and _concerns(minimum, day, entry, case):
                least = minimum[kind] if wanted is None else wanted(minimum[kind])
                if least is not None and least > have:
                    found.append((day, entry.place, minimum["code"], least - have))
                    counted.append((counts_on, least - have))
                return

    again = _further(works)
    for work in works:
        worked = [entry for entry in work if entry.worked_days]
        have = sum(piece.minutes for piece in pieces if piece.entry in work)
        before = len(found)
        last = (worked or work)[-1]
        day, counts_on = _places(last)[-1] if worked else _first_place(last)
        if worked:
            add("entry", day, last, have, counts_on=counts_on)
        have += sum(minutes for _, _, _, minutes in found[before:])
        if work in again:
            add("again", day, last, have, counts_on=counts_on)
    last = {on: (day, entry) for entry in entries for day, on in _places(entry)}
    for on, (day, entry) in last.items():
        add("day", day, entry, paid_of_working_day(on), counts_on=on)
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


def _places(entry):
    """[(day on which worked minutes stand, working day)]"""
    return [(day, on) for day, on, minutes in entry.worked_parts if minutes > 0]


def _first_place(entry):
    """The day on which its first line would stand, and its working day."""
    return (_places(entry) or [(day, on) for day, on, _ in entry.worked_parts] or [_without_time(entry)])[0]


def _without_time(entry):
    day = entry.lands(entry.work_first)
    return (day, day if entry.counts_on is None else entry.counts_on)


def _first_day(entry):
    return _first_place(entry)[0]


def _further(works):
    """Works that begin on a working day on which another began before."""
    seen, found = set(), []
    for work in works:
        day = _first_place(work[0])[1]
        if day in seen:
            found.append(work)
        seen.add(day)
    return found


def _concerns(minimum, day, entry, case):
    if not minimum.get("validFrom", "") <= day_text(day) <= minimum.get("validTo", "9999"):
        return False
    if "on" in minimum and not any(granted(each, day, case) for each in minimum["on"]):
        return False
    if "establishments" in minimum and entry.place not in minimum["establishments"]:
        return False
    return people_match(minimum.get("employees", {}), columns_on(case, day))
