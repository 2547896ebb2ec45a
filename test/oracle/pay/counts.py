"""Lines that count, and credits for minutes of other codes."""

from fractions import Fraction
from math import floor

from clock import DAY
from rules import takes, window_dates


def count_lines(entries, case, shared):
    """[(day, code, place, times)]; `shared` is {day, answer, minutes} of an entry by an answer for each minute."""
    found = []
    for rule in case["config"]["payRules"].get("counts", []):
        touched = {id(entry): _touched(rule, entry, shared) for entry in entries}
        counted = _counted(rule, entries, touched)
        found += [(day, rule["code"], entry.place, rule.get("quantity", 1)) for entry, day in counted]
    return found


def _touched(rule, entry, shared):
    """[(day on which the minutes stand, day on which their night began, their working day)]"""

    def answer(minute):
        if not takes(rule, minute, entry.work):
            return None
        night = window_dates(rule["clock"], minute)[0] if "clock" in rule else minute.local // DAY
        return (night, entry.counting_day(minute) if rule["per"] == "day" else None)

    parts = [(day, value, minutes) for day, value, minutes in shared(entry, answer) if value is not None and minutes > 0]
    if sum(minutes for _, _, minutes in parts) < rule.get("minimumInWindow", 0):
        return []
    return [(entry.lands(day), night, working) for day, (night, working), _ in parts]


def _counted(rule, entries, touched):
    """[(entry, day)]"""
    if rule["per"] == "entry":
        return [(entry, touched[id(entry)][0][0]) for entry in entries if touched[id(entry)]]
    if rule["per"] in ("day", "night"):
        place = 2 if rule["per"] == "day" else 1
        first = {}
        for entry in entries:
            for each in touched[id(entry)]:
                first.setdefault(each[place], (entry, each[0]))
        return list(first.values())
    worked = [entry for entry in entries if entry.worked_days]
    found = []
    for i, entry in enumerate(worked[1:], 1):
        # Of works that overlap, the one that ends last begins the pause.
        before = max(worked[:i], key=lambda each: (each.end, each.true_start))
        seconds, same = entry.start - before.end, before.worked_days[-1] == entry.worked_days[0]
        wanted = seconds >= rule["minutes"] * 60 if rule["per"] == "gap" else seconds < rule["minutes"] * 60
        if touched[id(entry)] and seconds >= 0 and wanted and same == (rule["per"] == "gap"):
            found.append((entry, entry.worked_days[0]))
    return found


def credited(rules, minutes):
    """[(day, code, minutes)]; `minutes` is {(day, code): minutes} of all lines that are time."""
    found = []
    for rule in rules.get("credits", []):
        days = {}
        for (day, code), count in minutes.items():
            if code in rule["of"]:
                days[day] = days.get(day, 0) + count
        for day, count in days.items():
            found.append((day, rule["code"], floor(count * Fraction(str(rule["factor"])) + Fraction(1, 2))))
    return found
