"""Reference periods: which days they have, their limits, and what is known before the exported days."""

import datetime
from fractions import Fraction

from clock import EPOCH, day_number
from rules import columns_on


def limit_minutes(limit, columns):
    """Minutes, or what a column of the mapping has, times a ratio; None without a value."""
    if not isinstance(limit, dict):
        return limit
    value = columns[limit["column"]]
    return None if value == "" else int(Fraction(value) * Fraction(str(limit["ratio"])))


def period_around(day, anchor, weeks=None, months=None):
    """(first, last) day of the period that holds the day, counted from the anchor on, in both directions."""
    if weeks is not None:
        first = day - (day - anchor) % (7 * weeks)
        return first, first + 7 * weeks - 1
    first = anchor
    while first > day:
        first = _months_later(first, -months)
    while _months_later(first, months) <= day:
        first = _months_later(first, months)
    return first, _months_later(first, months) - 1


def _months_later(day, months):
    date = datetime.date.fromordinal(day + EPOCH)
    month = date.year * 12 + date.month - 1 + months
    return date.replace(year=month // 12, month=month % 12 + 1).toordinal() - EPOCH


class Reference:
    def __init__(self, case):
        rule = case["config"]["payRules"]["reference"]
        self.rule, self.case = rule, case
        self.anchor = day_number(rule["from"])
        self.absences = case.get("absences", {}) if rule["absences"] == "counted" else {}
        opening = rule.get("opening")
        # An export that begins before the opening ends knows these days from their records.
        used = opening is not None and day_number(opening["until"]) < day_number(case["period"]["from"])
        self.until = day_number(opening["until"]) if used else -(10**9)

    def period(self, day):
        return period_around(day, self.anchor, self.rule.get("weeks"), self.rule.get("months"))

    def is_in_opening(self, day):
        return day <= self.until and self.period(day) == self.period(self.until)

    def opening(self, first, last):
        """What had counted by the mapping; an empty column is nothing, and a finding."""
        if not first <= self.until <= last:
            return 0
        return int(columns_on(self.case, self.until)[self.rule["opening"]["column"]] or 0)

    def absent(self, first, day):
        """Absences of the period until the day, that day included."""
        days = [(day_number(date), minutes) for date, minutes in self.absences.items()]
        return sum(minutes for each, minutes in days if first <= each <= day and not self.is_in_opening(each))

    def limit(self, over, day, first, last):
        """The smaller of the two, if there are two; an average day by day, each by its own row."""
        whole = limit_minutes(over.get("reference"), columns_on(self.case, day))
        average = limit_minutes(over.get("average"), columns_on(self.case, day))
        if average is not None:
            average = sum(self._average_of(over, each) for each in range(first, last + 1)) // 7
        known = [each for each in (whole, average) if each is not None]
        return min(known) if known else None


    def _average_of(self, over, day):
        columns = columns_on(self.case, day)
        begins, ends = columns.get("contractFrom", ""), columns.get("contractTo", "")
        if not _date(begins, day) <= day <= _date(ends, day):
            return 0
        return limit_minutes(over["average"], columns) or 0


def _date(text, otherwise):
    return otherwise if text == "" else day_number(text)
