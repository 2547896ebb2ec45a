"""Holidays that are paid without work."""

from fractions import Fraction

from clock import day_number, day_text, weekday
from rules import columns_on, people_match


def holiday_lines(case, base):
    """[(day, code, minutes)]; `base` is {day: base minutes}. Only what is known for certain: no findings here."""
    found = {}
    for day in sorted(case["holidays"]):
        rule = next((r for r in case["config"]["payRules"].get("notWorked", []) if _concerns(r, day, case)), None)
        if rule is None:
            continue
        owed = _owed(rule, day, case, base, found)
        worked = case["worked"].get(day, 0)
        if owed is not None and owed > worked:
            found[day] = (rule["code"], owed - worked)
    return [(day, code, minutes) for day, (code, minutes) in found.items()]


def _concerns(rule, day, case):
    if not rule.get("validFrom", "") <= day_text(day) <= rule.get("validTo", "9999"):
        return False
    return people_match(rule.get("employees", {}), columns_on(case, day))


def _owed(rule, day, case, base, found):
    columns = columns_on(case, day)
    if rule["by"] == "planned":
        return case.get("planned", {}).get(day_text(day), 0)
    first, last = columns.get("contractFrom", ""), columns.get("contractTo", "")
    if first != "" and day < day_number(first) or last != "" and day > day_number(last):
        return 0
    if rule["by"] == "contract":
        if columns.get("contractMinutesPerDay", "") == "0":
            return 0
        if "" in (columns.get("contractMinutesPerDay", ""), first, columns.get("contractWeekdays", "")):
            return None
        return int(columns["contractMinutesPerDay"]) if str(weekday(day) + 1) in columns["contractWeekdays"] else 0
    if first == "":
        return None
    days = [day - 7 * week for week in range(1, rule["weeks"] + 1)]
    days = [each for each in days if each >= day_number(first)]
    days = [each for each in days if day_text(each) not in case.get("absences", {})]
    # A granted holiday without work says nothing of an ordinary week, paid or not; one with work counts as worked.
    days = [each for each in days if each not in case["holidays"] or base.get(each, 0) > 0]
    if not days:
        return None
    return int(Fraction(sum(base.get(each, 0) for each in days), len(days)) + Fraction(1, 2))
